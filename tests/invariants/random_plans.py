"""Plan files drawn at random: legal to the last value, whatever else is odd about them.

Owns the walk over the records of `headwater.plan`, so that a key that is added is drawn too, and what has to agree
with something else in the file: ids and what refers to them, surfaces and their site, shares, lots. Areas are drawn
first and written after, each so that what is written stands for what was drawn; so they never contradict each other.
Single values are `random_values`.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import yaml
from tests.invariants import random_values as values

from headwater.editions.registry import SUPPLIED
from headwater.plan import Plan
from headwater.plan.document import Exhibit
from headwater.plan.drainage import DischargePoint, Landlocked
from headwater.plan.leaves import Among, Answer, Count, Date, Family, Keys, Record, Text
from headwater.plan.practices import Practice
from headwater.plan.proposal import Action, EarlierProject
from headwater.plan.receiving import Structure, Water
from headwater.plan.site import Site
from headwater.plan.soils import Boring
from headwater.plan.surfaces import PermeableShare, Surfaces

# Fields of records that no plan file writes.
NOT_WRITTEN: Final = ("line", "file", "sha256", "computed")
# A drainage model is a network and loads go by trains, whose parts have to fit: they are not drawn value by value.
NOT_DRAWN: Final = ("drainage", "loads")
UNKNOWN: Final = ("unknown", "")
ORIGINS: Final = ("stated", "measured", "read", "computed")
# How much of a plan is told, from a bare sketch to everything.
TOLD: Final = (0.1, 0.3, 0.6, 0.85, 1.0)
NAMES_THAT_ARE_ODD: Final = (0.0, 0.2, 1.0)
LISTS: Final = ("practices", "borings", "points", "landlocked", "structures", "waters", "exhibits")


def random_plan(seed: int) -> str:
    """Return the text of a legal plan file; the same seed draws the same one."""
    rng = random.Random(seed)
    tree = _Drawn(rng).plan()
    # Blocks, flow, or blocks of flow; a file is written either in Unicode or in escapes.
    flow, as_is = rng.choice((False, None, True)), rng.random() < 0.7
    return yaml.safe_dump(tree, sort_keys=False, default_flow_style=flow, allow_unicode=as_is, width=100)


@dataclass(frozen=True, kw_only=True)
class _Ground:
    """Surfaces that can be true together on one piece of land, in whole square feet."""

    site_sf: int
    kept_sf: int
    reconstructed_sf: int
    removed_sf: int
    new_sf: int

    @property
    def by_key(self) -> dict[str, int]:
        """Each surface by its key in the plan file."""
        existing_sf = self.kept_sf + self.reconstructed_sf + self.removed_sf
        proposed_sf = self.kept_sf + self.reconstructed_sf + self.new_sf
        return {
            "kept": self.kept_sf,
            "reconstructed": self.reconstructed_sf,
            "removed": self.removed_sf,
            "new": self.new_sf,
            "existing": existing_sf,
            "proposed": proposed_sf,
            "net_increase": self.new_sf - self.removed_sf,
        }


class _Drawn:
    """One plan in the making: how much of it is told, its names and its land."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.told = rng.choice(TOLD)
        self.odd = rng.choice(NAMES_THAT_ARE_ODD)
        self.ground_ft = rng.choice((0, 920, 1_000))
        self.site_sf = max(1, self._amount(10_000_000))
        self.ground = self._surfaces_on(self.site_sf)
        self.disturbed_sf = self._amount(self.site_sf)
        self.actions = values.names(rng, count=rng.choice((1, 1, 2, 3)), odd=self.odd)
        self.earlier = values.names(rng, count=rng.choice((0, 0, 1, 2, 3)), odd=self.odd, but=self.actions)
        self.ids = {name: values.names(rng, count=rng.choice((0, 1, 1, 2, 3)), odd=self.odd) for name in LISTS}

    # ---- the whole -----------------------------------------------------------------------------------------------

    def plan(self) -> dict[str, Any]:
        """Return the tree of the file."""
        points = [self._point(name) for name in self.ids["points"]]
        given: dict[str, Any] = {
            "headwater": "1",
            "edition": {"key": self.rng.choice(sorted(SUPPLIED)), "because": values.words(self.rng, odd=self.odd)},
            "site": self.record(
                Site,
                {"area": values.area(self.rng, self.site_sf), "disturbed": values.area(self.rng, self.disturbed_sf)},
            ),
            "surfaces": self._surfaces(self.ground),
            "earlier_projects": self._list([self._earlier(place) for place in range(len(self.earlier))]),
            "soils": {"hsg": self._hsg()},
            "borings": self._list([self._boring(name) for name in self.ids["borings"]]),
            "practices": self._list([self._practice(name) for name in self.ids["practices"]]),
            "landlocked": self._list([self.record(Landlocked, {"id": name}) for name in self.ids["landlocked"]]),
            "structures": self._list([self._structure(name) for name in self.ids["structures"]]),
            "waters": self._list([self.record(Water, {"id": name}) for name in self.ids["waters"]]),
            "exhibits": self._list([self._exhibit() for _ in range(self.rng.randrange(30))]),
        }
        actions = [self._action(place) for place in range(len(self.actions))]
        # What refers to a list is drawn with it, so that all of them are written or none.
        told = {key: value for key, value in given.items() if key == "headwater" or self._tells()}
        if not {"waters", "practices", "landlocked"} <= set(told):
            for item in told.get("structures", ()) if isinstance(told.get("structures"), list) else ():
                item.pop("disconnected_from", None)
            for point in points:
                point.pop("to", None)
        if "practices" not in told:
            for item in told.get("borings", ()) if isinstance(told.get("borings"), list) else ():
                item.pop("practice", None)
        silent = dict.fromkeys(key for key in given if key not in told)
        return self.record(Plan, {**silent, **told, "actions": actions, "discharge": self._discharge(points)})

    def _discharge(self, points: list[dict[str, Any]]) -> dict[str, Any] | None:
        if not self._tells():
            return None
        hint = get_type_hints(Plan, include_extras=True)["discharge"]
        (discharge,) = (part for part in get_args(hint) if part is not NoneType)
        return self.record(discharge, {"points": self._list(points)})

    def _list(self, items: list[Any]) -> list[Any] | str:
        return items or ("none" if self.rng.random() < 0.5 else [])

    # ---- items ---------------------------------------------------------------------------------------------------

    def _action(self, place: int) -> dict[str, Any]:
        # Without a site of its own, an action's areas are held against the whole site.
        apart = self._tells()
        own = self._part_of(self.ground, apart=apart)
        lots = values.count(self.rng)
        disturbed_sf = self._amount(min(self.disturbed_sf, own.site_sf))
        given: dict[str, Any] = {
            "id": self.actions[place],
            "lots": str(lots),
            "buildable_lots": str(min(lots, values.count(self.rng))),
            "counted_in": self._one_of(self.actions[place + 1 :]),
            "surfaces": self._surfaces(own),
            "disturbed": values.area(self.rng, disturbed_sf),
            "area": values.area(self.rng, own.site_sf) if apart else None,
        }
        return self.record(Action, self._some(given, "id", "area"))

    def _earlier(self, place: int) -> dict[str, Any]:
        where = self.rng.choice(("same site", "adjacent site"))
        land = self._surfaces_on(self.site_sf if where == "same site" else max(1, self._amount(2_000_000)))
        given: dict[str, Any] = {
            "id": self.earlier[place],
            "where": where,
            "part_of": self._one_of((*self.actions, *self.earlier[place + 1 :])),
            "site_area": values.area(self.rng, land.site_sf),
            "existing_before": values.area(self.rng, land.by_key["existing"]),
            "new": values.area(self.rng, land.new_sf),
            "removed": values.area(self.rng, land.removed_sf),
            "reconstructed": values.area(self.rng, land.reconstructed_sf),
            "disturbed": values.area(self.rng, self._amount(land.site_sf)),
        }
        # A neighbour's areas are held against the neighbour's site, so that it has to be told where they are.
        return self.record(EarlierProject, self._some(given, "id", *(["where"] if where == "adjacent site" else [])))

    def _practice(self, name: str) -> dict[str, Any]:
        tree = self.rng.choice((*values.species(), values.words(self.rng, odd=self.odd)))
        given: dict[str, Any] = {"id": name, "species": tree, "ground": self.rng.choice(("lawn", "lawn", "yard"))}
        return self.record(Practice, self._some(given, "id"))

    def _boring(self, name: str) -> dict[str, Any]:
        return self.record(Boring, {"id": name, "practice": self._one_of(self.ids["practices"])})

    def _point(self, name: str) -> dict[str, Any]:
        return self.record(DischargePoint, {"id": name, "to": self._one_of((*self._receivers(), *self.ids["points"]))})

    def _structure(self, name: str) -> dict[str, Any]:
        receivers = self._receivers()
        apart = [self.rng.choice(receivers) for _ in range(self.rng.randrange(4))] if receivers else []
        return self.record(Structure, {"id": name, "disconnected_from": apart or "none"})

    def _receivers(self) -> tuple[str, ...]:
        return (*self.ids["waters"], *self.ids["practices"], *self.ids["landlocked"])

    def _exhibit(self) -> dict[str, Any]:
        keys = (*values.exhibit_keys(), values.words(self.rng, odd=self.odd))
        return self.record(Exhibit, {"exhibit": self.rng.choice(keys)})

    # ---- land ----------------------------------------------------------------------------------------------------

    def _amount(self, most_sf: int) -> int:
        """Return an area of whole square feet, at or beside a threshold, and never above `most_sf`."""
        beside = int(values.near(self.rng, "area")) + self.rng.choice((0, 0, -1, 1))
        return min(most_sf, max(0, self.rng.choice((beside, beside, self.rng.randint(0, most_sf)))))

    def _surfaces_on(self, site_sf: int) -> _Ground:
        kept_sf = self.rng.choice((0, self._amount(site_sf)))
        reconstructed_sf = self.rng.choice((0, self._amount(site_sf - kept_sf)))
        left_sf = site_sf - kept_sf - reconstructed_sf
        return _Ground(
            site_sf=site_sf,
            kept_sf=kept_sf,
            reconstructed_sf=reconstructed_sf,
            removed_sf=self.rng.choice((0, self._amount(left_sf))),
            new_sf=self._amount(left_sf),
        )

    def _part_of(self, whole: _Ground, *, apart: bool) -> _Ground:
        """Return the surfaces of one action, and a site that holds them: the whole one, or one of its own."""
        share = {
            name: self.rng.choice((0, whole.by_key[name], self.rng.randint(0, whole.by_key[name])))
            for name in ("kept", "reconstructed", "removed", "new")
        }
        held_sf = share["kept"] + share["reconstructed"] + max(share["removed"], share["new"])
        return _Ground(
            site_sf=self.rng.randint(max(1, held_sf), whole.site_sf) if apart else whole.site_sf,
            **{f"{name}_sf": area_sf for name, area_sf in share.items()},
        )

    def _surfaces(self, ground: _Ground) -> dict[str, Any]:
        given: dict[str, Any] = {name: self._area(area_sf) for name, area_sf in ground.by_key.items()}
        for name, area_sf in ground.by_key.items():
            if name in ("existing", "proposed") and self._tells():
                given.setdefault("pervious", {})[name] = values.area(self.rng, ground.site_sf - area_sf)
                given.setdefault("impervious_share", {})[name] = values.percent(self.rng, area_sf, ground.site_sf)
        permeable = {
            field.name: values.area(self.rng, self._amount(ground.by_key[field.name]))
            for field in dataclasses.fields(PermeableShare)
            if field.name != "line"
        }
        given = {"pervious": None, "impervious_share": None, **given, "permeable": self._told(permeable)}
        return self.record(Surfaces, self._some(given))

    def _area(self, area_sf: int) -> str:
        if area_sf >= 0:
            return values.area(self.rng, area_sf)
        return f"{area_sf} sf" if self.rng.random() < 0.7 else f"-{abs(area_sf):,} sf"

    def _hsg(self) -> dict[str, str]:
        cuts = sorted(self.rng.choice((0, 40, 50, 100, self.rng.randint(0, 100))) for _ in range(3))
        shares = (cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 100 - cuts[2])
        pairs = zip("ABCD", shares, strict=True)
        return {group: f"{share} %" for group, share in pairs if self._tells()}

    # ---- any record ----------------------------------------------------------------------------------------------

    def record(self, kind: type[Record], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return a mapping for a record: what is given (None leaves it out), and the rest drawn by its type."""
        hints = get_type_hints(kind, include_extras=True)
        found = {}
        for field in dataclasses.fields(kind):
            key = field.metadata.get("alias", field.name)
            required = field.default is dataclasses.MISSING
            if field.name in (*NOT_WRITTEN, *NOT_DRAWN) or (key in given and given[key] is None):
                continue
            if key in given:
                found[key] = given[key]
            elif required or self._tells():
                unknown = not required and self.rng.random() < values.SELDOM / 2
                found[key] = self.rng.choice(UNKNOWN) if unknown else self._value(hints[field.name])
        return found

    def _value(self, hint: Any) -> Any:
        if get_origin(hint) in (Union, UnionType):
            (hint,) = (part for part in get_args(hint) if part is not NoneType)
        if get_origin(hint) is Annotated:
            kind, mark = get_args(hint)
            if isinstance(mark, Family):
                return self._sourced(values.quantity(self.rng, mark, ground_ft=self.ground_ft))
            if isinstance(mark, Among):
                return self._sourced(self.rng.choice(mark.choices))
            assert isinstance(mark, Keys)
            keys = [name for name in mark.names or values.statements() if self._tells()]
            return {name: self._value(get_args(kind)[1]) for name in keys}
        if get_origin(hint) is tuple:
            return [self._value(get_args(hint)[0]) for _ in range(self.rng.randrange(4))]
        if issubclass(hint, Record):
            return self.record(hint, {})
        return self._leaf(hint)

    def _leaf(self, kind: type) -> Any:
        if kind is Answer:
            said = self.rng.choice(("yes", "no", "true", "False", "YES"))
            beside = {"evidence": values.words(self.rng, odd=self.odd), "page": "C-1"}
            return {"answer": said, **self._told(beside)} if self.rng.random() < 0.3 else said
        drawn = {
            Date: lambda: values.day(self.rng),
            Count: lambda: str(values.count(self.rng)),
            Text: lambda: values.words(self.rng, odd=self.odd),
        }
        return self._sourced(drawn[kind]())

    def _sourced(self, value: str) -> Any:
        if self.rng.random() > values.SELDOM:
            return value
        beside = {"origin": self.rng.choice(ORIGINS), "source": values.words(self.rng, odd=self.odd), "page": "C-2"}
        return {"value": value, **self._told(beside)}

    # ---- chances -------------------------------------------------------------------------------------------------

    def _tells(self) -> bool:
        return self.rng.random() < self.told

    def _some(self, given: Mapping[str, Any], *always: str) -> dict[str, Any]:
        """Return what is given, None where it is left out."""
        return {key: value if key in always or self._tells() else None for key, value in given.items()}

    def _told(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return some of what is given, without the rest."""
        return {key: value for key, value in given.items() if self._tells()}

    def _one_of(self, ids: Sequence[str]) -> str | None:
        return self.rng.choice(ids) if ids and self._tells() else None
