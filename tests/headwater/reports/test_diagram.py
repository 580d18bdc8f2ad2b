"""The routing diagram says what the routing list says, in an order that does not depend on how a plan is written."""

from __future__ import annotations

import itertools
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.headwater.simulating import document_of

from headwater.reports.diagram import routing_lines, routing_svg
from headwater.reports.layering import layout_of

SVG = "{http://www.w3.org/2000/svg}"
Routing = list[dict[str, Any]]


def edges_of(svg: str) -> set[tuple[str, str]]:
    ways = ElementTree.fromstring(svg).iter(f"{SVG}path")
    return {(way.attrib["data-from"], way.attrib["data-to"]) for way in ways if "data-from" in way.attrib}


def soaking_of(svg: str) -> set[str]:
    ways = ElementTree.fromstring(svg).iter(f"{SVG}path")
    return {way.attrib["data-soaks"] for way in ways if "data-soaks" in way.attrib}


def kinds_of(svg: str) -> dict[str, str]:
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    return {group.attrib["data-id"]: group.attrib["data-kind"] for group in groups}


def listed(lines: list[str]) -> set[tuple[str, str]]:
    """Return the ways in a text list, read back."""
    found = set()
    for line in lines:
        name, _, targets = line.partition(") to ")
        found |= {(name.split(" (")[0], to) for to in targets.split(", ") if to}
    return found


def node(id_: str, kind: str, *to: str, discards: bool = False) -> dict[str, Any]:
    return {"id": id_, "kind": kind, "to": list(to), "discards": discards}


@pytest.fixture(params=["existing", "proposed"])
def routing(request: pytest.FixtureRequest) -> Routing:
    """Return the routing of each condition in turn."""
    conditions = document_of()["conditions"]
    found: Routing = next(one["routing"] for one in conditions if one["condition"] == request.param)
    return found


def test_the_picture_has_the_ways_of_the_document_and_no_other(routing: Routing) -> None:
    svg = routing_svg(routing, title="Routing")
    assert edges_of(svg) == {(one["id"], to) for one in routing for to in one["to"]}
    assert soaking_of(svg) == {one["id"] for one in routing if one["discards"]}
    assert kinds_of(svg) == {one["id"]: one["kind"] for one in routing}


def test_the_text_list_has_the_ways_of_the_picture(routing: Routing) -> None:
    svg = routing_svg(routing, title="Routing")
    ground = {(id_, "ground") for id_ in soaking_of(svg)}
    assert listed(routing_lines(routing)) == edges_of(svg) | ground


def test_the_description_of_the_picture_is_the_text_list(routing: Routing) -> None:
    root = ElementTree.fromstring(routing_svg(routing, title="Routing, proposed"))
    title, what = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert what is not None
    assert (root.attrib["role"], title.text) == ("img", "Routing, proposed")
    assert what.text == "; ".join(routing_lines(routing))


def test_every_kind_has_a_shape_of_its_own() -> None:
    kinds = ("subcatchment", "pond", "reach", "link", "outfall")
    root = ElementTree.fromstring(routing_svg([node(kind, kind) for kind in kinds], title="Shapes"))
    shapes = set()
    for group in root.iter(f"{SVG}g"):
        shape = group[1]
        corners = len(shape.attrib.get("points", "").split())
        shapes.add((shape.tag.removeprefix(SVG), corners, "rx" in shape.attrib))
    # Six corners, three, a square, eight, a rounded bar.
    assert shapes == {("polygon", 6, False), ("polygon", 3, False), ("rect", 0, False), ("polygon", 8, False),
                      ("rect", 0, True)}  # fmt: skip


def test_the_order_of_the_nodes_changes_no_byte(routing: Routing) -> None:
    expected = routing_svg(routing, title="Routing").replace("; ".join(routing_lines(routing)), "")
    for turned in itertools.islice(itertools.permutations(routing), 0, 200, 40):
        svg = routing_svg(list(turned), title="Routing").replace("; ".join(routing_lines(turned)), "")
        assert svg == expected


def test_a_hostile_name_is_text() -> None:
    name = '"><script>alert(1)</script>'
    svg = routing_svg([node(name, "pond", "1O"), node("1O", "outfall")], title=name)
    root = ElementTree.fromstring(svg)
    assert not list(root.iter(f"{SVG}script"))
    assert edges_of(svg) == {(name, "1O")}


def test_a_pond_without_a_way_out_says_so() -> None:
    assert routing_lines([node("1P", "pond"), node("1O", "outfall")]) == ["1P (pond) has no outlet", "1O (outfall)"]


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[str, str]]:
    """Return the ways of a graph without circles: each leads to a node of a higher number."""
    count = draw(st.integers(2, 14))
    ways = draw(
        st.lists(st.tuples(st.integers(0, count - 2), st.integers(1, count - 1)), min_size=1, max_size=24, unique=True)
    )
    return [(f"n{low:02}", f"n{high:02}") for low, high in ways if low < high]


@given(graphs())
def test_every_way_runs_to_the_right_and_no_two_nodes_share_a_place(ways: list[tuple[str, str]]) -> None:
    ids = sorted({id_ for way in ways for id_ in way}) or ["n00"]
    layout = layout_of(ways, ids)
    for source, target in ways:
        assert layout.place(source)[0] < layout.place(target)[0]
    places = [layout.place(id_) for id_ in ids]
    assert len(set(places)) == len(places)
    for edge in layout.edges:
        path = layout.path(edge)
        assert path[0] == layout.place(edge.source)
        assert path[-1] == layout.place(edge.target)
        # A way that passes a layer has a place of its own there, and so passes through no node.
        assert not set(path[1:-1]) & set(places)


def test_a_long_chain_is_laid_out() -> None:
    ids = [f"{number:05}" for number in range(10_000)]
    layout = layout_of(itertools.pairwise(ids), ids)
    assert layout.extent == (10_000, 1)


@pytest.mark.parametrize(("id_", "inside"), [("1P", True), ("10P", False), ("Pond", False)])
def test_a_name_that_is_wider_than_the_triangle_of_a_pond_stands_above_it(id_: str, inside: bool) -> None:
    root = ElementTree.fromstring(routing_svg([node(id_, "pond", "1O"), node("1O", "outfall")], title="Routing"))
    group = next(one for one in root.iter(f"{SVG}g") if one.attrib["data-id"] == id_)
    shape, text = group.find(f"{SVG}polygon"), group.find(f"{SVG}text")
    assert shape is not None
    assert text is not None
    top = min(float(point.split(",")[1]) for point in shape.attrib["points"].split())
    assert (float(text.attrib["y"]) > top) == inside
