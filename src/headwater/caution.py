"""Cautions: what the engine has to say about an answer besides the answer.

Owns the record and its grades. Each code stands in `docs/reference/cautions.md`; the rooms that give a caution own its
words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Grade = Literal["error", "warning", "note"]


@dataclass(frozen=True, kw_only=True)
class Caution:
    """One remark: how grave it is, its code, the element it is about, and what it says in one sentence.

    An `error` says that there is no answer for its element, a `warning` that the answer may mislead, a `note` which
    choice or floor it stands on.
    """

    grade: Grade
    code: str
    where: str
    text: str
