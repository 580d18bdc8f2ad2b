"""What an id names in an edition: a provision, a row, a table, a criterion, a duty, an advice of a manual.

Owns finding it, also where it is written without the edition's first part or with brackets, as `T3.4` or `4(b)`, and
what becomes of it in words.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from headwater.errors import UnknownProvisionError, shown
from headwater.review.outlook import deciding_rows
from headwater.rules.condition import conditions_of
from headwater.rules.edition import Edition
from headwater.rules.provision import Criterion, Duty
from headwater.rules.table import Row

PERMIT: Final = "permit"
MOST_NEAR: Final = 5


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What an id names: the rows, criteria, duties and advice that carry it, and what becomes of it, in words.

    `id` is `permit` where all that decides what is owed is asked for at once. `of_applicability` says that it has a say
    in whether a permit is needed and what is required.
    """

    id: str
    kind: str
    gist: str
    becomes: str
    status: str | None = None
    rows: tuple[Row, ...] = ()
    tables: tuple[str, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    duties: tuple[Duty, ...] = ()
    advice: tuple[Criterion, ...] = ()
    of_applicability: bool = False


def find_subject(edition: Edition, asked: str) -> Subject:
    """Return what `asked` names in an edition.

    Raises
    ------
    UnknownProvisionError
        If it names nothing; the message tells the ids that come near.
    """
    if asked.strip().lower() == PERMIT:
        gist = "whether a permit is needed, and what is required"
        becomes = "decided by the rows that bring a plan under the rule, free it, and say what it owes"
        return Subject(id=PERMIT, kind="decision", gist=gist, becomes=becomes, of_applicability=True)
    ids = list(dict.fromkeys(_ids(edition)))
    name = _named(asked, ids)
    if name is None:
        near = _near(asked, ids) or _of_word(asked, edition)
        some = f"; near it are {', '.join(near)}" if near else ""
        raise UnknownProvisionError(
            f"{edition.key} has no provision, row, table or criterion {shown(' '.join(asked.split()))}{some}; "
            f"`headwater editions --json` lists them all"
        )
    return _subject(edition, name)


def _ids(edition: Edition) -> Iterator[str]:
    yield from edition.provisions
    yield from edition.tables
    yield from edition.rows
    yield from edition.criteria
    yield from (criterion.row for criterion in edition.criteria.values() if criterion.row)
    yield from edition.duties
    yield from edition.guidance


def _named(asked: str, ids: list[str]) -> str | None:
    """Return the id that is meant: as written, or without its first part, in any case, with brackets for points."""
    folded = {_folded(name): name for name in reversed(ids)}
    wanted = _folded(asked)
    if wanted in folded:
        return folded[wanted]
    without = {_folded(name.partition(".")[2]): name for name in reversed(ids) if "." in name}
    return without.get(wanted)


def _folded(name: str) -> str:
    return re.sub(r"[\s().]+", ".", name.strip().lower()).strip(".")


def _near(asked: str, ids: list[str]) -> list[str]:
    wanted = _folded(asked)[:60]
    folded = {_folded(name): name for name in ids}
    whole = difflib.get_close_matches(wanted, list(folded), n=MOST_NEAR, cutoff=0.75)
    starts = [name for name in folded if wanted and name.startswith(f"{wanted}.")]
    above = [name for name in folded if wanted.startswith(f"{name}.")]
    return [folded[name] for name in dict.fromkeys([*whole, *starts, *reversed(above)])][:MOST_NEAR]


def _of_word(asked: str, edition: Edition) -> list[str]:
    """Return the criteria of a requirement, or whose gist holds a word: `rate` means what is tested of it."""
    wanted = asked.strip().lower()
    word = re.compile(rf"\b{re.escape(wanted)}\b", re.IGNORECASE)
    criteria = [criterion for criterion in edition.criteria.values() if criterion.exhibit is None]
    due = [item for item in criteria if f"requires.{wanted}" in {one.fact for one in conditions_of(item.when)}]
    said = [item for item in criteria if word.search(item.gist)]
    return list(dict.fromkeys(item.provision for item in (*due, *said)))[:MOST_NEAR]


def _subject(edition: Edition, name: str) -> Subject:
    provision = edition.provisions.get(name)
    tables = tuple(table for table in edition.tables if table == name)
    rows = {row.id: row for row in edition.rows.values() if name in (row.id, row.provision)}
    rows |= {row: edition.rows[row] for table in tables for row in edition.tables[table].rows}
    criteria = tuple(
        criterion
        for criterion in edition.criteria.values()
        if name in (criterion.id, criterion.provision, criterion.row) or (criterion.row or "").startswith(f"{name}.")
    )
    duties = tuple(duty for duty in edition.duties.values() if name in (duty.id, duty.provision))
    advice = tuple(item for item in edition.guidance.values() if name in (item.id, item.provision))
    return Subject(
        id=name,
        kind=provision.kind if provision is not None else _kind(name, edition),
        gist=_gist(edition, name),
        status=provision.status if provision is not None else None,
        becomes=_becomes(edition, name, tuple(rows.values()), criteria, duties, advice),
        rows=tuple(rows.values()),
        tables=tables,
        criteria=criteria,
        duties=duties,
        advice=advice,
        of_applicability=not rows.keys() <= {*edition.volumes, *edition.baselines},
    )


def _kind(name: str, edition: Edition) -> str:
    if name in edition.rows or any(criterion.row == name for criterion in edition.criteria.values()):
        return "row"
    return "table" if name in edition.tables else "criterion" if name in edition.criteria else "guidance"


def _gist(edition: Edition, name: str) -> str:
    if name in edition.rows and edition.rows[name].gist:
        return edition.rows[name].gist
    if name in edition.provisions:
        return edition.provisions[name].gist
    if name in edition.tables:
        return edition.tables[name].title
    for found in (edition.criteria, edition.duties, edition.guidance):
        if name in found:
            return str(found[name].gist)
    if name in edition.rows:
        return edition.provisions[edition.rows[name].provision].gist
    printed = next(criterion for criterion in edition.criteria.values() if criterion.row == name)
    return edition.provisions[printed.provision].gist


_BY_STATUS: Final = {
    "informative": "informative: it decides nothing, and shapes how the rest is read",
    "source missing": "its text is not at hand, so that nothing is decided by it",
    "coded": "coded in the arithmetic that other provisions use; it has no outcome of its own",
    "for judgment": "for the District to judge",
}


def _becomes(
    edition: Edition,
    name: str,
    rows: tuple[Row, ...],
    criteria: tuple[Criterion, ...],
    duties: tuple[Duty, ...],
    advice: tuple[Criterion, ...],
) -> str:
    said = []
    if rows:
        listed = "" if [row.id for row in rows] == [name] else f" by {', '.join(row.id for row in rows)}"
        if deciding_rows(edition).isdisjoint(row.id for row in rows):
            said.append(f"says in prose what a table decides, and is compared with it{listed}")
        else:
            said.append(f"decided{listed}")
    said += [_of_criterion(criterion, name) for criterion in criteria]
    said += [f"a {duty.stage} that the permit carries" for duty in duties]
    if advice:
        said.append("what a manual advises: shown beside the findings, and no requirement")
    if said:
        return "; ".join(dict.fromkeys(said))
    return _BY_STATUS.get(edition.provisions[name].status, edition.provisions[name].status)


def _of_criterion(criterion: Criterion, name: str) -> str:
    each = f" for each {criterion.subject}" if criterion.subject else ""
    label = "" if criterion.id == name else f" ({criterion.id})"
    if criterion.exhibit is not None:
        return f"a document of the application: {criterion.exhibit}{label}"
    if criterion.statement is not None:
        return f"a statement to answer with evidence: answers.{criterion.statement}{label}"
    if criterion.judge == "credit":
        return f"a row of the credit schedule{label}"
    if criterion.judge is None and not criterion.test:
        return f"for the District to judge{each}{label}"
    return f"tested{each}{label}"
