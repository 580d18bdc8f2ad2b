"""The exact proof of an edition: every defect of its rows, with a site that shows it and the reading that answers it.

Owns the order of the proof. The cells come from `unknown`, what is wrong in one from `examine`, the site from
`witness`, the reading from `explain`; rows that no site reaches are found in `dead`, jumps of a volume in `jumps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from headwater.rules.edition import Edition
from headwater.rules.judging import requirement_words
from headwater.rules.table import Duties, Row
from headwater.rules.verify.dead import dead_rows
from headwater.rules.verify.defect import KINDS, Defect, Kind, hull, meet, provisions_of
from headwater.rules.verify.examine import Clash, Seen, exemptions, free, tables, triggered
from headwater.rules.verify.explain import Explainer
from headwater.rules.verify.feasible import Span
from headwater.rules.verify.gaps import bordering
from headwater.rules.verify.jumps import jumps
from headwater.rules.verify.site import Site, conclusion_at, facts_of
from headwater.rules.verify.space import Space
from headwater.rules.verify.unknown import Answered, settled, space_of, walk
from headwater.rules.verify.witness import effort, smallest_site
from headwater.rules.world import World


def verify_edition(edition: Edition) -> tuple[Defect, ...]:
    """Return every defect of an edition as its readings are taken, by kind and provision.

    Of the bare text, `edition.without_readings()`, it returns what the readings answer; of the edition as loaded, what
    they leave.
    """
    space = space_of(edition)
    exempting = list(walk(exemptions, space))
    deciding = list(walk(tables, space))
    explainer = Explainer(edition, space)
    shown = [
        *(each for cell in exempting for each in _showing(cell, space, explainer, triggered)),
        *(each for cell in deciding for each in _showing(cell, space, explainer, _free_and_triggered)),
    ]
    found = [
        *_merged(shown, space),
        *dead_rows(exempting, deciding, space, explainer),
        *jumps(deciding, space, explainer),
    ]
    return tuple(sorted(found, key=lambda defect: (KINDS.index(defect.kind), defect.rows, defect.readings)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """One clash in one cell, with its site; `beside` has what answers each clash there, itself among them."""

    clash: Clash
    rows: tuple[str, ...]
    spans: Mapping[str, Span]
    site: Site
    readings: tuple[str, ...]
    beside: tuple[tuple[str, ...], ...] = ()


def _free_and_triggered(world: World) -> bool:
    return free(world) and triggered(world)


def _unfreed_and_triggered(world: World) -> bool:
    return exemptions(world).exempt is None and triggered(world)


def _showing(
    answered: Answered[Seen], space: Space, explainer: Explainer, question: Callable[[World], bool]
) -> Iterator[_Shown]:
    """Yield every clash in a cell, with a site for which `question` is true; nothing where there is none."""
    clashes = answered.answer.clashes
    if not clashes:
        return
    if question is _free_and_triggered and any(clash.kind == "undefined" for clash in clashes):
        question = _unfreed_and_triggered
    cell = settled(answered.cell, space, question)
    site = smallest_site(cell, space) if cell is not None else None
    if site is None:
        return
    found = []
    for clash in clashes:
        rows = clash.rows or bordering(clash, answered.answer.branch, answered.cell, site, space)
        found.append(_shown(clash, rows, answered.cell.spans, site, explainer))
    yield from (replace(each, beside=tuple(other.readings for other in found)) for each in found)


def _shown(clash: Clash, rows: tuple[str, ...], spans: Mapping[str, Span], site: Site, explainer: Explainer) -> _Shown:
    def persists(amended: Edition) -> bool:
        return any(_same(clash, other) for other in explainer.at(site, amended))

    provisions = provisions_of(rows, explainer.edition)
    readings = () if clash.missing else explainer.readings(provisions, persists)
    return _Shown(clash=clash, rows=rows, spans=spans, site=site, readings=readings)


def _same(one: Clash, other: Clash) -> bool:
    """Return whether two clashes are one, whatever the rows now say."""
    if one.kind in ("gap", "undefined"):
        return (one.kind, one.about) == (other.kind, other.about)
    return set(one.rows) == set(other.rows)


def _merged(shown: list[_Shown], space: Space) -> Iterator[Defect]:
    """Yield one defect for all cells that show the same, at the site that shows it best."""
    edition = space.edition
    order = {name: place for place, name in enumerate(edition.rows)}
    for readings, group in _groups(shown):
        best = min(group, key=lambda each: (_besides(each, readings), effort(each.site)))
        rows = tuple(sorted({row for each in group for row in each.rows}, key=lambda row: order[row]))
        yield Defect(
            kind=_kind(best.clash.kind),
            provisions=provisions_of(rows, edition),
            rows=rows,
            about=best.clash.about,
            site=best.site,
            spans=hull(each.spans for each in group),
            says=tuple((row, said(edition.rows[row])) for row in best.clash.rows),
            decides=decided(best.site, space),
            readings=readings,
            source_missing=best.clash.missing,
        )


def _besides(shown: _Shown, readings: tuple[str, ...]) -> int:
    """Return how many clashes at a site are none of this defect's own: a good site shows one thing."""
    return sum(not set(readings) & set(other) and other != readings for other in shown.beside)


def _groups(shown: list[_Shown]) -> Iterator[tuple[tuple[str, ...], list[_Shown]]]:
    """Yield the cells that show one defect, with the readings that answer it in all of them.

    Cells show one defect where their rows are the same; gaps of one table, where they touch.
    """
    alike: dict[tuple[object, ...], list[_Shown]] = {}
    for each in shown:
        clash = each.clash
        rows = clash.rows if clash.kind not in ("gap", "undefined") or clash.missing else ()
        alike.setdefault((clash.kind, clash.about, clash.missing, rows), []).append(each)
    for (kind, *_), cells in alike.items():
        groups: list[tuple[tuple[str, ...], list[_Shown]]] = []
        for each in sorted(cells, key=lambda each: (len(each.readings), each.readings)):
            for place, (readings, group) in enumerate(groups):
                common = tuple(reading for reading in readings if reading in each.readings)
                if (common or readings == each.readings) and (kind != "gap" or _near(each, group)):
                    groups[place] = (common, [*group, each])
                    break
            else:
                groups.append((each.readings, [each]))
        yield from groups


def _near(shown: _Shown, group: list[_Shown]) -> bool:
    """Return whether a cell touches one of several, on every axis that both were cut on."""
    return any(meet(shown.spans, other.spans) for other in group)


def _kind(text: str) -> Kind:
    return next(kind for kind in KINDS if kind == text)


def said(row: Row) -> str:
    """Return what a row says, in a few words."""
    then = row.then
    if not isinstance(then, Duties):
        return row.gist or "a measure"
    if then.missing:
        return then.missing
    told = ((requirement_words(name), scope) for name, scope in then.requirements)
    return ", ".join(f"{words} ({scope})" if scope else words for words, scope in told) or "none"


def decided(site: Site, space: Space) -> str:
    """Return what the program decides at a site, in a few words."""
    conclusion = conclusion_at(facts_of(site, space.vocabulary), space.edition)
    if conclusion.permit is None:
        return f"cannot tell: {conclusion.open_because}"
    if not conclusion.permit:
        return f"no permit ({', '.join(conclusion.exempt_by or conclusion.rows or ('no trigger',))})"
    if conclusion.open_because:
        return f"a permit; what it requires cannot be told: {conclusion.open_because}"
    duties = ", ".join(requirement_words(item.requirement) for item in conclusion.required)
    return f"a permit, with {duties or 'no requirement'}"
