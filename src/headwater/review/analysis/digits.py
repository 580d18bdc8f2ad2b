"""How figures are rounded in a document: once, here, so that text, CSV, JSON and drawings carry the same."""

from __future__ import annotations

from typing import Any, overload

Document = dict[str, Any]


@overload
def rounded(value: float, digits: int) -> float: ...
@overload
def rounded(value: float | None, digits: int) -> float | None: ...
def rounded(value: float | None, digits: int) -> float | None:
    """Return a number to so many digits; nothing stays nothing, and there is no minus zero.

    >>> rounded(-0.00001, 3), rounded(None, 3)
    (0.0, None)
    """
    return None if value is None else round(value, digits) + 0.0
