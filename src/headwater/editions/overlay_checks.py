"""The checks of an overlay: each part held against the edition that it is laid over.

Owns what an overlay may hold and the words in which a mistake is told; what has no mistake comes back as written,
marked with whether it is provisional.
"""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Callable, Collection, Mapping
from typing import Any

from headwater.editions.case_facts import ITEMS, PLAIN, SURFACES
from headwater.editions.criteria import earned, parse_credit, parse_criterion
from headwater.editions.overlay_text import Path, Reader
from headwater.editions.rows import parse_row
from headwater.editions.vocabulary import facts_known
from headwater.errors import EditionError
from headwater.plan.practices import PRACTICE_KINDS
from headwater.rules.condition import Clauses, conditions_of
from headwater.rules.edition import Edition
from headwater.rules.judging import REQUIREMENTS
from headwater.rules.reading import Ruling
from headwater.rules.table import Duties

# So many facts are named where one is misspelled.
MOST_NEAR = 3
HITS = ("one row", "first row", "heaviest row")
# Keys of an item that hold conditions or what a row requires; all others hold one text.
NOT_TEXT = ("when", "test", "then")
RULING_KEYS = ("reading", "choice", "from", "by", "because")
# Keys of a credit that belong to the criterion by which its arithmetic is shown.
OF_A_CRITERION = ("provision", "gist")
Raw = Mapping[str, Any]


class Check:
    """The parts of an overlay held against the edition that it is laid over."""

    def __init__(self, reader: Reader, edition: Edition, *, provisional: bool) -> None:
        self.reader = reader
        self.edition = edition
        self.provisional = provisional
        self.mark = "yes" if provisional else "no"
        self.facts = facts_known(edition)
        self.missing = frozenset(item.id for item in edition.provisions.values() if item.status == "source missing")
        self.ids: dict[str, Path] = {}

    def tables(self) -> dict[str, Raw]:
        """Return the tables with their rows marked."""
        found: dict[str, Raw] = {}
        replaceable = [name for name in self.edition.tables if name in self.missing]
        for name, table in _mapping(self.reader, ("tables",)).items():
            path: Path = ("tables", name)
            if name not in replaceable:
                remedy = "an overlay puts in tables that are not at hand; leave out the others"
                self.reader.problem(path, "no table to put in", value=name, expected=_or(replaceable), remedy=remedy)
            elif keys_of(self.reader, path, table, allowed=("title", "hit", "rows"), needed=("hit", "rows")):
                if table["hit"] not in HITS:
                    not_among(self.reader, (*path, "hit"), table["hit"], HITS)
                found[name] = {**table, "rows": self._rows((*path, "rows"), table["rows"], table=name)}
        return found

    def _rows(self, path: Path, rows: object, *, table: str) -> list[Raw]:
        if not isinstance(rows, list) or not rows:
            self.reader.problem(path, "no rows", expected="a list of rows", remedy="write at least one row")
            return []
        # A row of the edition's own table gives way to one of the same name.
        taken = frozenset(self.edition.rows) - frozenset(self.edition.tables[table].rows)
        return [self._row((*path, place), row, table=table, taken=taken) for place, row in enumerate(rows)]

    def _row(self, path: Path, raw: object, *, table: str, taken: frozenset[str]) -> Raw:
        item = self._marked(path, raw, taken=taken)
        row = self._parsed(path, lambda: parse_row(item, values=self.edition.values, table=table))
        if row is None:
            return item
        self._check_facts((*path, "when"), row.when)
        self._check_before((*path, "when"), row.when)
        if "then" not in item:
            remedy = "write `then: none`, or what the row requires"
            self.reader.problem(path, "the row says nothing", expected="`then`", remedy=remedy)
        if not isinstance(row.then, Duties):
            expected, remedy = "none, requirements, or missing", "write as `then: {rate: site}`"
            self.reader.problem((*path, "then"), "a row of a table cannot say this", expected=expected, remedy=remedy)
            return item
        for requirement, scope in row.then.requirements:
            if requirement not in self._judged():
                wrong, remedy = "no criterion of the edition judges this", "write what one judges"
                expected = _or(self._judged())
                self.reader.problem((*path, "then"), wrong, value=requirement, expected=expected, remedy=remedy)
            if f"action.scope_{scope}_sf" not in self.edition.formulas:
                not_among(self.reader, (*path, "then", requirement), scope, self._scopes())
        return item

    def _judged(self) -> list[str]:
        """Return the requirements that some criterion of the edition holds a plan against."""
        asked = {item.fact for criterion in self.edition.criteria.values() for item in conditions_of(criterion.when)}
        return [requirement for requirement in REQUIREMENTS if f"requires.{requirement}" in asked]

    def _scopes(self) -> list[str]:
        scopes = (
            name.removeprefix("action.scope_") for name in self.edition.formulas if name.startswith("action.scope_")
        )
        return sorted(name.removesuffix("_sf") for name in scopes)

    def criteria(self) -> tuple[Raw, ...]:
        """Return the criteria, marked."""
        kept = (item.id for item in self.edition.criteria.values() if item.provision not in self.missing)
        taken = frozenset(kept)
        items = enumerate(_list(self.reader, ("criteria",)))
        return tuple(self._criterion(("criteria", place), raw, taken=taken) for place, raw in items)

    def _criterion(self, path: Path, raw: object, *, taken: frozenset[str]) -> Raw:
        item = self._marked(path, raw, taken=taken)
        criterion = self._parsed(path, lambda: parse_criterion(item, values=self.edition.values))
        if criterion is not None:
            self._check_provision(path, item)
            if criterion.subject is not None and criterion.subject not in ITEMS:
                not_among(self.reader, (*path, "for_each"), criterion.subject, ITEMS)
            if criterion.judge is not None and criterion.judge not in self.edition.judges:
                not_among(self.reader, (*path, "judge"), criterion.judge, self.edition.judges)
            self._check_facts((*path, "when"), criterion.when)
            self._check_facts((*path, "test"), criterion.test)
            self._check_subject((*path, "when"), criterion.when, subject=criterion.subject)
            self._check_subject((*path, "test"), criterion.test, subject=criterion.subject)
        return item

    def credits(self) -> tuple[Raw, ...]:
        """Return the rows of credit schedules, marked."""
        kinds: set[str] = set()
        items = enumerate(_list(self.reader, ("credits",)))
        return tuple(self._credit(("credits", place), raw, kinds=kinds) for place, raw in items)

    def _credit(self, path: Path, raw: object, *, kinds: set[str]) -> Raw:
        item = self._marked(path, raw, taken=frozenset(self.edition.criteria) - self.missing)
        bare = {key: value for key, value in item.items() if key not in OF_A_CRITERION}
        credit = self._parsed(path, lambda: parse_credit(bare, values=self.edition.values))
        if credit is None:
            return item
        self._check_provision(path, item)
        if credit.kind not in PRACTICE_KINDS:
            not_among(self.reader, (*path, "kind"), credit.kind, PRACTICE_KINDS)
        if credit.kind in kinds:
            remedy = "leave one of them out"
            self.reader.problem(path, "this kind stands twice", value=credit.kind, expected="each once", remedy=remedy)
        if credit.needs is not None and f"practice.{credit.needs}" not in self.facts:
            known = sorted(name.removeprefix("practice.") for name in self.facts if name.startswith("practice."))
            not_among(self.reader, (*path, "needs"), credit.needs, known)
        kinds.add(credit.kind)
        return item

    def species(self) -> dict[str, str]:
        """Return the interception of trees by species."""
        found = _mapping(self.reader, ("species",))
        for name, share in found.items():
            path: Path = ("species", name)
            self._parsed(path, lambda share=share: earned(str(share), family="fraction", where="a share"))  # type: ignore[misc]
        if found and "median" not in found:
            remedy = "add the share for a species that is not listed"
            self.reader.problem(("species",), "no median", expected="`median: 10 %`", remedy=remedy)
        return {name: str(share) for name, share in found.items()}

    def _marked(self, path: Path, raw: object, *, taken: frozenset[str]) -> dict[str, Any]:
        """Return an item with its mark of being provisional, its id checked and its basis asked for."""
        if not isinstance(raw, dict):
            self.reader.problem(
                path, "no keys and values", value=raw, expected="`id` and more", remedy="write `- id: ...`"
            )
            return {"id": "?", "provisional": self.mark}
        for key in [key for key, value in raw.items() if key not in NOT_TEXT and not isinstance(value, str)]:
            value, remedy = raw.pop(key), "write it on one line"
            self.reader.problem((*path, key), "not a text", value=value, expected="one value", remedy=remedy)
        name = raw.get("id")
        if name:
            if name in self.ids or name in taken:
                remedy = "give it an id of its own, as the provision and a word"
                self.reader.problem((*path, "id"), "this id is taken", value=name, expected="a new one", remedy=remedy)
            self.ids[name] = path
        item = {"provisional": self.mark, **raw}
        if item["provisional"] == "yes" and not item.get("basis"):
            remedy = "say in `basis` what it rests on"
            self.reader.problem(
                path, "provisional, and nothing says why", value=name, expected="`basis`", remedy=remedy
            )
        return item

    def _parsed(self, path: Path, parse: Callable[[], Any]) -> Any:
        try:
            return parse()
        except EditionError as error:
            expected, remedy = "an item as docs/reference/overlay.md shows it", "correct it"
            self.reader.problem(path, str(error), expected=expected, remedy=remedy)
            return None

    def _check_provision(self, path: Path, item: Raw) -> None:
        provision = item.get("provision")
        if provision not in self.missing:
            remedy = "an overlay puts in what is not at hand; name one of those provisions"
            expected = _or(sorted(self.missing))
            self.reader.problem(
                (*path, "provision"), "nothing to put in", value=provision, expected=expected, remedy=remedy
            )

    def _check_facts(self, path: Path, clauses: Clauses) -> None:
        for condition in conditions_of(clauses):
            # An answer may be to any question that the District asks.
            if condition.fact not in self.facts and not condition.fact.startswith("answers."):
                kind = condition.fact.partition(".")[0] + "."
                known = sorted(name for name in self.facts if name.startswith(kind)) or sorted(self.facts)
                near = difflib.get_close_matches(condition.fact, known, n=MOST_NEAR)
                expected = f"a fact, as {' or '.join(near)}" if near else "a fact of docs/reference/facts.md"
                remedy = "docs/reference/overlay.md and docs/reference/facts.md list the facts that there are"
                self.reader.problem(path, "no such fact", value=condition.fact, expected=expected, remedy=remedy)

    def _check_before(self, path: Path, clauses: Clauses) -> None:
        """Refuse a row that asks what is only concluded from the rows, or what is of another thing than the action."""
        for condition in conditions_of(clauses):
            before = condition.fact in PLAIN or condition.fact in SURFACES
            if before or condition.fact.startswith(("action.", "answers.")) or condition.fact not in self.facts:
                continue
            wrong = "a row cannot ask this: it is concluded from the rows, or no fact of an action"
            expected, remedy = (
                "a fact of the action or of the site",
                "ask what the plan states, as action.counted_new_sf",
            )
            self.reader.problem(path, wrong, value=condition.fact, expected=expected, remedy=remedy)

    def _check_subject(self, path: Path, clauses: Clauses, *, subject: str | None) -> None:
        """Refuse a criterion that asks for a fact of an item that it is not judged for."""
        for condition in conditions_of(clauses):
            kind = condition.fact.partition(".")[0]
            if kind in ITEMS and kind != subject and condition.fact in self.facts:
                told = f"each {subject}" if subject else "the plan as a whole"
                wrong = f"a fact of one {kind}, and the criterion is judged for {told}"
                expected = f"`for_each: {kind}`, or a fact of {told}"
                self.reader.problem(path, wrong, value=condition.fact, expected=expected, remedy="write one of them")


def rulings_of(
    reader: Reader, main: str, *, edition_of: Callable[[str], Edition], known: Collection[str]
) -> tuple[Ruling, ...]:
    """Return the rulings, each checked against the edition whose reading it is on: `main` where it names none."""
    found = []
    for place, raw in enumerate(_list(reader, ("rulings",))):
        path: Path = ("rulings", place)
        if not keys_of(reader, path, raw, allowed=(*RULING_KEYS, "edition"), needed=RULING_KEYS):
            continue
        texts = {key: one_text(reader, (*path, key), value) for key, value in raw.items()}
        key = texts.get("edition", main)
        since = a_date(reader, (*path, "from"), texts["from"])
        if key not in known:
            not_among(reader, (*path, "edition"), key, known)
            continue
        readings = edition_of(key).readings
        if texts["reading"] not in readings:
            not_among(reader, (*path, "reading"), texts["reading"], readings)
        elif texts["choice"] not in readings[texts["reading"]].choices:
            not_among(reader, (*path, "choice"), texts["choice"], readings[texts["reading"]].choices)
        found.append(
            Ruling(
                edition=key,
                reading=texts["reading"],
                choice=texts["choice"],
                since=since,
                by=texts["by"],
                because=texts["because"],
            )
        )
    return tuple(found)


# ---- small readings of the raw content -------------------------------------------------------------------------------


def keys_of(reader: Reader, path: Path, found: object, *, allowed: Collection[str], needed: Collection[str]) -> bool:
    """Return whether a mapping has the keys that it needs; a key too many or too few is noted."""
    if not isinstance(found, dict):
        expected = f"keys: {', '.join(needed)}"
        reader.problem(path, "no keys and values", value=found, expected=expected, remedy="write them below it")
        return False
    for key in found:
        if key not in allowed:
            remedy = "leave it out, or correct its spelling"
            reader.problem((*path, key), "unknown key", value=key, expected=_or(allowed), remedy=remedy)
    lacking = [key for key in needed if found.get(key) in (None, "", [])]
    for key in lacking:
        reader.problem(path, f"`{key}` is not given", expected=f"`{key}: ...`", remedy="add it")
    return not lacking


def one_text(reader: Reader, path: Path, found: object) -> str:
    """Return a text on one line."""
    if not isinstance(found, str):
        reader.problem(path, "not a text", value=found, expected="one value", remedy="write it on one line")
        return ""
    return " ".join(found.split())


def _mapping(reader: Reader, path: Path) -> Mapping[str, Any]:
    found = reader.content.get(str(path[0])) or {}
    if isinstance(found, dict):
        return found
    reader.problem(path, "no keys and values", value=found, expected="keys and values", remedy="indent them below it")
    return {}


def _list(reader: Reader, path: Path) -> list[Any]:
    found = reader.content.get(str(path[0])) or []
    if isinstance(found, list):
        return found
    reader.problem(path, "no list", value=found, expected="a list", remedy="start each item with `- `")
    return []


def a_date(reader: Reader, path: Path, text: str) -> datetime.date:
    """Return a day; the last of all where none is written."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        expected = "a date, as 2024-04-29"
        reader.problem(path, "no date", value=text, expected=expected, remedy="write year, month and day")
        return datetime.date.max


def not_among(reader: Reader, path: Path, value: object, choices: Collection[str]) -> None:
    """Note a value that is none of its choices."""
    reader.problem(path, "not one of the choices", value=value, expected=_or(choices), remedy="write one of these")


def _or(choices: Collection[str]) -> str:
    return "one of: " + ", ".join(choices)
