"""From an edition's YAML to its records, checked on the way.

Owns the format of the data: `edition.yaml`, `provisions.yaml`, `values.yaml`, `tables.yaml`, `criteria.yaml`,
`exhibits.yaml` and `readings.yaml` of an edition's folder, and of an overlay. Everything is read as text; numbers
become exact only where a unit says what they are. The format is described in docs/reference/edition-data.md.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import yaml

from headwater.errors import EditionError
from headwater.rules import crediting, rates
from headwater.rules.condition import Clauses, exact_number, parse_clauses
from headwater.rules.edition import Edition, Ratio, Sum
from headwater.rules.judges import JUDGES as SHARED_JUDGES
from headwater.rules.judging import CONCLUDED
from headwater.rules.provision import STATUSES, Credit, Criterion, Duty, Provision
from headwater.rules.reading import Amendment, Choice, Reading, Ruling
from headwater.rules.table import Branch, Depths, Duties, HitPolicy, Measure, Row, Table

Raw = Mapping[str, Any]
FILES = ("edition", "provisions", "values", "tables", "criteria", "exhibits", "readings")
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_HITS: tuple[HitPolicy, ...] = ("one row", "first row", "heaviest row")
_NONE = ("none", "None", "")


def read_yaml(text: str, *, where: str) -> Any:
    """Return YAML with every scalar as text.

    Raises
    ------
    EditionError
        If the text is no YAML; with the line.
    """
    try:
        return yaml.load(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise EditionError(f"{where} is not readable as YAML: {error}") from error


def content_hash(texts: Mapping[str, str]) -> str:
    """Return the hash of named texts, in the order of their names."""
    digest = hashlib.sha256()
    for name in sorted(texts):
        digest.update(f"{name}\0{len(texts[name])}\0{texts[name]}".encode())
    return digest.hexdigest()


def build_edition(
    raw: Mapping[str, Any],
    *,
    digest: str,
    formulas: Mapping[str, Callable[..., Any]],
    judges: Mapping[str, Callable[..., Any]],
    overlay: str | None = None,
    provisional: bool = False,
    rulings: tuple[Ruling, ...] = (),
) -> Edition:
    """Return the edition that its files describe, at the default choice of every reading or as the District rules.

    `overlay` is the title of what has been laid over its files, and `provisional` whether that is not official.

    Raises
    ------
    EditionError
        If anything in the data is unsound: an unknown key, a reference to nothing, a number without a unit.
    """
    head = raw["edition"]
    key = _text(head, "key", where="edition.yaml")
    values = {
        name: _text(item, "value", where=f"{key} value {name}")
        for name, item in (raw["values"].get("values") or {}).items()
    }
    rows: dict[str, Row] = {}
    tables: dict[str, Table] = {}
    for item in _items(raw["tables"], "tables"):
        table = _table(item, rows, values=values)
        _new(tables, table.id, table, "table")
    triggers = tuple(_rows(_items(raw["tables"], "triggers"), rows, values=values, table="triggers"))
    volumes = tuple(_rows(_items(raw["tables"], "volumes"), rows, values=values, table="volumes"))
    baselines = tuple(_rows(_items(raw["tables"], "baselines"), rows, values=values, table="baselines"))
    branches = {item["id"]: _branch(item, values=values) for item in _items(raw["tables"], "branches")}
    criteria: dict[str, Criterion] = {}
    for name in ("criteria", "exhibits"):
        for item in _items(raw[name], name):
            criterion = _criterion(item, values=values)
            _new(criteria, criterion.id, criterion, "criterion")
    credits: dict[str, Credit] = {}
    for item in _items(raw["criteria"], "credits"):
        schedule = parse_credit(item, values=values)
        _new(credits, schedule.kind, schedule, "credit of")
    species = {
        name: exact_number(share, family="fraction", where=f"{key} species {name}")
        for name, share in (raw["values"].get("species") or {}).items()
    }
    duties = {item["id"]: _duty(item, values=values) for item in _items(raw["criteria"], "duties")}
    guidance = {item["id"]: _guidance(item, values=values) for item in _items(raw["criteria"], "guidance")}
    provisions = {item["id"]: _provision(item) for item in _items(raw["provisions"], "provisions")}
    readings = {item["id"]: _reading(item, values=values) for item in _items(raw["readings"], "readings")}
    edition = Edition(
        key=key,
        title=_text(head, "title", where=key),
        adopted=_date(head.get("adopted")),
        effective=_date(head["effective"]) or datetime.date.min,
        until=_date(head.get("until")),
        values=values,
        provisions=provisions,
        triggers=triggers,
        tables=tables,
        rows=rows,
        branches=branches,
        volumes=volumes,
        baselines=baselines,
        ratios={name: _ratio(name, item) for name, item in (raw["values"].get("ratios") or {}).items()},
        sums={name: _sum(name, item) for name, item in (raw["values"].get("sums") or {}).items()},
        criteria=criteria,
        duties=duties,
        credits=credits,
        species=species,
        readings=readings,
        taken={},
        formulas={**CONCLUDED, **crediting.FORMULAS, **rates.FORMULAS, **formulas},
        judges={**SHARED_JUDGES, **judges},
        guidance=guidance,
        not_judged=tuple(head.get("not_judged") or ()),
        content_hash=digest,
        overlay=overlay,
        provisional_title=overlay if provisional else None,
        rulings=rulings,
    )
    _check(edition)
    marked = _mark_readings(edition)
    ruled = {ruling.reading: ruling.choice for ruling in rulings}
    return marked.choosing({name: reading.default for name, reading in readings.items()} | ruled)


def _items(raw: Any, name: str) -> list[Any]:
    found = (raw or {}).get(name) or []
    if not isinstance(found, list):
        raise EditionError(f"{name}: expected a list, found {type(found).__name__}")
    return found


def _new(into: dict[str, Any], name: str, item: Any, kind: str) -> None:
    if name in into:
        raise EditionError(f"{kind} {name} stands twice")
    into[name] = item


def _text(item: Any, name: str, *, where: str) -> str:
    found = item.get(name) if isinstance(item, Mapping) else None
    if not isinstance(found, str) or not found:
        raise EditionError(f"{where}: `{name}` is missing")
    return " ".join(found.split())


def _known(item: Raw, allowed: set[str], *, where: str) -> None:
    if not isinstance(item, Mapping):
        raise EditionError(f"{where}: expected keys and values, found {item!r}")
    unknown = set(item) - allowed
    if unknown:
        raise EditionError(f"{where}: unknown key {sorted(unknown)[0]!r}; known are {', '.join(sorted(allowed))}")


def _date(text: str | None) -> datetime.date | None:
    if text in (None, "open", "unknown"):
        return None
    try:
        return datetime.date.fromisoformat(str(text))
    except ValueError as error:
        raise EditionError(f"{text!r} is not a date; write it as 2011-06-01") from error


def _flag(item: Raw, name: str, *, default: bool) -> bool:
    found = item.get(name)
    if found is None:
        return default
    if found not in ("yes", "no"):
        raise EditionError(f"{name}: expected yes or no, found {found!r}")
    return bool(found == "yes")


def _table(item: Raw, rows: dict[str, Row], *, values: Mapping[str, str]) -> Table:
    name = _text(item, "id", where="table")
    _known(item, {"id", "title", "hit", "rows", "provision"}, where=name)
    hit = item.get("hit", "one row")
    if hit not in _HITS:
        raise EditionError(f"{name}: hit policy {hit!r}; expected {', '.join(_HITS)}")
    ids = tuple(_rows(_items(item, "rows"), rows, values=values, table=item.get("provision", name)))
    return Table(id=name, title=_text(item, "title", where=name), hit=hit, rows=ids)


def _rows(items: list[Raw], rows: dict[str, Row], *, values: Mapping[str, str], table: str) -> Iterator[str]:
    for item in items:
        row = parse_row(item, values=values, table=table)
        _new(rows, row.id, row, "row")
        yield row.id


def parse_row(item: Raw, *, values: Mapping[str, str], table: str, provisional: bool = False) -> Row:
    """Return one row of a table from its YAML.

    Raises
    ------
    EditionError
        If the row is unsound.
    """
    name = _text(item, "id", where=f"row of {table}")
    _known(item, {"id", "provision", "gist", "when", "then", "provisional", "basis", "enabled"}, where=name)
    return Row(
        id=name,
        provision=item.get("provision", table if table not in ("triggers", "volumes", "baselines") else name),
        gist=" ".join(str(item.get("gist", "")).split()),
        when=parse_clauses(item.get("when"), values=values, where=name),
        then=_then(item.get("then"), values=values, where=name),
        provisional=_flag(item, "provisional", default=provisional),
        basis=item.get("basis"),
        enabled=_flag(item, "enabled", default=True),
    )


def _then(raw: Any, *, values: Mapping[str, str], where: str) -> Duties | Measure | Depths:
    if raw is None or raw in _NONE:
        return Duties()
    if not isinstance(raw, Mapping):
        raise EditionError(f"{where}: `then` is {raw!r}; expected none, requirements, a measure, depths, or missing")
    if "missing" in raw:
        return Duties(missing=_text(raw, "missing", where=where))
    if "largest_of" in raw or "depth" in raw:
        terms = raw.get("largest_of") or [raw]
        return Depths(tuple(_term(term, values=values, where=where) for term in terms))
    if set(raw) <= {"scope", "baseline", "for"}:
        fors = raw.get("for") or []
        return Measure(scope=raw.get("scope"), baseline=raw.get("baseline"), requirements=tuple(fors))
    pairs = []
    for requirement, scope in raw.items():
        pairs.append((str(requirement), "" if scope in ("by measure", None) else str(scope)))
    return Duties(requirements=tuple(sorted(pairs)))


def _term(raw: Raw, *, values: Mapping[str, str], where: str) -> tuple[Fraction, str]:
    _known(raw, {"depth", "over"}, where=where)
    depth = _text(raw, "depth", where=where)
    depth = values[depth[1:]] if depth.startswith("$") and depth[1:] in values else depth
    return exact_number(depth, family="depth", where=where), _text(raw, "over", where=where)


def _branch(item: Raw, *, values: Mapping[str, str]) -> Branch:
    name = _text(item, "id", where="branch")
    _known(item, {"id", "when", "exemptions", "table", "beside", "measures", "floor", "every", "freed"}, where=name)
    return Branch(
        id=name,
        when=parse_clauses(item.get("when"), values=values, where=name),
        exemptions=tuple(item.get("exemptions") or ()),
        table=item.get("table"),
        beside=tuple(item.get("beside") or ()),
        measures=tuple(item.get("measures") or ()),
        floor=_duties(item, "floor", values=values, where=name),
        every=_duties(item, "every", values=values, where=name),
        freed=tuple(item.get("freed") or ()),
    )


def _duties(item: Raw, key: str, *, values: Mapping[str, str], where: str) -> Duties | None:
    if key not in item:
        return None
    found = _then(item[key], values=values, where=where)
    if not isinstance(found, Duties) or found.missing:
        raise EditionError(f"{where}: `{key}` is no list of requirements")
    return found


def _ratio(name: str, item: Raw) -> Ratio:
    _known(item, {"of", "over", "when_zero"}, where=name)
    when_zero = item.get("when_zero")
    zero = None if when_zero is None else exact_number(when_zero, family="fraction", where=name)
    return Ratio(id=name, of=_text(item, "of", where=name), over=_text(item, "over", where=name), when_zero=zero)


def _sum(name: str, item: Any) -> Sum:
    if not isinstance(item, list):
        raise EditionError(f"{name}: expected a list of facts, each with + or -")
    return Sum(id=name, parts=tuple((-1 if part.startswith("-") else 1, part.lstrip("+-").strip()) for part in item))


_CRITERION_KEYS = {
    "id", "provision", "gist", "remedy", "for_each", "when", "test", "statement", "exhibit", "judge", "judgment", "row",
    "helpful", "provisional", "basis",
}  # fmt: skip


def parse_criterion(item: Raw, *, values: Mapping[str, str], provisional: bool = False) -> Criterion:
    """Return one criterion or exhibit from its YAML."""
    name = _text(item, "id", where="criterion")
    _known(item, _CRITERION_KEYS, where=name)
    criterion = Criterion(
        id=name,
        provision=item.get("provision", name),
        gist=" ".join(str(item.get("gist", "")).split()),
        remedy=" ".join(str(item.get("remedy", "")).split()),
        subject=item.get("for_each"),
        when=parse_clauses(item.get("when"), values=values, where=name),
        test=parse_clauses(item.get("test"), values=values, where=name),
        statement=item.get("statement"),
        exhibit=item.get("exhibit"),
        judge=item.get("judge"),
        judgment=item.get("judgment"),
        row=item.get("row"),
        helpful=_flag(item, "helpful", default=False),
        provisional=_flag(item, "provisional", default=provisional),
        basis=item.get("basis"),
    )
    ways = (criterion.test, criterion.statement, criterion.exhibit, criterion.judge, criterion.judgment)
    if not any(ways):
        raise EditionError(
            f"{name}: nothing says how it is judged; expected test, statement, exhibit, judge or judgment"
        )
    return criterion


_criterion = parse_criterion


_CREDIT_KEYS = {
    "id", "kind", "formula", "depth", "share", "needs", "ground", "schedule", "provisional", "basis",
}  # fmt: skip


def parse_credit(item: Raw, *, values: Mapping[str, str], provisional: bool = False) -> Credit:
    """Return one row of a volume schedule from its YAML."""
    name = _text(item, "id", where="credit")
    _known(item, _CREDIT_KEYS, where=name)
    formula, schedule = _text(item, "formula", where=name), item.get("schedule", "volume")
    if formula not in ("held", "area", "canopy", "reuse", "no number"):
        raise EditionError(f"{name}: formula {formula!r}; expected held, area, canopy, reuse or no number")
    if schedule not in ("volume", "other"):
        raise EditionError(f"{name}: schedule {schedule!r}; expected volume or other")

    def number(field: str, family: str, default: Fraction | None) -> Fraction | None:
        text = item.get(field)
        if text is None:
            return default
        return exact_number(values.get(text[1:], text), family=family, where=name)

    return Credit(
        id=name,
        kind=_text(item, "kind", where=name),
        formula=formula,
        depth_in=number("depth", "depth", None),
        share_fraction=number("share", "fraction", Fraction(1)) or Fraction(0),
        needs=item.get("needs"),
        ground=_flag(item, "ground", default=False),
        schedule=schedule,
        provisional=_flag(item, "provisional", default=provisional),
        basis=item.get("basis"),
    )


def _duty(item: Raw, *, values: Mapping[str, str]) -> Duty:
    name = _text(item, "id", where="duty")
    _known(item, {"id", "provision", "gist", "stage", "when"}, where=name)
    return Duty(
        id=name,
        provision=item.get("provision", name),
        gist=_text(item, "gist", where=name),
        stage=_text(item, "stage", where=name),
        when=parse_clauses(item.get("when"), values=values, where=name),
    )


def _guidance(item: Raw, *, values: Mapping[str, str]) -> Criterion:
    name = _text(item, "id", where="guidance")
    _known(item, {"id", "provision", "gist", "source", "for_each", "when", "test"}, where=name)
    return Criterion(
        id=name,
        provision=_text(item, "provision", where=name),
        gist=_text(item, "gist", where=name),
        subject=item.get("for_each"),
        when=parse_clauses(item.get("when"), values=values, where=name),
        test=parse_clauses(item.get("test"), values=values, where=name),
        basis=_text(item, "source", where=name),
    )


def _provision(item: Raw) -> Provision:
    name = _text(item, "id", where="provision")
    _known(item, {"id", "kind", "status", "gist"}, where=name)
    status = _text(item, "status", where=name)
    if status not in STATUSES:
        raise EditionError(f"{name}: status {status!r}; expected {', '.join(STATUSES)}")
    return Provision(id=name, kind=_text(item, "kind", where=name), status=status, gist=_text(item, "gist", where=name))


def _reading(item: Raw, *, values: Mapping[str, str]) -> Reading:
    name = _text(item, "id", where="reading")
    _known(item, {"id", "provisions", "question", "choices", "default", "why", "kind"}, where=name)
    choices = {key: _choice(key, choice, values=values, where=name) for key, choice in item["choices"].items()}
    default = _text(item, "default", where=name)
    if default not in choices or len(choices) != 2:
        raise EditionError(f"{name}: expected two choices, one of them the default {default!r}")
    return Reading(
        id=name,
        provisions=tuple(item["provisions"]),
        question=_text(item, "question", where=name),
        choices=choices,
        default=default,
        why=_text(item, "why", where=name),
        kind=item.get("kind", "silent"),
    )


def _choice(key: str, item: Raw, *, values: Mapping[str, str], where: str) -> Choice:
    _known(item, {"gist", "amend"}, where=f"{where} {key}")
    amendments = tuple(_amendment(raw, values=values, where=f"{where} {key}") for raw in item.get("amend") or ())
    return Choice(key=key, gist=_text(item, "gist", where=f"{where} {key}"), amendments=amendments)


_AMENDMENT_KEYS = {
    "on", "replace", "by", "add", "drop", "then", "off", "floor", "every", "freed", "over", "when_zero",
}  # fmt: skip


def _amendment(item: Raw, *, values: Mapping[str, str], where: str) -> Amendment:
    _known(item, _AMENDMENT_KEYS, where=where)
    on = item.get("on")
    targets = tuple(on) if isinstance(on, list) else (str(on),)
    new: Clauses = ()
    if "by" in item or "add" in item:
        raw = item.get("by", item.get("add"))
        new = parse_clauses(raw if isinstance(raw, list) else [raw], values=values, where=where)
    old = item.get("replace", item.get("drop"))
    if old is not None:
        (parsed,) = parse_clauses([old], values=values, where=where)
        old = parsed.text if hasattr(parsed, "text") else None
    zero = item.get("when_zero")
    return Amendment(
        on=targets,
        old=old,
        new=new,
        then=_then(item["then"], values=values, where=where) if "then" in item else None,
        off=_flag(item, "off", default=False),
        floor=_duties(item, "floor", values=values, where=where),
        every=_duties(item, "every", values=values, where=where),
        freed=tuple(item.get("freed") or ()),
        over=item.get("over"),
        when_zero=None if zero is None else exact_number(zero, family="fraction", where=where),
    )


def _mark_readings(edition: Edition) -> Edition:
    """Mark everything that some choice of a reading amends with that reading."""
    touched: dict[str, set[str]] = {}
    for reading in edition.readings.values():
        for choice in reading.choices.values():
            for amendment in choice.amendments:
                for target in amendment.on:
                    touched.setdefault(target, set()).add(reading.id)

    def mark(items: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: replace(item, readings=frozenset(touched[name])) if name in touched else item
            for name, item in items.items()
        }

    return replace(
        edition,
        rows=mark(edition.rows),
        branches=mark(edition.branches),
        criteria=mark(edition.criteria),
        ratios=mark(edition.ratios),
        duties=mark(edition.duties),
    )


def _check(edition: Edition) -> None:
    """Refuse references to nothing."""
    for branch in edition.branches.values():
        for table in (*branch.exemptions, *branch.beside, *branch.measures, *filter(None, [branch.table])):
            if table not in edition.tables:
                raise EditionError(f"branch {branch.id} names table {table!r}, which does not exist")
    for criterion in (*edition.criteria.values(), *edition.guidance.values()):
        if criterion.provision not in edition.provisions:
            raise EditionError(f"criterion {criterion.id} cites {criterion.provision!r}, which is no provision")
        if criterion.judge is not None and criterion.judge not in edition.judges:
            raise EditionError(f"criterion {criterion.id} is judged by {criterion.judge!r}, which no function is named")
    exemptions = {table for branch in edition.branches.values() for table in branch.exemptions}
    for name in (*edition.triggers, *(row for table in exemptions for row in edition.tables[table].rows)):
        if edition.rows[name].then != Duties():
            raise EditionError(f"row {name} brings in or frees an action, and requires something; expected `none`")
    for row in edition.rows.values():
        if row.provision not in edition.provisions:
            raise EditionError(f"row {row.id} cites {row.provision!r}, which is no provision")
    for duty in edition.duties.values():
        if duty.provision not in edition.provisions:
            raise EditionError(f"duty {duty.id} cites {duty.provision!r}, which is no provision")
