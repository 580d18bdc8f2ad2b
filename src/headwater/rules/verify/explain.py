"""Which recorded reading answers a defect: one that covers its provisions and removes it where it shows.

What a reading says of itself plays no part: neither its question nor its kind is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.reading import Reading
from headwater.rules.verify.examine import Clash
from headwater.rules.verify.site import Site, clashes_at, facts_of
from headwater.rules.verify.space import Space

Persists = Callable[[Edition], bool]


@dataclass(slots=True)
class Explainer:
    """The readings of an edition, and the edition as each of them has it."""

    edition: Edition
    space: Space
    _facts: tuple[Site | None, Facts | None] = (None, None)
    _clashes: dict[int, tuple[Edition, list[Clash]]] = field(default_factory=dict)
    _amended: dict[tuple[tuple[str, str], ...], Edition] = field(default_factory=dict)

    def readings(self, provisions: tuple[str, ...], persists: Persists, *, settled: bool = False) -> tuple[str, ...]:
        """Return the readings that cover the provisions and without whose choice the defect persists.

        Parameters
        ----------
        persists
            Whether the defect is still there in an edition.
        settled
            Whether the text decides a site in spite of the defect, as a jump and a dead row leave it decided. Then a
            reading that takes the text as it stands explains it too, where its other choice removes it.
        """
        covering = list(self._covering(provisions))
        taken = self.edition.taken
        alone = [
            reading.id
            for reading in covering
            if taken.get(reading.id) != reading.default
            and self._matters(reading)
            and not persists(self._choosing({reading.id: reading.default}))
        ]
        if alone:
            return tuple(alone)
        if settled:
            return tuple(
                reading.id
                for reading in covering
                if not persists(self._choosing({reading.id: reading.other(reading.default)}))
            )
        return self._together(covering, persists)

    def at(self, site: Site, amended: Edition) -> list[Clash]:
        """Return all that is wrong at a site in an amended edition; sites are looked at one after the other."""
        if self._facts[0] is not site:
            self._facts = (site, facts_of(site, self.space.vocabulary))
            self._clashes = {}
        facts = self._facts[1]
        assert facts is not None
        if id(amended) not in self._clashes:
            self._clashes[id(amended)] = (amended, clashes_at(facts, amended))
        return self._clashes[id(amended)][1]

    def _together(self, covering: list[Reading], persists: Persists) -> tuple[str, ...]:
        """Return the readings that the defect needs beside others: it is gone with all, and back without each."""
        defaults = {name: reading.default for name, reading in self.edition.readings.items()}
        if defaults == dict(self.edition.taken) or persists(self._choosing(defaults)):
            return ()
        needed = []
        for reading in covering:
            but_one = {name: choice for name, choice in defaults.items() if name != reading.id}
            if self.edition.taken.get(reading.id) != reading.default and persists(self._choosing(but_one)):
                needed.append(reading.id)
        return tuple(needed)

    def _covering(self, provisions: tuple[str, ...]) -> Iterator[Reading]:
        for reading in self.edition.readings.values():
            if provisions and all(_within(provision, reading.provisions) for provision in provisions):
                yield reading

    def _matters(self, reading: Reading) -> bool:
        """Return whether the default of a reading changes anything: a row or ratio, or what some formula comes to."""
        return bool(reading.choices[reading.default].amendments) or reading.id in self.space.readings

    def _choosing(self, choices: dict[str, str]) -> Edition:
        key = tuple(sorted(choices.items()))
        if key not in self._amended:
            self._amended[key] = self.edition.choosing(choices)
        return self._amended[key]


def _within(provision: str, covering: tuple[str, ...]) -> bool:
    return any(provision == each or provision.startswith(f"{each}.") for each in covering)
