"""Reading an edition's YAML: every scalar as text, and fields by name with an error that says where."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import yaml

from headwater.errors import EditionError

Raw = Mapping[str, Any]
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


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


def items_of(raw: Any, name: str) -> list[Any]:
    """Return a list of the file by its name; one that is left out is empty."""
    found = (raw or {}).get(name) or []
    if not isinstance(found, list):
        raise EditionError(f"{name}: expected a list, found {type(found).__name__}")
    return found


def put_new(into: dict[str, Any], name: str, item: Any, kind: str) -> None:
    """Put an item under its name, once."""
    if name in into:
        raise EditionError(f"{kind} {name} stands twice")
    into[name] = item


def text_of(item: Any, name: str, *, where: str) -> str:
    """Return a text that must be there, its white space folded."""
    found = item.get(name) if isinstance(item, Mapping) else None
    if not isinstance(found, str) or not found:
        raise EditionError(f"{where}: `{name}` is missing")
    return " ".join(found.split())


def check_keys(item: Raw, allowed: set[str], *, where: str) -> None:
    """Refuse keys that do not belong."""
    if not isinstance(item, Mapping):
        raise EditionError(f"{where}: expected keys and values, found {item!r}")
    unknown = set(item) - allowed
    if unknown:
        raise EditionError(f"{where}: unknown key {sorted(unknown)[0]!r}; known are {', '.join(sorted(allowed))}")


def date_of(text: str | None) -> datetime.date | None:
    """Return a day, or None for one that is open or unknown."""
    if text in (None, "open", "unknown"):
        return None
    try:
        return datetime.date.fromisoformat(str(text))
    except ValueError as error:
        raise EditionError(f"{text!r} is not a date; write it as 2011-06-01") from error


def flag_of(item: Raw, name: str, *, default: bool) -> bool:
    """Return a yes or no, or what its absence means."""
    found = item.get(name)
    if found is None:
        return default
    if found not in ("yes", "no"):
        raise EditionError(f"{name}: expected yes or no, found {found!r}")
    return bool(found == "yes")
