"""What a plan provides: the credit of each practice by the edition's schedule, and the sum.

The schedule is data: which kind of practice earns which formula of `headwater.treatment.credit`, at which depth and
share. One piece of ground earns one credit; which of several on it is the applicant's to choose.
"""

from __future__ import annotations

from fractions import Fraction

from headwater.rules.judging import NOT_APPLICABLE, Judgment
from headwater.rules.provision import Credit, Criterion
from headwater.rules.world import World
from headwater.treatment import credit
from headwater.units import format_plain
from headwater.window import AT_LEAST_ZERO, ZERO, Window, largest, total


def earned_cf(world: World) -> Window:
    """Return the credit of the practice at hand before ground is shared out; numbers as written."""
    kind = world.word("practice.kind")
    if not world.edition.credits:
        return AT_LEAST_ZERO  # the edition's schedule is not at hand
    found = world.edition.credits.get(kind)
    if found is None:
        return ZERO
    world.row(found.id)
    if found.needs is not None and not world.yes(f"practice.{found.needs}"):
        return ZERO
    with world.as_written():
        return _by_formula(world, found)


def _by_formula(world: World, schedule: Credit) -> Window:
    share, depth = schedule.share_fraction, schedule.depth_in or Fraction(0)
    if schedule.formula == "no number":
        return AT_LEAST_ZERO
    if schedule.formula == "held":
        return credit.held_cf(world.number("practice.volume_below_overflow_cf"), share_fraction=share)
    if schedule.formula == "area":
        if (
            schedule.id.endswith(".soil")
            and world.reading("R19") == "only_as_group_b"
            and not world.yes("practice.as_group_b")
        ):
            return ZERO
        return credit.depth_over_area_cf(world.number("practice.area_sf"), depth_in=depth, share_fraction=share)
    if schedule.formula == "canopy":
        interception = interception_fraction(world)
        canopy = world.number("practice.canopy_sf")
        if interception is None:
            return AT_LEAST_ZERO
        return credit.intercepted_cf(canopy, interception_fraction=interception, depth_in=depth, share_fraction=share)
    capacity, tributary = world.number("practice.reuse_capacity_cf"), world.number("practice.tributary_impervious_sf")
    return credit.reused_cf(capacity, tributary, depth_in=depth)


def interception_fraction(world: World) -> Fraction | None:
    """Return the interception of the tree at hand: its species', an arborist's for one not listed, else the median."""
    species = world.edition.species
    region = world.region("practice.species")
    assert isinstance(region, frozenset)
    if len(region) != 1:
        return None
    name = next(iter(region))
    listed = next((share for known, share in species.items() if known.lower() == name.lower()), None)
    if listed is not None:
        return listed
    stated = world.number("practice.arborist_interception_fraction")
    return stated.written if stated.written is not None else species["median"]


def _why_interception(world: World) -> str:
    """Return where the interception of the tree at hand comes from, where its species is not listed."""
    region = world.region("practice.species")
    if not isinstance(region, frozenset) or len(region) != 1:
        return ""
    name = next(iter(region)).lower()
    if any(known.lower() == name for known in world.edition.species):
        return ""
    stated = world.number("practice.arborist_interception_fraction").written is not None
    return " (by an arborist)" if stated else " (median: the species is not listed)"


def credited(world: World) -> bool:
    """Return whether the practice at hand is the one that earns credit on its ground."""
    here = world.full_name("practice.id").removeprefix("practice[").removesuffix("].id")
    others = rivals(world, here)
    if not others:
        return True
    chosen = [item for item in (here, *others) if is_chosen(world, item)]
    if len(chosen) == 1:
        return chosen[0] == here
    # Several stand on one piece of ground and none is named: each may be the one.
    return world.yes("practice.credited")


def rivals(world: World, here: str) -> list[str]:
    """Return the practices whose credit excludes that of practice `here`, since they stand on its ground."""
    return [other for other in _sharing(world, here) if _excludes(world, here, other)]


def is_chosen(world: World, practice: str) -> bool:
    """Return whether the applicant named a practice for the credit on its ground."""
    fact = world.facts.items["practice"][practice]["credited"]
    world.use(frozenset({fact.name}))
    return fact.region == frozenset({"yes"})


def _shares_ground(world: World) -> str:
    here = world.full_name("practice.id").removeprefix("practice[").removesuffix("].id")
    return "yes" if rivals(world, here) else "no"


def _sharing(world: World, here: str) -> list[str]:
    practices = world.facts.items["practice"]
    world.use(frozenset(facts["ground"].name for facts in practices.values()))
    ground = practices[here]["ground"].region
    if not isinstance(ground, frozenset) or len(ground) != 1 or "none" in ground:
        return []
    return [other for other, facts in practices.items() if other != here and facts["ground"].region == ground]


def _excludes(world: World, here: str, other: str) -> bool:
    practices = world.facts.items["practice"]
    world.use(frozenset(practices[item]["kind"].name for item in (here, other)))
    kinds = [practices[item]["kind"].given for item in (here, other)]
    schedule = [world.edition.credits.get(str(kind)) for kind in kinds]
    if not all(row is not None and row.ground for row in schedule):
        return False
    if world.reading("R31") == "only_kept_trees_and_enhancement":
        return set(kinds) == {"tree kept", "enhancement"}
    return True


def credit_cf(world: World) -> Window:
    """Return what the practice at hand earns."""
    return earned_cf(world) if credited(world) else ZERO


def of_other_schedule(world: World) -> bool:
    """Return whether the practice at hand is credited as something else than volume reduction."""
    found = world.edition.credits.get(world.word("practice.kind"))
    return found is not None and found.schedule != "volume"


def provided_cf(world: World) -> Window:
    """Return what all practices together earn; unknown where the plan lists none."""
    if not world.facts.ids("practice"):
        return world.number("practice_volume_cf")
    parts = []
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            if not of_other_schedule(world):
                parts.append(world.number("practice.credit_cf"))
    return total(parts)


def required_cf(world: World) -> Window:
    """Return what all actions together owe; zero where none owes volume."""
    world.use(world.concluded_from)
    if any(conclusion.permit is None for conclusion in world.conclusions):
        return AT_LEAST_ZERO
    return total(conclusion.volume_cf if conclusion.volume_cf is not None else ZERO for conclusion in world.conclusions)


def owed_cf(world: World) -> Window:
    """Return what is still owed after what is provided, never below zero."""
    return largest([world.number("required_volume_cf") - world.number("provided_volume_cf"), ZERO])


def equivalent_cf(world: World) -> Window:
    """Return the volume that other practices stand for: removal fraction times volume treated, each."""
    parts = []
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            # What earns credit by the schedule does not count a second time for what it treats.
            if world.word("practice.kind") in world.edition.credits and not of_other_schedule(world):
                continue
            with world.as_written():
                removal = world.number("practice.removal_fraction")
                treated = world.number("practice.treated_volume_cf")
            parts.append(_product(removal, treated))
    return total(parts)


def _product(share: Window, volume: Window) -> Window:
    if share.is_point and share.low is not None:
        return volume.times(share.low)
    if volume.is_point and volume.low is not None:
        return share.times(volume.low)
    return AT_LEAST_ZERO


def surplus_cf(world: World) -> Window:
    """Return what is provided beyond what is required; below zero where it falls short."""
    return world.number("provided_volume_cf") - world.number("required_volume_cf")


def equivalence_surplus_cf(world: World) -> Window:
    """Return what other practices stand for beyond what is still owed."""
    return world.number("equivalent_volume_cf") - world.number("owed_volume_cf")


FORMULAS = {
    "surplus_volume_cf": surplus_cf,
    "equivalence_surplus_cf": equivalence_surplus_cf,
    "practice.credit_cf": credit_cf,
    "practice.shares_ground": _shares_ground,
    "provided_volume_cf": provided_cf,
    "required_volume_cf": required_cf,
    "owed_volume_cf": owed_cf,
    "equivalent_volume_cf": equivalent_cf,
}


def shown_cf(window: Window) -> str:
    """Return a volume for a line of arithmetic: exact, or `unknown`."""
    return "unknown" if window.written is None else f"{format_plain(window.written)} cf"


def volume_lines(world: World) -> tuple[str, ...]:
    """Return the arithmetic of volume: what each action owes, what each practice provides, and the balance."""
    lines = []
    for conclusion in world.conclusions:
        if conclusion.volume_cf is not None and conclusion.volume_row is not None:
            lines.append(f"{conclusion.action}: {conclusion.volume_text} = {shown_cf(conclusion.volume_cf)}")
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            counts = ", for phosphorus control alone: not in what is provided" if of_other_schedule(world) else ""
            lines.append(f"{practice}: credit {shown_cf(world.number('practice.credit_cf'))}{counts}")
    required, provided = world.number("required_volume_cf"), world.number("provided_volume_cf")
    lines.append(
        f"required {shown_cf(required)}, provided {shown_cf(provided)}, surplus {shown_cf(provided - required)}"
    )
    return tuple(lines)


# The dimensions that each formula of a schedule takes.
_SIZES = {
    "held": ("practice.volume_below_overflow_cf",),
    "canopy": ("practice.canopy_sf",),
    "area": ("practice.area_sf",),
    "reuse": ("practice.reuse_capacity_cf", "practice.tributary_impervious_sf"),
    "no number": (),
}


def judge_credit(world: World, criterion: Criterion) -> Judgment:
    """Judge the credit of the practice at hand: it earns it, or a fact of it is missing."""
    schedule = world.edition.credits.get(world.word("practice.kind"))
    if schedule is None or schedule.id != criterion.id:
        return NOT_APPLICABLE
    earned = world.number("practice.credit_cf")
    lines = credit_lines(world, schedule, earned)
    if earned.written is None:
        sizes = (name for name in _SIZES[schedule.formula] if _written(world, name).written is None)
        missing = tuple(world.full_name(name) for name in sizes)
        if schedule.formula == "canopy" and interception_fraction(world) is None:
            missing += (world.full_name("practice.species"),)
        return Judgment("cannot_tell", lines, missing, "a dimension of the practice is not given")
    if earned == ZERO and not credited(world):
        return Judgment("met", lines, note="no credit: another practice on the same ground is chosen")
    if earned == ZERO and earned_cf(world) != ZERO:
        return Judgment("met", lines, note="no credit: the practice lies off the site")
    return Judgment("met", lines)


def credit_lines(world: World, schedule: Credit, earned: Window) -> tuple[str, ...]:
    """Return the arithmetic of one credit."""
    share = "" if schedule.share_fraction == 1 else f"{format_plain(schedule.share_fraction * 100)} % x "
    if schedule.formula == "held":
        text = f"{share}volume below overflow {shown_cf(_written(world, 'practice.volume_below_overflow_cf'))}"
    elif schedule.formula == "no number":
        text = "the schedule at hand names this practice without a number"
    elif schedule.formula == "area":
        text = f"{share}{_in(schedule)} x area {_sf(world, 'practice.area_sf')}"
    elif schedule.formula == "canopy":
        interception = interception_fraction(world)
        part = "unknown" if interception is None else f"{format_plain(interception * 100)} %"
        canopy = _sf(world, "practice.canopy_sf")
        text = f"{share}interception {part}{_why_interception(world)} x canopy {canopy} x {_in(schedule)}"
    else:
        text = (
            f"least of capacity {shown_cf(_written(world, 'practice.reuse_capacity_cf'))} and {_in(schedule)} x "
            f"tributary impervious surface {_sf(world, 'practice.tributary_impervious_sf')}"
        )
    return (f"{text} = {shown_cf(earned)}",)


def _written(world: World, name: str) -> Window:
    with world.as_written():
        return world.number(name)


def _in(schedule: Credit) -> str:
    return f"{format_plain(schedule.depth_in or Fraction(0))} in"


def _sf(world: World, name: str) -> str:
    window = _written(world, name)
    return "unknown" if window.written is None else f"{format_plain(window.written)} sf"
