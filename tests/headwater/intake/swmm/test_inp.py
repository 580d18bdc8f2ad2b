"""An input of EPA SWMM: nothing of it is lost, and what has a like in a model of ours becomes it."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import HandedFileError
from headwater.hydraulics.swmm.export import export
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import plan_of
from headwater.intake.opening import handed_text
from headwater.intake.plan_file import read_plan
from headwater.intake.reading import read_handed, read_handed_bytes
from headwater.intake.swmm.inp import Row, Section, SwmmInput, parse_inp, write_inp
from headwater.plan.model import ChannelReach, DrainageModel
from headwater.plan.outlets import (
    CulvertOutlet,
    NotchOutlet,
    OrificeOutlet,
    RatingOutlet,
    SharpWeirOutlet,
)
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.floats import number
from headwater.review.analysis.storages import storage_of

ROOT = Path(__file__).parents[4]
BASIN = ROOT / "examples/handed/reconstructed-basin.inp"
TEXT = BASIN.read_text()


def _model(text: str) -> DrainageModel:
    drainage = plan_of(_read(text)).drainage
    assert drainage is not None
    assert drainage.proposed is not None
    return drainage.proposed


def _read(text: str) -> Handed:
    return read_handed_bytes(text.encode(), file="basin.inp")


def _parse(text: str) -> SwmmInput:
    return parse_inp(handed_text(text.encode(), file="basin.inp"))


# ---- as it stands ----------------------------------------------------------------------------------------------------


def test_an_input_written_and_read_again_is_equal() -> None:
    swmm = _parse(TEXT)
    assert _parse(write_inp(swmm)) == swmm
    assert [section.name for section in swmm.sections][:3] == ["TITLE", "OPTIONS", "SUBCATCHMENTS"]


_NAMES = st.text(alphabet="abcXYZ0123456789_.-*/", min_size=1, max_size=12)
_WORDS = st.one_of(_NAMES, st.text(alphabet="ab c;[]", min_size=1, max_size=8).map(lambda text: f'"{text}"'))
_COMMENTS = st.one_of(st.none(), st.text(alphabet='ab c;"[]', max_size=12).map(str.rstrip))
_ROWS = st.builds(
    lambda first, rest, comment: Row(words=(first, *rest), comment=comment),
    _NAMES,
    st.lists(_WORDS, max_size=6),
    _COMMENTS,
)
_SECTIONS = st.builds(
    lambda name, rows: Section(name=name, rows=tuple(rows)),
    st.sampled_from(["OPTIONS", "STORAGE", "CURVES", "MADE_UP"]),
    st.lists(_ROWS, max_size=6),
)


@given(st.lists(_SECTIONS, min_size=1, max_size=5))
def test_any_input_written_and_read_again_is_equal(sections: list[Section]) -> None:
    swmm = SwmmInput(sections=tuple(sections))
    assert _parse(write_inp(swmm)) == swmm


def test_a_network_that_was_written_for_the_second_engine_is_read_back_with_its_storage_and_openings() -> None:
    analysis = analyse(read_plan(ROOT / "examples/engine/one-pond.yaml"), conditions=["proposed"], storms=["10-yr"])
    condition = analysis.conditions[0]
    written = export(condition.model.network, condition.runs[0]).text
    assert _parse(write_inp(_parse(written))) == _parse(written)
    ponds = {pond.id.text: pond for pond in _model(written).ponds or ()}
    storage, own = storage_of(ponds["P1"]), condition.model.network.ponds[0].storage
    for stage_ft in (930.0, 931.0, 932.0, 933.3, 934.0):
        assert storage.storage_cf(stage_ft) == pytest.approx(own.storage_cf(stage_ft), rel=1e-6)
    orifice, weir = (outlet for outlet in ponds["P1"].outlets or () if not isinstance(outlet, RatingOutlet))
    assert isinstance(orifice, OrificeOutlet)
    assert isinstance(weir, SharpWeirOutlet)
    # Written as 5 in and 1.5 ft in the plan.
    assert orifice.diameter is not None
    assert number(orifice.diameter) * 12 == pytest.approx(5, rel=1e-6)
    assert weir.length is not None
    assert number(weir.length) == 1.5
    assert weir.crest is not None
    assert number(weir.crest) == 932


def test_a_network_of_several_nodes_is_read_back_with_its_storages_and_reaches() -> None:
    analysis = analyse(read_plan(ROOT / "examples/engine/twenty-nodes.yaml"), conditions=["proposed"])
    condition = analysis.conditions[0]
    written = export(condition.model.network, condition.runs[0]).text
    model = _model(written)
    # The writer says at the top which storage stands for which pond: `;; P1 = pond 1P`.
    names = {own: name for name, own in re.findall(r"^;; (P\d) = pond (\S+)$", written, re.MULTILINE)}
    ponds = {pond.id.text: pond for pond in model.ponds or ()}
    compared = []
    for own in condition.model.network.ponds:
        found = ponds[names[own.id]]
        if found.storage is None:
            continue
        compared.append(own.id)
        bottom_ft, top_ft = own.storage.bottom_ft, own.storage.top_ft
        for tenth in range(1, 11):
            stage_ft = bottom_ft + (top_ft - bottom_ft) * tenth / 10
            assert storage_of(found).storage_cf(stage_ft) == pytest.approx(own.storage.storage_cf(stage_ft), rel=1e-3)
    assert len(compared) >= 3
    # A reach is written in pieces; those of one slope are one reach here.
    lengths_ft: dict[float, float] = {}
    for reach in model.reaches or ():
        assert reach.slope is not None
        assert reach.length is not None
        slope = number(reach.slope)
        lengths_ft[slope] = lengths_ft.get(slope, 0) + number(reach.length)
    own_ft = {reach.slope_fraction: reach.length_ft for reach in condition.model.network.reaches}
    assert lengths_ft == {slope: pytest.approx(length_ft, rel=1e-6) for slope, length_ft in own_ft.items()}


# ---- as a model ------------------------------------------------------------------------------------------------------


def test_a_storage_is_a_pond_and_what_leaves_it_its_outlets() -> None:
    without_pump = TEXT.replace("LIFT   P1   O2   C3  ON 0 0\n", "")
    (pond,) = _model(without_pump).ponds or ()
    found = {outlet.id.text: outlet for outlet in pond.outlets or ()}
    assert set(found) == {"PIPE", "LOW", "NOTCH", "SPILL", "RATED"}
    pipe, notch, spill, rated = found["PIPE"], found["NOTCH"], found["SPILL"], found["RATED"]
    assert isinstance(pipe, CulvertOutlet)
    # 930.0 + 0.5; the junction's 926.0 + 0.25; 1.5 ft.
    assert [number(level) for level in (pipe.invert, pipe.outlet_invert) if level] == [930.5, 926.25]
    assert pipe.diameter is not None
    assert number(pipe.diameter) == 1.5
    assert isinstance(notch, NotchOutlet)
    # 2 ft wide at 1 ft: 2 atan(1) = 90 degrees.
    assert notch.angle is not None
    assert number(notch.angle) == pytest.approx(90)
    assert isinstance(spill, SharpWeirOutlet)
    assert spill.contractions is not None
    assert spill.contractions.value == 2
    assert isinstance(rated, RatingOutlet)
    # A head counts from the outlet, 1 ft above the bottom.
    levels = [number(point.elevation) for point in rated.curve or () if point.elevation]
    assert levels == [931, 932, 934]
    assert pond.starting is not None
    assert number(pond.starting) == 931


def test_a_way_without_a_like_leaves_the_outlets_unknown_and_says_so() -> None:
    handed = _read(TEXT)
    (pond,) = _model(TEXT).ponds or ()
    assert pond.outlets is None
    missed = [line.text for line in handed.ledger.of("not understood")]
    assert missed == ["[PUMPS]", "LIFT   P1   O2   C3  ON 0 0"]


def test_a_junction_leads_its_water_into_its_conduit() -> None:
    model = _model(TEXT)
    (link,), (reach,) = model.links or (), model.reaches or ()
    assert link.to is not None
    assert link.to.text == "DITCH"
    assert isinstance(reach, ChannelReach)
    # (926.0 - 925.0) / 100.
    assert reach.slope is not None
    assert number(reach.slope) == 0.01
    outfalls = {one.id.text: one for one in model.outfalls or ()}
    assert outfalls["O1"].tailwater is None
    assert outfalls["O2"].tailwater is not None
    assert number(outfalls["O2"].tailwater) == 926.5


def test_offsets_may_be_elevations() -> None:
    text = TEXT.replace("DEPTH\n\n", "ELEVATION\n\n", 1).replace("0.013 0.5 0.25", "0.013 930.5 926.25")
    text = text.replace("LIFT   P1   O2   C3  ON 0 0\n", "").replace("SIDE  0 ", "SIDE  930.0 ")
    text = text.replace("V-NOTCH    2 ", "V-NOTCH    932.0 ").replace("TRANSVERSE 3.5 ", "TRANSVERSE 933.5 ")
    text = text.replace("O2   1  TABULAR", "O2   931.0  TABULAR").replace("0.030 0   0", "0.030 926.0   925.0")
    assert _model(text).ponds == _model(TEXT.replace("LIFT   P1   O2   C3  ON 0 0\n", "")).ponds


def test_land_has_its_areas_and_no_time() -> None:
    (piece,) = _model(TEXT).subcatchments or ()
    # 4.00 ac of which a quarter is paved.
    assert [number(cover.area) / 43_560 for cover in piece.areas or () if cover.area] == [1.0, 3.0]
    assert [cover.curve_number.value for cover in piece.areas or () if cover.curve_number] == [61]
    assert piece.time_of_concentration is None
    assert "no-time-of-concentration" in {remark.code for remark in _read(TEXT).remarks}


def test_land_that_soaks_otherwise_is_not_understood() -> None:
    handed = _read(TEXT.replace("CURVE_NUMBER", "HORTON"))
    assert "S1     RG1  P1     4.00 25      400   1.0" in [line.text for line in handed.ledger.of("not understood")]


def test_gallons_per_minute_are_converted() -> None:
    (pond,) = _model(TEXT.replace("CFS", "GPM").replace("LIFT   P1   O2   C3  ON 0 0\n", "")).ponds or ()
    rated = next(outlet for outlet in pond.outlets or () if isinstance(outlet, RatingOutlet))
    flows = [number(point.flow) for point in rated.curve or () if point.flow]
    # 2.5 gallons of 231 cubic inches a minute: 2.5 x 231 / 1,728 / 60.
    assert flows[1] == pytest.approx(2.5 * 231 / 1728 / 60)


def _storage(words: str) -> tuple[float, set[str]]:
    """Return what the pond holds at 4 ft, and the remarks, where its storage is said in other words."""
    text = TEXT.replace("TABULAR C1 0 0", words)
    (pond,) = _model(text).ponds or ()
    return storage_of(pond).storage_cf(934.0), {remark.code for remark in _read(text).remarks}


@pytest.mark.parametrize(
    ("words", "held_cf"),
    [
        # Area = 1,000 d + 500 sf: 1,000 x 16 / 2 + 500 x 4.
        pytest.param("FUNCTIONAL 1000 1 500", 10_000, id="a straight formula"),
        # The same, with a surcharge depth and evaporation, which are no seepage.
        pytest.param("FUNCTIONAL 1000 1 500 1 0.5", 10_000, id="with evaporation"),
        # pi / 4 x 20 x 10 sf, 4 ft high.
        pytest.param("CYLINDRICAL 20 10 0", math.pi / 4 * 20 * 10 * 4, id="a cylinder"),
        # Half of the cylinder of the same height, as any paraboloid: 10 by 5 ft wide at 4 ft.
        pytest.param("PARABOLIC 10 5 4", math.pi / 4 * 10 * 5 * 4 / 2, id="a paraboloid"),
    ],
)
def test_a_storage_whose_area_is_straight_is_exact(words: str, held_cf: float) -> None:
    found_cf, remarks = _storage(words)
    assert found_cf == pytest.approx(held_cf)
    assert not remarks & {"storage-by-formula", "seepage-left-out"}


@pytest.mark.parametrize(
    ("words", "held_cf"),
    [
        # The frustum of a pyramid, 10 by 10 ft and 34 by 34 ft 4 ft higher at 3:1: h / 3 (A + B + sqrt(A B)).
        pytest.param("PYRAMIDAL 10 10 3", 4 / 3 * (100 + 1156 + 340), id="a pyramid"),
        # That of a cone is smaller by pi / 4.
        pytest.param("CONICAL 10 10 3", math.pi / 4 * 4 / 3 * (100 + 1156 + 340), id="a cone"),
        # 100 d^2: 100 x 64 / 3.
        pytest.param("FUNCTIONAL 100 2 0", 100 * 64 / 3, id="a curved formula"),
    ],
)
def test_a_storage_whose_area_is_curved_is_taken_at_depths_and_says_so(words: str, held_cf: float) -> None:
    found_cf, remarks = _storage(words)
    # Straight between 21 depths of a square law: too much by 1 / (2 x 20^2) of 100 d^2, which is the worst of them.
    assert found_cf == pytest.approx(held_cf, rel=0.00126)
    assert "storage-by-formula" in remarks


@pytest.mark.parametrize(
    "words", ["CYLINDRICAL 20 10", "CONICAL 0 10 3", "PARABOLIC 10 5 0", "FUNCTIONAL 1 9999 0", "HEAP 1 2 3"]
)
def test_a_storage_that_is_not_whole_stays_open(words: str) -> None:
    handed = _read(TEXT.replace("TABULAR C1 0 0", words))
    (pond,) = _model(TEXT.replace("TABULAR C1 0 0", words)).ponds or ()
    assert pond.storage is None
    assert "storage-not-understood" in {remark.code for remark in handed.remarks}


@pytest.mark.parametrize(
    ("area_sf", "is_open"), [("6399", True), ("6400", False), ("6401", False)], ids=["falls", "stays", "grows"]
)
def test_a_storage_that_narrows_upward_stays_open(area_sf: str, is_open: bool) -> None:
    text = TEXT.replace("4 8000", f"4 {area_sf}")
    (pond,) = _model(text).ponds or ()
    assert (pond.storage is None) == is_open
    said = {remark.message for remark in _read(text).remarks if remark.code == "storage-not-understood"}
    told = "the area of storage P1 falls with height, so that it is a closed one, and stays open"
    assert said == ({told} if is_open else set())


def test_seepage_stands_behind_evaporation_and_is_told() -> None:
    assert "seepage-left-out" in _storage("FUNCTIONAL 1000 1 500 0 0 3.5 0.5 0.25")[1]
    assert "seepage-left-out" in _storage("TABULAR C1 0 0 3.5 0.5 0.25")[1]


def test_a_culvert_may_have_several_barrels_and_a_reach_may_not() -> None:
    text = TEXT.replace("LIFT   P1   O2   C3  ON 0 0\n", "").replace("1.5  0   0 0", "1.5  0   0 0 2")
    (pond,) = _model(text).ponds or ()
    pipe = next(outlet for outlet in pond.outlets or () if isinstance(outlet, CulvertOutlet))
    assert pipe.count is not None
    assert pipe.count.value == 2
    doubled = TEXT.replace("2    4   3 3", "2    4   3 3 2")
    assert _model(doubled).reaches is None
    assert "link-not-understood" in {remark.code for remark in _read(doubled).remarks}
    (link,) = _model(doubled).links or ()
    assert link.to is None


@pytest.mark.parametrize(
    ("code", "inlet"),
    [
        # SWMM 5.2 User's Manual, table of culvert codes: 1 is a concrete pipe with a square edge in a headwall; 5 is
        # mitered, which SWMM takes otherwise than HDS-5.
        (1, "concrete pipe square edge headwall"),
        (5, None),
        (99, None),
    ],
)
def test_the_entrance_of_a_culvert_goes_by_its_code(code: int, inlet: str | None) -> None:
    text = TEXT.replace("LIFT   P1   O2   C3  ON 0 0\n", "").replace("1.5  0   0 0", f"1.5  0   0 0 1 {code}")
    (pond,) = _model(text).ponds or ()
    pipe = next(outlet for outlet in pond.outlets or () if isinstance(outlet, CulvertOutlet))
    assert (None if pipe.inlet is None else pipe.inlet.text) == inlet


def test_nothing_comes_back_through_a_flap_gate() -> None:
    text = TEXT.replace("LIFT   P1   O2   C3  ON 0 0\n", "")
    gated = text.replace("0.6  NO", "0.6  YES").replace("2.5  NO", "2.5  YES").replace("3.33 NO", "3.33 YES")
    (pond,) = _model(gated.replace("C2  NO", "C2  YES")).ponds or ()
    said = {outlet.id.text: outlet.backflow for outlet in pond.outlets or ()}
    assert {name for name, answer in said.items() if answer is not None} == {"LOW", "NOTCH", "SPILL", "RATED"}
    assert {answer.value for answer in said.values() if answer is not None} == {False}
    (pond,) = _model(text).ponds or ()
    assert {outlet.backflow for outlet in pond.outlets or ()} == {None}


def test_how_a_junction_divides_stays_open() -> None:
    text = TEXT.replace("DITCH  J1   O1   100", "OTHER  J1   O2   100   0.030 0   0\nDITCH  J1   O1   100")
    text = text.replace("LOW    CIRCULAR", "OTHER  CIRCULAR    2    0   0 0\nLOW    CIRCULAR")
    (link,) = _model(text).links or ()
    assert link.to is None
    assert "junction-divides" in {remark.code for remark in _read(text).remarks}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[OPTIONS]\nFLOW_UNITS CMS\n", "basin.inp:2: FLOW_UNITS: 'CMS': the input is in units of the SI"),
        ("OPTIONS\nFLOW_UNITS CFS\n", "this kind of file is not known"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(HandedFileError, match=wrong):
        _read(text)


def test_every_line_of_the_sample_is_accounted_for() -> None:
    handed = read_handed(BASIN)
    assert len(handed.ledger.lines) == len(TEXT.splitlines())
    assert handed.ledger.count("not understood") == 2
