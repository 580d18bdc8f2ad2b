"""Which edition a command uses: the one named with its reason, the plan's own choice, or the one of its date."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from stat import S_ISREG

from headwater.editions.overlay_text import OverlayText
from headwater.editions.registry import SPANS, SUPPLIED, check_overlay, edition_on, load_edition
from headwater.errors import OverlayError, UnknownEditionError
from headwater.plan import Plan
from headwater.plan.leaves import Text
from headwater.plan.plan import EditionChoice
from headwater.rules.edition import Edition

MOST_BYTES = 4_000_000


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """A plan with the edition it is tried under; where the edition was named, the plan carries the reason."""

    plan: Plan
    edition: Edition


def choose(plan: Plan, *, key: str | None, because: str | None, overlay: Path | OverlayText | None) -> Chosen:
    """Return the plan with its edition.

    Raises
    ------
    UnknownEditionError
        If neither a date nor an edition is given, an edition is named without a reason, or none governs the date.
    OverlayError
        If the overlay cannot be read or laid over the edition.
    """
    if because is not None and key is None:
        raise UnknownEditionError("--because gives a reason for no edition; name it with --edition KEY")
    if key is not None:
        if not because or not because.strip():
            raise UnknownEditionError(
                f"--edition {key} needs its reason: add --because TEXT; without --edition the date picks the edition"
            )
        choice = EditionChoice(key=Text(text=key), because=Text(text=" ".join(because.split())))
        plan = replace(plan, edition=choice)
    elif plan.edition is not None:
        key = plan.edition.key.value
        if plan.edition.because is None:
            where = f"{plan.file}:{plan.edition.line}" if plan.edition.line else str(plan.file)
            raise UnknownEditionError(
                f"{where}: edition {key} is chosen without a reason; write `because:` beside it, "
                "or leave the edition out and let the date pick it"
            )
    elif plan.received is not None:
        key = edition_on(plan.received.value)
    else:
        raise UnknownEditionError(
            f"{plan.file}: neither a date nor an edition is given, so no edition can be picked; write `received: "
            "2012-05-14`, or `edition: {key: ..., because: ...}`, or use --edition KEY --because TEXT"
        )
    return Chosen(plan=plan, edition=edition_of(plan, key, overlay=overlay))


def edition_of(plan: Plan | None, key: str, *, overlay: Path | OverlayText | None) -> Edition:
    """Return an edition, with an overlay where one is given, as it stands for the plan's date."""
    received = plan.received.value if plan is not None and plan.received is not None else None
    laid = read_overlay(overlay) if isinstance(overlay, Path) else overlay
    return load_edition(key, overlay=laid, received=received)


def every_edition(plan: Plan, *, overlay: Path | None) -> dict[str, Edition | None]:
    """Return every edition known, None for one whose text is not at hand; an overlay lies over those it names."""
    given = None if overlay is None else read_overlay(overlay)
    named = set() if given is None else set(check_overlay(given).editions)
    received = plan.received.value if plan.received is not None else None
    return {
        key: load_edition(key, overlay=given if key in named else None, received=received) if key in SUPPLIED else None
        for key, _, _ in SPANS
    }


def editions_to_prove(key: str | None, *, overlay: Path | None) -> list[Edition]:
    """Return the edition named, or every one at hand; with an overlay and no name, those that it speaks of."""
    if key is not None:
        return [edition_of(None, key, overlay=overlay)]
    named = list(SUPPLIED) if overlay is None else sorted(check_overlay(read_overlay(overlay)).editions)
    return [edition_of(None, name, overlay=overlay) for name in named]


def read_overlay(path: Path) -> OverlayText:
    """Return the text of an overlay file, with its name.

    Raises
    ------
    OverlayError
        If it is not there, no file, too large, or no UTF-8 text.
    """
    try:
        # A pipe or a device would be waited for, or never end.
        if not S_ISREG(path.stat().st_mode):
            raise OverlayError(f"{path} is not a file; name the overlay itself")
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise OverlayError(f"{path}: an overlay is at most {MOST_BYTES:,} bytes")
        return OverlayText(name=str(path), text=data.decode("utf-8"))
    except OSError as error:
        raise OverlayError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise OverlayError(f"{path} is not UTF-8 text (byte {error.start})") from error


def known_editions() -> tuple[tuple[str, str, str], ...]:
    """Return key, first and last day of every edition that is known, supplied or not."""
    return tuple((key, first.isoformat(), "open" if last is None else last.isoformat()) for key, first, last in SPANS)
