"""What is no network: one clear error each, which names the node, the value and what to do."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.headwater.hydraulics.networks import basin, land, one_pond

from headwater.errors import HeadwaterError, NetworkError
from headwater.hydraulics.network import (
    FixedTailwater,
    Link,
    Network,
    Outfall,
    Outlet,
    RatedTailwater,
    Reach,
    Split,
    TimedTailwater,
)
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.sections import TrapezoidalSection

DITCH = TrapezoidalSection(
    bottom_width_ft=2.0, left_slope_h_per_v=3.0, right_slope_h_per_v=3.0, depth_ft=3.0, manning_n=0.03
)
END = (Outfall(id="1O"),)


def reach(*, length_ft: float = 300.0, slope_fraction: float = 0.01, side_by_side: int = 1) -> Reach:
    return Reach(
        id="1R", to="1O", section=DITCH, length_ft=length_ft, slope_fraction=slope_fraction, side_by_side=side_by_side
    )


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "no node": (Network, "no node"),
    "an empty id": (lambda: Network(outfalls=(Outfall(id=""),)), "empty id"),
    "an id given twice": (
        lambda: Network(subcatchments=(land("1", "1"),), outfalls=(Outfall(id="1"),)),
        "'1' is the id of a subcatchment and of a outfall",
    ),
    "a missing node": (lambda: Network(subcatchments=(land("1S", "9P"),), outfalls=END), "'1S' discharges to '9P'"),
    "water to a subcatchment": (
        lambda: Network(subcatchments=(land("1S", "2S"), land("2S", "1O")), outfalls=END),
        "discharges to subcatchment '2S'",
    ),
    "a circle of two": (
        lambda: Network(ponds=(basin("1P", "2P"), basin("2P", "1P"))),
        "water goes in a circle: 2P to 1P to 2P",
    ),
    "a circle of one": (lambda: Network(links=(Link(id="1L", to="1L"),)), "in a circle: 1L to 1L"),
    "a circle below others": (
        lambda: Network(
            subcatchments=(land("1S", "3L"),),
            links=(Link(id="3L", to="4L"), Link(id="4L", to="5L"), Link(id="5L", to="4L")),
        ),
        "5L to 4L to 5L",
    ),
    "a start above the top": (
        lambda: Network(ponds=(replace(basin("1P", "1O"), start_ft=938.5),), outfalls=END),
        "starting level 938.5 ft lies outside its storage; expected 930 to 938 ft",
    ),
    "a start that is no number": (
        lambda: Network(ponds=(replace(basin("1P", "1O"), start_ft=math.nan),), outfalls=END),
        "starting level nan ft",
    ),
    "an outlet at the top": (
        lambda: Network(ponds=(basin("1P", "1O", crest_ft=938.0),), outfalls=END),
        "outlet 'B' at 938 ft lies at or above the top of the storage, 938 ft",
    ),
    "two outlets of one name": (
        lambda: Network(
            ponds=(basin("1P", "1O", more=(("A", CircularOrifice(invert_ft=931, diameter_ft=1.0)),)),), outfalls=END
        ),
        "two of its outlets are called 'A'",
    ),
    "an outlet into one that is not there": (
        lambda: Network(
            ponds=(
                replace(
                    basin("1P", "1O"),
                    outlets=(Outlet(id="A", device=CircularOrifice(invert_ft=930, diameter_ft=1.0), into="Z"),),
                ),
            ),
            outfalls=END,
        ),
        "discharges into 'Z', which it does not have",
    ),
    "outlets into each other": (
        lambda: Network(
            ponds=(
                replace(
                    basin("1P", "1O"),
                    outlets=(
                        Outlet(id="A", device=CircularOrifice(invert_ft=930, diameter_ft=1.0), into="B"),
                        Outlet(id="B", device=CircularOrifice(invert_ft=930, diameter_ft=1.0), into="A"),
                    ),
                ),
            ),
            outfalls=END,
        ),
        "into itself by way of others",
    ),
    "a reach without slope": (
        lambda: Network(reaches=(reach(slope_fraction=0.0),), outfalls=END),
        "its slope is 0.0 ft/ft; expected a number above 0",
    ),
    "a reach without length": (lambda: Network(reaches=(reach(length_ft=-1.0),), outfalls=END), "its length is -1.0"),
    "no reach at all of its count": (lambda: Network(reaches=(reach(side_by_side=0),), outfalls=END), "its count is 0"),
    "a split of one point": (
        lambda: Network(links=(Link(id="1L", to="1O", splits=(Split(to=None, curve_cfs=((0, 0),)),)),), outfalls=END),
        "has 1 point",
    ),
    "a split that falls back": (
        lambda: Network(
            links=(Link(id="1L", to="1O", splits=(Split(to=None, curve_cfs=((0, 0), (2, 1), (1, 1))),)),), outfalls=END
        ),
        "goes from 2 to 1",
    ),
    "a tailwater that is no number": (
        lambda: Network(outfalls=(Outfall(id="1O", tailwater=FixedTailwater(elevation_ft=math.inf)),)),
        "its tailwater is inf ft",
    ),
    "a tailwater curve of one point": (
        lambda: Network(outfalls=(Outfall(id="1O", tailwater=RatedTailwater(curve=((0, 900),))),)),
        "its tailwater curve has 1 point",
    ),
    "a tailwater series back in time": (
        lambda: Network(outfalls=(Outfall(id="1O", tailwater=TimedTailwater(series=((3, 900), (2, 901)))),)),
        "goes from 3 to 2",
    ),
    "a negative area": (lambda: land("1S", "1O", area_ac=-1.0), "-1.0 ac"),
    "an area that is no number": (lambda: land("1S", "1O", area_ac=math.nan), "nan ac"),
}


@pytest.mark.parametrize("name", BAD)
def test_each_fault_has_its_own_words(name: str) -> None:
    build, said = BAD[name]
    with pytest.raises(HeadwaterError) as caught:
        build()
    assert said in str(caught.value)
    assert "expected" in str(caught.value)


def test_the_order_is_from_upstream_down_and_the_same_for_any_order_of_the_records() -> None:
    links = (Link(id="b", to="z"), Link(id="a", to="z"), Link(id="z", to="1O"))
    network = Network(links=links, outfalls=END)
    assert network.order == ("a", "b", "z", "1O")
    assert Network(links=links[::-1], outfalls=END).order == network.order


def test_a_chain_of_ten_thousand_nodes_is_put_in_order_without_a_depth_of_calls() -> None:
    links = tuple(Link(id=f"{n:05d}", to=f"{n + 1:05d}") for n in range(10_000))
    assert len(Network(links=links, outfalls=(Outfall(id="10000"),)).order) == 10_001


def test_a_circle_of_ten_thousand_nodes_is_told_shortly() -> None:
    links = tuple(Link(id=f"{n:05d}", to=f"{(n + 1) % 10_000:05d}") for n in range(10_000))
    with pytest.raises(NetworkError, match=r"\(\d+ more\)") as caught:
        Network(links=links)
    assert len(str(caught.value)) < 400


def test_one_pond_is_a_network() -> None:
    assert one_pond().order == ("1S", "1P", "1O")
