"""What devices share: submergence, and devices in series."""

from __future__ import annotations

import math

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.devices import series_flow_cfs, villemonte
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.weir import SharpCrestedWeir

PIPE = CircularOrifice(invert_ft=100.0, diameter_ft=1.0)
WEIR = SharpCrestedWeir(invert_ft=102.0, length_ft=3.0)


def test_a_weir_drowned_by_half_keeps_what_villemonte_found() -> None:
    # 1 - 0.5^1.5 = 1 - 0.353553 = 0.646447; its power 0.385: exp(0.385 * -0.436265) = exp(-0.167962) = 0.845386.
    assert villemonte(2.0, 1.0, power=1.5) == pytest.approx(0.845386, abs=1e-6)
    # 1 - 0.5^2.5 = 0.823223; power 0.385: exp(0.385 * -0.194528) = 0.927842.
    assert villemonte(2.0, 1.0, power=2.5) == pytest.approx(0.927842, abs=1e-6)


@pytest.mark.parametrize(("tailwater_ft", "kept"), [(-0.001, 1.0), (0.0, 1.0), (1.0, 0.0), (1.001, 0.0)])
def test_a_weir_is_drowned_from_its_crest_to_its_headwater(tailwater_ft, kept) -> None:
    assert villemonte(1.0, tailwater_ft, power=1.5) == kept


def test_a_chain_is_limited_by_the_smaller_of_its_feeders_and_its_receiver() -> None:
    # Weir 3.33 * 3 * 0.5^1.5 = 3.532; orifice 0.6 * 0.7854 * sqrt(64.4 * 2) = 5.348 under 102.5 ft.
    assert series_flow_cfs([WEIR], PIPE, headwater_ft=102.5) == pytest.approx(3.532, abs=0.001)
    # Weir 3.33 * 3 * 1.5^1.5 = 18.353; orifice 0.6 * 0.7854 * sqrt(64.4 * 3) = 6.550 under 103.5 ft.
    assert series_flow_cfs([WEIR], PIPE, headwater_ft=103.5) == pytest.approx(6.550, abs=0.001)
    # Two feeders side by side: 2 * 3.532 is more than the orifice takes.
    assert series_flow_cfs([WEIR, WEIR], PIPE, headwater_ft=102.5) == pytest.approx(5.348, abs=0.001)


def test_at_the_junction_feeder_and_receiver_pass_the_same() -> None:
    # Two equal orifices, full and drowned, split the head: each passes under half of it. From 110 ft to a tailwater of
    # 104 ft, 6 ft, 3 ft each: 0.6 * 0.7854 * sqrt(64.4 * 3) = 6.550.
    flow_cfs = series_flow_cfs([PIPE], PIPE, headwater_ft=110.0, tailwater_ft=104.0, way="junction")
    assert flow_cfs == pytest.approx(6.550, abs=0.001)
    limited_cfs = series_flow_cfs([PIPE], PIPE, headwater_ft=110.0, tailwater_ft=104.0)
    assert limited_cfs == pytest.approx(6.550 * math.sqrt(2), abs=0.001)


def test_at_the_junction_a_weir_that_is_not_drowned_passes_all_it_can() -> None:
    # Under 102.1 ft: weir 3.33 * 3 * 0.1^1.5 = 0.3159. The pipe takes that at 100.24 ft, below the weir's crest.
    flow_cfs = series_flow_cfs([WEIR], PIPE, headwater_ft=102.1, way="junction")
    assert flow_cfs == pytest.approx(0.3159, abs=1e-4)


def test_nothing_passes_a_chain_with_a_dry_end() -> None:
    for way in ("limited", "junction"):
        assert series_flow_cfs([WEIR], PIPE, headwater_ft=102.0, way=way) == 0
        assert series_flow_cfs([], PIPE, headwater_ft=105.0, way=way) == 0


def test_another_way_in_series_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="'smallest'; expected 'limited' or 'junction'"):
        series_flow_cfs([WEIR], PIPE, headwater_ft=103.0, way="smallest")  # type: ignore[arg-type]
