"""Runoff hydrographs of one subcatchment: check values, a second formulation, invariants, what is said and refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError, UnknownNameError
from headwater.hydrology.distribution import named_distribution, straight_line_distribution, uniform_distribution
from headwater.hydrology.runoff import runoff_in
from headwater.hydrology.storm import Storm, back_to_back, rain_in
from headwater.hydrology.subcatchment import Part, Runoff, Subcatchment, runoff_hydrograph
from headwater.hydrology.unit_hydrograph import CURVILINEAR, DELMARVA, TRIANGULAR, gamma_unit_hydrograph

CFS_PER_AC_IN_PER_H = 43_560 / 12 / 3600


def storm(curve: str = "Type II", depth_in: float = 4.2) -> Storm:
    return Storm(id=curve, depth_in=depth_in, distribution=named_distribution(curve), duration_h=24)


def land(curve_number: float = 75, tc_min: float = 10, *, area_ac: float = 1, **other: Any) -> Subcatchment:
    part = Part(area_ac=area_ac, curve_number=curve_number)
    return Subcatchment(id="1S", to="1P", parts=(part,), time_of_concentration_min=tc_min, **other)


def run(one: Subcatchment, *, dt_h: float = 0.01, span_h: float = 72, **of_storm: Any) -> Runoff:
    return runoff_hydrograph(one, storm(**of_storm), dt_h=dt_h, span_h=span_h)


# ---- the recipe ------------------------------------------------------------------------------------------------------

# 1 ac, 4.2 in: curve, CN, Tc; peak in cfs and its time in h at steps of 0.01, 0.05 and 0.10 h. Made beforehand by a
# program of its own on the recipe that reproduces printed peaks.
CHECK_VALUES = """
Type II  98  1  6.929 11.91  6.602 11.90  6.218 11.89
Type II  98  5  6.153 11.96  6.026 11.95  5.225 11.94
Type II  98 10  5.256 12.01  5.184 12.01  5.020 12.00
Type II  98 20  3.929 12.11  3.903 12.11  3.845 12.11
Type II  75  5  3.383 11.96  3.276 11.96  2.920 11.96
Type II  75 20  1.996 12.13  1.984 12.13  1.949 12.13
Type II  75 60  0.942 12.61  0.942 12.64  0.942 12.65
Type III 98  5  4.245 12.07  4.125 12.07  3.812 12.08
Type III 75 10  1.836 12.14  1.817 12.15  1.676 12.15
MSE 3    98  5  6.489 12.12  6.224 12.11  5.867 12.10
MSE 3    98 10  5.337 12.17  5.223 12.17  4.932 12.18
MSE 3    75 20  2.013 12.30  2.009 12.31  1.990 12.32
"""


def check_rows() -> list[tuple[str, float, float, float, float, float]]:
    rows = []
    for line in CHECK_VALUES.strip().splitlines():
        curve, (number, tc_min, *made) = line[:8].strip(), map(float, line[8:].split())
        for index, dt_h in enumerate((0.01, 0.05, 0.1)):
            rows.append((curve, number, tc_min, dt_h, made[2 * index], made[2 * index + 1]))
    return rows


@pytest.mark.parametrize(("curve", "number", "tc_min", "dt_h", "peak_cfs", "time_h"), check_rows())
def test_the_check_values_of_the_recipe_come_out_to_their_digits(
    curve: str, number: float, tc_min: float, dt_h: float, peak_cfs: float, time_h: float
) -> None:
    peak = run(land(number, tc_min), dt_h=dt_h, curve=curve).peak
    assert peak.flow_cfs == pytest.approx(peak_cfs, abs=0.0005 + 1e-4)
    assert peak.time_h == pytest.approx(time_h, abs=0.005 + 1e-3)


def written_out(one: Subcatchment, rain: Storm, *, dt_h: float, span_h: float) -> list[float]:
    """Return the flows by the recipe as one would write it down: burst by burst, no blocks and no weights kept."""
    tc_h = one.time_of_concentration_min / 60
    burst_h = 2 / 15 * tc_h
    peak_h = burst_h / 2 + 0.6 * tc_h
    ends_h = burst_h * np.arange(1, int(np.ceil(rain.span_h / burst_h)) + 1)
    (number,) = (part.curve_number for part in one.parts)
    formed_in = runoff_in(rain_in(rain, np.concatenate(([0.0], ends_h))), curve_number=number)
    time_h = dt_h * np.arange(round(span_h / dt_h) + 1)
    flow = np.zeros(time_h.size)
    for end_h, burst_in in zip(ends_h, np.diff(formed_in), strict=True):
        late = CURVILINEAR.cumulative((time_h + dt_h / 2 - end_h) / peak_h)
        early = CURVILINEAR.cumulative((time_h - dt_h / 2 - end_h) / peak_h)
        flow += burst_in * (late - early) / dt_h * CFS_PER_AC_IN_PER_H * one.area_ac
    return [float(one) for one in flow]


@pytest.mark.parametrize(
    ("tc_min", "dt_h", "span_h"),
    [(0.8, 0.05, 26), (5, 0.01, 14), (5, 0.1, 20), (17.3, 0.05, 30), (60, 0.1, 24), (300, 0.25, 60), (45, 0.01, 13)],
)
def test_it_is_the_recipe_written_out_burst_by_burst(tc_min: float, dt_h: float, span_h: float) -> None:
    one = land(81, tc_min, area_ac=2.5)
    made = run(one, dt_h=dt_h, span_h=span_h).hydrograph.flow_cfs
    assert made == pytest.approx(written_out(one, storm(), dt_h=dt_h, span_h=span_h), rel=1e-9, abs=1e-12)


def test_a_peak_is_no_higher_than_the_fastest_burst() -> None:
    """Even rain of 2.4 in over 24 h on paved ground that loses nothing: 0.1 in/h off 10 ac, 1.00833 cfs."""
    even = uniform_distribution(duration_h=24)
    flat = Storm(id="even", depth_in=2.4, distribution=even, duration_h=24)
    runoff = runoff_hydrograph(land(100, 1, area_ac=10), flat, dt_h=0.1, span_h=30)
    assert runoff.peak.flow_cfs == pytest.approx(1.008333, abs=1e-6)
    assert runoff.peak.flow_cfs <= 0.1 * 10 * CFS_PER_AC_IN_PER_H * (1 + 1e-12)


# ---- invariants ------------------------------------------------------------------------------------------------------

NUMBERS = st.integers(40, 100)
TIMES_MIN = st.floats(0, 240)
STEPS_H = st.sampled_from([0.01, 0.05, 0.1])
CURVES = st.sampled_from(["Type II", "Type III", "Type IA", "MSE 3", "NOAA C"])


@given(NUMBERS, TIMES_MIN, STEPS_H, CURVES, st.sampled_from([CURVILINEAR, TRIANGULAR, DELMARVA]))
def test_what_runs_off_is_the_runoff_depth_over_the_area(
    number: int, tc_min: float, dt_h: float, curve: str, unit: Any
) -> None:
    runoff = run(land(number, tc_min, area_ac=3, unit_hydrograph=unit), dt_h=dt_h, curve=curve)
    due_in = float(runoff_in(4.2, curve_number=number))
    assert runoff.depth_in == pytest.approx(due_in, rel=1e-9, abs=1e-12)
    assert runoff.excess_in == pytest.approx(due_in, rel=1e-9, abs=1e-12)
    assert runoff.hydrograph.flow_cfs.sum() * dt_h * 3600 == pytest.approx(due_in / 12 * 3 * 43_560, rel=1e-9)
    assert runoff.volume_acft == pytest.approx(due_in / 12 * 3, rel=1e-9)


@given(NUMBERS, TIMES_MIN, st.floats(0.01, 1000))
def test_flow_is_in_proportion_to_area(number: int, tc_min: float, area_ac: float) -> None:
    one, many = run(land(number, tc_min)), run(land(number, tc_min, area_ac=area_ac))
    assert np.allclose(many.hydrograph.flow_cfs, area_ac * one.hydrograph.flow_cfs, rtol=1e-9, atol=0)
    assert many.peak.flow_cfs == pytest.approx(area_ac * one.peak.flow_cfs, rel=1e-9)
    assert many.depth_in == pytest.approx(one.depth_in, rel=1e-9)


@given(NUMBERS, NUMBERS, st.floats(1, 120), CURVES)
def test_a_higher_curve_number_never_gives_a_lower_peak_or_less_water(
    one: int, other: int, tc_min: float, curve: str
) -> None:
    low, high = (run(land(number, tc_min), curve=curve) for number in sorted((one, other)))
    assert low.peak.flow_cfs <= high.peak.flow_cfs + 1e-9
    assert low.volume_acft <= high.volume_acft + 1e-12


@given(NUMBERS, st.floats(0, 10), st.floats(0, 10), st.floats(1, 120), CURVES)
def test_more_rain_never_gives_a_lower_peak_or_less_water(
    number: int, one: float, other: float, tc_min: float, curve: str
) -> None:
    low, high = (run(land(number, tc_min), depth_in=depth, curve=curve) for depth in sorted((one, other)))
    assert low.peak.flow_cfs <= high.peak.flow_cfs + 1e-9
    assert low.volume_acft <= high.volume_acft + 1e-12


@given(st.integers(40, 98), st.floats(1, 60))
def test_no_flow_is_below_zero_and_none_passes_before_rain_runs_off(number: int, tc_min: float) -> None:
    flow = run(land(number, tc_min), dt_h=0.05).hydrograph.flow_cfs
    assert (flow >= 0).all()
    assert flow[0] == 0


@given(st.floats(2, 60), st.floats(1.5, 4))
def test_it_does_not_depend_on_the_unit_of_time(tc_min: float, times: float) -> None:
    """A storm, a time of concentration, a step and a run that are longer by a factor give flows lower by it."""
    curve = named_distribution("MSE 3")
    fraction = curve.fraction(curve.knots_h)
    slow = straight_line_distribution("slow", time_h=curve.knots_h * times, fraction=fraction, source="MSE 3")
    long = Storm(id="long", depth_in=4.2, distribution=slow, duration_h=slow.duration_h)
    one = run(land(80, tc_min), dt_h=0.1, span_h=48, curve="MSE 3")
    other = runoff_hydrograph(land(80, tc_min * times), long, dt_h=0.1 * times, span_h=48 * times)
    # A float step may count one ordinate fewer.
    assert np.allclose(other.hydrograph.flow_cfs[:480] * times, one.hydrograph.flow_cfs[:480], rtol=1e-6, atol=1e-9)
    assert other.depth_in == pytest.approx(one.depth_in, rel=1e-9)


@given(st.permutations([(1.0, 61.0), (2.5, 74.0), (0.3, 98.0), (4.0, 80.0)]))
def test_the_order_of_parts_makes_no_difference(parts: list[tuple[float, float]]) -> None:
    made = tuple(Part(area_ac=area, curve_number=number) for area, number in parts)
    one = Subcatchment(id="1S", to="1P", parts=made, time_of_concentration_min=12, rounding="exact")
    ((share, number),) = one.shares
    assert share == 1.0
    assert number == pytest.approx((61 + 2.5 * 74 + 0.3 * 98 + 4 * 80) / 7.8)


# ---- choices ---------------------------------------------------------------------------------------------------------


def mixed(**other: Any) -> Subcatchment:
    parts = (Part(area_ac=0.4, curve_number=98, impervious=True), Part(area_ac=0.6, curve_number=74))
    return Subcatchment(id="1S", to="1P", parts=parts, time_of_concentration_min=10, **other)


def test_separate_pervious_and_impervious_ground_run_off_by_themselves_and_are_added() -> None:
    """2.0 in, 40 % impervious, CN 74 elsewhere: 0.4 x 1.776 + 0.6 x 0.351 = 0.92 in; composite CN 84 gives 0.74 in."""
    assert run(mixed(weighting="separate"), depth_in=2.0).depth_in == pytest.approx(0.92, abs=0.005)
    assert run(mixed(), depth_in=2.0).depth_in == pytest.approx(0.74, abs=0.015)
    assert mixed().impervious_fraction == pytest.approx(0.4)


def test_the_hydrograph_of_separate_ground_is_the_sum_of_the_two() -> None:
    both = run(mixed(weighting="separate")).hydrograph
    paved = run(land(98, 10, area_ac=0.4)).hydrograph
    lawn = run(land(74, 10, area_ac=0.6)).hydrograph
    assert both.flow_cfs == pytest.approx((paved + lawn).flow_cfs, rel=1e-9, abs=1e-12)


def test_a_composite_is_rounded_unless_exact_is_asked_for() -> None:
    assert mixed().shares == ((1.0, 84.0),)  # 83.6
    ((_, number),) = mixed(rounding="exact").shares
    assert number == pytest.approx(83.6)


def test_the_smaller_ratio_of_initial_abstraction_takes_the_converted_numbers_and_says_which() -> None:
    runoff = run(land(75, abstraction_ratio=0.05))
    assert runoff.depth_in == pytest.approx(float(runoff_in(4.2, curve_number=75, abstraction_ratio=0.05)))
    (caution,) = runoff.cautions
    assert caution.code == "abstraction-ratio"
    assert "75 to 65.3" in caution.text


@pytest.mark.parametrize("curve", ["Type II", "MSE 3"])
def test_a_sharper_unit_hydrograph_gives_the_higher_peak(curve: str) -> None:
    flat, usual, sharp = (
        run(land(unit_hydrograph=gamma_unit_hydrograph(factor)), curve=curve) for factor in (284.0, 484.0, 600.0)
    )
    assert flat.peak.flow_cfs < usual.peak.flow_cfs < sharp.peak.flow_cfs
    assert usual.peak.flow_cfs == pytest.approx(run(land(), curve=curve).peak.flow_cfs, rel=0.02)


def test_no_time_of_concentration_gives_the_excess_as_it_forms() -> None:
    runoff = run(land(100, 0, area_ac=2), dt_h=0.1)
    rain = rain_in(storm(), 0.1 * (np.arange(721 + 1) - 0.5))
    assert runoff.hydrograph.flow_cfs == pytest.approx(np.diff(rain) / 0.1 * 2 * CFS_PER_AC_IN_PER_H)
    assert runoff.peak.flow_cfs == runoff.hydrograph.flow_cfs.max()


def test_a_time_near_none_gives_almost_what_none_gives() -> None:
    none, little = run(land(90, 0), dt_h=0.05), run(land(90, 0.05), dt_h=0.05)
    assert little.peak.flow_cfs == pytest.approx(none.peak.flow_cfs, rel=0.02)


@pytest.mark.parametrize("retention", ["cumulative", "reset"])
def test_storms_back_to_back_run_off_as_their_retention_says(retention: Any) -> None:
    both = back_to_back(storm(depth_in=7.4), retention=retention)
    runoff = runoff_hydrograph(land(72, 30), both, dt_h=0.05, span_h=96)
    once = float(runoff_in(7.4, curve_number=72))
    due = 2 * once if retention == "reset" else float(runoff_in(14.8, curve_number=72))
    assert runoff.depth_in == pytest.approx(due, rel=1e-9)


def partly_unconnected(impervious_ac: float, **other: Any) -> Subcatchment:
    """One acre; half of its impervious ground drains over lawn of curve number 61."""
    parts = (
        Part(area_ac=impervious_ac / 2, curve_number=98, impervious=True),
        Part(area_ac=impervious_ac / 2, curve_number=98, impervious=True, connected=False),
        Part(area_ac=1 - impervious_ac, curve_number=61),
    )
    return Subcatchment(id="1S", to="1P", parts=parts, time_of_concentration_min=10, **other)


@pytest.mark.parametrize(
    ("impervious_ac", "number", "said"),
    [
        # TR-55 figure 2-4: 61 + 0.25 x 37 x (1 - 0.5 x 0.5) = 67.94; at 30 % figure 2-3: 61 + 0.30 x 37 = 72.1.
        (0.25, 67.9375, "unconnected-credited"),
        (0.29, 61 + 0.29 * 37 * 0.75, "unconnected-credited"),
        (0.30, 72.1, "unconnected-not-credited"),
        (0.31, 61 + 0.31 * 37, "unconnected-not-credited"),
    ],
)
def test_unconnected_ground_is_credited_below_30_percent_and_either_way_it_is_said(
    impervious_ac: float, number: float, said: str
) -> None:
    one = partly_unconnected(impervious_ac, rounding="exact")
    ((_, made),) = one.shares
    assert made == pytest.approx(number)
    assert codes(run(one)) == [said]


def test_three_tenths_of_an_area_in_square_feet_are_30_percent_whatever_floats_make_of_them() -> None:
    # The curve number jumps there, by 5.55; floats make 0.29999999999999993 of some of these shares.
    for tenth_sf in range(100, 20_000, 37):
        parts = (
            Part(area_ac=3 * tenth_sf / 43_560, curve_number=98, impervious=True, connected=False),
            Part(area_ac=7 * tenth_sf / 43_560, curve_number=61),
        )
        one = Subcatchment(id="1S", to="1P", parts=parts, time_of_concentration_min=10, rounding="exact")
        assert one.shares[0][1] == pytest.approx(61 + 0.3 * 37), tenth_sf


def test_unconnected_ground_that_runs_off_apart_is_credited_with_nothing_which_is_said() -> None:
    one = partly_unconnected(0.2, weighting="separate")
    assert [number for _, number in one.shares] == [61, 98]
    assert [share for share, _ in one.shares] == pytest.approx([0.8, 0.2])
    assert codes(run(one)) == ["unconnected-not-credited"]


@pytest.mark.parametrize(("condition", "number"), [("I", 63), ("II", 80), ("III", 91)])
def test_a_dry_or_wet_start_takes_its_curve_number_and_says_so(condition: Any, number: float) -> None:
    one = land(80, antecedent=condition)
    assert one.shares == ((1.0, number),)
    assert codes(run(one)) == ([] if condition == "II" else ["antecedent-unread"])


# ---- SBUH ------------------------------------------------------------------------------------------------------------


@given(NUMBERS, st.floats(3, 120), STEPS_H)
def test_the_santa_barbara_hydrograph_passes_all_that_runs_off(number: int, tc_min: float, dt_h: float) -> None:
    runoff = run(land(number, tc_min, method="SBUH"), dt_h=dt_h)
    assert runoff.depth_in == pytest.approx(float(runoff_in(4.2, curve_number=number)), rel=1e-6)
    assert (runoff.hydrograph.flow_cfs >= 0).all()


def test_the_santa_barbara_hydrograph_by_hand() -> None:
    """1 in of even rain in 1 h on 1 ac that loses nothing, Tc 30 min, step 0.5 h: w = 0.5 / 1.5 = 1/3, I = 1.00833.

    Q(0) = 0; Q(0.5) = I/3; Q(1) = Q/3 + 2 I/3 = 7/9 I; Q(1.5) = 7/27 I + I/3 = 16/27 I; Q(2) = 16/81 I.
    """
    hour = uniform_distribution(duration_h=1)
    rain = Storm(id="1 h", depth_in=1, distribution=hour, duration_h=1)
    runoff = runoff_hydrograph(land(100, 30, method="SBUH"), rain, dt_h=0.5, span_h=2)
    shares = [0, 1 / 3, 7 / 9, 16 / 27, 16 / 81]
    assert runoff.hydrograph.flow_cfs == pytest.approx([share * CFS_PER_AC_IN_PER_H for share in shares])


def test_a_step_longer_than_twice_the_time_of_concentration_is_refused_for_it() -> None:
    assert (run(land(80, 3, method="SBUH"), dt_h=0.1).hydrograph.flow_cfs >= 0).all()
    with pytest.raises(OutOfRangeError, match="take at most"):
        run(land(80, 2.99, method="SBUH"), dt_h=0.1)


# ---- what is said ----------------------------------------------------------------------------------------------------


def codes(runoff: Runoff) -> list[str]:
    return [caution.code for caution in runoff.cautions]


@pytest.mark.parametrize(
    ("tc_min", "dt_h", "said"),
    [(2.99, 0.01, True), (3, 0.01, False), (3.01, 0.01, False), (14.9, 0.05, True), (15, 0.05, False)],
)
def test_a_step_longer_than_a_fifth_of_the_time_of_concentration_is_said(
    tc_min: float, dt_h: float, said: bool
) -> None:
    assert codes(run(land(80, tc_min), dt_h=dt_h)) == (["step-long"] if said else [])


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (29, ["curve-number-unusual"]),
        (30, []),
        (98, []),
        (99, ["curve-number-unusual"]),
        (100, ["curve-number-100"]),
    ],
)
def test_a_curve_number_outside_the_tables_is_said(number: float, said: list[str]) -> None:
    assert codes(run(land(number))) == said


@pytest.mark.parametrize(
    ("span_h", "said"),
    [
        (20, ["run-shorter-than-storm"]),
        (23.9, ["run-shorter-than-storm"]),
        (24, ["run-shorter-than-runoff"]),
        (32, []),
        (11.95, ["run-shorter-than-storm", "peak-at-end"]),
    ],
)
def test_a_run_that_ends_before_the_water_has_passed_is_said(span_h: float, said: list[str]) -> None:
    assert codes(run(land(80, 60), dt_h=0.05, span_h=span_h)) == said


@pytest.mark.parametrize(("tc_min", "said"), [(0, True), (0.049, True), (0.05, False)])
def test_runoff_at_once_is_said(tc_min: float, said: bool) -> None:
    assert ("runoff-at-once" in codes(run(land(80, tc_min)))) is said


def test_a_unit_hydrograph_from_memory_is_said() -> None:
    assert codes(run(land(unit_hydrograph=DELMARVA))) == ["unit-hydrograph-unread"]


def test_no_rain_gives_no_runoff_and_no_caution() -> None:
    runoff = run(land(), depth_in=0.0)
    assert runoff.peak.flow_cfs == 0
    assert runoff.depth_in == 0
    assert runoff.cautions == ()


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("area_ac", [0, -1, float("nan"), float("inf")])
def test_a_part_without_area_is_refused(area_ac: float) -> None:
    with pytest.raises(OutOfRangeError, match="area of a part"):
        Part(area_ac=area_ac, curve_number=80)


@pytest.mark.parametrize("number", [0, -5, 100.5, float("nan")])
def test_a_part_without_a_curve_number_is_refused(number: float) -> None:
    with pytest.raises(OutOfRangeError, match="curve number"):
        Part(area_ac=1, curve_number=number)


@pytest.mark.parametrize("tc_min", [-0.1, float("nan"), float("inf")])
def test_a_time_of_concentration_that_is_none_is_refused(tc_min: float) -> None:
    with pytest.raises(OutOfRangeError, match="time of concentration of subcatchment 1S"):
        land(80, tc_min)


def test_a_subcatchment_without_parts_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="1S: it has no parts"):
        replace(land(), parts=())


@pytest.mark.parametrize(
    "choice",
    [{"weighting": "weighted"}, {"rounding": "up"}, {"method": "rational"}, {"antecedent": "IV"}],
    ids=lambda choice: next(iter(choice)),
)
def test_a_choice_that_there_is_not_is_refused(choice: Any) -> None:
    with pytest.raises(UnknownNameError, match="there is no such choice"):
        land(**choice)


def test_a_ratio_of_initial_abstraction_without_a_conversion_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match=r"0\.2 or 0\.05"):
        land(abstraction_ratio=0.1)
