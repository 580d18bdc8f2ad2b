"""Bars are as long as their numbers, and the words beside them say the numbers."""

from __future__ import annotations

import re
from typing import Any

from headwater.reports.figures import surface_figure, volume_figure


def surfaces(**areas_sf: int) -> list[dict[str, Any]]:
    areas_sf["existing impervious"] = areas_sf["kept"] + areas_sf["reconstructed"] + areas_sf["removed"]
    areas_sf["proposed impervious"] = areas_sf["kept"] + areas_sf["reconstructed"] + areas_sf["new"]
    return [
        {"surface": name, "area_sf": str(area_sf), "area_sf_printed": f"{area_sf:,}"}
        for name, area_sf in areas_sf.items()
    ]


def volumes(required: str | None, provided: str | None) -> dict[str, Any]:
    return {
        "required_volume_cf": required,
        "provided_volume_cf": provided,
        "required_volume_printed": required,
        "provided_volume_printed": provided,
    }


def widths(svg: str) -> list[float]:
    return [float(width) for width in re.findall(r'<rect [^>]* width="([0-9.]+)"', svg)]


def test_surfaces_are_drawn_to_one_scale() -> None:
    """Existing 1,000 + 2,000 + 1,000 sf, proposed 1,000 + 2,000 + 5,000 sf: the longest bar has all the width, 548."""
    figure = surface_figure(surfaces(kept=1_000, reconstructed=2_000, removed=1_000, new=5_000))
    assert figure is not None
    assert widths(figure.svg) == [68.5, 137, 68.5, 68.5, 137, 342.5]
    assert "kept 1,000 sf, reconstructed 2,000 sf, new 5,000 sf; in all 8,000 sf" in figure.alternative


def test_a_surface_that_is_not_there_is_not_drawn() -> None:
    figure = surface_figure(surfaces(kept=0, reconstructed=0, removed=0, new=5_000))
    assert figure is not None
    assert len(widths(figure.svg)) == 1
    assert "Existing: none; in all 0 sf." in figure.alternative


def test_nothing_is_drawn_of_what_is_not_known_or_is_nothing() -> None:
    some = surfaces(kept=1, reconstructed=1, removed=1, new=1)
    some[0]["area_sf"] = None
    assert surface_figure(some) is None
    assert surface_figure(surfaces(kept=0, reconstructed=0, removed=0, new=0)) is None
    assert volume_figure(volumes("3500", None)) is None
    assert volume_figure(volumes("0", "0")) is None


def test_volumes_are_drawn_to_one_scale() -> None:
    """3,000 against 1,500 cf: half as long."""
    figure = volume_figure(volumes("3000", "1500"))
    assert figure is not None
    required, provided = widths(figure.svg)
    assert required == 2 * provided
    assert figure.alternative == "Two bars of volume: required 3000 cf, provided 1500 cf."
