"""Units: what a written quantity is, which values it stands for, and the exact factors between units.

Owns the unit families, their factors, the reading of one quantity and the printing of exact numbers. What a field of a
plan expects is said beside the field, in `headwater.plan`. Every number here is a `Fraction`; nothing is a float.

A written quantity is ``[exactly ]<number> <unit>``. It stands for every value that rounds to it: half a unit of its
last written digit either way, written zeros counting, the low end included and the high end not, since halves go up.
Whole square feet, and what follows `exactly`, stand for themselves, and `none` is exactly zero.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal

from headwater.errors import QuantityError

Origin = Literal["stated", "measured", "read", "computed"]

ORIGINS: Final[tuple[Origin, ...]] = ("stated", "measured", "read", "computed")

_Refuse = Callable[[str, str], QuantityError]

# A number with more digits than this is no measurement; the cap keeps hostile text from costing time.
MOST_DIGITS: Final = 30
LONGEST_TEXT: Final = 120

# Families in which `none` is no zero: no elevation, slope, return period or angle is "none".
NO_ZERO_WORD: Final = frozenset({"elevation", "slope", "recurrence", "angle"})

SF_PER_AC: Final = Fraction(43_560)
CF_PER_ACFT: Final = Fraction(43_560)
CF_PER_IN_AC: Final = Fraction(3_630)
IN_PER_FT: Final = Fraction(12)
H_PER_DAY: Final = Fraction(24)
MIN_PER_H: Final = Fraction(60)
# A US gallon is 231 cubic inches.
CF_PER_GAL: Final = Fraction(231, 12**3)
CFS_PER_GPM: Final = CF_PER_GAL / 60

SUFFIXES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ac": "acres",
        "acft": "acre-feet",
        "cf": "cubic feet",
        "cf_per_ac": "cubic feet per acre",
        "cf_per_day": "cubic feet per day",
        "cfs": "cubic feet per second",
        "cfs_per_ac": "cubic feet per second and acre",
        "deg": "degrees",
        "fps": "feet per second",
        "fraction": "share of one",
        "ft": "feet; an elevation carries its datum beside it",
        "ft_per_ft": "slope, feet down per foot along",
        "h": "hours",
        "h_per_v": "slope, feet across per foot up",
        "in": "inches",
        "in_per_hr": "inches per hour",
        "lb_per_yr": "pounds per year",
        "mg_per_kg": "milligrams per kilogram",
        "mg_per_l": "milligrams per liter",
        "min": "minutes",
        "sf": "square feet",
        "units_per_ac": "dwelling units per acre",
        "yr": "years",
    }
)
"""What the last part of a number's name says of its unit."""


@dataclass(frozen=True, kw_only=True)
class UnitFamily:
    """Quantities that can be compared with each other.

    `units` maps each unit, as it is kept, to its size in the base unit; `spellings` maps what people write (in lower
    case) to the unit kept. `whole` names the unit in which a number without a decimal point stands for itself.
    `parts` maps spellings of a smaller unit to its size in the unit kept: a number of inches is kept as feet.
    """

    name: str
    base: str
    suffix: str
    units: Mapping[str, Fraction]
    spellings: Mapping[str, str]
    example: str
    whole: str | None = None
    negative: bool = False
    parts: Mapping[str, Fraction] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def written(self) -> tuple[str, ...]:
        """The units to write: those kept, and the first spelling of a smaller one."""
        return (*self.units, *list(self.parts)[:1])

    @property
    def expected(self) -> str:
        """What to write, in words."""
        if self.name == "slope":
            return f"a slope, across to up, as {self.example}"
        if self.name == "fraction":
            return f"a percentage, as {self.example}"
        return f"a number and a unit of {self.name} ({', '.join(self.written)}), as {self.example}"


def _family(
    name: str,
    *,
    suffix: str,
    example: str,
    units: Mapping[str, tuple[int | Fraction, tuple[str, ...]]],
    whole: str | None = None,
    negative: bool = False,
    parts: Mapping[str, Fraction] | None = None,
) -> UnitFamily:
    base = next(iter(units))
    spellings = {unit.lower(): unit for unit in units}
    for unit, (_, others) in units.items():
        spellings.update(dict.fromkeys(others, unit))
    spellings.update(dict.fromkeys(parts or {}, base))
    return UnitFamily(
        name=name,
        base=base,
        suffix=suffix,
        units=MappingProxyType({unit: Fraction(factor) for unit, (factor, _) in units.items()}),
        spellings=MappingProxyType(spellings),
        example=example,
        whole=whole,
        negative=negative,
        parts=MappingProxyType(dict(parts or {})),
    )


_NAVD = ("ft navd 88", "ft navd1988", "ft navd 1988", "feet navd88", "feet navd 88", "feet navd 1988")
_NGVD = ("ft ngvd 29", "ft ngvd1929", "ft ngvd 1929", "feet ngvd29", "feet ngvd 29", "feet ngvd 1929")

FAMILIES: Final[Mapping[str, UnitFamily]] = MappingProxyType(
    {
        family.name: family
        for family in (
            _family(
                "area",
                suffix="sf",
                example="2.55 ac",
                units={
                    "sf": (1, ("sq ft", "sq. ft.", "sqft", "square feet", "square foot", "ft2")),
                    "ac": (SF_PER_AC, ("acre", "acres")),
                },
                whole="sf",
            ),
            _family("length", suffix="ft", example="10 ft", units={"ft": (1, ("foot", "feet"))}),
            _family(
                "elevation",
                suffix="ft",
                example="930.5 ft NAVD88",
                units={"ft NAVD88": (1, _NAVD), "ft NGVD29": (1, _NGVD)},
                negative=True,
            ),
            _family(
                "volume",
                suffix="cf",
                example="4,310 cf",
                units={
                    "cf": (1, ("cu ft", "cu. ft.", "cubic feet", "cubic foot", "ft3")),
                    "ac-ft": (CF_PER_ACFT, ("af", "acft", "acre-ft", "acre-feet", "acre-foot", "acre feet")),
                },
            ),
            _family(
                "flow",
                suffix="cfs",
                example="4.5 cfs",
                units={
                    "cfs": (1, ("cf/s", "ft3/s", "cubic feet per second")),
                    "gpm": (CFS_PER_GPM, ("gal/min", "gallons per minute")),
                },
            ),
            _family(
                "rate",
                suffix="in_per_hr",
                example="0.8 in/h",
                units={"in/h": (1, ("in/hr", "in/hour", "inches/hour", "inches per hour", "iph"))},
            ),
            _family("depth", suffix="in", example="1.0 in", units={"in": (1, ("inch", "inches"))}),
            _family(
                "load",
                suffix="lb_per_yr",
                example="2.44 lb/yr",
                units={"lb/yr": (1, ("lb/year", "lbs/yr", "lbs/year", "pounds per year"))},
            ),
            _family(
                "duration",
                suffix="h",
                example="36 h",
                units={
                    "h": (1, ("hr", "hrs", "hour", "hours")),
                    "min": (1 / MIN_PER_H, ("mins", "minute", "minutes")),
                    "day": (H_PER_DAY, ("days", "d")),
                },
            ),
            _family(
                "density",
                suffix="units_per_ac",
                example="2.0 units/ac",
                units={"units/ac": (1, ("unit/ac", "units/acre", "unit/acre", "units per acre"))},
            ),
            _family(
                "fraction",
                suffix="fraction",
                example="46 %",
                units={"%": (Fraction(1, 100), ("percent", "per cent", "pct"))},
            ),
            _family("slope", suffix="h_per_v", example="10:1", units={"H:V": (1, ())}),
            # What only the drainage section writes. A unit that stands in two families has one size in both.
            _family(
                "size",
                suffix="ft",
                example="18 in",
                units={"ft": (1, ("foot", "feet"))},
                parts=dict.fromkeys(("in", "inch", "inches"), 1 / IN_PER_FT),
            ),
            _family(
                "grade",
                suffix="ft_per_ft",
                example="2.0 %",
                units={"ft/ft": (1, ("foot/foot",)), "%": (Fraction(1, 100), ("percent", "per cent", "pct"))},
            ),
            _family(
                "recurrence",
                suffix="yr",
                example="100 yr",
                units={"yr": (1, ("year", "years", "-yr", "-year"))},
                whole="yr",
            ),
            _family("angle", suffix="deg", example="90 deg", units={"deg": (1, ("degree", "degrees", "°"))}),
            # What only the section of annual loads writes.
            _family(
                "concentration",
                suffix="mg_per_l",
                example="0.30 mg/L",
                units={"mg/L": (1, ("mg/liter", "milligrams per liter"))},
            ),
            _family(
                "content",
                suffix="mg_per_kg",
                example="12 mg/kg",
                units={"mg/kg": (1, ("milligrams per kilogram",))},
            ),
            _family(
                "demand",
                suffix="cf_per_day",
                example="400 cf/day",
                units={
                    "cf/day": (1, ("cf/d", "cubic feet per day")),
                    "gal/day": (CF_PER_GAL, ("gal/d", "gpd", "gallons per day")),
                },
            ),
        )
    }
)
"""The unit families by name; the first unit of each is the base unit of facts."""

_FACTORS: Final = {unit: factor for family in FAMILIES.values() for unit, factor in family.units.items()}


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A number with a unit, as written, and the values that it stands for.

    `value`, `low` and `high` are in `unit`; where `low == high` the quantity is exact, elsewhere `low` is one of its
    values and `high` is not. `page` is where in the `source` it stands. `doubt` says in words why it stands for more
    than its digits do, as where what was computed in its place differs.
    """

    text: str
    value: Fraction
    unit: str
    low: Fraction
    high: Fraction
    line: int | None = field(default=None, compare=False)
    origin: Origin = "stated"
    source: str | None = None
    page: str | None = None
    doubt: str | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the quantity stands for its value alone."""
        return self.low == self.high

    @property
    def datum(self) -> str | None:
        """The vertical datum of an elevation: NAVD88 or NGVD29."""
        return self.unit[3:] if self.unit.startswith("ft N") else None


def to_base(quantity: Quantity) -> tuple[Fraction, Fraction, Fraction]:
    """Return low end, high end and value in the base unit of the quantity's family.

    >>> [str(number) for number in to_base(parse_quantity("0.5 ac", family="area"))]
    ['19602', '23958', '21780']
    """
    factor = _FACTORS[quantity.unit]
    return quantity.low * factor, quantity.high * factor, quantity.value * factor


def exact_quantity(
    value: Fraction | int,
    unit: str,
    *,
    origin: Origin = "computed",
    source: str | None = None,
    page: str | None = None,
    line: int | None = None,
) -> Quantity:
    """Return the quantity that stands for `value` alone; `unit` is spelled as in `FAMILIES`."""
    if unit not in _FACTORS:
        raise QuantityError(
            "this unit is not known",
            value=unit,
            expected=f"one of {', '.join(_FACTORS)}",
            remedy="spell the unit as FAMILIES does",
        )
    number = Fraction(value)
    text = f"exactly {format_exact(number)} {unit}"
    return Quantity(
        text=text,
        value=number,
        unit=unit,
        low=number,
        high=number,
        line=line,
        origin=origin,
        source=source,
        page=page,
    )


# ASCII digits only: \d would take the digits of every script.
_NUMBER = re.compile(r"([+-]?)((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?)(?:\.([0-9]+))?(?![0-9.,])")
_EXACTLY = re.compile(r"exactly(?![a-z])\s*", re.IGNORECASE)
_SLOPE = re.compile(r"\s*h?\s*:\s*1\s*(?:v|h:v)?", re.IGNORECASE)


def parse_quantity(
    text: str,
    *,
    family: str,
    signed: bool = False,
    line: int | None = None,
    origin: Origin = "stated",
    source: str | None = None,
    page: str | None = None,
) -> Quantity:
    """Return the quantity that `text` writes.

    Parameters
    ----------
    text
        As a person wrote it; any text at all.
    family
        A name in `FAMILIES`.
    signed
        Whether a value below zero makes sense here, as for a net increase of area; an elevation is signed by itself.

    Raises
    ------
    QuantityError
        If the text has no unit, one of another family, no number, or a number that cannot be.

    Examples
    --------
    >>> parse_quantity("2.55 ac", family="area").high
    Fraction(511, 200)
    >>> parse_quantity("9,990 sf", family="area").is_exact
    True
    """
    due = FAMILIES[family]
    may_be_negative = signed or due.negative

    def refuse(wrong: str, remedy: str) -> QuantityError:
        return QuantityError(wrong, value=text, expected=due.expected, remedy=remedy, line=line)

    if len(text) > LONGEST_TEXT:
        raise refuse("this is too long to be a quantity", "write one number and its unit; put the rest in `note`")
    words = " ".join(text.split())
    if words.lower() == "none" and due.name not in NO_ZERO_WORD:
        return Quantity(
            text=text,
            value=Fraction(0),
            unit=due.base,
            low=Fraction(0),
            high=Fraction(0),
            line=line,
            origin=origin,
            source=source,
            page=page,
        )
    opening = _EXACTLY.match(words)
    exactly = opening is not None
    rest = words[opening.end() :] if opening else words
    match = _NUMBER.match(rest)
    if match is None or not (match[2] or match[3]):
        raise _no_number(rest, refuse)
    sign, whole, decimals = match[1], match[2].replace(",", ""), match[3] or ""
    if len(whole) + len(decimals) > MOST_DIGITS:
        raise refuse(f"the number has more than {MOST_DIGITS} digits", "write the digits that were measured")
    value = Fraction(int(whole + decimals or "0"), 10 ** len(decimals))
    if sign == "-":
        value = -value
    spelled = rest[match.end() :].strip()
    unit = _unit(spelled, due, match[0], refuse)
    if value < 0 and not may_be_negative:
        raise refuse(f"the {due.name} is below zero", "write it without the minus sign, or correct it")
    half = Fraction(1, 2 * 10 ** len(decimals))
    if exactly or (unit == due.whole and not decimals):
        half = Fraction(0)
    low = value - half
    if low < 0 and not may_be_negative:
        low = Fraction(0)
    part = due.parts.get(spelled.lower(), Fraction(1))
    return Quantity(
        text=text,
        value=value * part,
        unit=unit,
        low=low * part,
        high=(value + half) * part,
        line=line,
        origin=origin,
        source=source,
        page=page,
    )


def _no_number(rest: str, refuse: _Refuse) -> QuantityError:
    """Say why no number could be read at the start of `rest`."""
    if re.match(r"[+-]?[0-9][0-9,.]*[0-9.,]", rest):
        return refuse(
            "the commas or points in the number do not make sense", "write thousands as 12,000 and decimals as 0.25"
        )
    return refuse("this does not start with a number", "write the number first, or `unknown` if it is not known")


def _unit(written: str, due: UnitFamily, number: str, refuse: _Refuse) -> str:
    """Return the unit kept for the `written` one, or say what is wrong with it."""
    if due.name == "slope":
        if _SLOPE.fullmatch(written):
            return due.base
        raise refuse("this is not a slope", "write how far across for one up, as 10:1")
    folded = written.lower()
    unit = due.spellings.get(folded)
    if unit is not None:
        return unit
    if not written:
        forms = [f"{number} {one}" for one in due.written]
        if due.name == "fraction" and re.fullmatch(r"0?\.[0-9]+", number):
            forms.insert(0, f"{format_plain(Fraction(number) * 100)} %")
        choices = " or ".join(f'"{form}"' for form in forms)
        raise refuse("the number has no unit", f"write {choices}" + (", whichever it is" if len(forms) > 1 else ""))
    if re.match(r"e[+-]?[0-9]", folded):
        raise refuse("the number is written with an exponent", "write all its digits")
    if due.name == "elevation" and folded in ("ft", "feet", "foot"):
        raise refuse(
            "the elevation does not say its datum", f'write "{number} ft NAVD88" or "{number} ft NGVD29", as surveyed'
        )
    for other in FAMILIES.values():
        if folded in other.spellings:
            raise refuse(f"this is {_one(other.name)}", f"write {_one(due.name)} here")
    if due.name == "fraction":
        raise refuse("this is not a percentage", "write the percentage with its sign, as 46 %")
    raise refuse(f"the unit {written!r} is not known here", f"write the number in {' or '.join(due.written)}")


def _one(family: str) -> str:
    return f"{'an' if family[0] in 'ae' else 'a'} {family}"


def format_exact(number: Fraction) -> str:
    """Return an exact number in full: whole, or as a fraction in lowest terms.

    >>> format_exact(Fraction(18513, 2))
    '18513/2'
    """
    return str(number)


def format_plain(number: Fraction) -> str:
    """Return a number for people: in full where four decimals hold it, else rounded to two and marked so.

    >>> format_plain(Fraction(9513, 2)), format_plain(Fraction(10, 3))
    ('4,756.5', 'about 3.33')
    """
    for digits in range(5):
        if (number * 10**digits).denominator == 1:
            return _printed(int(number * 10**digits), digits)
    return f"about {rounded_half_up(number, digits=2)}"


def rounded_half_up(number: Fraction, *, digits: int = 0) -> str:
    """Return `number` rounded to `digits` decimals, halves up, with thousands commas.

    >>> rounded_half_up(Fraction(18513, 2))
    '9,257'
    """
    scale = 10**digits
    return _printed((2 * number * scale + 1) // 2, digits)


def rounded_up(number: Fraction, *, digits: int = 0) -> str:
    """Return `number` rounded up, as a required volume is printed.

    >>> rounded_up(Fraction(1, 3), digits=2)
    '0.34'
    """
    return _printed(-(-number * 10**digits // 1), digits)


def rounded_down(number: Fraction, *, digits: int = 0) -> str:
    """Return `number` rounded down, as a provided volume is printed.

    >>> rounded_down(Fraction(-1, 3), digits=2)
    '-0.34'
    """
    return _printed(number * 10**digits // 1, digits)


def _printed(scaled: int, digits: int) -> str:
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(scaled), 10**digits)
    return f"{sign}{whole:,}" + (f".{part:0{digits}d}" if digits else "")
