"""Readings of an edition, from their YAML: the choices, and what each amends."""

from __future__ import annotations

from collections.abc import Mapping

from headwater.editions.fields import Raw, check_keys, flag_of, text_of
from headwater.editions.rows import parse_duties, parse_then
from headwater.errors import EditionError
from headwater.rules.condition import Clauses, exact_number, parse_clauses
from headwater.rules.reading import Amendment, Choice, Reading


def parse_reading(item: Raw, *, values: Mapping[str, str]) -> Reading:
    """Return one reading, with its two choices."""
    name = text_of(item, "id", where="reading")
    check_keys(item, {"id", "provisions", "question", "choices", "default", "why", "kind"}, where=name)
    choices = {key: _choice(key, choice, values=values, where=name) for key, choice in item["choices"].items()}
    default = text_of(item, "default", where=name)
    if default not in choices or len(choices) != 2:
        raise EditionError(f"{name}: expected two choices, one of them the default {default!r}")
    return Reading(
        id=name,
        provisions=tuple(item["provisions"]),
        question=text_of(item, "question", where=name),
        choices=choices,
        default=default,
        why=text_of(item, "why", where=name),
        kind=item.get("kind", "silent"),
    )


def _choice(key: str, item: Raw, *, values: Mapping[str, str], where: str) -> Choice:
    check_keys(item, {"gist", "amend"}, where=f"{where} {key}")
    amendments = tuple(_amendment(raw, values=values, where=f"{where} {key}") for raw in item.get("amend") or ())
    return Choice(key=key, gist=text_of(item, "gist", where=f"{where} {key}"), amendments=amendments)


_AMENDMENT_KEYS = {
    "on", "replace", "by", "add", "drop", "then", "off", "floor", "every", "reached", "freed", "over", "when_zero",
}  # fmt: skip


def _amendment(item: Raw, *, values: Mapping[str, str], where: str) -> Amendment:
    check_keys(item, _AMENDMENT_KEYS, where=where)
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
        then=parse_then(item["then"], values=values, where=where) if "then" in item else None,
        off=flag_of(item, "off", default=False),
        floor=parse_duties(item, "floor", values=values, where=where),
        every=parse_duties(item, "every", values=values, where=where),
        reached=parse_duties(item, "reached", values=values, where=where),
        freed=tuple(item.get("freed") or ()),
        over=item.get("over"),
        when_zero=None if zero is None else exact_number(zero, family="fraction", where=where),
    )
