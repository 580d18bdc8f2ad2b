"""The names of the published rainfall distributions, and what people write for them.

Owns the reading of a name; the curves are `distribution`. A Roman numeral names one of the old SCS types, an Arabic one
an MSE or CA type, a letter a NOAA, NRCC or NV one. A name that mixes them is refused, since the two readings are curves
far apart: by either guess the peak may be wrong by a third.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from headwater.errors import UnknownNameError, shown

MEMBERS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "SCS": ("I", "IA", "II", "III"),
        "MSE": ("1", "2", "3", "4", "5", "6"),
        "NOAA": ("A", "B", "C", "D"),
        "NRCC": ("A", "B", "C", "D"),
        "CA": ("1", "2", "3", "4", "5", "6"),
        "NV": ("N", "S", "W"),
    }
)
"""The members of each family of curves, by the word that names the family."""

TABULAR: Final = frozenset({"II", "III"})
ROMAN: Final = MappingProxyType({"I": "1", "IA": "1A", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"})
# Words that say nothing about which curve it is.
_IDLE: Final = frozenset({"TYPE", "RAINFALL", "DISTRIBUTION", "STORM", "RAIN", "CURVE", "NRCS", "USDA", "24"})
_DURATION: Final = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)[\s-]*(?:HOURS|HOUR|HRS|HR|H)\b")
_WORD: Final = re.compile(r"[A-Z]+|\d+[A-Z]*")


def known_names() -> tuple[str, ...]:
    """Return every name as it is kept, the tabular forms too."""
    names = [f"Type {member}" for member in MEMBERS["SCS"]]
    names += [f"Type {member} tabular" for member in MEMBERS["SCS"] if member in TABULAR]
    return (*names, *(f"{family} {one}" for family, some in MEMBERS.items() if family != "SCS" for one in some))


def parsed_name(written: str) -> str:
    """Return the name as it is kept, for what was `written`.

    Raises
    ------
    UnknownNameError
        If no published curve is called so, or the name mixes two families; the message says what to write.

    Examples
    --------
    >>> [parsed_name(name) for name in ("NRCS MSE3 24-hr", "ii", "Type III 24-hr Tabular", "NOAA_C")]
    ['MSE 3', 'Type II', 'Type III tabular', 'NOAA C']
    """
    text = written.upper().replace("_", " ").replace("TYPE", " TYPE ")
    for match in _DURATION.finditer(text):
        if float(match[1]) != 24:
            raise _refuse(
                written,
                f"a curve of {float(match[1]):g} hours",
                "a 24-hour curve",
                "take the central part of a 24-hour curve, or nest one from a table of depths",
            )
    words = _WORD.findall(_DURATION.sub(" ", text))
    if "ATLAS" in words or "NESTED" in words:
        raise _refuse(
            written,
            "a curve nested from Atlas 14 differs from place to place",
            "a published curve",
            "give the depths of the place by duration, and nest a curve from them",
        )
    tabular = "TABULAR" in words
    families = list(dict.fromkeys(word for word in words if word in MEMBERS))
    rest = [word for word in words if word not in _IDLE and word not in MEMBERS and word != "TABULAR"]
    if families == ["SCS"] or not families:
        return _scs(written, rest, tabular=tabular)
    if len(families) > 1:
        others = " or ".join(_choice(family, rest) for family in families)
        raise _refuse(written, f"{' and '.join(families)} name two kinds of curves", "one of them", f"write {others}")
    family = families[0]
    if len(rest) == 1 and rest[0] in MEMBERS[family]:
        return f"{family} {rest[0]}"
    if len(rest) == 1 and rest[0] in ROMAN and family == "MSE":
        raise _refuse(
            written,
            "the MSE types have Arabic numbers, and a Roman one names an old SCS type",
            "one of them",
            f"write {_choice(family, rest)} or {_choice('SCS', rest)}, whichever the depths go with",
        )
    choices = ", ".join(f"{family} {member}" for member in MEMBERS[family])
    raise _refuse(written, f"no {family} curve is called so", choices, "write one of these")


def _scs(written: str, rest: list[str], *, tabular: bool) -> str:
    if len(rest) == 1 and rest[0] in MEMBERS["SCS"]:
        # The other two types have no form but the table.
        return f"Type {rest[0]} tabular" if tabular and rest[0] in TABULAR else f"Type {rest[0]}"
    if len(rest) == 1 and re.fullmatch(r"\d+A?", rest[0]):
        raise _refuse(
            written,
            "the SCS types have Roman numerals, and an Arabic one names an MSE type",
            "one of them",
            f"write {_choice('SCS', rest)} or {_choice('MSE', rest)}, whichever the depths go with",
        )
    raise _refuse(written, "no published curve is called so", ", ".join(known_names()), "write one of these")


def _choice(family: str, rest: list[str]) -> str:
    """Return the member of `family` that the words may mean, as it would be written."""
    for word in rest:
        arabic = ROMAN.get(word, word)
        if family == "SCS":
            roman = next((one for one, number in ROMAN.items() if number == arabic), "")
            if roman in MEMBERS["SCS"]:
                return f'"Type {roman}"'
        elif arabic in MEMBERS[family]:
            return f'"{family} {arabic}"'
    example = "Type II" if family == "SCS" else f"{family} {MEMBERS[family][-1]}"
    return f'a name such as "{example}"'


def _refuse(written: str, wrong: str, expected: str, remedy: str) -> UnknownNameError:
    return UnknownNameError(f"rainfall distribution {shown(written)}: {wrong}; expected {expected}; {remedy}")
