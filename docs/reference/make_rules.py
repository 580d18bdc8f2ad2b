"""Write the pages that follow from the rule: facts, editions with their tables and readings, errors, units.

Run it after a change of facts, editions, errors or units: `.venv/bin/python docs/reference/make_rules.py`. A test fails
while a page lags behind.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from headwater import errors
from headwater.editions.registry import SUPPLIED, load_edition
from headwater.intake.plan_file import read_plan
from headwater.review.facts import facts_of
from headwater.review.naming import plan_field
from headwater.rules.condition import AnyOf, Clauses
from headwater.rules.edition import Edition
from headwater.rules.table import Depths, Duties, Measure, Row
from headwater.units import FAMILIES, SUFFIXES, format_plain
from headwater.window import Window

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
WHOLE_PLAN: Final = ROOT / "tests" / "headwater" / "intake" / "whole-plan.yaml"
MADE: Final = "<!-- made by docs/reference/make_rules.py; change what it is made from -->\n\n"


def pages() -> dict[str, str]:
    """Return every page by its file name."""
    return {
        "facts.md": _facts(),
        "errors.md": _errors(),
        "units.md": _units(),
        **{f"edition-{key}.md": _edition(load_edition(key)) for key in SUPPLIED},
    }


# ---- facts -----------------------------------------------------------------------------------------------------------


def fact_rows() -> list[tuple[str, str, str]]:
    """Return name, what it is and where it is written, of every fact that a plan gives; ids are left out."""
    facts = facts_of(read_plan(WHOLE_PLAN))
    rows: dict[str, tuple[str, str, str]] = {}
    kinds = [("", facts.plain)]
    kinds += [(f"{kind}.", next(iter(items.values()))) for kind, items in facts.items.items() if items]
    for prefix, some in kinds:
        for name, fact in some.items():
            if name.startswith(("answers.", "exhibits.")):
                continue
            what = "number" if isinstance(fact.region, Window) else "word"
            place = re.sub(r"\[[^\]]*\]", "[...]", plan_field(fact.name if "[" in fact.name else f"{prefix}{name}"))
            rows[f"{prefix}{name}"] = (f"{prefix}{name}", what, place)
    rows["answers.KEY"] = ("answers.KEY", "word", "answers.KEY")
    rows["answers.KEY.evidence"] = ("answers.KEY.evidence", "word", "answers.KEY, its evidence")
    rows["exhibits.KEY"] = ("exhibits.KEY", "word", "exhibits")
    return [rows[name] for name in sorted(rows, key=lambda name: ("." in name, name))]


def _facts() -> str:
    lines = [
        "# Facts\n",
        MADE,
        "What a rule may ask of a plan, by name. A number's name ends in its unit; the number is exact, a window",
        "between two ends where it was rounded or is not known. Names of items (`practice.soil_rate_in_per_hr`) stand",
        "in an output with the id of the item: `practice[basin].soil_rate_in_per_hr`. These names do not change",
        "without a new version of the assessment document.\n",
        "| fact | kind | written in the plan file as |",
        "|---|---|---|",
    ]
    lines += [f"| `{name}` | {what} | `{place}` |" for name, what, place in fact_rows()]
    lines += ["", "## Derived by the editions\n"]
    lines += ["Names that an edition works out from the facts above: sums, shares, and formulas.\n"]
    for key in SUPPLIED:
        edition = load_edition(key)
        lines += [f"### {key}\n"]
        for name, total in edition.sums.items():
            parts = " ".join(f"{'+' if sign > 0 else '-'} `{part}`" for sign, part in total.parts)
            lines.append(f"- `{name}` = {parts}")
        for name, share in edition.ratios.items():
            lines.append(f"- `{name}` = `{share.of}` over `{share.over}`")
        others = sorted(
            name for name in edition.formulas if not name.startswith(("aggregate_increase", "point.increase"))
        )
        lines += ["- formulas: " + ", ".join(f"`{name}`" for name in others), ""]
    return "\n".join(lines) + "\n"


# ---- editions --------------------------------------------------------------------------------------------------------


def _edition(edition: Edition) -> str:
    written = edition.without_readings()
    lines = [
        f"# {edition.title}\n",
        MADE,
        f"Key `{edition.key}`; governs {edition.effective} to {edition.until or 'open'}.\n",
    ]
    lines += ["## Tables\n", "Rows as the text has them, before any reading is taken.\n"]
    for table in written.tables.values():
        lines += [f"### {table.title} (`{table.id}`, {table.hit})\n", "| row | holds where | then |", "|---|---|---|"]
        for row in written.rows_of(table.id):
            marks = " *(provisional)*" if row.provisional else ""
            marks += "" if row.enabled else " *(switched off)*"
            lines.append(f"| `{row.id}`{marks} | {_clauses(row.when) or 'always'} | {_then(row)} |")
        lines.append("")
    lines += ["## Volumes and baselines\n", "| row | holds where | then |", "|---|---|---|"]
    for name in (*written.volumes, *written.baselines):
        row = written.rows[name]
        lines.append(f"| `{row.id}` | {_clauses(row.when) or 'always'} | {_then(row)} |")
    lines += ["", "## Readings\n"]
    for reading in edition.readings.values():
        lines += [
            f"### {reading.id}: {reading.question}\n",
            f"Of {', '.join(f'`{item}`' for item in reading.provisions)}.\n",
        ]
        for key, choice in reading.choices.items():
            lines.append(f"- `{key}`{' (default)' if key == reading.default else ''}: {choice.gist}")
        lines += ["", f"Why: {reading.why}.\n"]
    lines += ["## Criteria, credits and exhibits\n", "| id | provision | gist | test |", "|---|---|---|---|"]
    for criterion in edition.criteria.values():
        lines.append(f"| `{criterion.id}` | `{criterion.provision}` | {criterion.gist} | {_test(criterion)} |")
    if edition.guidance:
        advice = "What a manual advises that the rule points to: shown as within or beyond, never as met or not met.\n"
        lines += ["", "## Guidance\n", advice, "| id | gist | test | source |", "|---|---|---|---|"]
        lines += [f"| `{item.id}` | {item.gist} | {_test(item)} | {item.basis} |" for item in edition.guidance.values()]
    lines += ["", "## Provisions\n", "| id | status | gist |", "|---|---|---|"]
    lines += [
        f"| `{item.id}` | {item.status} | {item.gist.replace('|', '/')} |" for item in edition.provisions.values()
    ]
    return "\n".join(lines) + "\n"


def _test(criterion: object) -> str:
    test = getattr(criterion, "test", ())
    for name in ("statement", "exhibit"):
        if getattr(criterion, name):
            return f"{name} `{getattr(criterion, name)}`"
    return _clauses(test) or f"judged by `{getattr(criterion, 'judge', None) or 'the District'}`"


def _clauses(clauses: Clauses) -> str:
    parts = []
    for clause in clauses:
        if isinstance(clause, AnyOf):
            parts.append("(" + " or ".join(_clauses(part) for part in clause.parts) + ")")
        else:
            parts.append(f"`{clause.text}`")
    return " and ".join(parts)


def _then(row: Row) -> str:
    then = row.then
    if isinstance(then, Duties):
        if then.missing:
            return then.missing
        return ", ".join(f"{name} ({scope or 'by measure'})" for name, scope in then.requirements) or "none"
    if isinstance(then, Measure):
        said = [f"scope {then.scope}" if then.scope else "", f"baseline {then.baseline}" if then.baseline else ""]
        return ", ".join(part for part in said if part) + (
            f" for {', '.join(then.requirements)}" if then.requirements else ""
        )
    assert isinstance(then, Depths)
    return "largest of " + ", ".join(f"{format_plain(depth)} in over `{area}`" for depth, area in then.largest_of)


# ---- errors and units ------------------------------------------------------------------------------------------------


def error_classes() -> Iterator[tuple[str, str]]:
    """Yield every error with its sentence."""
    for name, member in vars(errors).items():
        if inspect.isclass(member) and issubclass(member, errors.HeadwaterError):
            yield name, (inspect.getdoc(member) or "").splitlines()[0]


def _errors() -> str:
    lines = [
        "# Errors\n",
        MADE,
        "Every error that Headwater raises on purpose. The command ends with 3 on any of them.\n",
    ]
    lines += ["| error | means |", "|---|---|"]
    return "\n".join(lines + [f"| `{name}` | {means} |" for name, means in error_classes()]) + "\n"


def _units() -> str:
    lines = ["# Units\n", MADE, "A written quantity is a number with one of these units.\n"]
    lines += ["| family | units | base unit of facts | as |", "|---|---|---|---|"]
    for family in FAMILIES.values():
        units = ", ".join(f"`{unit}`" for unit in family.units)
        lines.append(f"| {family.name} | {units} | `{family.base}` | {family.example} |")
    lines += ["", "The last part of a number's name says its unit:\n", "| suffix | means |", "|---|---|"]
    lines += [f"| `_{suffix}` | {means} |" for suffix, means in SUFFIXES.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
        print(HERE.relative_to(ROOT) / name)
