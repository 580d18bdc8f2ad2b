"""A plan with one value stated otherwise, and what is stated anew because of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from headwater.errors import QuantityError
from headwater.intake.plan_file import read_plan_text
from headwater.plan import Plan
from headwater.plan.changing import Stated, changed, followed, stated_values
from headwater.plan.checks import contradictions
from headwater.plan.leaves import Answer, Choice, Family
from headwater.plan.rewriting import decimals_of, read_again, rewritten, text_for
from headwater.units import Quantity, parse_quantity

AREA = Family("area")
TEXT = """\
headwater: 1
plan: A plan
received: 2012-05-14
site: {area: 2.00 ac, disturbed: 1.00 ac}
surfaces:
  kept: 1,000 sf
  reconstructed: none
  removed: 500 sf
  new: 8,000 sf
  existing: 1,500 sf
  proposed: 9,000 sf
  net_increase: 7,500 sf
  pervious: {proposed: "78,120 sf"}
  impervious_share: {proposed: 10.3 %}
actions: [{id: road, kind: linear new, lots: 3}]
waters: [{id: pond, class: Manage 1, bounce: {existing: {1-yr: 0.4 ft}}}]
answers: {bmps_by_manual: {answer: yes, evidence: sheet 4}}
exhibits: [{exhibit: soils, document: Report, date: 2012-01-01, waived: {in_writing: yes}}]
"""


@pytest.fixture
def plan() -> Plan:
    return read_plan_text(TEXT)


def stated(plan: Plan, field: str) -> Stated:
    return next(item for item in stated_values(plan) if item.field == field)


def changed_to(plan: Plan, field: str, text: str) -> Plan:
    item = stated(plan, field)
    assert item.family is not None
    return changed(plan, item, read_again(text, item.family))


def test_every_value_that_could_be_another_is_found_where_the_file_writes_it(plan: Plan) -> None:
    fields = [item.field for item in stated_values(plan)]
    assert "surfaces.new" in fields
    assert "actions[road].lots" in fields
    assert "waters[pond].class" in fields
    assert "waters[pond].bounce.existing.1-yr" in fields
    assert "answers.bmps_by_manual" in fields
    # The version, the day of receipt and the papers are no facts of the site; ids and names are no values.
    assert not any(field.startswith(("headwater", "received", "exhibits", "plan")) for field in fields)
    assert not any(field.endswith((".id", ".counted_in")) for field in fields)


def test_what_a_field_expects_is_known_beside_its_value(plan: Plan) -> None:
    family = stated(plan, "surfaces.net_increase").family
    assert family is not None
    assert (family.name, family.signed) == ("area", True)
    assert "Preserve" in stated(plan, "waters[pond].class").choices


def test_totals_that_add_up_from_a_part_are_stated_anew(plan: Plan) -> None:
    after = changed_to(plan, "surfaces.new", "6,000 sf")
    assert after.surfaces is not None
    assert after.surfaces.proposed is not None
    assert after.surfaces.proposed.text == "7,000 sf"
    assert after.surfaces.net_increase is not None
    assert after.surfaces.net_increase.text == "5,500 sf"
    assert after.surfaces.existing == (plan.surfaces and plan.surfaces.existing)
    assert not contradictions(after)


def test_what_is_printed_beside_a_total_goes_with_it(plan: Plan) -> None:
    after = changed_to(plan, "surfaces.new", "6,000 sf")
    told = {item.field: (item.before, item.after) for item in followed(plan, after, stated(plan, "surfaces.new"))}
    # 78,120 + 2,000; and 7,000 of 87,120 sf.
    assert told["surfaces.pervious.proposed"] == ("78,120 sf", "80,120 sf")
    assert told["surfaces.impervious_share.proposed"] == ("10.3 %", "8.0 %")


def test_the_rest_of_the_site_goes_with_its_area(plan: Plan) -> None:
    after = changed_to(plan, "site.area", "3.00 ac")
    assert after.surfaces is not None
    assert after.surfaces.pervious is not None
    assert after.surfaces.pervious.proposed is not None
    # One acre more.
    assert after.surfaces.pervious.proposed.text == "121,680 sf"


def test_a_total_alone_contradicts_its_parts(plan: Plan) -> None:
    assert contradictions(changed_to(plan, "surfaces.proposed", "9,500 sf"))


def test_a_part_below_zero_is_none(plan: Plan) -> None:
    item = stated(plan, "surfaces.new")
    with pytest.raises(QuantityError, match="below zero"):
        read_again("-1 sf", item.family or AREA)


def test_a_word_and_an_answer_are_replaced_in_place(plan: Plan) -> None:
    word = stated(plan, "waters[pond].class")
    after = changed(plan, word, Choice(text="Preserve"))
    assert after.waters is not None
    assert after.waters[0].class_ == Choice(text="Preserve")
    answer = stated(plan, "answers.bmps_by_manual")
    assert isinstance(answer.leaf, Answer)
    after = changed(plan, answer, Answer(answer=False))
    assert after.answers is not None
    assert after.answers["bmps_by_manual"] == Answer(answer=False)
    assert plan.answers is not None
    assert plan.answers["bmps_by_manual"].value


# ---- a number written anew ------------------------------------------------------------------------------------------


def area(text: str) -> Quantity:
    return parse_quantity(text, family="area")


@pytest.mark.parametrize(
    ("like", "value_sf", "text"),
    [
        ("2.55 ac", Fraction(43_560), "1.00 ac"),
        ("2.5 ac", Fraction(46_000), "1.1 ac"),  # 1.056, halves up
        ("9,990 sf", Fraction(10_000), "10,000 sf"),
        ("exactly 2.5 ac", Fraction(43_560), "exactly 1.0 ac"),
        ("exactly 2.5 ac", Fraction(10_890), "exactly 0.25 ac"),  # what stands for itself keeps all its digits
        ("9,990 sf", Fraction(20_001, 2), "exactly 10,000.5 sf"),
    ],
)
def test_a_number_is_written_anew_in_its_unit_with_its_digits(like: str, value_sf: Fraction, text: str) -> None:
    assert rewritten(area(like), value_sf, AREA).text == text


def test_a_slope_and_an_elevation_keep_their_form() -> None:
    slope = parse_quantity("10:1", family="slope")
    assert text_for(Fraction(8), slope, Family("slope"), digits=0, exactly=False) == "8:1"
    opening = parse_quantity("930.5 ft NAVD88", family="elevation")
    assert text_for(Fraction("930.25"), opening, Family("elevation"), digits=1, exactly=False) == "930.3 ft NAVD88"


def test_decimals_are_those_written() -> None:
    assert [decimals_of(area(text)) for text in ("2 ac", "2.50 ac", "1,000.125 sf")] == [0, 2, 3]


def test_a_share_above_the_whole_is_none() -> None:
    with pytest.raises(QuantityError, match="above 100 %"):
        read_again("104 %", Family("fraction"))


def test_a_site_changed_to_no_land_leaves_the_printed_shares_as_they_are() -> None:
    plan = read_plan_text(TEXT.replace('  pervious: {proposed: "78,120 sf"}\n', ""))
    after = changed_to(plan, "site.area", "0 sf")
    assert after.surfaces is not None
    assert after.surfaces.impervious_share is not None
    assert after.surfaces.impervious_share.proposed is not None
    assert after.surfaces.impervious_share.proposed.text == "10.3 %"
    assert contradictions(after)
