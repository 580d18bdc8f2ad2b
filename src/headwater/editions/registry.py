"""Which editions exist, which governs a date, and how one is loaded."""

from __future__ import annotations

import datetime
import importlib
import importlib.resources
from functools import cache, lru_cache
from importlib.resources.abc import Traversable

from headwater.editions.fields import read_yaml
from headwater.editions.loading import FILES, build_edition, content_hash
from headwater.editions.overlay import Overlay, laid_over, read_overlay
from headwater.editions.overlay_text import OverlayText
from headwater.errors import EditionError, EditionNotSuppliedError, OverlayError, UnknownEditionError
from headwater.rules.edition import Edition
from headwater.rules.reading import Ruling

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
                    f"to try the plan under another edition, use --edition KEY --because TEXT, or write "
                    f"`edition: {{key: ..., because: ...}}`"
                )
            return key
    raise UnknownEditionError(f"no edition governs {date}; the first begins on {SPANS[0][1]}")


@lru_cache(maxsize=256)
def load_edition(key: str, *, overlay: OverlayText | None = None, received: datetime.date | None = None) -> Edition:
    """Return an edition with an overlay laid over it: the District's, or its own provisional content.

    A District's overlay takes the place of the provisional content for cases received from its day on, and each of its
    rulings from the ruling's day on; without a day `received`, all of it applies.

    Raises
    ------
    EditionNotSuppliedError
        If the edition is known and its text is not at hand.
    UnknownEditionError
        If there is no such edition.
    OverlayError
        If the overlay cannot be used, or says nothing of this edition.
    """
    bare_edition(key)
    provisional = _provisional(key)
    if overlay is None:
        return _laid(key, provisional, ())
    given = check_overlay(overlay)
    if key not in given.editions:
        raise OverlayError(
            f"{overlay.name}: it says nothing of {key}, but of {', '.join(sorted(given.editions))}; "
            f"leave the overlay out for a case under {key}, or give the one that was made for it"
        )
    in_force = given.edition == key and given.has_content and (received is None or given.effective <= received)
    return _laid(key, given if in_force else provisional, given.rulings_in_force(key, received=received))


@cache
def bare_edition(key: str) -> Edition:
    """Return an edition as its text at hand has it, with nothing laid over it.

    Raises
    ------
    EditionNotSuppliedError
        If the edition is known and its text is not at hand.
    UnknownEditionError
        If there is no such edition.
    """
    return _laid(key, None, ())


@lru_cache(maxsize=32)
def check_overlay(overlay: OverlayText) -> Overlay:
    """Return an overlay, checked against every edition that it names.

    Raises
    ------
    OverlayError
        If anything in it cannot be used; with every problem, its line, and what to do.
    """
    return read_overlay(overlay, edition_of=bare_edition, known=tuple(SUPPLIED))


@cache
def _provisional(key: str) -> Overlay | None:
    """Return what an edition ships for text that is not at hand, if it ships anything."""
    file = _home(key) / "provisional.yaml"
    if not file.is_file():
        return None
    return check_overlay(OverlayText(name=f"{SUPPLIED[key]}/provisional.yaml", text=file.read_text(encoding="utf-8")))


@lru_cache(maxsize=64)
def _laid(key: str, overlay: Overlay | None, rulings: tuple[Ruling, ...]) -> Edition:
    texts = {name: (_home(key) / f"{name}.yaml").read_text(encoding="utf-8") for name in FILES}
    raw = {name: read_yaml(text, where=f"{SUPPLIED[key]}/{name}.yaml") for name, text in texts.items()}
    if overlay is not None:
        raw = laid_over(raw, overlay)
        texts["overlay"] = overlay.text
    if rulings:
        texts["rulings"] = "\n".join(f"{ruling.reading} {ruling.choice} {ruling.since}" for ruling in rulings)
    criteria = importlib.import_module(f"headwater.editions.{SUPPLIED[key]}.criteria")
    try:
        return build_edition(
            raw,
            digest=content_hash(texts),
            formulas=criteria.FORMULAS,
            judges=criteria.JUDGES,
            overlay=None if overlay is None else overlay.title,
            provisional=overlay is not None and overlay.provisional,
            rulings=rulings,
        )
    except EditionError as error:
        if overlay is None:
            raise
        remedy = "correct it; docs/reference/overlay.md says what may stand in an overlay"
        raise OverlayError(f"{overlay.name}: laid over {key} it is unsound: {error}; {remedy}") from error


def _home(key: str) -> Traversable:
    folder = SUPPLIED.get(key)
    if folder is None:
        if any(key == known for known, _, _ in SPANS):
            raise EditionNotSuppliedError(f"edition not supplied: the text of {key} is not at hand")
        raise UnknownEditionError(f"no edition is called {key!r}; there are {', '.join(SUPPLIED)}")
    return importlib.resources.files(f"headwater.editions.{folder}")
