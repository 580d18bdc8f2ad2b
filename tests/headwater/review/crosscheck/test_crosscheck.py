"""Conflicts between a plan and the files beside it: each that is planted is found, and none is invented."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.headwater.review.crosscheck.package import (
    DEPTHS,
    EXISTING,
    PROPOSED,
    codes,
    found,
    hcp,
    plan_text,
    rainfall_page,
)

from headwater.review.crosscheck.document import crosscheck_document
from headwater.review.crosscheck.items import kinds, tolerance

Changed = Callable[[str], str]


def _put(old: str, new: str, *, count: int = 1) -> Changed:
    def change(text: str) -> str:
        text = text.replace("\r\n", "\n")
        assert old in text
        return text.replace(old, new, count)

    return change


def test_a_package_that_agrees_has_no_conflict() -> None:
    assert codes(found()) == []


IN_THE_PROPOSED_MODEL: dict[str, tuple[str, Changed]] = {
    # The lawn is 75,794.4 sf of 121,968 sf: 13 more of its number are 8 more of the whole.
    "curve number": ("curve-number-differs", _put("CN=61", "CN=74")),
    "time": ("concentration-differs", _put("Tc=600", "Tc=900")),
    "depth": ("depth-not-of-place", _put("StormDepth=0.356666666667", "StormDepth=0.375")),
    "outlet": ("outlet-differs", _put("Diam=0.416666666667", "Diam=0.5")),
    "stage": ("stage-table-differs", _put("Elev=932\nArea=6400", "Elev=932\nArea=6900")),
    "short run": ("run-too-short", _put("TimeSpan=0 259200", "TimeSpan=0 50400")),
    "falling table": ("stage-table-falls", _put("Area=8000", "Area=6300")),
}


@pytest.mark.parametrize("planted", IN_THE_PROPOSED_MODEL)
def test_what_is_planted_in_a_model_is_found_and_nothing_else(planted: str) -> None:
    code, change = IN_THE_PROPOSED_MODEL[planted]
    result = found(proposed=change(PROPOSED))
    assert codes(result) == [code]
    (conflict,) = result.conflicts
    assert any(place.file == "proposed.hcp" and place.line is not None for place in conflict.item.where)


@pytest.mark.parametrize(("tc", "differs"), [("600", False), ("605", False), ("620", True)])
def test_a_time_may_differ_by_what_rounding_explains(tc: str, differs: bool) -> None:
    # 10 min: 1 % is 0.1 min, and half a printed tenth is 0.05 min; 605 s is 10.08 min, 620 s is 10.33 min.
    result = found(proposed=_put("Tc=600", f"Tc={tc}")(PROPOSED))
    assert (codes(result) == ["concentration-differs"]) is differs


def test_elevations_that_all_differ_by_one_amount_are_two_datums() -> None:
    # 0.24 ft is about what NGVD29 and NAVD88 differ by in the Twin Cities.
    shifted = PROPOSED.replace("\r\n", "\n")
    for level in ("Elev=930", "Elev=932", "Elev=934", "Invert=930\n", "Invert=933.5"):
        assert level in shifted
        name, value = level.rstrip("\n").split("=")
        shifted = shifted.replace(f"\n{name}={value}\n", f"\n{name}={float(value) - 0.24}\n")
    result = found(proposed=shifted)
    assert codes(result) == ["datum-mixed"]
    assert "0.24 ft below" in result.conflicts[0].item.found


def test_two_datums_are_told_of_a_pond_that_stands_on_both_sides() -> None:
    # The plan lists a pond first that the file does not have.
    plan = plan_text()
    first = plan.index("    ponds:\n") + len("    ponds:\n")
    own = plan[first : plan.index("    reaches:\n", first)]
    alone = own.replace("id: 1P", "id: 0P").replace("        practice: pond\n", "")
    lifted = re.sub(r"\b(93\d(?:\.\d+)?) ft NAVD88", lambda level: f"{float(level[1]) + 0.24:.2f} ft NAVD88", own)
    result = found(plan=plan[:first] + alone + lifted + plan[first + len(own) :])
    assert sorted(codes(result)) == ["datum-mixed", "model-differs"]
    (told,) = (conflict.item for conflict in result.conflicts if conflict.item.code == "datum-mixed")
    assert (told.where[0].field or "").endswith("ponds[1P]")


def test_an_area_that_is_not_known_is_held_against_nothing() -> None:
    # A negative area is not understood: what is left of the land is no sum, and no smaller one.
    result = found(plan=plan_text(), proposed=_put("Area=46173.6", "Area=-46173.6")(PROPOSED))
    assert not {"areas-do-not-add-up", "model-differs", "impervious-differs"} & set(codes(result))


def test_one_elevation_that_differs_is_no_datum() -> None:
    result = found(proposed=_put("Invert=933.5", "Invert=933.3")(PROPOSED))
    assert codes(result) == ["outlet-differs"]


def test_a_storm_of_another_curve_is_mixed_in() -> None:
    assert codes(found(existing=_put("StormType=MSE 24-hr 3", "StormType=Type II 24-hr")(EXISTING))) == ["storms-mixed"]


def test_land_that_is_missing_after_is_found_with_both_sums() -> None:
    # The meadow below the pond: 8,712 sf less 4,356 sf is 0.10 ac.
    lost = _put("Area=8712", "Area=4356")(PROPOSED)
    result = found(plan=plan_text(proposed=lost), proposed=lost)
    assert codes(result) == ["areas-do-not-add-up", "areas-do-not-add-up"]
    told = " ".join(conflict.item.found for conflict in result.conflicts)
    assert "3.040 ac" in told
    assert "2.940 ac" in told


def test_impervious_surface_that_the_model_does_not_have_is_found() -> None:
    more = plan_text().replace("47,916 sf", "52,272 sf")
    result = found(plan=more)
    # 52,272 sf = 1.2 ac.
    assert codes(result) == ["impervious-differs"]
    assert "1.200 ac" in result.conflicts[0].item.found


def test_two_ways_of_soaking_away_over_the_same_levels_count_twice() -> None:
    one = "          - {id: s1, kind: exfiltration, rate: 0.5 in/h, over: surface}\n"
    two = "          - {id: s2, kind: exfiltration, rate: 0.5 in/h, over: surface}\n"
    outlets = "        outlets:\n          - {id: 1, kind: orifice"
    text = plan_text()
    assert outlets in text
    both = text.replace(outlets, f"        outlets:\n{one}{two}          - {{id: 1, kind: orifice")
    result = found(plan=both)
    assert codes(result) == ["infiltration-counted-twice", "outlet-differs", "outlet-differs"]
    apart = both.replace("rate: 0.5 in/h, over: surface}", "rate: 0.5 in/h, over: surface, below: 931.0 ft NAVD88}", 1)
    apart = apart.replace("{id: s2, kind: exfiltration,", "{id: s2, kind: exfiltration, above: 931.0 ft NAVD88,")
    assert "infiltration-counted-twice" not in codes(found(plan=apart))


# An orifice at the bottom leaves nothing below the overflow: the pond of this package has one only higher up.
HIGHER = _put("Invert=930\nDiam", "Invert=931\nDiam")


@pytest.mark.parametrize(("stated", "counted"), [("5,350 cf", True), ("4,350 cf", False)])
def test_what_is_set_aside_for_sediment_treats_nothing(stated: str, counted: bool) -> None:
    # Below 931 ft: (5,000 + 5,700) / 2 x 1 = 5,350 cf, of which 1,000 cf are for sediment.
    raised = HIGHER(PROPOSED)
    practice = f'volume_below_overflow: "{stated}", sediment_storage: "1,000 cf", footprint'
    text = plan_text(proposed=raised).replace("kind: filtration, footprint", f"kind: filtration, {practice}")
    assert codes(found(plan=text, proposed=raised)) == (["sediment-storage-counted"] if counted else [])


def test_a_stated_peak_that_the_model_does_not_give_is_found() -> None:
    text = plan_text().replace("points: [{id: ditch}]", "points: [{id: ditch, proposed: {10-yr: 99 cfs}}]")
    result = found(plan=text)
    assert codes(result) == ["stated-differs"]
    assert "the plan states 99 cfs" in result.conflicts[0].item.found


def test_ten_conflicts_planted_at_once_are_found_and_none_is_invented() -> None:
    raised = HIGHER(PROPOSED)
    practice = 'volume_below_overflow: "5,350 cf", sediment_storage: "1,000 cf", footprint'
    plan = (
        plan_text(proposed=raised)
        .replace("kind: filtration, footprint", f"kind: filtration, {practice}")
        .replace("47,916 sf", "52,272 sf")
        .replace("points: [{id: ditch}]", "points: [{id: ditch, existing: {2-yr: 99 cfs}}]")
    )
    proposed = raised
    for planted in ("curve number", "time", "depth", "outlet", "stage", "short run"):
        proposed = IN_THE_PROPOSED_MODEL[planted][1](proposed)
    existing = _put("StormType=MSE 24-hr 3", "StormType=Type II 24-hr")(EXISTING)
    result = found(plan=plan, proposed=proposed, existing=existing)
    assert codes(result) == [
        "concentration-differs",
        "curve-number-differs",
        "depth-not-of-place",
        "impervious-differs",
        "outlet-differs",
        "run-too-short",
        "sediment-storage-counted",
        "stage-table-differs",
        "stated-differs",
        "storms-mixed",
    ]


def test_what_moves_a_finding_comes_first() -> None:
    # A second opening as large as a door: the 10-year peak is above that of the meadow if the model is right.
    added = "[DEVICE]\nType=Orifice\nRouting=Primary\nInvert=930\nWidth=3\nHeight=3\nC=0.6\n\n[NODE]\nNumber=1R"
    result = found(proposed=_put("[NODE]\nNumber=1R", added)(_put("Tc=600", "Tc=900")(PROPOSED)))
    first = result.conflicts[0]
    assert first.item.code == "outlet-differs"
    assert first.moved
    assert all(move.outcome != move.instead for move in first.moved)


def test_two_files_that_say_the_same_are_one_conflict_with_both_places() -> None:
    wrong = _put("Diam=0.416666666667", "Diam=0.5")(PROPOSED)
    result = found(proposed=wrong, others=(hcp(wrong, name="again.hcp", condition="proposed"),))
    assert codes(result) == ["outlet-differs"]
    assert {place.file for place in result.conflicts[0].item.where} == {"plan", "proposed.hcp", "again.hcp"}


@pytest.mark.parametrize(("depth", "differs"), [("4.274 in", True), ("4.28 in", False), ("4.3 in", False)])
def test_a_depth_is_held_against_the_digits_of_the_page(depth: str, differs: bool) -> None:
    result = found(page=rainfall_page({**DEPTHS, "10 yr": depth}))
    assert ("depth-not-of-place" in codes(result)) is differs


def test_the_document_drafts_a_request_for_each_and_cites_a_provision() -> None:
    result = found(proposed=IN_THE_PROPOSED_MODEL["outlet"][1](PROPOSED))
    document = crosscheck_document(result)
    (item,) = document["items"]
    assert item["provision"] == "2011.10.a.3"
    assert item["found"] in item["words"]
    assert "6 in" in item["found"]
    assert item["satisfied_by"]
    assert document["exit_code"] == 1
    assert document["files"][1]["condition"] == "proposed"


def test_every_kind_cites_provisions_that_the_editions_have() -> None:
    from headwater.editions.registry import load_edition

    for kind in kinds().values():
        assert set(kind.provisions) == {"mcwd-2005", "mcwd-2011", "mcwd-2024"}
        for edition, provision in kind.provisions.items():
            assert provision in load_edition(edition).provisions
        assert "{found}" in kind.words
        assert re.fullmatch(r"[a-z-]+", kind.code)


def test_every_kind_and_tolerance_is_documented() -> None:
    from pathlib import Path

    page = (Path(__file__).parents[4] / "docs/reference/crosscheck-json.md").read_text()
    assert [code for code in kinds() if f"`{code}`" not in page] == []
    assert tolerance("flow").basis
