"""What the fields of a plan hold: one value each, with the line it was read from and where it came from.

Owns the leaf values (text, choice, answer, date, count, and the mark of a thing looked for and not found; a number with
its unit is `headwater.units.Quantity`) and the marks that tell, beside a field, what it expects: its family of units,
its list of choices, its keys, its meaning. A mark also tells pydantic its JSON Schema, when that is asked for.
Reading them from a file is `headwater.intake.plan_file`.

Every leaf has `value`, the Python value, and `line`. What is not known is None in place of a leaf.
"""

from __future__ import annotations

import datetime
import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Final

from headwater.plan.schema_parts import choice_schema, keyed_schema, quantity_name, shared
from headwater.units import FAMILIES, Origin, Quantity, UnitFamily


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """What every value of a plan carries beside itself."""

    line: int | None = field(default=None, compare=False)
    origin: Origin = "stated"
    source: str | None = None
    page: str | None = None


@dataclass(frozen=True, kw_only=True)
class Text(Leaf):
    """Free words."""

    text: str

    @property
    def value(self) -> str:
        """The words."""
        return self.text


@dataclass(frozen=True, kw_only=True)
class Choice(Leaf):
    """One word of a closed list, spelled as the list spells it."""

    text: str

    @property
    def value(self) -> str:
        """The word."""
        return self.text


@dataclass(frozen=True, kw_only=True)
class Answer(Leaf):
    """Yes or no, with the evidence for it."""

    answer: bool
    evidence: str | None = None

    @property
    def value(self) -> bool:
        """Whether the answer is yes."""
        return self.answer


@dataclass(frozen=True, kw_only=True)
class Date(Leaf):
    """A day."""

    text: str
    value: datetime.date


@dataclass(frozen=True, kw_only=True)
class Count(Leaf):
    """A whole number of things; it stands for itself."""

    text: str
    value: int


@dataclass(frozen=True, kw_only=True)
class Number(Leaf):
    """A plain number without a unit: a roughness, a coefficient, a curve number. It stands for itself."""

    text: str
    value: Fraction


@dataclass(frozen=True, kw_only=True)
class NoneFound(Leaf):
    """The thing measured to was looked for and does not exist: no well, no bedrock, no karst."""

    text: str

    @property
    def value(self) -> None:
        """Nothing: there is no number."""
        return None


@dataclass(frozen=True, kw_only=True)
class Record:
    """A group of fields; `line` is where it starts."""

    line: int | None = field(default=None, compare=False)


ANY_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,59}")

# ---- marks beside a field --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Family:
    """The unit family of a quantity, and what else the field allows.

    `signed` allows a value below zero where the family has none; `absence` lets `none` say that the thing does not
    exist, where it would otherwise be exactly zero; `positive` refuses what is written as zero.
    """

    name: str
    signed: bool = False
    absence: bool = False
    positive: bool = False

    @property
    def units(self) -> UnitFamily:
        """The unit family of this name."""
        return FAMILIES[self.name]

    @property
    def expected(self) -> str:
        """What to write, in words."""
        return f"{self.units.expected}, or none" if self.absence else self.units.expected

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return shared(quantity_name(self.name, signed=self.signed, absence=self.absence))


@dataclass(frozen=True)
class Later:
    """A record that is loaded when a plan first writes it, since most plans do not."""

    module: str
    name: str

    @property
    def record(self) -> type[Record]:
        """The record itself."""
        record: type[Record] = getattr(importlib.import_module(self.module), self.name)
        return record

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler.generate_schema(self.record)


@dataclass(frozen=True)
class Among:
    """The closed list that a choice comes from."""

    choices: tuple[str, ...]

    @property
    def expected(self) -> str:
        """What to write, in words."""
        return "one of: " + ", ".join(self.choices)

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return choice_schema(self.choices)


@dataclass(frozen=True)
class Within:
    """The range of a plain number or a count: `above` is not one of its values, `least` and `most` are."""

    above: Fraction | None = None
    least: Fraction | None = None
    most: Fraction | None = None

    def allows(self, value: Fraction | int) -> bool:
        """Return whether `value` is in it."""
        return (
            (self.above is None or value > self.above)
            and (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
        )

    @property
    def expected(self) -> str:
        """What to write, in words."""
        ends = (("above", self.above), ("at least", self.least), ("at most", self.most))
        return " and ".join(f"{word} {float(end):g}" for word, end in ends if end is not None)


@dataclass(frozen=True)
class Keys:
    """The keys that a mapping may have; none named: any word of small letters, digits and underscores."""

    names: tuple[str, ...] = ()

    def allows(self, key: str) -> bool:
        """Return whether `key` may be one."""
        return key in self.names if self.names else ANY_KEY.fullmatch(key) is not None

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return keyed_schema(self.names, handler(core_schema)["additionalProperties"], ANY_KEY.pattern)


def entry(meaning: str, *, key: str | None = None, required: bool = False, needed: bool = False) -> Any:
    """Return the field of a record for one key of the plan file; `key` is its name where Python reserves the word.

    A plan without a `required` key is refused; one without a `needed` key is read, and cannot be run.
    """
    metadata: dict[str, Any] = {"description": meaning}
    if key is not None:
        metadata["alias"] = key
    if needed:
        metadata["needed"] = True
    if required:
        return field(metadata=metadata)
    return field(default=None, metadata=metadata)


# ---- the types of fields ---------------------------------------------------------------------------------------------

Area = Annotated[Quantity, Family("area")]
AreaChange = Annotated[Quantity, Family("area", signed=True)]
Length = Annotated[Quantity, Family("length")]
Distance = Annotated[Quantity | NoneFound, Family("length", absence=True)]
Elevation = Annotated[Quantity, Family("elevation")]
FoundElevation = Annotated[Quantity | NoneFound, Family("elevation", absence=True)]
Volume = Annotated[Quantity, Family("volume")]
Flow = Annotated[Quantity, Family("flow")]
Rate = Annotated[Quantity, Family("rate")]
Load = Annotated[Quantity, Family("load")]
Duration = Annotated[Quantity, Family("duration")]
Density = Annotated[Quantity, Family("density")]
Share = Annotated[Quantity, Family("fraction")]
Slope = Annotated[Quantity, Family("slope")]

# What only the drainage section writes: a size is a length that may be in inches, a grade a fall along a way.
Depth = Annotated[Quantity, Family("depth")]
PositiveDepth = Annotated[Quantity, Family("depth", positive=True)]
PositiveArea = Annotated[Quantity, Family("area", positive=True)]
PositiveLength = Annotated[Quantity, Family("length", positive=True)]
Size = Annotated[Quantity, Family("size", positive=True)]
Grade = Annotated[Quantity, Family("grade", positive=True)]
Fall = Annotated[Quantity, Family("grade")]
PositiveDuration = Annotated[Quantity, Family("duration", positive=True)]
PositiveRate = Annotated[Quantity, Family("rate", positive=True)]
Recurrence = Annotated[Quantity, Family("recurrence", positive=True)]
Angle = Annotated[Quantity, Family("angle", positive=True)]
Concentration = Annotated[Quantity, Family("concentration")]
Content = Annotated[Quantity, Family("content")]
Demand = Annotated[Quantity, Family("demand")]
Coefficient = Annotated[Number, Within(above=Fraction(0))]
Times = Annotated[Count, Within(least=Fraction(1))]

STORMS: Final = ("1-yr", "2-yr", "10-yr", "100-yr")

ByStorm = Keys(STORMS)
Peaks = Annotated[Mapping[str, Flow], ByStorm]
Rises = Annotated[Mapping[str, Length], ByStorm]
Periods = Annotated[Mapping[str, Duration], ByStorm]
Answers = Annotated[Mapping[str, Answer], Keys()]
