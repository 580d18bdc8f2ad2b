"""A report of EPA SWMM itself: its summaries as claims, and every line of it accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import HandedFileError
from headwater.intake.reading import read_handed, read_handed_bytes

REPORT = Path(__file__).parents[3] / "golden/swmm_report/one-pond.rpt"


def _claims() -> dict[tuple[str | None, str], float]:
    return {(claim.element, claim.quantity): float(claim.value) for claim in read_handed(REPORT).claims}


def test_what_is_printed_is_claimed_in_our_units() -> None:
    claims = _claims()
    # Node Depth Summary: P1 ... 931.75 at 0 13:02.
    assert claims["P1", "peak_elevation_ft"] == 931.75
    assert claims["P1", "time_of_peak_elevation_h"] == pytest.approx(13 + 2 / 60)
    # Storage Volume Summary: 9.841 thousand cf, 0.82 cfs.
    assert claims["P1", "peak_storage_cf"] == 9841
    assert claims["P1", "peak_cfs"] == 0.82
    # Outfall Loading Summary: 1.00 cfs, 0.149 million gallons: 0.149 x 10^6 x 231 / 1,728 / 43,560 = 0.4573 ac-ft.
    assert claims["O1", "peak_cfs"] == 1.00
    assert claims["O1", "volume_acft"] == pytest.approx(0.4573, abs=1e-4)
    assert claims["L3", "peak_cfs"] == 0.82
    assert claims[None, "mass_residual_fraction"] == 0


def test_every_line_is_used_or_ignored_with_a_reason() -> None:
    handed = read_handed(REPORT)
    assert handed.ledger.count("not understood") == 0
    assert handed.program == "EPA SWMM 5.2 (Build 5.2.4)"


def test_a_number_is_held_by_the_digits_it_was_printed_with() -> None:
    claim = next(
        one for one in read_handed(REPORT).claims if (one.element, one.quantity) == ("P1", "peak_elevation_ft")
    )
    assert float(claim.half) == 0.005


def test_a_report_in_other_units_is_refused_and_a_warning_is_not_passed_over() -> None:
    text = REPORT.read_text(encoding="utf-8")
    with pytest.raises(HandedFileError, match="other units of flow"):
        read_handed_bytes(text.replace("............... CFS", "............... LPS").encode(), file="x.rpt")
    warned = read_handed_bytes((text + "\n  WARNING 04: minimum elevation drop used\n").encode(), file="x.rpt")
    assert [line.text.strip() for line in warned.ledger.of("not understood")] == [
        "WARNING 04: minimum elevation drop used"
    ]
