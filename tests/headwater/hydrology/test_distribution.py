"""Rainfall distributions: the published curves, their names, smoothing, and what is refused.

Expected values of the SCS types and of MSE 3 are typed here from the published tables (NEH630-4; the WinTR-20 table of
MSE 3), not read from the file that the engine reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError, UnknownNameError
from headwater.hydrology.distribution import (
    STRAIGHT,
    Distribution,
    depth_distribution,
    named_distribution,
    straight_line_distribution,
    uniform_distribution,
)
from headwater.hydrology.distribution_names import known_names
from headwater.hydrology.distribution_tables import table_fractions
from headwater.hydrology.smoothing import smoothed, smoothing_effect

HOURS = (2, 4, 6, 8, 9, 10, 11, 11.5, 12, 12.5, 13, 14, 16, 20)
SCS = {
    "Type I": (.0350, .0760, .1250, .1940, .2540, .5150, .6230, .6555, .6840, .7092, .7320, .7700, .8320, .9320),
    "Type IA": (.0500, .1160, .2060, .4250, .5200, .5770, .6240, .6450, .6640, .6830, .7010, .7360, .8010, .9126),
    "Type II": (.0220, .0480, .0800, .1200, .1470, .1810, .2350, .2830, .6630, .7350, .7720, .8200, .8800, .9520),
    "Type III": (.0200, .0430, .0720, .1140, .1457, .1890, .2500, .2980, .5000, .7020, .7500, .8110, .8860, .9570),
}  # fmt: skip
MSE_3 = {
    6: .05095, 9: .10305, 10.5: .15636, 11: .19272, 11.5: .24800, 11.7: .29062, 11.8: .32445, 11.9: .37245,
    12.0: .46289, 12.1: .62755, 12.2: .67555, 12.5: .75200, 13: .80728, 15: .89695, 18: .94905,
}  # fmt: skip
CHAINED = ("Type II", "Type III")


@pytest.mark.parametrize("name", SCS)
def test_an_scs_type_has_the_published_fraction_at_each_listed_hour(name: str) -> None:
    # Each is printed to four decimals, and type III at 9 h is .14575.
    np.testing.assert_allclose(named_distribution(name).fraction(HOURS), SCS[name], atol=0.00006)


def test_mse_3_has_the_published_fraction_at_each_listed_hour() -> None:
    np.testing.assert_allclose(named_distribution("MSE 3").fraction(list(MSE_3)), list(MSE_3.values()), atol=1e-9)


@pytest.mark.parametrize(
    ("name", "half_h", "one_h", "two_h", "three_h", "six_h", "twelve_h"),
    [
        ("MSE 1", .471, .604, .712, .778, .864, .937),
        ("MSE 2", .426, .550, .659, .729, .826, .916),
        ("MSE 3", .385, .504, .615, .687, .794, .898),
        ("MSE 4", .345, .457, .567, .642, .758, .877),
        ("MSE 5", .298, .405, .516, .593, .719, .854),
        ("MSE 6", .266, .365, .473, .550, .682, .830),
        ("NOAA A", .375, .502, .619, .684, .788, .892),
        ("NOAA B", .331, .453, .569, .636, .749, .868),
        ("NOAA C", .297, .409, .520, .588, .708, .842),
        ("NOAA D", .266, .366, .480, .552, .683, .829),
    ],
)  # fmt: skip
def test_a_regional_type_holds_the_published_share_about_noon(name, half_h, one_h, two_h, three_h, six_h, twelve_h):
    curve = named_distribution(name)
    for window, share in ((0.5, half_h), (1, one_h), (2, two_h), (3, three_h), (6, six_h), (12, twelve_h)):
        about_noon = curve.fraction(12 + window / 2) - curve.fraction(12 - window / 2)
        assert about_noon == pytest.approx(share, abs=0.0006), window


@pytest.mark.parametrize(("name", "hours"), [("Type II", (11.8, 11.9)), ("Type III", ())])
def test_a_chain_of_quadratics_returns_its_table_but_in_the_largest_steps(name, hours):
    time, table = table_fractions(name)
    off = np.abs(named_distribution(name).fraction(time) - table)
    large = np.isclose(time[:, None], np.array([*hours, -1.0])[None, :]).any(axis=1)
    assert off[~large].max() <= 0.0000051
    if hours:
        np.testing.assert_allclose(off[large], [0.00005, 0.00007], atol=0.000005)


@pytest.mark.parametrize("name", CHAINED)
def test_value_and_slope_are_continuous_at_every_joint_of_a_chain(name):
    curve = named_distribution(name)
    width = np.diff(curve.knots_h)
    start, slope, curvature, _ = curve.coefficients.T
    np.testing.assert_allclose((start + slope * width + curvature * width**2)[:-1], start[1:], atol=1e-14)
    np.testing.assert_allclose((slope + 2 * curvature * width)[:-1], slope[1:], atol=1e-12)


@pytest.mark.parametrize(("name", "hour", "per_h"), [("Type II", 11.9, 1.7004), ("Type III", 12.0, 1.209)])
def test_the_hardest_rain_of_a_chain_is_at_the_joint_of_its_peak(name, hour, per_h):
    curve = named_distribution(name)
    assert curve.intensity_max_per_h == pytest.approx(per_h)
    around = curve.fraction([hour - 1e-5, hour + 1e-5])
    assert (around[1] - around[0]) / 2e-5 == pytest.approx(per_h, rel=1e-3)


@pytest.mark.parametrize(
    ("name", "shares"),
    [
        ("Type II", (.126, .147, .220, .284, .381, .454)),
        ("Type II tabular", (.114, .137, .200, .270, .380, .454)),
        ("Type III", (.088, .103, .150, .191, .290, .404)),
        ("Type III tabular", (.070, .084, .140, .189, .287, .404)),
    ],
)  # fmt: skip
def test_the_largest_share_in_5_to_60_minutes_is_the_published_one(name, shares):
    curve = named_distribution(name)
    for window, share in zip((5, 6, 10, 15, 30, 60), shares, strict=True):
        assert curve.largest_fraction(window / 60) == pytest.approx(share, abs=0.0006), window


@pytest.mark.parametrize("name", ["Type II", "Type III", "MSE 3"])
@pytest.mark.parametrize("window_h", [1 / 12, 0.5, 3.0])
def test_the_largest_window_is_no_smaller_than_any_of_many_and_is_reached(name, window_h):
    curve = named_distribution(name)
    start, share = curve.largest_window(window_h)
    times = np.linspace(0, 24 - window_h, 200_001)
    assert share >= (curve.fraction(times + window_h) - curve.fraction(times)).max() - 1e-12
    assert curve.fraction(start + window_h) - curve.fraction(start) == pytest.approx(share)


def test_the_whole_storm_is_its_own_largest_window():
    assert named_distribution("MSE 3").largest_window(24) == (0.0, 1.0)
    with pytest.raises(OutOfRangeError, match="a window of no length"):
        named_distribution("MSE 3").largest_window(0)


@pytest.mark.parametrize("name", known_names())
def test_every_published_curve_runs_from_none_to_all_without_falling(name):
    curve = named_distribution(name)
    fraction = curve.fraction(np.linspace(-1, 25, 26_001))
    assert fraction[0] == 0
    assert fraction[-1] == 1
    assert np.diff(fraction).min() >= -1e-15
    assert curve.duration_h == 24


@pytest.mark.parametrize("name", [name for name in known_names() if name[:3] in ("MSE", "NOA", "NRC")])
def test_a_regional_type_is_symmetric_about_noon_but_for_noon_itself(name):
    curve = named_distribution(name)
    time = np.round(np.arange(0, 12, 0.1), 1)
    np.testing.assert_allclose(curve.fraction(time) + curve.fraction(24 - time), 1, atol=1e-9)
    assert curve.fraction(12) < 0.5


def test_only_two_types_have_chains_and_all_others_straight_lines():
    assert [name for name in known_names() if named_distribution(name).method != STRAIGHT] == list(CHAINED)


def test_a_rebuilt_table_says_so_and_a_published_one_is_silent():
    assert "rebuilt" in named_distribution("MSE 4").remark
    assert named_distribution("MSE 3").remark == ""
    assert named_distribution("Type II tabular").remark == ""


# ---- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Type II 24-hr", "Type II"),
        ("SCS Type II 24-hr Rainfall", "Type II"),
        ("NRCS type iii", "Type III"),
        ("SCS_IA", "Type IA"),
        ("II", "Type II"),
        ("TypeII24hr", "Type II"),
        ("Type II 24-hr Tabular", "Type II tabular"),
        ("Type I tabular", "Type I"),
        ("MSE3", "MSE 3"),
        ("MSE 24-hr 3", "MSE 3"),
        ("Type MSE3", "MSE 3"),
        ("NRCS MSE 3, 24 hours", "MSE 3"),
        ("Type 3 MSE", "MSE 3"),
        ("NOAA_C", "NOAA C"),
        ("nrcc type a 24-hour", "NRCC A"),
        ("CA 4", "CA 4"),
        ("NV S", "NV S"),
    ],
)
def test_a_name_is_read_generously(written, kept):
    assert named_distribution(written).name == kept


@pytest.mark.parametrize(
    ("written", "write"),
    [
        ("MSE Type III", '"MSE 3" or "Type III"'),
        ("MSE II", '"MSE 2" or "Type II"'),
        ("SCS MSE 3", '"Type III" or "MSE 3"'),
        ("Type 3", '"Type III" or "MSE 3"'),
        ("Type 1A", '"Type IA"'),
        ("MSE 7", "MSE 1, MSE 2, MSE 3, MSE 4, MSE 5, MSE 6"),
        ("MSE", "write one of these"),
        ("MSE 3 Type II", "write one of these"),
        ("NOAA NRCC A", '"NOAA A" or "NRCC A"'),
        ("Type II 6-hr", "the central part of a 24-hour curve"),
        ("Atlas 14 S0 24-hr", "nest a curve"),
        ("NOAA Atlas 14", "nest a curve"),
        ("Huff 2", "Type II tabular"),
        ("", "Type II tabular"),
    ],
)
def test_a_name_that_mixes_families_or_is_none_is_refused_with_what_to_write(written, write):
    with pytest.raises(UnknownNameError) as refusal:
        named_distribution(written)
    assert write in str(refusal.value)


@pytest.mark.parametrize("name", known_names())
def test_a_name_as_it_is_kept_names_itself(name):
    assert named_distribution(name).name == name


words = st.sampled_from(
    ["MSE", "SCS", "Type", "NOAA", "II", "III", "IA", "3", "A", "24-hr", "6 h", "tabular", "_", "9" * 400]
)


@given(
    st.one_of(st.text(max_size=30), st.lists(words, max_size=6).map(" ".join), st.lists(words, max_size=4).map("".join))
)
def test_whatever_is_written_is_a_known_name_or_is_refused_in_one_short_line(written):
    try:
        answer = named_distribution(written).name
    except UnknownNameError as refusal:
        answer = str(refusal)
    assert answer in known_names() or (answer.startswith("rainfall distribution") and len(answer) < 500)
    assert "\n" not in answer


# ---- curves by points ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time_h", "fraction", "message"),
    [
        ([0, 12, 24], [0, 0.6, 0.5], "falls at 24 h: 0.6, then 0.5"),
        ([0, 12, 24], [0, -0.1, 1], "point 2, at 12 h, is negative: -0.1"),
        ([0, 12, 24], [0, float("nan"), 1], "point 2 is no number"),
        ([0, float("inf"), 24], [0, 0.5, 1], "point 2 is no number"),
        ([0], [0], "too short: 1 points"),
        ([], [], "too short: 0 points"),
        ([0, 24], [0, 0.98], "does not end at 1, at 24 h: 0.98"),
        ([0, 24], [0, 1.01], "does not end at 1, at 24 h: 1.01"),
        ([0, 24], [0.1, 1], "does not start at nothing: 0 h, 0.1"),
        ([1, 24], [0, 1], "does not start at nothing: 1 h, 0"),
        ([0, 12, 12, 24], [0, 0.4, 0.5, 1], "point 3 does not come after"),
        ([0, 12, 24], [0, 1], "3 times, 2 values"),
    ],
)
def test_points_that_make_no_curve_are_refused_with_place_and_value(time_h, fraction, message):
    with pytest.raises(OutOfRangeError, match="'mine'") as refusal:
        straight_line_distribution("mine", time_h=time_h, fraction=fraction, source="user")
    assert message in str(refusal.value)
    assert "expected" in str(refusal.value)


def test_a_curve_of_depths_without_rain_is_refused():
    with pytest.raises(OutOfRangeError, match="no rain falls"):
        depth_distribution("dry", time_h=[0, 24], depth_in=[0, 0], source="user")


def pieces(**other):
    stated: dict[str, Any] = {
        "name": "made",
        "duration_h": 2.0,
        "method": "by hand",
        "source": "user",
        "knots_h": [0, 1, 2],
        "coefficients": [[0, 0.5, 0, 0], [0.5, 0.5, 0, 0]],
    }
    return Distribution(**(stated | other))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"coefficients": [[0, 0.5, 0, 0], [0.6, 0.4, 0, 0]]}, "jumps at 1 h"),
        ({"coefficients": [[0, 0.5, 0, 0], [0.5, 0.4, 0, 0]]}, "jumps at 2 h"),
        ({"coefficients": [[0.1, 0.4, 0, 0], [0.5, 0.5, 0, 0]]}, "jumps at 0 h"),
        ({"coefficients": [[0, -0.5, 1, 0], [0.5, 0.5, 0, 0]]}, "falls between 0 and 1 h"),
        # Slope 1 - 6x + 6x^2 is 1 at both ends and -0.5 between.
        ({"coefficients": [[0, 1, -3, 2], [0, 1, 0, 0]]}, "falls between 0 and 1 h"),
        ({"coefficients": [[0, float("nan"), 0, 0], [0.5, 0.5, 0, 0]]}, "a number is missing"),
        ({"coefficients": [[0, 0.5, 0, 0]]}, "do not fit their knots"),
        ({"knots_h": [0, 2, 1]}, "do not run through the storm"),
        ({"duration_h": 3.0}, "do not run through the storm"),
    ],
)
def test_pieces_that_make_no_curve_are_refused(other, message):
    assert pieces().fraction(1) == 0.5
    with pytest.raises(OutOfRangeError, match=message):
        pieces(**other)


def test_a_curve_is_a_value_that_cannot_be_changed():
    assert pieces() == pieces()
    assert hash(pieces()) == hash(pieces())
    assert pieces() != pieces(name="other")
    with pytest.raises(ValueError, match="read-only"):
        pieces().coefficients[0, 0] = 1


def test_uniform_rain_has_one_intensity():
    curve = uniform_distribution(240)
    assert curve.fraction([0, 60, 240]).tolist() == [0, 0.25, 1]
    assert curve.intensity_max_per_h == pytest.approx(1 / 240)
    assert curve.largest_fraction(239.9999999999999) == pytest.approx(1)


steps = st.lists(
    st.tuples(st.floats(0.01, 5.0), st.floats(0.0, 3.0)), min_size=1, max_size=30
).filter(lambda some: sum(rain for _, rain in some) > 0.01)  # fmt: skip


def points_of(some):
    time, depth = np.cumsum([0.0, *(step for step, _ in some)]), np.cumsum([0.0, *(rain for _, rain in some)])
    return time, depth


@given(steps)
def test_a_curve_by_points_never_falls_and_runs_from_0_to_1(some):
    time, depth = points_of(some)
    curve = depth_distribution("mine", time_h=time, depth_in=depth, source="user")
    fraction = curve.fraction(np.linspace(-1, time[-1] + 1, 2_001))
    assert fraction[0] == 0
    assert fraction[-1] == 1
    assert np.diff(fraction).min() >= -1e-12


@given(steps, st.floats(0.01, 0.99))
def test_how_the_points_are_given_does_not_change_the_curve(some, share):
    time, depth = points_of(some)
    asked = np.linspace(0, time[-1], 997)
    by_depth = depth_distribution("mine", time_h=time.tolist(), depth_in=depth.tolist(), source="user").fraction(asked)
    by_fraction = straight_line_distribution("mine", time_h=time, fraction=depth / depth[-1], source="user")
    doubled = depth_distribution("mine", time_h=time, depth_in=2 * depth, source="user")
    # One more point on each line says nothing new.
    between = time[:-1] + share * np.diff(time)
    more = np.sort(np.concatenate([time, between]))
    denser = depth_distribution("mine", time_h=more, depth_in=np.interp(more, time, depth), source="user")
    for other in (by_fraction, doubled, denser):
        np.testing.assert_allclose(other.fraction(asked), by_depth, atol=1e-9)


# ---- smoothing -------------------------------------------------------------------------------------------------------

# Computed with scipy 1.17.1 from the published table of MSE 3: PchipInterpolator, CubicSpline(bc_type="natural").
SCIPY_H = [0.05, 6.03, 11.43, 11.95, 12.03, 12.05, 12.07, 12.15, 23.97]
SCIPY = {
    "PCHIP": [0.000134, 0.051383, 0.238996, 0.410915, 0.510936, 0.550523, 0.588412, 0.65588, 0.99992],
    "cubic": [0.000135, 0.051383, 0.238916, 0.40627, 0.512876, 0.549163, 0.584187, 0.663094, 0.999919],
}


@pytest.mark.parametrize("by", ["PCHIP", "cubic"])
def test_a_smoothed_mse_3_is_that_of_an_independent_program(by):
    np.testing.assert_allclose(smoothed(named_distribution("MSE 3"), by=by).fraction(SCIPY_H), SCIPY[by], atol=6e-7)


def test_smoothing_says_what_it_does_to_the_largest_rain_beside_the_straight_lines():
    straight = named_distribution("MSE 3")
    curve = smoothed(straight)
    effect = smoothing_effect(straight, curve)
    assert [one.window_min for one in effect] == [5, 10, 15, 30, 60]
    # Straight: six tenths of the largest tenth hour are .16466 x 50/60 = .1372; the largest hour holds .504.
    assert effect[0].straight_fraction == pytest.approx(0.16466 * 5 / 6, abs=1e-6)
    assert effect[4].straight_fraction == pytest.approx(0.504, abs=1e-6)
    assert all(one.smoothed_fraction >= one.straight_fraction - 1e-9 for one in effect)
    for one in effect:
        assert f"{one.window_min:g} min {one.smoothed_fraction:.3f} ({one.straight_fraction:.3f})" in curve.remark
    assert "PCHIP" in curve.method


@pytest.mark.parametrize("by", ["PCHIP", "cubic"])
@given(some=st.lists(st.tuples(st.floats(0.01, 5.0), st.floats(0.0, 3.0)), min_size=3, max_size=30))
def test_a_smoothed_curve_passes_through_its_points_and_never_falls(by, some):
    time, depth = points_of(some)
    if depth[-1] <= 0.01:
        return
    straight = depth_distribution("mine", time_h=time, depth_in=depth, source="user")
    curve = smoothed(straight, by=by)
    np.testing.assert_allclose(curve.fraction(time), straight.fraction(time), atol=1e-9)
    assert np.diff(curve.fraction(np.linspace(0, time[-1], 2_001))).min() >= -1e-9


def test_what_cannot_be_smoothed_is_refused():
    with pytest.raises(OutOfRangeError, match="not one of straight lines"):
        smoothed(named_distribution("Type II"))
    with pytest.raises(OutOfRangeError, match="there is no such smoothing"):
        smoothed(named_distribution("MSE 3"), by="spline")  # type: ignore[arg-type]
    three = straight_line_distribution("three", time_h=[0, 1, 2], fraction=[0, 0.5, 1], source="user")
    with pytest.raises(OutOfRangeError, match="too few points to smooth between: 3 points"):
        smoothed(three)
    four = straight_line_distribution("four", time_h=[0, 1, 2, 3], fraction=[0, 0.5, 0.9, 1], source="user")
    assert smoothed(four).fraction(1) == pytest.approx(0.5)


# ---- the reference ---------------------------------------------------------------------------------------------------


def test_the_page_of_the_reference_has_every_curve_with_its_largest_shares(repository: Path) -> None:
    page = (repository / "docs" / "reference" / "rainfall.md").read_text(encoding="utf-8")
    rows = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            rows[cells[0].strip("`")] = cells[1:]
    assert tuple(rows) == known_names()
    for name, (joined, *shares, smooth, table) in rows.items():
        curve = named_distribution(name)
        assert shares == [f"{curve.largest_fraction(window / 60):.3f}" for window in (5, 10, 15, 30, 60)], name
        assert joined == ("straight lines" if curve.method == STRAIGHT else "quadratics")
        assert table == ("rebuilt" if "rebuilt" in curve.remark else "published")
        if curve.method == STRAIGHT:
            assert smooth == f"{smoothed(curve).largest_fraction(1 / 12):.3f}"
