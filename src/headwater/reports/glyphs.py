"""Text made fit to be shown: what cannot be seen is named by its code, and what a shipped font lacks as well.

A memo is read by people who decide; text of a plan must not hide, reorder or forge what stands around it. So control
characters, marks that turn the direction of writing round, and halves of characters are shown as ‹U+202E›.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

T = TypeVar("T")
LONGEST = 1_000
# A run of letters longer than this is given places where a line may end.
LONGEST_RUN = 16
BREAK = "\u200b"
_PIECES = re.compile(r"[^._/,;:\]›-]*[._/,;:\]›-]+|[^._/,;:\]›-]+")

_HIDDEN = frozenset(
    (
        *range(0x20), *range(0x7F, 0xA0), 0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x2028, 0x202F),
        *range(0x2060, 0x2070), 0xFEFF, *range(0xFFF0, 0xFFFC), *range(0xD800, 0xE000), *range(0xE0000, 0xE0080),
    )
)  # fmt: skip
# What Public Sans has, and letters and signs that the fonts of typst have in bold and italic too; a test holds this
# against the fonts.
_SHIPPED = (
    (0x20, 0x7E), (0xA0, 0xAC), (0xAE, 0x17F), (0x192, 0x192), (0x1CD, 0x1DC), (0x1E6, 0x1E7), (0x1FA, 0x21B),
    (0x2C6, 0x2C7), (0x2D8, 0x2DD), (0x388, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3CE), (0x400, 0x45F),
    (0x490, 0x491), (0x5D0, 0x5EA), (0x1E00, 0x1E9B), (0x1E9E, 0x1EF9), (0x2010, 0x2015),
    (0x2018, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A), (0x2044, 0x2044),
    (0x2070, 0x2071), (0x2074, 0x208E), (0x20AC, 0x20AC), (0x2116, 0x2117), (0x2122, 0x2122), (0x2126, 0x2126),
    (0x215B, 0x215E), (0x2190, 0x2199), (0x2202, 0x2202), (0x2206, 0x2206), (0x220F, 0x220F), (0x2211, 0x2212),
    (0x221A, 0x221A), (0x221E, 0x221E), (0x222B, 0x222B), (0x2248, 0x2248), (0x2260, 0x2260), (0x2264, 0x2265),
)  # fmt: skip
_STARTS = [first for first, _ in _SHIPPED]


def code(character: str) -> str:
    """Return the code of a character as it is shown in its place."""
    return f"‹U+{ord(character):04X}›"


def seen(text: str) -> str:
    """Return text in which nothing is hidden, on one line, and not longer than a page can bear.

    >>> seen("pond\\u202e\\x00 B\\tC")
    'pond‹U+202E›‹U+0000› B C'
    """
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}... ({len(text):,} characters; whole in assessment.json)"
    one_line = " ".join(text.split())
    return "".join(code(letter) if ord(letter) in _HIDDEN else letter for letter in one_line)


def printable(text: str) -> str:
    """Return text in which every character that the shipped fonts lack is shown by its code.

    >>> printable("Ĝoe 中")
    'Ĝoe ‹U+4E2D›'
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(letter if letter == BREAK or _shipped(ord(letter)) else code(letter) for letter in composed)


def plainest(text: str) -> str:
    """Return text in ASCII, everything else by its code."""
    return "".join(letter if " " <= letter <= "~" or letter == BREAK else code(letter) for letter in text)


def breakable(text: str) -> str:
    """Return text whose long runs may be broken at the end of a line, after a mark or a code where they have one."""
    if len(text) <= LONGEST_RUN:
        return text
    return " ".join(word if len(word) <= LONGEST_RUN else _broken(word) for word in text.split(" "))


def _broken(word: str) -> str:
    pieces: list[str] = []
    for piece in _PIECES.findall(word):
        if len(piece) <= LONGEST_RUN:
            pieces.append(piece)
        else:
            pieces += [piece[place : place + LONGEST_RUN // 2] for place in range(0, len(piece), LONGEST_RUN // 2)]
    return BREAK.join(pieces)


def _shipped(number: int) -> bool:
    place = bisect_right(_STARTS, number) - 1
    return place >= 0 and number <= _SHIPPED[place][1]


def seen_in(value: T) -> T:
    """Return a record in which every text has been made fit to be seen, but a drawing of our own."""
    changed: Any = value
    if isinstance(value, str):
        changed = seen(value)
    elif isinstance(value, tuple):
        changed = tuple(seen_in(item) for item in value)
    elif is_dataclass(value) and not isinstance(value, type):
        changed = replace(
            value, **{item.name: seen_in(getattr(value, item.name)) for item in fields(value) if item.name != "svg"}
        )
    result: T = changed
    return result
