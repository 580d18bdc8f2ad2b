"""A size that was looked for as plain values, from which the terminal and JSON are made."""

from __future__ import annotations

from typing import Any, Final

from headwater import __version__
from headwater.review.sizing.search import Sized, Trial

VERSION: Final = 1
Key = tuple[str, str | None]


def sizing_document(sized: Sized, *, written: dict[str, str] | None = None) -> dict[str, Any]:
    """Return what was found; the keys are listed in docs/reference/sizing-json.md.

    Parameters
    ----------
    written
        Where the two plans of the proof were written, by `sized` and `less`.
    """
    variable = sized.variable
    return {
        "document": "sizing",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "edition": sized.edition.key,
        "practice": sized.practice,
        "what": variable.what,
        "unit": variable.unit,
        "increment": variable.told(1),
        "now": variable.told(variable.now),
        "range": [variable.told(variable.least), variable.told(variable.most)],
        "found": None if sized.found is None else _trial(sized.found, sized),
        "less": None if sized.less is None else _trial(sized.less, sized),
        "asked": [_named(key, sized) for key in sized.asked],
        "beyond": [_named(key, sized) for key in sized.beyond],
        "open": [_named(key, sized) for key in sized.open_],
        "trials": sized.trials,
        "smaller_tried": sized.below,
        "written": written or {},
        "exit_code": 1 if sized.found is None else 2 if sized.beyond or sized.open_ else 0,
    }


def _trial(trial: Trial, sized: Sized) -> dict[str, Any]:
    outcomes = [{**_named(key, sized), "outcome": trial.outcomes.get(key, "not_applicable")} for key in sized.asked]
    return {
        "size": sized.variable.told(trial.steps),
        "outcomes": outcomes,
        "not_met": [one for one in outcomes if one["outcome"] not in ("met", "not_applicable")],
        "changes": [{"key": change.key, "to": change.text} for change in sized.variable.changes(trial.steps)],
    }


def _named(key: Key, sized: Sized) -> dict[str, Any]:
    criterion = sized.edition.criteria.get(key[0]) or sized.edition.guidance.get(key[0])
    provision = criterion.provision if criterion is not None else key[0]
    gist = criterion.gist if criterion is not None and criterion.gist else ""
    if not gist and provision in sized.edition.provisions:
        gist = sized.edition.provisions[provision].gist
    return {"id": key[0], "item": key[1], "gist": gist}
