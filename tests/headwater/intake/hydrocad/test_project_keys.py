"""A HydroCAD project of ours with each kind of flow, outlet and reach that samples show: it is read whole, and runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.intake.handed_plan import plan_of
from headwater.intake.reading import read_handed, read_handed_bytes
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document

EVERY_KEY = Path(__file__).parent / "reconstructed-every-key.hcp"


def test_the_kinds_of_flow_and_outlet_that_samples_show_are_all_read_and_run() -> None:
    handed = read_handed(EVERY_KEY)
    assert [line.text for line in handed.ledger.of("not understood")] == []
    (condition,) = simulation_document(analyse(plan_of(handed)))["conditions"]
    assert [(outlet["id"], outlet["to"], outlet["into"]) for outlet in condition["ponds"][0]["outlets"]] == [
        ("1", "1R", None),
        ("2", "1R", "1"),
        ("3", "1R", "1"),
        ("4", "2L", None),
    ]
    (run,) = condition["runs"]
    assert run["complete"]
    nodes = {node["id"]: node for node in run["nodes"]}
    assert {name: node["kind"] for name, node in nodes.items()} == {
        "1S": "subcatchment",
        "2S": "subcatchment",
        "1P": "pond",
        "1R": "reach",
        "1L": "outfall",
        "2L": "outfall",
    }
    # NEH 630-15, equation 15-4b: 600^0.8 (1000 / 80 - 9)^0.7 / (1140 x 2^0.5) h = 166.9 x 2.4035 / 1612.2 = 0.2488 h.
    by_lag = next(piece for piece in condition["subcatchments"] if piece["id"] == "2S")
    assert by_lag["time_of_concentration_min"] == pytest.approx(14.93, abs=0.01)


def test_line_ends_of_windows_change_nothing() -> None:
    data = EVERY_KEY.read_bytes()
    windows = read_handed_bytes(data.replace(b"\n", b"\r\n"), file="x")
    assert windows.model == read_handed_bytes(data, file="x").model
    assert [line.text for line in windows.ledger.lines] == data.decode().split("\n")[:-1]


def test_an_orifice_is_run_as_one_in_a_wall_and_a_remark_says_so() -> None:
    (remark,) = [remark for remark in read_handed(EVERY_KEY).remarks if remark.code == "orifice-upright"]
    assert remark.element == "1P"
    assert "lies flat" in remark.message
