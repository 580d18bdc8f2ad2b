"""A section that the plan leaves out is never taken for none: what it could decide stays open, and is named."""

from __future__ import annotations

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.assessment import Assessment, assess
from headwater.rules.finding import Finding

SMALL = """\
headwater: 1
plan: A shop on 0.9 ac
received: 2012-05-14
site: {area: 39204 sf, disturbed: 39204 sf, former_use: other}
surfaces: {kept: none, reconstructed: none, removed: none, new: 12000 sf}
actions: [{id: shop, kind: new development, use: commercial}]
"""
LARGE = SMALL.replace("39204", "87120").replace("12000", "24000")


def assessed(text: str, key: str = "mcwd-2011") -> Assessment:
    return assess(read_plan_text(text), load_edition(key), readings=False)


def findings(assessment: Assessment, criterion: str) -> dict[str | None, Finding]:
    return {finding.item: finding for finding in assessment.findings if finding.id == criterion}


def test_an_exemption_by_size_does_not_hold_while_earlier_projects_are_not_told() -> None:
    # 2011.2.agg: a neighbouring site of the same owner could make it an acre.
    assessment = assessed(SMALL)
    assert assessment.permit_required is None
    assert assessment.missing == assessment.settled_by == ("earlier_projects",)
    assert findings(assessment, "2011.2.agg")[None].outcome == "cannot_tell"
    assert assessment.exit_code == 2


def test_an_exemption_by_size_holds_once_there_are_none() -> None:
    assessment = assessed(SMALL + "earlier_projects: none\n")
    assert assessment.permit_required is False
    assert assessment.exit_code == 0


def test_a_home_is_free_whatever_was_built_before() -> None:
    text = SMALL.replace("kind: new development, use: commercial", "kind: single-family home, use: residential")
    for key in ("mcwd-2005", "mcwd-2011"):
        assessment = assessed(text, key)
        assert assessment.permit_required is False
        assert assessment.exit_code == 0


def test_a_permit_is_due_and_the_earlier_projects_are_asked() -> None:
    # N.2.D.1 holds every shop; with a neighbouring site it could be half an acre, N.2.D.2.
    assessment = assessed(SMALL.replace("39204", "21000").replace("12000", "9000"), "mcwd-2005")
    assert assessment.permit_required is True
    assert "earlier_projects" in assessment.missing
    assert findings(assessment, "N.2.G")[None].settled_by == ("earlier_projects",)


def test_an_earlier_project_is_told_whether_it_counts() -> None:
    earlier = "earlier_projects:\n" + "".join(
        f"  - {{id: {name}, date: {date}, where: same site, relation: common ownership, existing_before: none, "
        "new: 100 sf, removed: none, reconstructed: none, disturbed: 100 sf}\n"
        for name, date in (("shed", "2004-12-31"), ("wing", "2005-01-01"))
    )
    told = findings(assessed(LARGE + earlier), "2011.2.agg")
    assert {item: finding.outcome for item, finding in told.items()} == {"shed": "not_applicable", "wing": "met"}
    assert {finding.kind for finding in told.values()} == {"aggregation"}


# 1,000 of 20,000 sf are removed, 5 %, too little for the exemption of 2011.2.c.
REMOVING = LARGE.replace("kept: none", "kept: 19000 sf").replace(
    "removed: none, new: 24000", "removed: 1000 sf, new: 0"
)
REMOVING = REMOVING.replace("new development", "redevelopment") + "earlier_projects: none\n"


def test_what_builds_nothing_may_change_contours_all_the_same() -> None:
    assessment = assessed(REMOVING)
    assert assessment.permit_required is None
    assert "action[shop].affects_volume" in assessment.missing


def test_what_builds_nothing_and_leaves_contours_as_they_are_is_not_reached() -> None:
    affects = "affects: {direction: no, peak_rate: no, volume: no, quality: no}"
    assert assessed(REMOVING.replace("commercial", f"commercial, {affects}")).permit_required is False


def test_what_builds_is_reached_for_that_whatever_it_does_to_contours() -> None:
    assessment = assessed(LARGE + "earlier_projects: none\n")
    assert assessment.permit_required is True
    assert assessment.missing == ()


HELD = "practices: [{id: basin, kind: infiltration basin, volume_below_overflow: 2500 cf}]\n"
HOUSE = "structures: [{id: house, low_opening: 930.5 ft NAVD88, new: yes}]\n"
POND = "waters: [{id: pond, kind: pond, downstream: no, high_water_100yr: 920.0 ft NAVD88}]\n"


def test_a_practice_that_holds_water_has_a_high_water_though_none_is_stated() -> None:
    told = findings(assessed(LARGE + HELD + HOUSE + POND), "2011.3.e")
    assert {item: finding.outcome for item, finding in told.items()} == {
        "house/pond": "met",
        "house/basin": "cannot_tell",
    }
    assert "opening[house/basin].practice_high_water_ft" in told["house/basin"].settled_by


def test_waters_that_are_not_listed_are_missed_beside_practices_that_are() -> None:
    held = HELD.replace("2500 cf", "2500 cf, high_water_100yr: 921.0 ft NAVD88")
    told = findings(assessed(LARGE + held + HOUSE), "2011.3.e")
    assert {item: finding.outcome for item, finding in told.items()} == {"house/basin": "met", None: "cannot_tell"}
    assert told[None].missing == ("waters",)


def test_practices_that_are_not_listed_are_missed_where_they_are_judged() -> None:
    assessment = assessed(LARGE + HOUSE + POND)
    assert findings(assessment, "2011.3.e")[None].missing == ("practices",)
    assert findings(assessment, "2011.10.b.borings")[None].outcome == "cannot_tell"
    assert not findings(assessment, "2011.A.basin")


def test_a_bench_is_asked_of_ponds_that_are_not_listed() -> None:
    text = LARGE.replace("2012", "2008").replace("87120", "348480")
    assessment = assessed(text, "mcwd-2005")
    assert findings(assessment, "N.5.3")[None].missing == ("practices",)
