"""Unit hydrographs as NEH 630 chapter 16 and HEC-22 have them."""

from __future__ import annotations

import numpy as np
from tests.golden.case_files import expected, inputs

from headwater.hydrology.convolution import BURST_PER_TC, LAG_PER_TC
from headwater.hydrology.unit_hydrograph import CURVILINEAR, gamma_peak_rate_factor


def test_the_unit_hydrograph_of_neh_example_16_1_is_reproduced() -> None:
    given, due = inputs("neh630_16_1_uh"), expected("neh630_16_1_uh")
    time_to_peak_h = given["D"] / 2 + LAG_PER_TC * given["Tc"]
    peak_cfs = given["PRF"] * given["A"] / time_to_peak_h
    ordinates = peak_cfs * CURVILINEAR.ordinate(given["D"] * np.arange(27) / time_to_peak_h)
    assert time_to_peak_h == due["Tp"]
    assert peak_cfs == due["qp"]
    assert ordinates.tolist() == due["uh_ordinates_every_0.3h"]


def test_the_peak_of_hec22_example_4_4_is_reproduced() -> None:
    given, due = inputs("hec22_ex4_4"), expected("hec22_ex4_4")
    time_to_peak_h = (BURST_PER_TC / 2 + LAG_PER_TC) * given["tc"]
    assert time_to_peak_h == due["tp"]
    assert given["PRF"] * given["A"] / time_to_peak_h == due["qp"]


def test_the_table_of_gamma_shapes_against_peak_rate_factors_is_reproduced() -> None:
    made = [gamma_peak_rate_factor(shape) for shape in inputs("neh630_16_gamma_prf")["m"]]
    assert made == expected("neh630_16_gamma_prf")["PRF"]
