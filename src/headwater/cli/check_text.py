"""The assessment on a terminal: what a reviewer wants first comes first, and warnings stand where they are seen.

Made from the assessment document alone, so that it carries the same figures as every other output.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from headwater.review.naming import plan_fields

WIDTH = 100
LABEL = 14
Document = Mapping[str, Any]
_UNIT_NEXT = re.compile(r"(?<=\d) (?=%|(?:sf|cf|ac|ac-ft|ft|cfs|in|h|lb/yr)\b)")
_NO_BREAK = "\N{NO-BREAK SPACE}"


def render_check(document: Document) -> str:
    """Return the assessment as text, at most `WIDTH` columns wide."""
    lines = [
        *_head(document),
        "",
        *_permit(document),
        *_requirements(document),
        *_volume(document),
        *_computed(document),
        *_findings(document, "not_met", "NOT MET"),
        *_open(document),
        *_findings(document, "for_judgment", "FOR THE DISTRICT TO JUDGE"),
        *_exhibits(document),
        *_readings(document),
        *_provisional(document),
        *_guidance(document),
        *_duties(document),
        *_met(document),
        *_not_asked(document),
        "",
        *not_judged(document),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def wrapped(text: str, *, indent: int = 0, first: str = "") -> list[str]:
    """Return `text` in lines of at most `WIDTH` columns; a number and its unit stay on one line."""
    whole = (first or " " * indent) + text
    if len(whole) <= WIDTH and "\n" not in whole:
        return [whole]
    # Two spaces set a name apart from what it says, in a line that is wrapped as in one that is not.
    parts = (" ".join(part.split()) for part in text.split("  "))
    lines = textwrap.wrap(
        _UNIT_NEXT.sub(_NO_BREAK, "  ".join(part for part in parts if part)),
        width=WIDTH,
        initial_indent=first or " " * indent,
        subsequent_indent=" " * max(indent, len(first)),
        break_long_words=True,
        break_on_hyphens=False,
    )
    return [line.replace(_NO_BREAK, " ") for line in lines] or [first]


def not_judged(document: Document) -> list[str]:
    """Return the line that names the District's rules which an output does not judge."""
    return wrapped(f"Not judged here: {', '.join(document['not_judged'])}.")


def labelled(label: str, text: str) -> list[str]:
    """Return `text` beside a label in the left column."""
    return wrapped(text, indent=LABEL, first=f"{label:<{LABEL - 1}} ")


def _head(document: Document) -> Iterator[str]:
    plan = document["plan"]
    yield from wrapped(str(plan["name"]))
    received = f"received {plan['received']}" if plan["received"] else "no date of receipt"
    yield f"{document['edition_title']} ({document['edition']}), {received}"
    if document["edition_because"]:
        yield from wrapped(f"Tried under this edition because: {document['edition_because']}")
    yield document["statement"]
    if plan["note"]:
        yield from wrapped(f"NOTE: {plan['note']}")
    if document["overlay"]:
        yield from wrapped(f"Overlay: {document['overlay']}")
    if document["permit_provisional"] or any(finding["provisional"] for finding in document["findings"]):
        yield from wrapped(f"PROVISIONAL: parts of this rest on {document['provisional_content']}")


def _permit(document: Document) -> Iterator[str]:
    yield from labelled("PERMIT", document["permit_words"].upper())
    for line in document["why"]:
        yield from labelled("", line)
    if document["not_all_ways"]:
        yield from labelled("", document["not_all_ways"])
    if document["overlay"] and any("no row of" in line for line in document["why"]):
        yield from labelled("", "the overlay leaves a gap: headwater verify --overlay FILE shows every one")
    if document["permit_required"] is None and document["missing"]:
        yield from labelled("", f"could still change it: {', '.join(document['missing_fields'])}")
        yield from labelled("", f"to settle it, write: {', '.join(document['settled_by_fields'])}")
        for line in document["rounding"]:
            yield from labelled("", line)
    for beside in document["provisional_outcome"]:
        duties = ", ".join(f"{item['id']} ({_words(item['scope'])})" for item in beside["requirements"])
        said = "a permit" if beside["permit"] else "no permit"
        rows = ", ".join(beside["rows"])
        yield from labelled(
            "", f"with the switched-off provisional rows: {said}; {duties or 'no requirement'} ({rows})"
        )


def _words(name: str) -> str:
    return name.replace("_", " ")


def _requirements(document: Document) -> Iterator[str]:
    for number, item in enumerate(document["requirements"]):
        applies = "" if item["applies"] else "  (open: cannot tell whether it applies)"
        measure = f"over {_SCOPES.get(item['scope'], item['scope'])}"
        if item["baseline"] != "existing":
            measure += f", against the site as {_words(item['baseline'])}"
        yield from labelled("APPLIES" if number == 0 else "", f"{item['id']:<11} {measure}{applies} ({item['action']})")


_SCOPES = {
    "site": "the whole site",
    "increase": "the increase",
    "new": "new surface",
    "new_and_reconstructed": "new and reconstructed surface",
}


def _volume(document: Document) -> Iterator[str]:
    if not any(item["id"] == "volume" for item in document["requirements"]):
        return
    required = document["required_volume_printed"]
    provided = document["provided_volume_printed"]
    if required is None:
        yield from labelled("VOLUME", f"required: {document['required_volume_note']}")
    else:
        given = "unknown" if provided is None else f"{provided} cf"
        balance = ""
        if document["surplus_volume_cf"] is not None:
            short = document["surplus_volume_cf"].startswith("-")
            amount = document["surplus_volume_printed"].removeprefix("-")
            balance = f", {'SHORT BY' if short else 'surplus'} {amount} cf"
        yield from labelled("VOLUME", f"required {required} cf, provided {given}{balance}")
    for row in document["volume_rows"]:
        yield from labelled("", f"{row['action']}: {row['arithmetic']} ({row['provision']})")


def _computed(document: Document) -> Iterator[str]:
    """Yield what the plan's models say beside the plan: the count, what differs, what is missing, what warns."""
    computed = document["computed"]
    if computed is None:
        return
    values, agree, differ = computed["values"], computed["agree"], computed["differ"]
    alone = len(values) - agree - differ
    told = [f"{alone} where the plan states none"] if alone else []
    told += [f"{agree} that agree with it"] if agree else []
    told += [f"{differ} that DIFFER"] if differ else []
    count = f"{len(values)} value{'' if len(values) == 1 else 's'} from the plan's models"
    yield from labelled("COMPUTED", f"{count}: {', '.join(told)}" if told else "nothing from the plan's models")
    for value in values:
        if value["agrees"] is False:
            told_by = f"stated {value['stated']} (line {value['line']}), computed {value['computed']}"
            yield from labelled("", f"DIFFERS  {value['field']}: {told_by} ({value['source']})")
    for left_out in computed["left_out"]:
        yield from labelled("", f"not computed  {left_out['field']}: {left_out['because']}")
    for warning in computed["warnings"]:
        where = f"{warning['where']}: " if warning["where"] else ""
        yield from labelled("", f"{warning['grade']}  {where}{warning['text']} ({warning['code']})")


def of_outcome(document: Document, outcome: str, *, exhibits: bool = False) -> list[Mapping[str, Any]]:
    """Return the findings of one outcome, exhibits apart from the rest."""
    return [
        finding
        for finding in document["findings"]
        if finding["outcome"] == outcome and (finding["kind"] == "exhibit") == exhibits
    ]


def _findings(document: Document, outcome: str, title: str) -> Iterator[str]:
    found = of_outcome(document, outcome)
    if found:
        yield ""
        yield f"{title} ({len(found)})"
        for finding in found:
            yield from _finding(finding, document, set(document["rounding"]))


def _open(document: Document) -> Iterator[str]:
    # Which rows are open is told once, beside the permit; here stands what is open of the criteria.
    told = ("trigger", "exemption", "scope", "volume")
    found = [finding for finding in of_outcome(document, "cannot_tell") if finding["kind"] not in told]
    shown = set(document["rounding"])
    if found:
        yield ""
        yield f"CANNOT TELL ({len(found)})"
        for finding in found:
            yield from _finding(finding, document, shown)


def _finding(finding: Mapping[str, Any], document: Document, rounding_shown: set[str]) -> Iterator[str]:
    name = (
        finding["provision"]
        if finding["row"] in (None, finding["provision"])
        else f"{finding['provision']} ({finding['row']})"
    )
    item = f" [{finding['item']}]" if finding["item"] else ""
    words = f" - {finding['words']}" if finding["provisional"] else ""
    yield from wrapped(f"{name}{item}  {finding['gist']}{words}", indent=6, first="  ")
    for line in finding["arithmetic"]:
        yield from wrapped(line, indent=6)
    if finding["note"]:
        yield from wrapped(finding["note"], indent=6)
    if finding["outcome"] == "not_met" and finding["margin"]:
        yield from wrapped(f"margin: {finding['margin']['words']}", indent=6)
    yield from _settling(finding, document)
    for line in finding["rounding"]:
        if line not in rounding_shown:
            rounding_shown.add(line)
            yield from wrapped(line, indent=6)
    if finding["remedy"] and finding["outcome"] == "not_met":
        yield from wrapped(f"to do: {finding['remedy']}", indent=6)
    for rest in finding["rests_on"]:
        yield from wrapped(f"rests on {rest['reading']}: read the other way, {_words(rest['other_outcome'])}", indent=6)


def _settling(finding: Mapping[str, Any], document: Document) -> Iterator[str]:
    """Yield what settles a finding, without repeating what settles whether it applies at all."""
    rest = [name for name in finding["settled_by"] if name not in document["settled_by"]]
    besides = len(rest) < len(finding["settled_by"])
    if rest:
        also = ", besides what settles the permit" if besides else ""
        yield from wrapped(f"to settle it{also}, write: {', '.join(plan_fields(rest))}", indent=6)
    elif besides:
        yield from wrapped("what settles the permit settles it", indent=6)


def _exhibits(document: Document) -> Iterator[str]:
    exhibits = document["exhibits"]
    if not exhibits:
        return
    done = [item for item in exhibits if item["outcome"] == "met"]
    yield ""
    yield f"EXHIBITS ({len(done)} of {len(exhibits)} delivered or waived)"
    for outcome, label in (("not_met", "missing or incomplete"), ("cannot_tell", "not told")):
        left = [f"{item['exhibit']} ({item['provision']})" for item in exhibits if item["outcome"] == outcome]
        if left:
            yield from wrapped(f"{label}: {', '.join(left)}", indent=6, first="  ")
    # Each exhibit is named above; that they are listed under `exhibits` is said once.
    fields = dict.fromkeys(
        "exhibits" if field.startswith("exhibits.") else field
        for finding in of_outcome(document, "cannot_tell", exhibits=True)
        for field in finding["settled_by_fields"]
        if field not in document["settled_by_fields"]
    )
    if fields:
        yield from wrapped(f"to settle what is not told, write: {', '.join(fields)}", indent=6)


def _readings(document: Document) -> Iterator[str]:
    untried = document["readings_not_tried"]
    if untried:
        yield ""
        yield from wrapped(
            "While so many facts are open, the other choice of these readings was not tried, or not in every way: "
            f"{', '.join(untried)}."
        )
    rests: dict[str, Mapping[str, Any]] = {item["reading"]: item for item in document["rests_on"]}
    if not rests:
        return
    yield ""
    yield f"READ ANOTHER WAY, WHAT IS OWED WOULD DIFFER ({len(rests)})"
    for name, item in rests.items():
        yield from wrapped(f"{name}  {item['question']} Taken: {item['choice_gist']}.", indent=6, first="  ")
        yield from wrapped(f"if {item['other_gist']}: {item['other_outcome']}", indent=6)


def _provisional(document: Document) -> Iterator[str]:
    found = [finding for finding in document["findings"] if finding["provisional"]]
    if found:
        yield ""
        yield f"RESTS ON PROVISIONAL CONTENT ({len(found)})"
        bases = dict.fromkeys(finding["basis"] for finding in found if finding["basis"])
        for basis in bases:
            yield from wrapped(str(basis), indent=6, first="  ")


def _guidance(document: Document) -> Iterator[str]:
    """Yield what a manual advises beyond the rule; what is within it is counted, what is beyond is told."""
    found = document["guidance"]
    if found:
        beyond = [item for item in found if item["words"] != "within"]
        yield ""
        yield f"A MANUAL ADVISES ({len(found) - len(beyond)} of {len(found)} within; no part of the rule)"
        for item in beyond:
            name = f"[{item['item']}] " if item["item"] else ""
            yield from wrapped(f"{name}{item['gist']}: {item['words']} ({item['source']})", indent=6, first="  ")


def _duties(document: Document) -> Iterator[str]:
    for stage, title in (("condition", "THE PERMIT WOULD CARRY, BEFORE ISSUE"), ("stipulation", "AND AFTER")):
        duties = [duty for duty in document["duties"] if duty["stage"] == stage]
        if duties and document["permit_required"] is not False:
            yield ""
            yield title
            for duty in duties:
                told = "" if duty["applies"] else " (cannot tell whether it applies)"
                yield from wrapped(f"{duty['provision']}  {duty['gist']}{told}", indent=6, first="  ")


def _not_asked(document: Document) -> Iterator[str]:
    found = document["not_asked"]
    if found:
        yield ""
        yield f"GIVEN, BUT NOT ASKED HERE ({len(found)})"
        for item in found:
            near = f"; did you mean {item['nearest']}?" if item["nearest"] else ""
            line = f" (line {item['line']})" if item["line"] else ""
            yield from wrapped(f"{item['field']}{line}{near}", indent=6, first="  ")


def _met(document: Document) -> Iterator[str]:
    kinds: Sequence[str] = ("criterion", "statement", "credit")
    found = [finding for finding in of_outcome(document, "met") if finding["kind"] in kinds]
    if found:
        yield ""
        yield f"MET ({len(found)})"
        yield from wrapped(", ".join(_short(finding) for finding in found), indent=2)


def _short(finding: Mapping[str, Any]) -> str:
    item = f" [{finding['item']}]" if finding["item"] else ""
    return f"{finding['provision']}{item}{' (provisional)' if finding['provisional'] else ''}"
