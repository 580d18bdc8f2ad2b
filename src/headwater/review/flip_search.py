"""The search for what would change it: the smallest change of one stated fact that turns an outcome.

Each number of the plan is walked up and down to where the outcome changes (`headwater.review.crossing`), and written as
the plan writes it, just far enough; each word and each answer is tried in the place of the one stated. What follows
from the changed fact follows; a changed plan that contradicts itself does not count. Every change that is told was
confirmed: the changed plan was assessed, whole, and came out so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from headwater.errors import HeadwaterError
from headwater.plan import Plan
from headwater.plan.changing import Leaf, Stated, changed, followed, stated_values
from headwater.plan.checks import contradictions
from headwater.plan.leaves import Answer, Choice, Count
from headwater.plan.rewriting import MOST_DECIMALS, decimals_of, read_again, says_exactly, text_for
from headwater.review.assessment import Assessment, assess_facts
from headwater.review.crossing import Crossing, Seen, Walk
from headwater.review.facts import Known, facts_of
from headwater.review.flips import Flip, Flips, Step
from headwater.review.outlook import OPEN, REQUIREMENTS, Aspect, Compared, Outlook, told_by
from headwater.rules.condition import Condition
from headwater.rules.edition import Edition
from headwater.units import Quantity, exact_quantity, to_base

# A changed number is written in steps of at most this share of itself.
FINEST: Final = Fraction(1, 100)
MOST_TRIES: Final = 4
MOST_COUNT: Final = 12
MOST_FINER: Final = 3
# So many changed plans are looked at before a large plan is left, and so many changes told. A plan that may go very
# many ways takes as many times longer to look at, and fewer of its changes are.
MOST_LOOKED_AT: Final = 600
USUAL_WAYS: Final = 16
MOST_TOLD: Final = 12


def most_looked_at(ways: int) -> int:
    """Return how many changes of a plan that may go so many ways are looked at.

    >>> most_looked_at(1), most_looked_at(16), most_looked_at(256)
    (600, 600, 37)
    """
    return MOST_LOOKED_AT * USUAL_WAYS // max(ways, USUAL_WAYS)


def find_flips(plan: Plan, edition: Edition, aspects: Sequence[Aspect]) -> dict[Aspect, Flips]:
    """Return, for each aspect, the smallest change of each stated fact that flips it."""
    search = _Search(plan, edition, tuple(dict.fromkeys(aspects)))
    return {aspect: search.flips_of(aspect) for aspect in search.aspects}


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A change that turns an aspect, before it is confirmed; of a number, with the place where it turns."""

    flip: Flip
    stated: Stated
    leaf: Leaf
    crossing: Crossing | None = None


class _Search:
    def __init__(self, plan: Plan, edition: Edition, aspects: tuple[Aspect, ...]) -> None:
        self.plan = plan
        self.edition = edition
        self.aspects = aspects
        base = Outlook(plan, edition)
        self._before = {aspect: base.outcome(aspect) for aspect in aspects}
        self._used = {aspect: base.used(aspect) for aspect in aspects}
        self._known = Known(plan=plan, facts=base.run.facts)
        self._outlooks: dict[Leaf, Outlook | None] = {}
        self._owed_at: dict[tuple[str, Leaf | None], tuple[Fraction | None, str] | None] = {}
        self._found: dict[Aspect, list[_Candidate]] = {aspect: [] for aspect in aspects}
        self._assessed: dict[tuple[str, Leaf], Assessment] = {}
        self._tried: dict[Aspect, int] = dict.fromkeys(aspects, 0)
        self._looked_at = 0
        self._most = most_looked_at(len(base.run.owed.together.leaves))
        # Where the plan as it stands has more ways than can be looked at, so has each that differs from it in one fact.
        too_open = not base.run.owed.whole
        for stated in () if too_open else stated_values(plan):
            self._outlooks.clear()
            self._try(stated)
        self._whole = not too_open and self._looked_at < self._most

    def flips_of(self, aspect: Aspect) -> Flips:
        """Return what flips an aspect, the smallest change first, each confirmed."""
        told: list[Flip] = []
        for candidate in sorted(self._found[aspect], key=lambda candidate: candidate.flip.order):
            if len(told) == MOST_TOLD:
                break
            if self._is_confirmed(candidate, aspect):
                self._outlooks.clear()
                told.append(replace(candidate.flip, step=self._step(candidate)))
        return Flips(
            aspect=aspect,
            outcome=self._before[aspect],
            flips=tuple(told),
            tried=self._tried[aspect],
            whole=self._whole,
        )

    # ---- one stated fact ------------------------------------------------------------------------------------------

    def _try(self, stated: Stated) -> None:
        others = _examples(stated) if isinstance(stated.leaf, Quantity) else list(_others(stated))
        moved = self._moved(stated, others)
        concerned = [aspect for aspect in self.aspects if moved & self._used[aspect]]
        for aspect in concerned:
            self._tried[aspect] += 1
        if not concerned or self._looked_at >= self._most:
            return
        if isinstance(stated.leaf, Quantity):
            self._walk(stated, concerned)
            return
        for aspect in concerned:
            self._by_word(stated, others, aspect)

    def _is_confirmed(self, candidate: _Candidate, aspect: Aspect) -> bool:
        """Return whether the changed plan, assessed as a whole, comes out so."""
        key = (candidate.flip.field, candidate.leaf)
        if key not in self._assessed:
            other = changed(self.plan, candidate.stated, candidate.leaf)
            facts = facts_of(other, like=self._known)
            self._assessed[key] = assess_facts(other, facts, self.edition, readings=False, settles=False)
        return told_by(self._assessed[key], aspect) == candidate.flip.outcome_after

    def _moved(self, stated: Stated, others: Sequence[Leaf]) -> frozenset[str]:
        """Return the facts that are others where the stated one is: what it has a say in."""
        names: set[str] = set()
        known = self._known.facts.by_name
        for other in others:
            try:
                facts = facts_of(changed(self.plan, stated, other), like=self._known).by_name
            except HeadwaterError:
                continue
            names |= known.keys() ^ facts.keys()
            # Most facts were taken over, and are the same object.
            others_too = (name for name, fact in facts.items() if fact is not known.get(name))
            names |= {name for name in others_too if name in known and facts[name].region != known[name].region}
            if all(names & used for used in self._used.values()):
                break
        return frozenset(names)

    def _outlook(self, stated: Stated, leaf: Leaf | None) -> Outlook | None:
        """Return the outlook of the plan with one fact stated otherwise; None where that contradicts the rest."""
        if leaf is None:
            return None
        if leaf not in self._outlooks:
            self._looked_at += 1
            try:
                other = changed(self.plan, stated, leaf)
                self._outlooks[leaf] = None if contradictions(other) else Outlook(other, self.edition, like=self._known)
            except HeadwaterError:
                self._outlooks[leaf] = None
        return self._outlooks[leaf]

    # ---- numbers --------------------------------------------------------------------------------------------------

    def _walk(self, stated: Stated, aspects: Sequence[Aspect]) -> None:
        assert isinstance(stated.leaf, Quantity)
        start = to_base(stated.leaf)[2]

        def ask(value: Fraction) -> Seen | None:
            outlook = self._outlook(stated, _exact(stated, value))
            if outlook is None:
                return None
            compared = {key: (number, threshold) for key, number, threshold in outlook.compared(aspects)}
            return Seen({aspect: outlook.outcome(aspect) for aspect in aspects}, compared)

        asked: dict[Fraction, Seen | None] = {}
        walks = [Walk(ask=ask, start=start, up=up, asked=asked) for up in (True, False)]
        for aspect in aspects:
            found = [one for walk in walks if (one := self._flip_along(walk, stated, aspect)) is not None]
            if found:
                self._found[aspect].append(min(found, key=lambda candidate: candidate.flip.order))

    def _flip_along(self, walk: Walk, stated: Stated, aspect: Aspect) -> _Candidate | None:
        before = self._before[aspect]
        crossing = walk.first(aspect, changed=lambda outcome: outcome not in (before, OPEN))
        if crossing is None:
            return None
        leaf = self._written(stated, crossing, aspect)
        if leaf is None:
            return None
        assert isinstance(stated.leaf, Quantity)
        assert stated.family is not None
        change = to_base(leaf)[2] - walk.start
        condition, fact, was = self._meaning(walk, crossing)
        size = abs(was) if stated.leaf.datum is not None else abs(walk.start)
        unit = stated.family.units.units[stated.leaf.unit]
        flip = replace(
            self._flip(stated, leaf, aspect, str(crossing.outcome)),
            unit=stated.leaf.unit,
            change=change / unit,
            share_fraction=abs(change) / size if size else None,
            at=crossing.at / unit,
            attained=crossing.attained,
            fact=fact,
            condition=condition,
        )
        return _Candidate(flip, stated, leaf, crossing)

    def _meaning(self, walk: Walk, crossing: Crossing) -> tuple[Condition | None, str | None, Fraction]:
        """Return the condition and the fact that meet at a crossing, and the fact's number where the walk started."""
        compared = crossing.compared
        if not isinstance(compared, Compared):
            return None, None, Fraction(0)
        start = walk.at(walk.start)
        number = start.compared[compared][0] if start is not None and compared in start.compared else Fraction(0)
        return compared.condition, compared.fact, number

    def _written(self, stated: Stated, crossing: Crossing, aspect: Aspect) -> Quantity | None:
        """Return the value nearest to a crossing that the plan can write and that makes the outcome sure."""
        leaf, family = stated.leaf, stated.family
        assert isinstance(leaf, Quantity)
        assert family is not None
        unit = family.units.units[leaf.unit]
        for digits, exactly in _forms(leaf, crossing.at / unit):
            grain = unit / 10**digits
            steps = crossing.at / grain
            nearest = -(-steps // 1) if crossing.up else steps // 1
            if nearest == steps and not crossing.attained:
                nearest += 1 if crossing.up else -1
            for further in range(MOST_TRIES):
                value = (nearest + (further if crossing.up else -further)) * grain
                try:
                    written = read_again(text_for(value, leaf, family, digits=digits, exactly=exactly), family)
                except HeadwaterError:
                    break
                outlook = self._outlook(stated, written)
                outcome = OPEN if outlook is None else outlook.outcome(aspect)
                if outcome == crossing.outcome:
                    return written
        return None

    def _step(self, candidate: _Candidate) -> Step | None:
        """Return what is owed on both sides of a crossing, at the threshold itself.

        Where other facts leave a side open, what is owed is that of the plan as stated, or as changed.
        """
        stated, crossing, written = candidate.stated, candidate.crossing, candidate.leaf
        if crossing is None:
            return None
        near, far = (-1, 0) if crossing.attained else (0, 1)
        before = self._beside(stated, crossing, near) or self._owed(stated, stated.leaf)
        after = self._beside(stated, crossing, far) or self._owed(stated, written)
        if before is None or after is None or before == after:
            return None
        return Step(
            volume_before_cf=before[0],
            volume_after_cf=after[0],
            requirements_before=before[1],
            requirements_after=after[1],
        )

    def _beside(self, stated: Stated, crossing: Crossing, side: int) -> tuple[Fraction | None, str] | None:
        """Return the volume and the requirements at a crossing, or the limit that they have on one side of it."""
        leaves = [_exact(stated, crossing.at + crossing.just * side * times) for times in (1, 2)]
        one, two = (self._owed(stated, leaf) for leaf in leaves)
        if one is None or two is None or one[0] is None or two[0] is None:
            return None
        # Over so short a piece the volume is a straight line; carried on, it meets the threshold.
        return 2 * one[0] - two[0], one[1]

    def _owed(self, stated: Stated, leaf: Leaf | None) -> tuple[Fraction | None, str] | None:
        # Many aspects turn at one threshold, and what is owed there is the same for all.
        key = (stated.field, leaf)
        if key not in self._owed_at:
            outlook = self._outlook(stated, leaf)
            owed = None if outlook is None else (outlook.required_volume_cf(), outlook.outcome(REQUIREMENTS))
            self._owed_at[key] = owed
        return self._owed_at[key]

    # ---- words, answers and counts --------------------------------------------------------------------------------

    def _by_word(self, stated: Stated, others: Iterable[Leaf], aspect: Aspect) -> None:
        before = self._before[aspect]
        for other in others:
            outlook = self._outlook(stated, other)
            outcome = OPEN if outlook is None else outlook.outcome(aspect)
            if outcome in (OPEN, before):
                continue
            flip = self._flip(stated, other, aspect, outcome)
            if isinstance(stated.leaf, Count) and isinstance(other, Count):
                change = Fraction(other.value - stated.leaf.value)
                flip = replace(
                    flip, change=change, share_fraction=abs(change) / stated.leaf.value if stated.leaf.value else None
                )
            self._found[aspect].append(_Candidate(flip, stated, other))
            return

    def _flip(self, stated: Stated, leaf: Leaf, aspect: Aspect, outcome: str) -> Flip:
        after = changed(self.plan, stated, leaf)
        return Flip(
            field=stated.field,
            line=stated.leaf.line,
            before=_text(stated.leaf),
            after=_text(leaf),
            outcome_before=self._before[aspect],
            outcome_after=outcome,
            followed=followed(self.plan, after, stated),
        )


def _examples(stated: Stated) -> list[Leaf]:
    """Return two numbers in the place of the one stated, a little above and below it."""
    assert isinstance(stated.leaf, Quantity)
    low, high, value = to_base(stated.leaf)
    step = max(high - low, (abs(value) or Fraction(1)) / 1000)
    found = (_exact(stated, value + step), _exact(stated, value - step))
    return [example for example in found if example is not None]


def _exact(stated: Stated, value: Fraction) -> Quantity | None:
    """Return the number as an exact one, in the unit in which it is stated; None where it cannot be that."""
    family = stated.family
    assert isinstance(stated.leaf, Quantity)
    assert family is not None
    may_be_negative = family.signed or family.units.negative
    if (value < 0 and not may_be_negative) or (family.name == "fraction" and value > 1):
        return None
    return exact_quantity(value / family.units.units[stated.leaf.unit], stated.leaf.unit)


def _others(stated: Stated) -> Iterator[Leaf]:
    """Yield what could stand in the place of a word, an answer or a count, the nearest counts first."""
    leaf = stated.leaf
    if isinstance(leaf, Answer):
        yield replace(leaf, answer=not leaf.answer)
    elif isinstance(leaf, Choice):
        for word in stated.choices:
            if word != leaf.text:
                yield replace(leaf, text=word)
    elif isinstance(leaf, Count):
        for away in range(1, MOST_COUNT + 1):
            for number in (leaf.value - away, leaf.value + away):
                if number >= 0:
                    yield replace(leaf, text=str(number), value=number)


def _forms(leaf: Quantity, number: Fraction) -> Iterator[tuple[int, bool]]:
    """Yield the ways to write a number: decimals and whether exactly, those of the writer first."""
    digits = decimals_of(leaf)
    exactly = says_exactly(leaf)
    whole = leaf.is_exact and not exactly
    while not whole and number and Fraction(1, 10**digits) > abs(number) * FINEST and digits < MOST_DECIMALS:
        digits += 1
    yield digits, exactly
    for finer in range(1, MOST_FINER + 1):
        yield digits + finer, exactly or whole
    yield digits, True
    yield digits + MOST_FINER, True


def _text(leaf: Leaf) -> str:
    return ("yes" if leaf.answer else "no") if isinstance(leaf, Answer) else leaf.text
