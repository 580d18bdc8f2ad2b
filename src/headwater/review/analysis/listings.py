"""What reviewers look up across a model: its land by curve number and by soil, its pipes. From the document of a model.

Areas are summed as they stand in the document, in its four digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from headwater.review.analysis.digits import rounded

Document = Mapping[str, Any]
# `land` writes the soil group behind the words of a cover.
GROUP: Final = ", HSG "
UNNAMED: Final = "not named"
PIPES: Final = frozenset({"pipe", "box", "culvert"})
PIPE_FLOWS: Final = frozenset({"pipe flow", "box flow"})


@dataclass(frozen=True, kw_only=True)
class Listed:
    """An area of one description, over all subcatchments that have it."""

    name: str
    curve_number: float | None
    area_ac: float
    subcatchments: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Pipe:
    """A pipe, box or culvert: what it belongs to, and what the plan states of it."""

    where: str
    kind: str
    described: str
    invert_ft: float | None = None


def areas_by_curve_number(condition: Document) -> list[Listed]:
    """Return the land of a condition by curve number and cover, the lowest number first."""
    return _summed(condition, lambda part: (part["curve_number"], part["description"]))


def areas_by_soil(condition: Document) -> list[Listed]:
    """Return the land of a condition by hydrologic soil group; ground whose cover names none is listed so."""

    def group(part: Document) -> tuple[None, str]:
        _, named, name = part["description"].rpartition(GROUP)
        return None, name if named else UNNAMED

    return _summed(condition, group)


def pipes(condition: Document) -> Iterator[Pipe]:
    """Yield the pipes of flow paths, then of reaches, then of outlets."""
    for piece in condition["subcatchments"]:
        for stretch in piece["stretches"]:
            if stretch["description"] in PIPE_FLOWS:
                said = {
                    "length": (stretch["length_ft"], " ft"),
                    "slope": (stretch["slope_ft_per_ft"], " ft/ft"),
                    "n": (stretch["manning_n"], ""),
                    "full": (stretch["capacity_cfs"], " cfs"),
                }
                words = ", ".join(
                    f"{name} {value:g}{unit}" for name, (value, unit) in said.items() if value is not None
                )
                yield Pipe(where=piece["id"], kind=stretch["description"].removesuffix(" flow"), described=words)
    for reach in condition["reaches"]:
        kind, _, words = reach["described"].partition(", ")
        if kind in PIPES:
            yield Pipe(where=reach["id"], kind=kind, described=words)
    for pond in condition["ponds"]:
        for outlet in pond["outlets"]:
            kind, _, words = outlet["described"].partition(", ")
            if kind in PIPES:
                yield Pipe(
                    where=f"{pond['id']} outlet {outlet['id']}",
                    kind=kind,
                    described=words,
                    invert_ft=outlet["invert_ft"],
                )


def _summed(condition: Document, key: Any) -> list[Listed]:
    areas: dict[tuple[float | None, str], float] = {}
    places: dict[tuple[float | None, str], dict[str, None]] = {}
    for piece in condition["subcatchments"]:
        for part in piece["parts"]:
            at = key(part)
            areas[at] = areas.get(at, 0.0) + part["area_ac"]
            places.setdefault(at, {})[piece["id"]] = None
    return [
        Listed(name=at[1], curve_number=at[0], area_ac=rounded(areas[at], 4) or 0.0, subcatchments=tuple(places[at]))
        for at in sorted(areas, key=lambda at: (at[0] or 0.0, at[1] == UNNAMED, at[1]))
    ]
