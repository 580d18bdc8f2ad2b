"""A HydroCAD project, laid out by us: every key that public samples show, and every way to be no such project."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import HandedFileError
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import plan_of
from headwater.intake.reading import read_handed, read_handed_bytes
from headwater.plan.model import ChannelReach, Drainage, DrainageModel
from headwater.plan.outlets import BroadWeirOutlet, CulvertOutlet, ExfiltrationOutlet, NotchOutlet, OrificeOutlet
from headwater.plan.storage import ContourStorage
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.floats import number

ONE_POND = Path(__file__).parents[4] / "examples/handed/reconstructed-one-pond.hcp"
START = "[HydroCAD]\nFileUnits=English\nTimeSpan=0 86400\n\n"


def _read(text: str) -> Handed:
    return read_handed_bytes(text.encode(), file="made-up.hcp")


def _drainage(handed: Handed) -> Drainage:
    drainage = plan_of(handed).drainage
    assert drainage is not None
    return drainage


def _model(text: str) -> DrainageModel:
    model = _drainage(_read(START + text)).proposed
    assert model is not None
    return model


def test_every_key_that_samples_show_is_used_or_ignored_with_a_reason() -> None:
    handed = read_handed(ONE_POND)
    assert handed.ledger.count("not understood") == 0
    assert len(handed.ledger.lines) == len(ONE_POND.read_bytes().decode().split("\n")) - 1
    assert handed.program == "HydroCAD 10.00"


def test_depths_are_feet_in_the_file_and_times_are_seconds() -> None:
    storm = (_drainage(read_handed(ONE_POND)).storms or ())[1]
    # 0.356666666667 ft x 12 = 4.28 in; 86,400 s = 24 h.
    assert storm.depth is not None
    assert number(storm.depth) == 4.28
    assert storm.duration is not None
    assert number(storm.duration) == 24
    assert storm.distribution is not None
    assert storm.distribution.text == "MSE 3"
    assert storm.return_period is not None
    assert number(storm.return_period) == 10


def test_a_project_runs_as_it_was_read() -> None:
    analysis = analyse(plan_of(read_handed(ONE_POND)))
    assert [run.complete for run in analysis.conditions[0].runs] == [True, True, True]


def test_a_depth_in_inches_is_refused() -> None:
    with pytest.raises(HandedFileError, match=r"made-up\.hcp:4: StormDepth: '3\.6': a depth of 3\.6 ft .*in inches"):
        _read("[EVENT]\nRainEvent=10-yr\nStormType=Type II 24-hr\nStormDepth=3.6\n")


@pytest.mark.parametrize(("depth", "refused"), [("2.9", False), ("3", False), ("3.01", True)])
def test_three_feet_of_rain_are_the_most(depth: str, refused: bool) -> None:
    text = f"[EVENT]\nRainEvent=10-yr\nStormType=Type II 24-hr\nStormDepth={depth}\n"
    if refused:
        with pytest.raises(HandedFileError):
            _read(text)
    else:
        assert _read(text).section is not None


@pytest.mark.parametrize(("depth", "doubted"), [("0.9", False), ("1", False), ("1.1", True)])
def test_a_depth_that_may_be_in_inches_is_remarked(depth: str, doubted: bool) -> None:
    # 1.1 ft is 13.2 in: more than a place here has in a day, and 1.1 in is a day of every year.
    handed = _read(f"[EVENT]\nRainEvent=1-yr\nStormType=Type II 24-hr\nStormDepth={depth}\n")
    assert [remark.code for remark in handed.remarks] == (["depth-doubted"] if doubted else [])
    if doubted:
        assert "1.1 ft is 13.2 in of rain" in handed.remarks[0].message


def test_metric_numbers_are_refused() -> None:
    with pytest.raises(HandedFileError, match=r"FileUnits: 'Metric'.*expected English"):
        _read("[HydroCAD]\nFileUnits=Metric\n")


def test_what_only_memory_tells_is_not_understood() -> None:
    handed = _read(
        START + "[NODE]\nNumber=1P\nType=Pond\nOutflow=1L\nFloodElev=905\n\n[DEVICE]\nType=Exfilt\nRate=0.5\n\n"
        "[NODE]\nNumber=1L\nType=Link\n"
    )
    missed = [line.text for line in handed.ledger.of("not understood")]
    assert missed == ["FloodElev=905", "[DEVICE]", "Type=Exfilt", "Rate=0.5"]
    assert [remark.code for remark in handed.remarks] == ["outlet-not-understood"]


def test_a_storm_of_an_unknown_name_stays_without_a_curve() -> None:
    handed = _read("[EVENT]\nRainEvent=x\nStormType=My own curve\nStormDepth=0.3\n\n[NODE]\nNumber=1L\n")
    assert [line.text for line in handed.ledger.of("not understood")] == ["StormType=My own curve"]
    (storm,) = _drainage(handed).storms or ()
    assert storm.distribution is None


POND = """[NODE]
Number=1P
Type=Pond
Outflow=1L
Outflow=2L

[STAGE]
Elev=900
Area=1000

[STAGE]
Elev=910
Area=2000

[DEVICE]
Type=Culvert
Routing=Primary
Invert=900
OutletInvert=899
Length=50
n=0.013
Ke=0.5
CC=0.9
Diam=1.25

[DEVICE]
Type=Orifice
Routing=Device 1
Invert=900
Diam=0.5
C=0.6

[DEVICE]
Type=SCVWeir
Routing=Secondary
Invert=905
Angle=90
C=2.5

[DEVICE]
Type=BCRWeir
Routing=Discarded
Invert=909
Length=10
Breadth=5

[NODE]
Number=1L
Type=Link

[NODE]
Number=2L
Type=Link
"""


def test_devices_keep_their_order_and_go_where_their_routing_says() -> None:
    (pond,) = _model(POND).ponds or ()
    culvert, orifice, notch, weir = pond.outlets or ()
    assert isinstance(culvert, CulvertOutlet)
    assert isinstance(orifice, OrificeOutlet)
    assert isinstance(notch, NotchOutlet)
    assert isinstance(weir, BroadWeirOutlet)
    ways = [(o.to.text if o.to else None, o.into.text if o.into else None) for o in (culvert, orifice, notch, weir)]
    assert ways == [("1L", None), (None, "1"), ("2L", None), ("discarded", None)]
    # 1.25 ft and 0.5 ft.
    assert culvert.diameter is not None
    assert culvert.diameter.text == "exactly 15 in"
    assert not any(isinstance(outlet, ExfiltrationOutlet) for outlet in pond.outlets or ())
    (storage,) = pond.storage or ()
    assert isinstance(storage, ContourStorage)
    assert [stage.area.text for stage in storage.stages or () if stage.area] == ["exactly 1000 sf", "exactly 2000 sf"]


def test_the_inlet_of_a_culvert_is_read_from_its_loss_and_a_remark_says_so() -> None:
    handed = _read(START + POND)
    assert [remark.message for remark in handed.remarks] == [
        "culvert of pond 1P: the entrance loss 0.5 is taken as concrete pipe square edge headwall",
        "an orifice of pond 1P is run as one in a wall; whether it lies flat is not read",
    ]
    other = _read(START + POND.replace("Ke=0.5", "Ke=0.35"))
    assert "names no form of inlet, which is left open" in other.remarks[0].message
    model = _drainage(other).proposed
    assert model is not None
    culvert = ((model.ponds or ())[0].outlets or ())[0]
    assert isinstance(culvert, CulvertOutlet)
    assert culvert.inlet is None


def test_a_trapezoid_and_a_parabola_become_their_section() -> None:
    text = """[NODE]
Number=1S
Type=Subcat

[AREA]
Area=43560
CN=80

[TC]
Method=Trap
Length=100
Slope=0.01
n=0.03
BotWidth=4
Depth=1
SideSlope=3

[TC]
Method=Parabolic
Length=100
Slope=0.01
n=0.03
TopWidth=6
Depth=1
"""
    (piece,) = _model(text).subcatchments or ()
    one, two = piece.flow_path or ()
    # 4 x 1 + 3 x 1 = 7 sf; 4 + 2 sqrt(1 + 9) = 10.3246 ft. 2/3 x 6 x 1 = 4 sf; x = 4/6, sqrt(1 + x^2) = 1.201850,
    # asinh(x) / x = 0.625145 / 0.666667 = 0.937718; 3 x 2.139568 = 6.4187 ft.
    assert number(one.area) == 7  # type: ignore[union-attr]
    assert number(one.perimeter) == pytest.approx(10.3246, abs=1e-4)  # type: ignore[union-attr]
    assert number(two.area) == 4  # type: ignore[union-attr]
    assert number(two.perimeter) == pytest.approx(6.4187, abs=2e-4)  # type: ignore[union-attr]
    # A node without an outflow is where water leaves.
    assert piece.to is not None
    assert piece.to.text == "1S exit"


def test_a_reach_falls_as_its_inverts_say() -> None:
    model = _drainage(read_handed(ONE_POND)).proposed
    assert model is not None
    (reach,) = model.reaches or ()
    assert isinstance(reach, ChannelReach)
    # (929 - 928) / 100.
    assert reach.slope is not None
    assert number(reach.slope) == 0.01
    assert reach.method is not None
    assert reach.method.text == "storage-indication"


def test_a_reach_by_its_top_width_is_not_understood() -> None:
    reach = "[NODE]\nNumber=1R\nType=Reach\nTopWidth=8\nDepth=2\nLength=100\nn=0.03\n"
    assert [line.text for line in _read(START + reach).ledger.of("not understood")] == ["TopWidth=8"]
    whole = _read(START + reach + "BotWidth=2\nSideSlope=1.5\n")
    assert whole.ledger.count("not understood") == 0


def test_circles_are_told_by_the_line_of_the_file() -> None:
    with pytest.raises(HandedFileError, match=r"made-up\.hcp:.*node itself"):
        plan_of(
            _read(
                START
                + "[NODE]\nNumber=1P\nType=Pond\nOutflow=1P\n\n[STAGE]\nElev=1\nArea=1\n\n[STAGE]\nElev=2\nArea=1\n"
            )
        )


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe[\x00H\x00", "UTF-16"),
        (b"[HydroCAD]\nName=\x00", "NUL bytes"),
        (b"%!PS-Adobe", "this kind of file is not known"),
        (b"[HydroCAD]\nName=" + b"x" * 30_000, "the line has 30,005 characters"),
        (b"[HydroCAD]\nA=1\n" + b"[NODE]\n" * 6_000, "more than 5,000 nodes"),
    ],
)
def test_hostile_files_end_in_one_clear_error(data: bytes, wrong: str) -> None:
    with pytest.raises(HandedFileError, match=wrong):
        read_handed_bytes(data, file="bad")


def test_no_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(HandedFileError, match="cannot be read"):
        read_handed(tmp_path / "none.hcp")
    with pytest.raises(HandedFileError, match="this is not a file"):
        read_handed(tmp_path)


def test_windows_letters_are_read() -> None:
    handed = read_handed_bytes("[HydroCAD]\nName=caf\xe9\n".encode("cp1252"), file="x")
    assert handed.title == "caf\xe9"
