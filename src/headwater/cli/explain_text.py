"""An explanation on a terminal: what came out, what it rests on, and what would change it.

Made from the explanation document alone, so that it carries the same figures as every other output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Final

from headwater.cli.check_text import labelled, not_judged, wrapped
from headwater.reports.wording import mark_of
from headwater.review.naming import plan_field

Document = Mapping[str, Any]
MOST_NEARLY: Final = 6
MOST_FLIPS: Final = 5
_MARKS: Final = {True: "holds", False: "FAILS", None: "open"}
_STATES: Final = {
    "decided": "decided",
    "held": "its conditions hold; another row decided",
    "nearly": "did not fire: one condition fails",
    "failed": "did not fire",
    "open": "cannot tell",
    "off": "switched off: it says nothing in a decision",
}


def render_explanation(document: Document) -> str:
    """Return the explanation as text."""
    lines = [
        *_head(document),
        *_owed(document),
        *_findings(document),
        *_exemptions(document),
        *_rows(document),
        *_nearly(document),
        *_duties(document),
        *_advice(document),
        *_readings(document),
        "",
        *not_judged(document),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(document: Document) -> Iterator[str]:
    yield from wrapped(str(document["plan"]["name"]))
    yield f"{document['edition_title']} ({document['edition']})"
    yield document["statement"]
    if document["overlay"]:
        yield from wrapped(f"Overlay: {document['overlay']}")
    if _rests_on_provisional(document):
        yield from wrapped(f"PROVISIONAL: parts of this rest on {document['provisional_content']}")
    yield ""
    yield from wrapped(f"{document['kind'].upper()}: {document['gist']}", indent=6, first=f"{document['id']}  ")
    yield from wrapped(document["becomes"], indent=6)


def _rests_on_provisional(document: Document) -> bool:
    return any(finding["provisional"] for finding in document["findings"]) or any(
        row["provisional"] and row["state"] != "off" for row in document["rows"]
    )


def _owed(document: Document) -> Iterator[str]:
    if not document["owed"]:
        return
    yield ""
    yield from labelled("PERMIT", document["permit_words"].upper())
    for line in document["why"]:
        yield from labelled("", line)
    if document["not_all_ways"]:
        yield from labelled("", document["not_all_ways"])
    if document["missing_fields"]:
        yield from labelled("", f"could still change it: {', '.join(document['missing_fields'])}")
        yield from labelled("", f"to settle it, write: {', '.join(document['settled_by_fields'])}")
        for line in document["rounding"]:
            yield from labelled("", line)
    titles = {"permit": "whether a permit is needed", "requirements": "what is required"}
    for flips in document["owed"]:
        yield from _change(flips, f"the smallest change that turns {titles[flips['of']]}", indent=2)


# ---- findings --------------------------------------------------------------------------------------------------------


def _findings(document: Document) -> Iterator[str]:
    told: set[str] = set()
    for finding in document["findings"]:
        yield ""
        item = f" [{finding['item']}]" if finding["item"] else ""
        row = f", by {finding['row']}" if finding["row"] not in (None, finding["id"]) else ""
        yield from wrapped(f"{mark_of(finding).words.upper()}{row}", indent=6, first=f"{finding['id']}{item}  ")
        yield from wrapped(finding["gist"], indent=6)
        for key in ("basis", "note"):
            if finding[key]:
                yield from wrapped(str(finding[key]), indent=6)
        yield from _conditions(finding["conditions"], indent=6)
        for line in finding["arithmetic"]:
            yield from wrapped(line, indent=6)
        if finding["margin"] is not None:
            yield from wrapped(f"nearest threshold: {_margin(finding['margin'])}", indent=6)
        yield from _facts(finding["facts"])
        yield from _open(finding)
        for rest in finding["rests_on"]:
            other = rest["other_outcome"].replace("_", " ")
            yield from wrapped(f"rests on {rest['reading']}: read the other way, {other}", indent=6)
        yield from _not_handed_in(finding)
        if finding["flips"] is not None:
            yield from _change(_without(finding["flips"], told), "what would change it", indent=6)
            told |= {flip["words"] for flip in finding["flips"]["flips"] if _escapes(flip)}
        if finding["remedy"]:
            yield from wrapped(f"to do: {finding['remedy']}", indent=6)


def _not_handed_in(finding: Mapping[str, Any]) -> Iterator[str]:
    """Say how an exhibit is listed, since its field is a name in a list and no key."""
    if finding["kind"] == "exhibit" and finding["outcome"] in ("cannot_tell", "not_met"):
        names = [field.removeprefix("exhibits.") for field in finding["missing_fields"] if "exhibits." in field]
        for name in names or [str(finding["exhibit"])]:
            yield from wrapped(f"list it among the exhibits once it is handed in: - {{exhibit: {name}, ...}}", indent=6)


def _margin(margin: Mapping[str, Any]) -> str:
    percent = f" ({margin['percent']} %)" if margin["percent"] is not None else ""
    return f"{margin['words']}{percent}"


def _open(finding: Mapping[str, Any]) -> Iterator[str]:
    if finding["outcome"] != "cannot_tell" or not finding["missing_fields"]:
        return
    yield from wrapped(f"could still change it: {', '.join(finding['missing_fields'])}", indent=6)
    yield from wrapped(f"to settle it, write: {', '.join(finding['settled_by_fields'])}", indent=6)
    for line in finding["rounding"]:
        yield from wrapped(line, indent=6)


def _facts(facts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    said = [fact for fact in facts if fact["given"] is not None and fact["origin"] not in ("derived", "silence")]
    if said:
        yield from wrapped("facts:", indent=6)
    for fact in said:
        line = f", line {fact['line']}" if fact["line"] is not None else ""
        source = f", {fact['source']}" if fact["source"] else ""
        told = f"{plan_field(fact['fact'])} = {fact['given']} ({fact['origin']}{line}{source})"
        yield from wrapped(told, indent=10, first=" " * 8)


# ---- rows and conditions ---------------------------------------------------------------------------------------------


def _exemptions(document: Document) -> Iterator[str]:
    for held in document["exemptions"]:
        yield ""
        yield from wrapped(f"{held['row']}: {held['gist']}", indent=6, first=f"EXEMPT [{held['action']}]  ")
        yield from wrapped("exempt while:", indent=6)
        for proviso in held["provisos"] or ["it is what its class says"]:
            yield from wrapped(f"- {proviso}", indent=10, first=" " * 8)


def _rows(document: Document) -> Iterator[str]:
    if document["rows"]:
        yield ""
        yield f"ROWS ({len(document['rows'])})"
    told = {(finding["id"], finding["item"]) for finding in document["findings"]}
    for row in document["rows"]:
        provisional = " (provisional)" if row["provisional"] else ""
        yield from wrapped(
            f"{row['row']} [{row['action']}]{provisional}  {_STATES[row['state']]}", indent=6, first="  "
        )
        if row["gist"] != document["gist"]:
            yield from wrapped(row["gist"], indent=6)
        yield from _conditions(row["conditions"], indent=6)
        if row["flips"] is not None and (row["row"], row["action"]) not in told:
            yield from _change(row["flips"], "what would change it", indent=6)


def _conditions(conditions: Sequence[Mapping[str, Any]], *, indent: int) -> Iterator[str]:
    for condition in conditions:
        mark = _MARKS[condition["holds"]]
        how = "; it has no value here" if condition["undefined"] else ""
        if condition["distance_words"]:
            part = f", {condition['of_part']['words']}" if condition["of_part"] else ""
            how = f"; {condition['distance_words']}{part}"
        elif condition["found"] and condition["holds"] is not True:
            how = f"; it is {' or '.join(condition['found'])}"
        yield from wrapped(f"{condition['words']}{how}", indent=indent + 7, first=f"{' ' * indent}{mark:<7}")


def _nearly(document: Document) -> Iterator[str]:
    found = [row for row in document["nearly"] if row["row"] != document["id"]]
    if not found:
        return
    yield ""
    yield f"ROWS THAT NEARLY FIRED ({len(found)}; one condition fails)"
    for row in found[:MOST_NEARLY]:
        (failing,) = [condition for condition in row["conditions"] if condition["holds"] is False]
        percent = f" ({row['percent']} %)" if row["percent"] is not None else ""
        how = f"; {failing['distance_words']}{percent}" if failing["distance_words"] else ""
        yield from wrapped(f"{failing['words']}{how}", indent=6, first=f"  {row['row']} [{row['action']}]  ")
    if len(found) > MOST_NEARLY:
        yield f"  and {len(found) - MOST_NEARLY} more, in the JSON"


# ---- what would change it --------------------------------------------------------------------------------------------


def _change(flips: Mapping[str, Any], title: str, *, indent: int) -> Iterator[str]:
    yield from wrapped(f"{title}: {flips['words']}", indent=indent + 2, first=" " * indent)
    if not flips["whole"]:
        so_much = "(the plan states so many numbers, or leaves so much open, that not every change was tried)"
        yield from wrapped(so_much, indent=indent + 2)
    found = flips["flips"]
    if not found:
        return
    yield from _behind(found[0], indent=indent + 2)
    for flip in found[1:MOST_FLIPS]:
        yield from wrapped(f"or {flip['words']}", indent=indent + 4, first=" " * (indent + 2))
    if len(found) > MOST_FLIPS:
        yield from wrapped(f"and {len(found) - MOST_FLIPS} more facts, in the JSON", indent=indent + 2)


def _escapes(flip: Mapping[str, Any]) -> bool:
    """Return whether a change takes the plan out of a provision, as it then does out of others."""
    return str(flip["outcome_after"]).replace("_", " ") == "not applicable"


def _without(flips: Mapping[str, Any], told: Set[str]) -> Mapping[str, Any]:
    """Return flips without the escapes that an earlier finding told; the smallest stays, as it is the answer."""
    found = flips["flips"]
    kept = [flip for number, flip in enumerate(found) if number == 0 or flip["words"] not in told]
    return {**flips, "flips": kept}


def _behind(flip: Mapping[str, Any], *, indent: int) -> Iterator[str]:
    if flip["line_words"]:
        yield from wrapped(flip["line_words"], indent=indent)
    if flip["followed"]:
        said = ", ".join(f"{item['field']} {item['after']}" for item in flip["followed"])
        yield from wrapped(f"with it follows {said}", indent=indent)
    step = flip["step"]
    if step is not None and step["volume_before_printed"] != step["volume_after_printed"]:
        before, after = (_volume(step[f"volume_{side}_printed"]) for side in ("before", "after"))
        yield from wrapped(f"volume owed: {before} on this side of the line, {after} on the other", indent=indent)


def _volume(printed: str | None) -> str:
    return "not known" if printed is None else f"{printed} cf"


# ---- duties, advice, readings ----------------------------------------------------------------------------------------


def _duties(document: Document) -> Iterator[str]:
    said = {True: "applies", False: "does not apply", None: "cannot tell whether it applies"}
    for duty in document["duties"]:
        yield ""
        yield from wrapped(f"{duty['stage'].upper()}: {said[duty['applies']]}", indent=6, first=f"{duty['id']}  ")
        yield from wrapped(duty["gist"], indent=6)
        yield from _conditions(duty["conditions"], indent=6)


def _advice(document: Document) -> Iterator[str]:
    for finding in document["advice"]:
        yield ""
        item = f" [{finding['item']}]" if finding["item"] else ""
        words = {"met": "within", "not_met": "beyond"}.get(finding["outcome"], "cannot tell")
        head = f"{finding['id']}{item}  "
        yield from wrapped(f"ADVICE: {words} what {finding['basis']} advises", indent=6, first=head)
        yield from wrapped(finding["gist"], indent=6)


def _readings(document: Document) -> Iterator[str]:
    if document["readings"]:
        yield ""
        yield f"READINGS OF IT ({len(document['readings'])})"
    for reading in document["readings"]:
        ruled = " (ruled by the District)" if reading["ruled"] else ""
        yield from wrapped(reading["question"], indent=6, first=f"  {reading['reading']}  ")
        yield from wrapped(f"taken{ruled}: {reading['taken_gist']}", indent=6)
        for other in reading["others"]:
            decides = f" - here {' or '.join(reading['other_outcomes'])}" if reading["decides_here"] else ""
            yield from wrapped(f"or: {other['gist']}{decides}", indent=6)
