"""A computed number beside the one that a plan states: which of them stands, and what is said of it.

Owns the rounding of computed numbers. A computed number stands for itself, rounded to the digits in which the engine
prints it: two conditions of the same land come out equal, and equal is not an increase. Where it stands beside a stated
one that differs, it stands for all that rounds to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from headwater.caution import Caution
from headwater.plan.computed import Computed, ComputedValue, NotComputed
from headwater.units import FAMILIES, Quantity, format_plain, to_base

# Decimals by unit, as the simulation document prints them.
DECIMALS: Final[Mapping[str, int]] = {"cfs": 4, "ft": 4, "cf": 0, "h": 3, "lb/yr": 3}
_FAMILY: Final[Mapping[str, str]] = {
    "cfs": "flow",
    "ft": "length",
    "cf": "volume",
    "h": "duration",
    "lb/yr": "load",
}


@dataclass
class Meeting:
    """What was computed so far, and what was not."""

    values: list[ComputedValue] = field(default_factory=list)
    left_out: list[NotComputed] = field(default_factory=list)
    warnings: dict[tuple[str, Caution], None] = field(default_factory=dict)

    def leave_out(self, where: str, because: str) -> None:
        """Note that a value is not computed."""
        told = NotComputed(field=where, because=because)
        if told not in self.left_out:
            self.left_out.append(told)

    def warn(self, where: str, cautions: Iterable[Caution]) -> None:
        """Note what the engine said of a run; its notes change no number and are left out."""
        self.warnings.update(dict.fromkeys((where, caution) for caution in cautions if caution.grade != "note"))

    def meet(
        self,
        where: str,
        stated: Quantity | None,
        computed: float,
        unit: str,
        *,
        source: str,
        datum: str | None = None,
        between: tuple[float, float] | None = None,
    ) -> Quantity:
        """Return what stands at `where` in the plan, and note how the two compare.

        Parameters
        ----------
        stated
            What the plan says there; None where it says nothing.
        computed
            What came out, in `unit`, the base unit of its family.
        source
            The model, storm and element that it came out of.
        datum
            The datum of an elevation.
        between
            The ends between which the computed value lies, where a published range went into it.
        """
        quantity = _computed(computed, unit, source=source, datum=datum, between=between)
        if stated is None:
            self.values.append(ComputedValue(field=where, quantity=quantity))
            return quantity
        if stated.datum != quantity.datum:
            on = quantity.datum or "no datum"
            self.leave_out(where, f"the plan states {stated.text}, and the model's elevations are on {on}")
            return stated
        agrees = _agree(stated, quantity)
        self.values.append(ComputedValue(field=where, quantity=quantity, stated=stated, agrees=agrees))
        if agrees:
            return replace(quantity, source=f"{source}; the plan states {stated.text}, which agrees", line=stated.line)
        return _either(stated, quantity)

    def found(self) -> Computed:
        """Return all of it."""
        return Computed(values=tuple(self.values), left_out=tuple(self.left_out), warnings=tuple(self.warnings))


def _computed(
    computed: float, unit: str, *, source: str, datum: str | None, between: tuple[float, float] | None
) -> Quantity:
    value = _rounded(computed, unit)
    family = "elevation" if datum is not None else _FAMILY[unit]
    kept = f"ft {datum}" if datum is not None else unit
    low, high = (value, value) if between is None else (_rounded(between[0], unit), _rounded(between[1], unit))
    text = f"{format_plain(value)} {kept}"
    assert kept in FAMILIES[family].units
    doubt = None
    if low != high:
        doubt = (
            f"{text} was computed, and anything from {format_plain(low)} to {format_plain(high)} {unit} by the range "
            "that is published; settle which value of the range holds here"
        )
        high += Fraction(1, 10 ** (DECIMALS[unit] + 1))  # the high end of a window is not one of its values
    return Quantity(
        text=text, value=value, unit=kept, low=low, high=high, origin="computed", source=source, doubt=doubt
    )


def _rounded(computed: float, unit: str) -> Fraction:
    return Fraction(round(Fraction(computed) * 10 ** DECIMALS[unit]), 10 ** DECIMALS[unit])


def _agree(stated: Quantity, computed: Quantity) -> bool:
    """Return whether the computed value is among those that the stated one stands for, rounded to its digits."""
    low, high, _ = to_base(stated)
    value = to_base(computed)[2]
    if low == high:
        # A stated number that stands for itself alone was still written in some number of digits.
        unit = to_base(stated)[2] / stated.value if stated.value else Fraction(1)
        half = unit / (2 * 10 ** _decimals(stated.text))
        low, high = low - half, high + half
    return low <= value < high or (to_base(computed)[0] < high and low < to_base(computed)[1])


def _decimals(text: str) -> int:
    digits = text.split(".", 1)
    return len(digits[1]) - len(digits[1].lstrip("0123456789")) if len(digits) > 1 else 0


def _either(stated: Quantity, computed: Quantity) -> Quantity:
    """Return the stated value as one that may be the computed one too."""
    (low, high, value), (other_low, other_high, _) = to_base(stated), to_base(computed)
    half = Fraction(1, 2 * 10 ** DECIMALS[_plain_unit(computed)])
    least = min(low, other_low - half)
    base = computed.unit
    doubt = (
        f"{stated.text} is stated, and {computed.text} was computed ({computed.source}); correct the one that is wrong"
    )
    return replace(
        stated,
        value=value,
        unit=base,
        low=least if low < 0 else max(least, Fraction(0)) if low >= 0 and other_low >= 0 else least,
        high=max(high, other_high + half),
        doubt=doubt,
    )


def _plain_unit(quantity: Quantity) -> str:
    return "ft" if quantity.datum is not None else quantity.unit
