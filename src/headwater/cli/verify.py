"""The proof of an edition, as a document and on a terminal: the verdict, what is unexplained, what a reading explains.

The site of every defect is given as a plan as well, so that anyone can try it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from headwater.cli.check_text import labelled, wrapped
from headwater.review.naming import plain_name, plan_field
from headwater.rules.edition import AS_WRITTEN, Edition
from headwater.rules.verify import Defect, Site

Document = Mapping[str, Any]
Proofs = Sequence[tuple[Edition, tuple[Defect, ...]]]
UNEXPLAINED = 1


def verify_document(proofs: Proofs) -> dict[str, Any]:
    """Return the proofs of editions as plain values."""
    defects = [_defect(defect, edition) for edition, found in proofs for defect in found]
    unexplained = sum(defect["explanation"] is None for defect in defects)
    return {
        "document": "verify",
        "version": 1,
        "editions": [_edition(edition, found) for edition, found in proofs],
        "defects": defects,
        "unexplained": unexplained,
        "exit_code": UNEXPLAINED if unexplained else 0,
    }


def _edition(edition: Edition, found: tuple[Defect, ...]) -> dict[str, Any]:
    bare = all(choice == AS_WRITTEN for choice in edition.taken.values())
    return {
        "key": edition.key,
        "title": edition.title,
        "sha256": edition.content_hash,
        "overlay": edition.overlay,
        "provisional_content": edition.provisional_title,
        "readings": "none" if bare else "taken",
        "hit_policies": {table.id: table.hit for table in edition.tables.values()},
        "unexplained": sum(defect.explanation is None for defect in found),
        "explained": sum(defect.explanation is not None for defect in found),
    }


def _defect(defect: Defect, edition: Edition) -> dict[str, Any]:
    reading = edition.readings[defect.reading] if defect.reading else None
    return {
        "edition": edition.key,
        "kind": defect.kind,
        "provisions": list(defect.provisions),
        "rows": list(defect.rows),
        "about": defect.about,
        "site": None if defect.site is None else _site(defect, edition),
        "where": dict(defect.where),
        "says": dict(defect.says),
        "decides": defect.decides,
        "reading": defect.reading,
        "readings": list(defect.readings),
        "explanation": defect.explanation,
        "question": reading.question if reading else None,
        "read_as": _read_as(edition, reading.id) if reading else None,
    }


def _read_as(edition: Edition, reading: str) -> str:
    """Return the gist of the choice taken of a reading, or of its default where none is."""
    record = edition.readings[reading]
    taken = edition.taken.get(reading, AS_WRITTEN)
    return record.choices[record.default if taken == AS_WRITTEN else taken].gist


def _site(defect: Defect, edition: Edition) -> dict[str, Any]:
    assert defect.site is not None
    return {
        "facts": {_field(name): text for name, text in defect.site.given().items()},
        "follows": dict(defect.site.derived()),
        "plan": plan_text(defect.site, edition=edition.key, name=f"{defect.kind} of {', '.join(defect.provisions)}"),
    }


def _field(name: str) -> str:
    head, dot, rest = name.partition(".")
    return plan_field(f"action[site].{rest}" if dot and head == "action" else name)


def plan_text(site: Site, *, edition: str, name: str) -> str:
    """Return a plan file that states a site."""
    groups: dict[str, dict[str, str]] = {"site": {}, "surfaces": {}}
    action: dict[str, str] = {}
    affects: dict[str, str] = {}
    for fact, text in site.given().items():
        field = _field(fact)
        if field.startswith("actions[site].affects."):
            affects[field.removeprefix("actions[site].affects.")] = text
        elif field.startswith("actions[site]."):
            if text != "another action":  # no plan of one action can state it
                action[field.removeprefix("actions[site].")] = text
        else:
            group, _, key = field.partition(".")
            groups.setdefault(group, {})[key] = text
    lines = [
        "headwater: 1",
        f"plan: {name}",
        "edition:",
        f"  key: {edition}",
        "  because: to show a defect of the edition",
    ]
    for group, values in groups.items():
        lines += [f"{group}:", *(f"  {key}: {text}" for key, text in values.items())]
    lines += ["earlier_projects: none", "actions:", "  - id: site"]
    lines += [f"    {key}: {text}" for key, text in action.items() if not (key == "counted_in" and text == "none")]
    if affects:
        lines.append(f"    affects: {{{', '.join(f'{key}: {text}' for key, text in affects.items())}}}")
    return "\n".join(lines) + "\n"


# ---- on a terminal ---------------------------------------------------------------------------------------------------


def render_verify(document: Document) -> str:
    """Return the proofs as text: the verdict first, then what is unexplained, then what is explained, by reading."""
    lines: list[str] = []
    for edition in document["editions"]:
        found = [defect for defect in document["defects"] if defect["edition"] == edition["key"]]
        lines += [*([""] if lines else []), *_head(edition), *_unexplained(found), *_explained(found)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(edition: Document) -> Iterator[str]:
    yield from labelled(edition["key"], edition["title"])
    taken = "taken as recorded" if edition["readings"] == "taken" else "left out: the bare text"
    yield from labelled("readings", taken)
    if edition["overlay"]:
        yield from labelled("overlay", edition["overlay"])
    if edition["provisional_content"]:
        yield from labelled("provisional", edition["provisional_content"])
    left = edition["unexplained"]
    verdict = f"{left} UNEXPLAINED" if left else "nothing unexplained"
    yield from labelled("verdict", f"{verdict}, {edition['explained']} explained")


def _unexplained(found: Sequence[Document]) -> Iterator[str]:
    left = [defect for defect in found if defect["explanation"] is None]
    if left:
        yield ""
        yield f"UNEXPLAINED ({len(left)})"
        for defect in left:
            yield from _shown(defect)


def _explained(found: Sequence[Document]) -> Iterator[str]:
    groups: dict[str, list[Document]] = {}
    for defect in found:
        if defect["explanation"] is not None:
            groups.setdefault(defect["explanation"], []).append(defect)
    if groups:
        yield ""
        yield f"EXPLAINED ({sum(map(len, groups.values()))})"
    for explanation in sorted(groups, key=_order):
        defects = groups[explanation]
        question = defects[0]["question"]
        title = f"{explanation}  {question} Read as: {defects[0]['read_as']}" if question else explanation
        yield from wrapped(title, indent=6, first="  ")
        for defect in defects:
            yield from _shown(defect, indent=6)


def _order(explanation: str) -> tuple[int, str]:
    number = re.sub(r"\D", "", explanation)
    return (int(number) if number else 10_000), explanation


def _shown(defect: Document, *, indent: int = 2) -> Iterator[str]:
    head = " " * indent
    yield from wrapped(f"{defect['kind']}: {', '.join(defect['rows'])}", indent=indent + 4, first=head)
    under = indent + 4
    if defect["where"]:
        bounds = "; ".join(f"{plain_name(_short(name))} {text}" for name, text in defect["where"].items())
        yield from wrapped(f"where {bounds}", indent=under)
    if defect["site"]:
        yield from wrapped(f"site: {_site_text(defect['site'])}", indent=under)
    for row, text in defect["says"].items():
        yield from wrapped(f"{row}: {text}", indent=under)
    if defect["decides"]:
        yield from wrapped(f"so: {defect['decides']}", indent=under)


def _short(name: str) -> str:
    """Return the name of a fact of the action as a reader says it: `action.counted_site_sf` is the site."""
    return re.sub(r"^action\.(own_|counted_|tested_)?", "", name)


def _site_text(site: Document) -> str:
    """Return a site on one line: what there is of it, zeros and plain noes left out."""
    facts = dict(site["facts"])
    kind = facts.pop("actions[site].kind", None)
    said = [kind] if kind else []
    for field, text in facts.items():
        name = field.rpartition("]")[2].lstrip(".").replace(".", " ").replace("_", " ").removeprefix("surfaces ")
        if text not in ("none", "no", "0"):
            said.append(f"{name} {text}" if text != "yes" else name)
    shares = [
        f"{plain_name(_short(name))} {text}" for name, text in site["follows"].items() if name.endswith("_fraction")
    ]
    return ", ".join(said) + (f" ({', '.join(shares)})" if shares else "")
