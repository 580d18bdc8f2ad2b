"""Plans to fill in, one for each kind of action: what `headwater new` prints.

Every key that a kind of action is asked about stands in its starter, explained; what is not known yet is behind a #.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from headwater.errors import UnknownKindError
from headwater.plan.proposal import KINDS

STARTERS: Final[tuple[str, ...]] = tuple(kind.replace(" ", "-") for kind in KINDS)
"""The kinds of action, as the command line spells them: with dashes."""


@cache
def starter(kind: str) -> str:
    """Return the plan to fill in for a kind of action, written with dashes or with spaces.

    Raises
    ------
    UnknownKindError
        If there is no such kind.
    """
    name = "-".join(kind.lower().split())
    if name not in STARTERS:
        raise UnknownKindError(
            f"there is no starter for {kind!r}; expected one of: {', '.join(STARTERS)}; name one of them"
        )
    return files(__name__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
