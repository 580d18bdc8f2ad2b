"""Which editions exist, which governs a date, and how one is loaded."""

from __future__ import annotations

import datetime
import importlib
import importlib.resources
from functools import cache

from headwater.editions.loading import FILES, build_edition, content_hash, read_yaml
from headwater.errors import EditionNotSuppliedError, UnknownEditionError
from headwater.rules.edition import Edition

SUPPLIED = {"mcwd-2005": "mcwd_2005", "mcwd-2011": "mcwd_2011", "mcwd-2024": "mcwd_2024"}
# Key, first day, last day. The day in January 2005 is a reading (R22).
SPANS = (
    ("mcwd-2005", datetime.date(2005, 1, 1), datetime.date(2011, 5, 31)),
    ("mcwd-2011", datetime.date(2011, 6, 1), datetime.date(2014, 6, 5)),
    ("mcwd-2014", datetime.date(2014, 6, 6), datetime.date(2024, 4, 28)),
    ("mcwd-2024", datetime.date(2024, 4, 29), None),
)


def edition_on(date: datetime.date) -> str:
    """Return the key of the edition that governs applications received on `date`.

    Raises
    ------
    EditionNotSuppliedError
        If that edition's text is not at hand.
    UnknownEditionError
        If no edition governs the date.
    """
    for key, first, last in SPANS:
        if date >= first and (last is None or date <= last):
            if key not in SUPPLIED:
                raise EditionNotSuppliedError(
                    f"edition not supplied: {date} falls under {key} ({first} to {last}), whose text is not at hand; "
                    f"to try the plan under another edition, say which and why"
                )
            return key
    raise UnknownEditionError(f"no edition governs {date}; the first begins on {SPANS[0][1]}")


@cache
def load_edition(key: str) -> Edition:
    """Return an edition as its own folder has it, without any overlay.

    Raises
    ------
    EditionNotSuppliedError
        If the edition is known and its text is not at hand.
    UnknownEditionError
        If there is no such edition.
    """
    folder = SUPPLIED.get(key)
    if folder is None:
        if any(key == known for known, _, _ in SPANS):
            raise EditionNotSuppliedError(f"edition not supplied: the text of {key} is not at hand")
        raise UnknownEditionError(f"no edition is called {key!r}; there are {', '.join(SUPPLIED)}")
    home = importlib.resources.files(f"headwater.editions.{folder}")
    texts = {name: (home / f"{name}.yaml").read_text(encoding="utf-8") for name in FILES}
    criteria = importlib.import_module(f"headwater.editions.{folder}.criteria")
    raw = {name: read_yaml(text, where=f"{folder}/{name}.yaml") for name, text in texts.items()}
    return build_edition(raw, digest=content_hash(texts), formulas=criteria.FORMULAS, judges=criteria.JUDGES)
