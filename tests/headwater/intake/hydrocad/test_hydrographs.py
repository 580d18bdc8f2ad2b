"""Hydrographs handed in as `.hce` and as tables, laid out as the vendor's pages describe them."""

from __future__ import annotations

import random

import pytest

from headwater.errors import HandedFileError
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import plan_of
from headwater.intake.reading import read_handed_bytes
from headwater.plan.model import Link
from headwater.review.analysis.floats import number

HCE = """FileUnits=English
Comment=laid out by us

[hydrograph]
Name=Off-site
Event=10-yr
Area=566280
t0=0
dt=1800
Flow= 0 2 5
3.5 0
"""
TABLE = "Time (minutes),North (cfs),South\n0,0,0\n30,4.20,1\n60,0,2.5\n"


def _read(text: str) -> Handed:
    return read_handed_bytes(text.encode(), file="made-up")


def _links(handed: Handed) -> tuple[Link, ...]:
    drainage = plan_of(handed).drainage
    assert drainage is not None
    assert drainage.proposed is not None
    return drainage.proposed.links or ()


def _peaks(handed: Handed) -> list[tuple[str | None, str | None, str, str]]:
    return [(claim.element, claim.storm, claim.quantity, claim.text) for claim in handed.claims]


def test_every_line_of_both_is_known() -> None:
    for text in (HCE, TABLE):
        assert _read(text).ledger.count("not understood") == 0


def test_flows_follow_each_other_at_the_step_from_the_start_on() -> None:
    (link,) = _links(_read(HCE))
    # 0, 1800, 3600, 5400, 7200 s.
    assert [number(point.time) for point in link.inflow or ()] == [0, 0.5, 1, 1.5, 2]
    assert [number(point.flow) for point in link.inflow or ()] == [0, 2, 5, 3.5, 0]
    assert _peaks(_read(HCE)) == [
        ("Off-site", "10-yr", "peak_cfs", "5"),
        ("Off-site", "10-yr", "time_of_peak_h", "1"),
    ]


def test_a_start_other_than_zero_moves_every_flow() -> None:
    (link,) = _links(_read(HCE.replace("t0=0", "t0=3600")))
    assert [number(point.time) for point in link.inflow or ()] == [1, 1.5, 2, 2.5, 3]


def test_several_storms_are_claims_and_no_link() -> None:
    handed = _read(HCE + HCE.split("\n\n")[1].replace("10-yr", "100-yr").replace("2 5", "2 9"))
    assert handed.model is None
    assert [remark.code for remark in handed.remarks] == ["hydrographs-by-storm"]
    assert [(c.storm, c.text) for c in handed.claims if c.quantity == "peak_cfs"] == [("10-yr", "5"), ("100-yr", "9")]


def test_metric_hydrographs_are_refused() -> None:
    with pytest.raises(HandedFileError, match=r"made-up:1: FileUnits: 'Metric'.*expected English"):
        _read(HCE.replace("English", "Metric"))


@pytest.mark.parametrize("bad", ["Flow= 0 x 5", "Flow= 0 -2 5", "dt=0", "Multiplier=2"])
def test_what_is_not_known_is_said(bad: str) -> None:
    key = bad.partition("=")[0]
    text = "\n".join(bad if line.startswith(f"{key}=") else line for line in HCE.splitlines())
    text = text if bad in text else f"{text}\n{bad}"
    # A good hydrograph stands beside it, so that there is one to read.
    handed = _read(text.replace("Name=Off-site", "Name=Bad") + "\n" + HCE.split("\n\n")[1])
    assert bad in [line.text for line in handed.ledger.of("not understood")]


def test_a_table_has_a_link_for_each_column() -> None:
    north, south = _links(_read(TABLE))
    assert (north.id.text, south.id.text) == ("North", "South")
    assert [number(point.time) for point in north.inflow or ()] == [0, 0.5, 1]
    assert [number(point.flow) for point in south.inflow or ()] == [0, 1, 2.5]


def test_times_are_hours_where_no_unit_is_said() -> None:
    (link,) = _links(_read("Time,North\n0,0\n1,2\n"))
    assert [number(point.time) for point in link.inflow or ()] == [0, 1]


def test_a_heading_with_a_return_period_is_a_storm() -> None:
    handed = _read("Time,2-yr,100-yr\n0,0,0\n1,2,7\n")
    assert handed.model is None
    assert [(c.element, c.storm, c.text) for c in handed.claims if c.quantity == "peak_cfs"] == [
        (None, "2-yr", "2"),
        (None, "100-yr", "7"),
    ]


def test_a_column_in_cubic_metres_is_left_out_and_said() -> None:
    handed = _read("Time,North (CMS),South\n0,0,0\n1,2,7\n")
    assert [link.id.text for link in _links(handed)] == ["South"]
    assert [remark.code for remark in handed.remarks] == ["column-not-understood"]


@pytest.mark.parametrize("row", ["1,2", "0,5,5", "2,x,1", "2,-1,1", "two,1,1"])
def test_a_row_that_is_no_later_time_with_all_flows_is_said(row: str) -> None:
    handed = _read(f"Time,North,South\n1,1,1\n{row}\n3,0,0\n")
    assert [line.text for line in handed.ledger.of("not understood")] == [row]


@pytest.mark.parametrize("text", ["[hydrograph]\nName=x\n", "Time,x\n", "Time,\n1,2\n", "Time," + "x," * 300 + "\n"])
def test_a_file_without_a_flow_is_refused(text: str) -> None:
    with pytest.raises(HandedFileError, match=r"there is no flow in it|columns of flows"):
        _read(text)


@pytest.mark.parametrize("text", [HCE, TABLE])
def test_a_mutated_file_is_read_or_refused(text: str) -> None:
    rng = random.Random(text)
    kind = "hce" if text is HCE else "hydrograph-csv"
    read = 0
    for _ in range(200):
        data = bytearray(text.encode())
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 3)] = rng.choice(
                (b"", b"9" * 30, b"\n", b",", b"=", b"-", b"[", bytes([rng.randrange(256)]))
            )
        try:
            handed = read_handed_bytes(bytes(data), file="mutated", kind=kind)
            if handed.model is not None:
                plan_of(handed)
            read += 1
        except HandedFileError as error:
            assert_short(str(error))
    assert read > 20


def assert_short(said: str) -> None:
    assert 0 < len(said) < 100_000
