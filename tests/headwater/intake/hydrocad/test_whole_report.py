"""A printed report with every part that one may have: each line known, one model, the same from its PDF."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.headwater.intake.hydrocad.laid_out import model_of, pond, read_report
from tests.headwater.intake.printed_pdf import printed_pdf

from headwater.intake.handed import Handed
from headwater.intake.handed_plan import plan_of, section_text
from headwater.intake.reading import read_handed, read_handed_bytes
from headwater.plan.flow_paths import ChannelStretch
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document
from headwater.review.analysis.floats import number

WHOLE = Path(__file__).parent / "whole-report.txt"


def test_a_whole_report_is_known_line_by_line_and_runs() -> None:
    handed = read_handed(WHOLE)
    assert [line.number for line in handed.ledger.of("not understood")] == [1]
    assert [remark.code for remark in handed.remarks] == ["program-warning"]
    document = simulation_document(analyse(plan_of(handed)))
    assert [run["complete"] for run in document["conditions"][0]["runs"]] == [True, True]


def test_a_whole_report_is_one_model() -> None:
    handed = read_handed(WHOLE)
    model = model_of(handed)
    (basin,) = model.ponds or ()
    assert [storage.kind.text for storage in basin.storage or ()] == ["contours", "contours", "pipe"]
    ways = [(o.id.text, o.kind.text, o.to and o.to.text, o.into and o.into.text) for o in basin.outlets or ()]
    assert ways == [
        ("1", "culvert", "2R", None),
        ("2", "orifice", None, "1"),
        ("3", "orifice", None, "1"),
        ("4", "sharp weir", None, "1"),
        ("5", "broad weir", "3L", None),
        ("6", "v-notch", "3L", None),
        ("7", "exfiltration", "discarded", None),
    ]
    (reach,) = model.reaches or ()
    assert (reach.method and reach.method.text, reach.translation and reach.translation.answer) == (
        "storage-indication",
        True,
    )
    (outfall,) = model.outfalls or ()
    assert outfall.tailwater is not None
    assert number(outfall.tailwater) == 927
    (first, second) = model.subcatchments or ()
    assert [stretch.kind.text for stretch in first.flow_path or ()] == ["sheet", "shallow", "channel", "pipe", "direct"]
    assert [stretch.kind.text for stretch in second.flow_path or ()] == ["lag"]
    # Bottom 2 ft, depth 1 ft, sides 3:1: 2 + 3 = 5 sf, and 2 + 2 sqrt(10) = 8.3246 ft.
    channel = (first.flow_path or ())[2]
    assert isinstance(channel, ChannelStretch)
    assert number(channel.area) == 5
    assert number(channel.perimeter) == pytest.approx(8.3246, abs=5e-5)


@pytest.mark.pdf
def test_a_whole_report_reads_the_same_from_its_pdf() -> None:
    text = WHOLE.read_text(encoding="utf-8")
    pages = text.replace("\nTwo basins ", "\f\nTwo basins ").split("\f")
    printed = read_handed_bytes(printed_pdf(pages), file="whole.pdf")
    as_text = read_handed(WHOLE)
    assert {(c.element, c.storm, c.quantity, c.text) for c in printed.claims} == {
        (c.element, c.storm, c.quantity, c.text) for c in as_text.claims
    }
    assert _model_texts(printed) == _model_texts(as_text)
    assert printed.ledger.count("not understood") == 1


def _model_texts(handed: Handed) -> str:
    text = section_text(handed, condition="proposed", datum="NAVD88").partition("drainage:")[2]
    return re.sub(r"  # line [0-9]+", "", text)


def test_water_that_soaks_in_from_above_the_bottom_on_is_left_open() -> None:
    text = pond("1P", "1.000", "2.00", "1.00", "0.100")
    for invert, known in (("899.99", True), ("900.00", True), ("900.01", False)):
        handed = read_report(text + f"#2 Discarded {invert}' 0.800 in/hr Exfiltration over Surface area\n")
        (basin,) = model_of(handed).ponds or ()
        assert (basin.outlets is not None) is known


INVERTS = "Inlet / Outlet Invert= 900.00' / 899.00' n= 0.012"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (f"12.0\" Round Culvert X 2.00 L= 20.0' CPP, square edge headwall, Ke= 0.500 {INVERTS}", "culvert"),
        (f'36.0" W x 24.0" H Box Culvert L= 20.0\' RCP, square edge headwall, Ke= 0.500 {INVERTS}', "culvert"),
        ('4.0" Vert. Orifice/Grate X 3.00 C= 0.600', "orifice"),
        ("0.300 in/hr Exfiltration over Wetted area", "exfiltration"),
        (f"12.0\" Round Culvert X 2.50 L= 20.0' CPP, Ke= 0.500 {INVERTS}", None),
        ("12.0\" Round Culvert L= 20.0' n= 0.012", None),
        ("0.300 in/hr Exfiltration over Horizontal area", None),
        ("Custom Weir/Orifice, Cv= 2.62", None),
        ("3.0' long Sharp-Crested Rectangular Weir 0 End Contraction(s) 0.5' Crest Height", "sharp weir"),
        (f'12.0" Round Culvert w/ 3.0" inside fill L= 20.0\' RCP, Ke= 0.500 {INVERTS}', None),
        ('1.0" x 1.0" Horiz. Orifice/Grate X 10.00 columns X 20 rows C= 0.600', None),
    ],
)
def test_outlets_by_their_words(words: str, kind: str | None) -> None:
    handed = read_report(pond("1P", "1.000", "2.00", "1.00", "0.100") + f"#2 Primary 900.00' {words}\n")
    (basin,) = model_of(handed).ponds or ()
    assert (basin.outlets[1].kind.text if basin.outlets else None) == kind
