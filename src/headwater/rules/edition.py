"""An edition: one adopted text of the rule as rows, criteria and readings, at one choice of its readings."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from headwater.errors import EditionError
from headwater.rules.condition import amended
from headwater.rules.provision import Credit, Criterion, Duty, Provision
from headwater.rules.reading import Amendment, Reading, Ruling
from headwater.rules.table import Branch, Row, Table

if TYPE_CHECKING:
    from headwater.rules.world import World

AS_WRITTEN = "as written"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """A share: one fact over another. `when_zero` is its value over nothing; without it there is none."""

    id: str
    of: str
    over: str
    when_zero: Fraction | None = None
    readings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """A fact that is the sum of others, each with its sign."""

    id: str
    parts: tuple[tuple[int, str], ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Edition:
    """One edition, or one edition as a choice of readings has it.

    `taken` maps each reading to the choice taken, or to `as written` where the bare text is wanted. `rows` holds every
    row of every table by id, `credits` the volume schedule by kind of practice, `species` the interception of trees
    with their `median`, `formulas` the derived facts that need arithmetic, `judges` the criteria that do. `guidance` is
    what a manual advises that the rule points to, each with its source as `basis`: shown beside the findings, and no
    requirement.
    `overlay` is the title of what is laid over the edition, `provisional_title` the same where it is not official, and
    `rulings` are the District's on its readings. `content_hash` is over the edition, the overlay and the rulings
    together.
    """

    key: str
    title: str
    adopted: datetime.date | None
    effective: datetime.date
    until: datetime.date | None
    values: Mapping[str, str]
    provisions: Mapping[str, Provision]
    triggers: tuple[str, ...]
    tables: Mapping[str, Table]
    rows: Mapping[str, Row]
    branches: Mapping[str, Branch]
    volumes: tuple[str, ...]
    baselines: tuple[str, ...]
    ratios: Mapping[str, Ratio]
    sums: Mapping[str, Sum]
    criteria: Mapping[str, Criterion]
    duties: Mapping[str, Duty]
    credits: Mapping[str, Credit]
    species: Mapping[str, Fraction]
    readings: Mapping[str, Reading]
    taken: Mapping[str, str]
    formulas: Mapping[str, Callable[[World], Any]]
    judges: Mapping[str, Callable[[World, Criterion], Any]]
    guidance: Mapping[str, Criterion]
    not_judged: tuple[str, ...]
    content_hash: str
    overlay: str | None = None
    provisional_title: str | None = None
    rulings: tuple[Ruling, ...] = ()
    base: Edition | None = field(default=None, repr=False, compare=False)

    @cached_property
    def others(self) -> Mapping[str, Edition]:
        """The edition with one reading taken the other way, by that reading; each made when first asked for."""
        return _Others(self)

    def choosing(self, choices: Mapping[str, str]) -> Edition:
        """Return the edition with some readings taken another way; a choice `as written` takes none.

        Raises
        ------
        EditionError
            If a reading or a choice does not exist.
        """
        base = self.base or self
        taken = {**self.taken, **choices}
        rows, branches = dict(base.rows), dict(base.branches)
        criteria, ratios, duties = dict(base.criteria), dict(base.ratios), dict(base.duties)
        for reading_id, choice_key in taken.items():
            reading = base.readings.get(reading_id)
            if reading is None:
                raise EditionError(f"{self.key} has no reading {reading_id!r}; it has {', '.join(base.readings)}")
            if choice_key == AS_WRITTEN:
                continue
            if choice_key not in reading.choices:
                raise EditionError(f"{reading_id} has no choice {choice_key!r}; it has {', '.join(reading.choices)}")
            for amendment in reading.choices[choice_key].amendments:
                _apply(
                    amendment,
                    rows=rows,
                    branches=branches,
                    criteria=criteria,
                    ratios=ratios,
                    duties=duties,
                    reading=reading_id,
                )
        return replace(
            base, taken=taken, rows=rows, branches=branches, criteria=criteria, ratios=ratios, duties=duties, base=base
        )

    def without_readings(self) -> Edition:
        """Return the bare text, no reading taken."""
        return self.choosing(dict.fromkeys(self.readings, AS_WRITTEN))

    def rows_of(self, table: str) -> tuple[Row, ...]:
        """Return the rows of a table, in printed order."""
        return tuple(self.rows[row] for row in self.tables[table].rows)


class _Others(dict[str, Edition]):
    """Editions by the one reading that is taken the other way."""

    def __init__(self, edition: Edition) -> None:
        super().__init__()
        self._edition = edition

    def __missing__(self, reading: str) -> Edition:
        taken = self._edition.taken[reading]
        other = self._edition.readings[reading].other(taken)
        self[reading] = self._edition.choosing({reading: other})
        return self[reading]


def _apply(
    amendment: Amendment,
    *,
    rows: dict[str, Row],
    branches: dict[str, Branch],
    criteria: dict[str, Criterion],
    ratios: dict[str, Ratio],
    duties: dict[str, Duty],
    reading: str,
) -> None:
    for target in amendment.on:
        if target in ratios:
            ratio = ratios[target]
            when_zero = ratio.when_zero if amendment.when_zero is None else amendment.when_zero
            ratios[target] = replace(ratio, over=amendment.over or ratio.over, when_zero=when_zero)
        elif target in rows:
            row = rows[target]
            if amendment.off:
                row = replace(row, silenced=True)
            if amendment.then is not None:
                row = replace(row, then=amendment.then)
            if amendment.old is not None or amendment.new:
                when, found = amended(row.when, old=amendment.old, new=amendment.new)
                _require(found, reading, target, amendment)
                row = replace(row, when=when)
            rows[target] = row
        elif target in branches:
            branch = branches[target]
            branch = replace(
                branch,
                floor=amendment.floor or branch.floor,
                every=amendment.every or branch.every,
                reached=amendment.reached or branch.reached,
                freed=amendment.freed or branch.freed,
            )
            if amendment.off:
                branch = replace(branch, floor=None)
            else:
                when, found = amended(branch.when, old=amendment.old, new=amendment.new)
                _require(found, reading, target, amendment)
                branch = replace(branch, when=when)
            branches[target] = branch
        elif target in criteria:
            criterion = criteria[target]
            if amendment.old is None:
                criterion = replace(criterion, when=criterion.when + amendment.new)
            else:
                when, in_when = amended(criterion.when, old=amendment.old, new=amendment.new)
                test, in_test = amended(criterion.test, old=amendment.old, new=amendment.new)
                _require(in_when or in_test, reading, target, amendment)
                criterion = replace(criterion, when=when, test=test)
            criteria[target] = criterion
        elif target in duties:
            when, found = amended(duties[target].when, old=amendment.old, new=amendment.new)
            _require(found, reading, target, amendment)
            duties[target] = replace(duties[target], when=when)
        else:
            raise EditionError(f"{reading} amends {target!r}, which is no row, branch, criterion, ratio or duty")


def _require(found: bool, reading: str, target: str, amendment: Amendment) -> None:
    if not found:
        raise EditionError(f"{reading} amends {target}: it has no condition {amendment.old!r}")
