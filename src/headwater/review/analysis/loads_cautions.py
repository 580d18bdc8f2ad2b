"""What is to be said of computed loads besides the loads: values not read with certainty, verdicts that hang on one.

Owns the words. A provisional value that the median stands on is a warning; an end of its range, and the rule of another
body that is a comparator, is a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from headwater.caution import Caution, Grade
from headwater.review.analysis.loads_values import Used
from headwater.review.analysis.loads_verdicts import Comparison
from headwater.treatment.levels import LEVELS, Level
from headwater.treatment.pool import PoolAnswer, PoolRule
from headwater.treatment.reuse import ReuseAnswer


def cautions_of(
    used: Sequence[Used],
    comparisons: Sequence[Comparison],
    pools: Sequence[PoolAnswer],
    reuse: Sequence[ReuseAnswer],
    *,
    concentration_level: Level,
) -> tuple[Caution, ...]:
    """Return everything to be said of the answers, each thing once."""
    found = [
        *(caution for one in used for caution in _of_value(one, concentration_level)),
        *_of_rules({answer.rule.id: answer.rule for answer in pools}.values()),
        *(caution for one in comparisons for caution in _of_comparison(one)),
        *(caution for one in reuse for caution in one.cautions),
    ]
    return tuple(dict.fromkeys(found))


def _of_value(used: Used, concentration_level: Level) -> Iterator[Caution]:
    if not used.provisional:
        return
    decisive = concentration_level if used.what.startswith("concentration") else "median"
    grade: Grade = "warning" if decisive in used.provisional else "note"
    ends = "" if len(used.provisional) == len(LEVELS) else f" at its {' and '.join(used.provisional)} end"
    yield Caution(
        grade=grade,
        code="value-provisional",
        where=used.where,
        text=f"The {used.what}{ends} rests on what was not read with certainty ({_from(used)}); read it again in the "
        "source, or state a value with its own.",
    )


def _from(used: Used) -> str:
    return ", ".join(filter(None, (used.table, used.basis, used.sure)))


def _of_rules(rules: Iterable[PoolRule]) -> Iterator[Caution]:
    for rule in rules:
        if rule.provisional:
            grade: Grade = "warning" if rule.standing == "state permit" else "note"
            yield Caution(
                grade=grade,
                code="pool-rule-provisional",
                where="loads.pools",
                text=f"The rule {rule.id} ({rule.title}; {rule.standing}) is known by {rule.sure} alone: {rule.where}."
                if rule.sure != "read"
                else f"The rule {rule.id} ({rule.title}) is {rule.standing} and no rule of the District: {rule.where}.",
            )


def _of_comparison(comparison: Comparison) -> Iterator[Caution]:
    if comparison.decides and comparison.hangs_on_level:
        told = ", ".join(f"{one.level} {one.verdict}" for one in comparison.levels)
        yield Caution(
            grade="warning",
            code="verdict-by-level",
            where=comparison.id,
            text=f"Whether {comparison.asked} hangs on which published removal is taken: {told}.",
        )
