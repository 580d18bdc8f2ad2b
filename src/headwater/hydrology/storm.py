"""A storm: a depth, a duration and a distribution, checked as a pair; the rain of one or of several back to back.

Owns the record, the cumulative rain in inches, and what has to be said of the pairing. The curves are `distribution`,
depths by duration `depths`, the search for the critical duration `critical`; what runs off is `runoff`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.caution import Caution
from headwater.errors import OutOfRangeError, shown
from headwater.hydrology.distribution import QUADRATIC, Distribution

Retention = Literal["cumulative", "reset"]

MOST_DEPTH_IN: Final = 40.0
MOST_REPEATS: Final = 10
# Hours may be written from minutes, as 0.0833; a second is no other duration.
SAME_DURATION_H: Final = 1 / 3600

_ATLAS_14: Final = re.compile(r"(?:\batlas|\bna|\ba)[\s-]*14\b", re.IGNORECASE)
_OLDER: Final = re.compile(
    r"\b(?:tp|technical\s+paper|t\.p\.)[\s-]*(?:no\.?\s*)?(?:40|49)\b|\bhydro[\s-]*35\b", re.IGNORECASE
)
_RETENTION_WORDS: Final = {
    "cumulative": "retention cumulative, losses on the running total of rain",
    "reset": "retention reset, each storm with losses of its own",
}


@dataclass(frozen=True, kw_only=True)
class Storm:
    """One design storm, or several of the same back to back.

    Parameters
    ----------
    id
        What it is called.
    depth_in
        Depth of one storm, 0 to 40 inches.
    distribution
        How it falls in time.
    duration_h
        How long one storm lasts; the distribution's own.
    return_period_yr
        Its return period, where it has one.
    depth_source
        Where the depth comes from, as written: "Atlas 14 volume 8", "TP-40".
    repeats
        How many of them fall one after the other, without a pause.
    retention
        Whether the losses of a later storm go on where the one before it left them, or start anew (reading R39).

    Raises
    ------
    OutOfRangeError
        If the depth is outside 0 to 40 inches, the duration is not that of the distribution, the return period is not
        above 0, or the repeats are not 1 to 10.
    """

    id: str
    depth_in: float
    distribution: Distribution
    duration_h: float
    return_period_yr: float | None = None
    depth_source: str = ""
    repeats: int = 1
    retention: Retention = "cumulative"

    def __post_init__(self) -> None:
        where = f"storm {shown(self.id)}"
        if not 0 <= self.depth_in <= MOST_DEPTH_IN:
            raise OutOfRangeError(
                f"{where}: depth_in: {self.depth_in:g}: this is no depth of a storm; expected 0 to {MOST_DEPTH_IN:g} "
                "inches; correct it, or convert it to inches"
            )
        if not abs(self.duration_h - self.distribution.duration_h) <= SAME_DURATION_H:
            raise OutOfRangeError(
                f"{where}: duration_h: {self.duration_h:g}: the distribution {shown(self.distribution.name)} is one of "
                f"{self.distribution.duration_h:g} hours; expected that duration; take the central part of the curve, "
                "or nest one of this duration from a table of depths"
            )
        if self.return_period_yr is not None and not 0 < self.return_period_yr < float("inf"):
            raise OutOfRangeError(
                f"{where}: return_period_yr: {self.return_period_yr:g}: this is no return period; expected years above "
                "0; correct it, or leave it out"
            )
        if not 1 <= self.repeats <= MOST_REPEATS:
            raise OutOfRangeError(
                f"{where}: repeats: {self.repeats}: this is no count of storms; expected 1 to {MOST_REPEATS}; write "
                "how many storms fall one after the other"
            )
        if self.retention not in _RETENTION_WORDS:
            raise OutOfRangeError(
                f"{where}: retention: {shown(self.retention)}: there is no such choice; expected cumulative or reset; "
                "write one of them"
            )

    @property
    def span_h(self) -> float:
        """The hours over which rain falls, all repeats together."""
        return self.repeats * self.distribution.duration_h

    @property
    def total_depth_in(self) -> float:
        """The inches that fall, all repeats together."""
        return self.repeats * self.depth_in

    def describe(self) -> str:
        """Return the storm in one line for print, every choice named."""
        period = "" if self.return_period_yr is None else f"{self.return_period_yr:g}-yr "
        source = self.depth_source or "source of the depth not stated"
        curve = f"{self.distribution.name}, {self.distribution.method}"
        line = f"{period}{self.duration_h:g}-h, {self.depth_in:g} in ({source}), {curve}"
        if self.repeats > 1:
            line += f"; {self.repeats} back to back, {_RETENTION_WORDS[self.retention]}"
        return line


def rain_in(storm: Storm, time_h: ArrayLike) -> NDArray[np.float64]:
    """Return the inches fallen by each of `time_h` since the start of the first storm; shaped like it, never falling.

    >>> from headwater.hydrology.distribution import named_distribution
    >>> storm = Storm(id="100-yr", depth_in=7.4, distribution=named_distribution("MSE 3"), duration_h=24)
    >>> rain_in(back_to_back(storm), [0, 24, 48, 60]).round(3).tolist()
    [0.0, 7.4, 14.8, 14.8]
    """
    one_h = storm.distribution.duration_h
    time = np.clip(np.asarray(time_h, dtype=np.float64), 0.0, storm.span_h)
    past = np.minimum(np.floor(time / one_h), storm.repeats - 1)
    return np.asarray(storm.depth_in * (past + storm.distribution.fraction(time - past * one_h)))


def back_to_back(storm: Storm, *, repeats: int = 2, retention: Retention = "cumulative") -> Storm:
    """Return `repeats` of `storm` one after the other, as landlocked basins are tested with two.

    `retention` is the choice of reading R39: the losses run on ("cumulative", the default and the wetter one) or start
    anew with each storm ("reset").
    """
    return replace(storm, repeats=repeats, retention=retention)


# ---- figures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class Hyetograph:
    """Rain by equal steps: `step_h` hours each from 0, one mean intensity for each, of one storm and its repeats."""

    step_h: float
    intensity_in_per_hr: NDArray[np.float64]

    @property
    def start_h(self) -> NDArray[np.float64]:
        """The hour at which each step starts."""
        return np.arange(len(self.intensity_in_per_hr), dtype=np.float64) * self.step_h


def hyetograph(storm: Storm, *, step_h: float) -> Hyetograph:
    """Return the mean intensity of the rain in each step; intensity times step adds up to the depth.

    Raises
    ------
    OutOfRangeError
        If the step is not above 0, or makes more than a million of them.
    """
    if not (step_h > 0 and storm.span_h / step_h <= 1e6):
        raise OutOfRangeError(
            f"storm {shown(storm.id)}: step_h: {step_h:g}: a hyetograph cannot be cut so; expected hours above 0 that "
            "make at most a million steps; write a longer step"
        )
    # A step that does not divide the span runs past its end, where nothing more falls.
    steps = int(np.ceil(storm.span_h / step_h - 1e-9))
    rain = rain_in(storm, np.append(np.arange(steps) * step_h, max(steps * step_h, storm.span_h)))
    return Hyetograph(step_h=step_h, intensity_in_per_hr=np.diff(rain) / step_h)


# ---- what has to be said ---------------------------------------------------------------------------------------------


def check_storm(storm: Storm) -> tuple[Caution, ...]:
    """Return what has to be said of a storm: depth and curve of two generations, and the choices that it stands on."""
    found = [*_of_pairing(storm), *_of_curve(storm)]
    if storm.repeats > 1:
        text = f"{storm.repeats} storms back to back, {_RETENTION_WORDS[storm.retention]}"
        found.append(Caution(grade="note", code="storms-back-to-back", where=storm.id, text=text))
    return tuple(found)


def _of_pairing(storm: Storm) -> list[Caution]:
    """Say where depth and curve do not belong together: each generation of curves has its own depths."""
    source, curve, where = storm.depth_source, storm.distribution, storm.id
    if not source.strip():
        text = "the source of the depth is not stated; name the atlas or study that it is from"
        return [Caution(grade="note", code="depth-source-missing", where=where, text=text)]
    newer, older = bool(_ATLAS_14.search(source)), bool(_OLDER.search(source))
    if newer and older:
        text = f"the source of the depth names two atlases ({source}); name the one that the number is from"
        return [Caution(grade="note", code="depth-source-twofold", where=where, text=text)]
    if newer and curve.family == "SCS":
        text = (
            f"an Atlas 14 depth with the SCS {curve.name}, a curve drawn from older records, whose ratios of short to "
            "long durations are not those of the atlas; take the regional curve (MSE 3 in Minnesota), or nest one"
        )
        return [Caution(grade="warning", code="newer-depth-with-older-curve", where=where, text=text)]
    if older and curve.family not in ("SCS", "user"):
        text = (
            f"a depth older than Atlas 14 ({source}) with {curve.name}, a curve drawn from later records; take the "
            "depth from Atlas 14, or the SCS curve where the older pair is meant"
        )
        return [Caution(grade="warning", code="older-depth-with-newer-curve", where=where, text=text)]
    return []


def _of_curve(storm: Storm) -> list[Caution]:
    curve, where, found = storm.distribution, storm.id, []
    if curve.method != QUADRATIC and curve.family != "user":
        text = f"{curve.name}: {curve.method}; a program that joins them otherwise has another peak"
        found.append(Caution(grade="note", code="rain-between-points", where=where, text=text))
    if curve.remark:
        text = f"{curve.name}: {curve.remark}"
        found.append(Caution(grade="note", code="rain-curve-origin", where=where, text=text))
    return found
