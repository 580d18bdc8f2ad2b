"""Written quantities: which values they stand for, and what is refused."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import QuantityError
from headwater.units import (
    CF_PER_ACFT,
    CF_PER_IN_AC,
    FAMILIES,
    IN_PER_FT,
    MOST_DIGITS,
    SF_PER_AC,
    SUFFIXES,
    exact_quantity,
    format_exact,
    parse_quantity,
    rounded_down,
    rounded_half_up,
    rounded_up,
    to_base,
)


def area(text: str) -> tuple[Fraction, Fraction, Fraction]:
    quantity = parse_quantity(text, family="area")
    return quantity.low, quantity.high, quantity.value


# ---- factors ---------------------------------------------------------------------------------------------------------


def test_the_factors_agree_with_the_mile_the_chain_and_each_other() -> None:
    # An acre is ten square chains of 66 ft, and a square mile 640 acres.
    assert SF_PER_AC == 10 * 66**2
    assert Fraction(5280**2, 640) == SF_PER_AC
    assert SF_PER_AC / IN_PER_FT == CF_PER_IN_AC
    assert SF_PER_AC == CF_PER_ACFT


@pytest.mark.parametrize(
    ("text", "family", "in_base"),
    [
        ("exactly 1 ac", "area", 43_560),
        ("exactly 2 ac-ft", "volume", 87_120),
        ("exactly 2 days", "duration", 48),
        ("exactly 6 min", "duration", Fraction(1, 10)),
        # 7.48052 gallons a cubic foot: 448.831 gpm are 1 cfs.
        ("exactly 34560 gpm", "flow", 77),
        ("exactly 2.5 %", "grade", Fraction(1, 40)),
        ("exactly 0.025 ft/ft", "grade", Fraction(1, 40)),
        ("exactly 46 %", "fraction", Fraction(23, 50)),
        ("exactly 10:1", "slope", 10),
        ("exactly 8.3 in/h", "rate", Fraction(83, 10)),
    ],
)
def test_a_quantity_goes_to_the_base_unit_of_its_family(text: str, family: str, in_base: Fraction | int) -> None:
    assert to_base(parse_quantity(text, family=family)) == (in_base, in_base, in_base)


def test_every_family_reads_its_own_example_and_names_a_known_suffix() -> None:
    for name, family in FAMILIES.items():
        assert parse_quantity(family.example, family=name).unit in family.units
        assert family.suffix in SUFFIXES
        assert family.units[family.base] == (Fraction(1, 100) if name == "fraction" else 1)


def test_every_spelling_of_a_unit_is_read_as_that_unit() -> None:
    for name, family in FAMILIES.items():
        for spelling, unit in family.spellings.items():
            if name != "slope":
                assert parse_quantity(f"3 {spelling.upper()}", family=name).unit == unit


def test_a_unit_that_belongs_to_two_families_has_one_size_in_both() -> None:
    sizes = {(unit, size) for family in FAMILIES.values() for unit, size in family.units.items()}
    assert len(sizes) == len({unit for unit, _ in sizes})


def test_a_size_in_inches_is_kept_in_feet_and_stands_for_what_rounds_to_it_in_inches() -> None:
    size = parse_quantity("18 in", family="size")
    assert (size.text, size.unit, size.value) == ("18 in", "ft", Fraction(3, 2))
    assert (size.low * 12, size.high * 12) == (Fraction(35, 2), Fraction(37, 2))
    assert parse_quantity("1.5 ft", family="size").value == size.value


def test_a_return_period_in_whole_years_stands_for_itself() -> None:
    assert parse_quantity("100 yr", family="recurrence").is_exact
    assert parse_quantity("100-yr", family="recurrence").value == 100


# ---- windows ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("5 ac", "4.5", "5.5"),
        ("5.00 ac", "4.995", "5.005"),
        ("0.23 ac", "0.225", "0.235"),
        (".23 ac", "0.225", "0.235"),
        ("9,990.5 sf", "9990.45", "9990.55"),
        ("0.0 ac", "0", "0.05"),
        ("0.04 ac", "0.035", "0.045"),
    ],
)
def test_a_number_stands_for_all_that_rounds_to_it(text: str, low: str, high: str) -> None:
    assert area(text)[:2] == (Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    "text", ["9,990 sf", "9990 SF", "0 sf", "exactly 5 ac", "EXACTLY 0.23 ac", "none", "exactly 9,990.5 sf"]
)
def test_whole_square_feet_what_is_exact_and_none_stand_for_themselves(text: str) -> None:
    low, high, value = area(text)
    assert low == high == value


def test_none_is_exactly_zero_but_a_written_zero_is_rounded() -> None:
    assert parse_quantity("none", family="volume").is_exact
    zero = parse_quantity("0 cf", family="volume")
    assert (zero.low, zero.high) == (Fraction(0), Fraction(1, 2))


def test_whole_cubic_feet_and_feet_are_rounded() -> None:
    assert parse_quantity("4,310 cf", family="volume").high == Fraction(8621, 2)
    assert parse_quantity("10 ft", family="length").low == Fraction(19, 2)


def test_a_window_is_cut_at_zero_only_where_a_negative_is_impossible() -> None:
    assert parse_quantity("0.0 ac", family="area").low == 0
    assert parse_quantity("0.0 ac", family="area", signed=True).low == Fraction(-1, 20)
    assert parse_quantity("0.0 ft NAVD88", family="elevation").low == Fraction(-1, 20)


def test_a_negative_number_rounds_with_halves_up() -> None:
    # -0.45 rounds up to -0.4, and -0.35 up to -0.3.
    change = parse_quantity("-0.4 ac", family="area", signed=True)
    assert (change.low, change.high) == (Fraction(-9, 20), Fraction(-7, 20))


DECIMALS = st.decimals(min_value=0, max_value=10**9, allow_nan=False, allow_infinity=False, places=4)


@given(DECIMALS, st.integers(0, 4))
def test_the_window_holds_exactly_the_values_that_round_to_what_is_written(value: Decimal, places: int) -> None:
    written = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    quantity = parse_quantity(f"{written:f} ac", family="area")
    assert quantity.value == Fraction(written)
    assert quantity.low <= Fraction(value) < quantity.high
    assert quantity.low <= quantity.value < quantity.high
    for end, rounds_to_it in ((quantity.low, True), (quantity.high, False)):
        exact = Decimal(end.numerator) / Decimal(end.denominator)
        rounded = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
        assert (rounded == written) is rounds_to_it or (end == 0 and rounded == written)


@given(st.integers(0, 10**12))
def test_commas_do_not_change_a_number(number: int) -> None:
    assert area(f"{number:,} sf") == area(f"{number} sf")


@given(DECIMALS)
def test_exactly_leaves_no_window(value: Decimal) -> None:
    quantity = parse_quantity(f"exactly {value:f} ac", family="area")
    assert quantity.low == quantity.high == Fraction(value)


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=1000))
def test_an_exact_quantity_is_what_it_was_made_of(value: Fraction) -> None:
    quantity = exact_quantity(value, "ac")
    assert (quantity.is_exact, quantity.value, quantity.origin) == (True, value, "computed")


def test_an_exact_quantity_of_an_unknown_unit_is_refused() -> None:
    with pytest.raises(QuantityError, match="not known"):
        exact_quantity(1, "hectare")


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "family", "wrong"),
    [
        ("2.55", "area", "no unit"),
        ("ac", "area", "does not start with a number"),
        ("", "area", "does not start with a number"),
        ("exactly none", "area", "does not start with a number"),
        ("1/2 ac", "area", "not known here"),
        ("12,00 sf", "area", "commas or points"),
        ("1,2345 sf", "area", "commas or points"),
        ("2.5.5 ac", "area", "commas or points"),
        ("5. ac", "area", "commas or points"),
        ("٣ ac", "area", "does not start with a number"),
        ("1e3 sf", "area", "exponent"),
        ("-1 ac", "area", "below zero"),
        ("3 cf", "area", "this is a volume"),
        ("3 ac", "volume", "this is an area"),
        ("3 in", "length", "this is a depth"),
        ("930.5 ft", "elevation", "datum"),
        ("none", "elevation", "does not start with a number"),
        ("0.46", "fraction", "no unit"),
        ("0.46", "fraction", 'write "46 %" or "0.46 %", whichever it is'),
        ("46", "fraction", 'write "46 %"'),
        ("3:2", "slope", "not a slope"),
        ("10", "slope", "not a slope"),
        ("9" * 31 + " ac", "area", "more than 30 digits"),
        ("1e1000000 ac", "area", "exponent"),
        ("9" * 1_000_000 + " ac", "area", "too long"),
    ],
)
def test_what_is_no_quantity_is_refused_with_the_reason(text: str, family: str, wrong: str) -> None:
    with pytest.raises(QuantityError, match=re.escape(wrong)) as refused:
        parse_quantity(text, family=family, line=7)
    assert refused.value.expected
    assert refused.value.remedy
    assert str(refused.value).startswith("line 7: ")
    assert len(str(refused.value)) < 500


def test_the_longest_number_allowed_is_read() -> None:
    assert parse_quantity("9" * MOST_DIGITS + " sf", family="area").value == 10**MOST_DIGITS - 1


NEARLY = st.text(alphabet="0123456789.,+-eE%: /acsfthin\u00a0\u0663NAVD", max_size=40)


@given(st.one_of(st.text(max_size=200), NEARLY), st.sampled_from(sorted(FAMILIES)), st.booleans())
def test_any_text_is_a_quantity_or_a_quantity_error(text: str, family: str, signed: bool) -> None:
    try:
        quantity = parse_quantity(text, family=family, signed=signed)
    except QuantityError:
        return
    assert quantity.low <= quantity.value <= quantity.high
    assert quantity.is_exact or quantity.value < quantity.high
    assert quantity.text == text
    assert quantity.unit in FAMILIES[family].units
    assert signed or FAMILIES[family].negative or quantity.low >= 0


# ---- printing --------------------------------------------------------------------------------------------------------


def test_an_exact_number_is_printed_whole_or_as_a_fraction() -> None:
    assert format_exact(Fraction(9257)) == "9257"
    assert format_exact(Fraction(18513, 2)) == "18513/2"


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=999), st.integers(0, 4))
def test_rounding_up_and_down_enclose_the_number_by_less_than_a_digit(number: Fraction, digits: int) -> None:
    up, half, down = (
        Fraction(printed(number, digits=digits).replace(",", ""))
        for printed in (rounded_up, rounded_half_up, rounded_down)
    )
    step = Fraction(1, 10**digits)
    assert down <= number <= up
    assert up - number < step
    assert number - down < step
    assert -step / 2 < half - number <= step / 2


@pytest.mark.parametrize(
    ("number", "up", "half_up", "down"),
    [
        (Fraction(18513, 2), "9,257", "9,257", "9,256"),
        (Fraction(9256), "9,256", "9,256", "9,256"),
        (Fraction(-3, 2), "-1", "-1", "-2"),
        (Fraction(-1, 4), "0", "0", "-1"),
    ],
)
def test_a_required_volume_rounds_up_and_a_provided_one_down(
    number: Fraction, up: str, half_up: str, down: str
) -> None:
    assert (rounded_up(number), rounded_half_up(number), rounded_down(number)) == (up, half_up, down)
