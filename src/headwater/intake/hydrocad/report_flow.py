"""What a printed report says was computed at a node: peaks, times, volumes, levels, and where its water goes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake.hydrocad.printed import Line, N, Reading

_FLOW: Final = re.compile(
    rf"^(Runoff|Inflow|Outflow|Primary|Secondary|Discarded) ?= ?{N} cfs ?@ ?{N} hrs,? ?Volume ?= ?{N} (af|cf)"
    rf'(?:, ?Depth ?[=>] ?{N}")?(?:, ?Atten= ?{N}%)?(?:, ?Lag= ?{N} min)?$'
)
_AREA: Final = re.compile(
    rf'^Inflow Area ?= ?{N} (ac|sf)(?:, ?{N}% Impervious)?(?:, ?Inflow Depth ?[=>] ?{N}"(?: for (.{{1,80}}) event)?)?$'
)
_ROUTED: Final = re.compile(r"^Routed to (?:Pond|Reach|Link|Subcat(?:chment)?) ([^:]{1,40}?) ?:.*$")
_PEAK: Final = re.compile(rf"^Peak Elev= ?{N}' ?@ ?{N} hrs Surf\.Area= ?{N} (sf|ac) Storage= ?{N} (cf|af)(?: \(.*\))?$")
_PEAK_ALONE: Final = re.compile(rf"^Peak Elev= ?{N}' ?@ ?{N} hrs$")
_START: Final = re.compile(rf"^Starting Elev= ?{N}' .*Storage= ?{N} (cf|af)$")
_CENTRE: Final = re.compile(rf"^Center-of-Mass det\. time= ?{N} min \( ?{N} ?- ?{N} ?\)$")
_METHOD: Final = re.compile(
    rf"^(?:Runoff|Routing) by (.{{1,60}}?) method(?:, ?(.*?))?,? Time Span= ?{N} ?- ?{N} hrs, ?dt= ?{N} hrs"
    r"(?: ?/ ?[0-9]+)?$"
)
_SPAN: Final = re.compile(rf"^Primary outflow = .*Time Span= ?{N} ?- ?{N} hrs, ?dt= ?{N} hrs(?: ?/ ?[0-9]+)?$")
_WARNING: Final = re.compile(r"^\[[0-9]{1,3}\] (?:Warning|Hint|Error): ?(.*)$")
_TAIL: Final = re.compile(
    rf"^(Primary|Secondary|Discarded) OutFlow Max= ?{N} cfs ?@ ?{N} hrs HW= ?{N}'(?: TW= ?{N}')? ?\(.*\)$"
)
_CONTROL: Final = re.compile(r"^[^A-Za-z0-9]{0,8}([0-9]{1,3}) ?= ?[A-Z].*\((.*)\)$")
_CONTROLS: Final = re.compile(rf"(?:Controls|Passes) {N} cfs")
_VELOCITY: Final = re.compile(rf"^Max\. Velocity= ?{N} fps, ?Min\. Travel Time= ?{N} min$")
_DEPTH: Final = re.compile(rf"^Average Depth at Peak Storage= ?{N}'(?: ?, ?Surface Width= ?{N}')?$")
_DISPLAY: Final = re.compile(
    r"^(?:Plug-Flow detention time=|Avg\. Velocity ?=|Peak Storage= |\(not calculated|Outflow devices:|Flood Elev= )"
)


@dataclass
class PrintedFlow:
    """One node while the lines of its results are read, in one storm."""

    name: str
    kind: str
    reading: Reading
    storm: str | None
    ways: dict[str, str] = field(default_factory=dict)
    labels: dict[str, tuple[str, str, str, str, int]] = field(default_factory=dict)
    method: tuple[str, str, int] | None = None
    span: tuple[str, str, int] | None = None
    start: tuple[str, int] | None = None
    inflow_area: tuple[str, str, int] | None = None
    _last: str = "Primary"

    def take(self, line: Line) -> bool:
        """Read one line; return whether it tells a result."""
        for one in (self._flow, self._area, self._routed, self._levels, self._how, self._devices, self._rest):
            if one(line):
                return True
        return False

    def _use(self, line: Line, as_: str) -> bool:
        self.reading.book.use(line.number, as_)
        return True

    def _flow(self, line: Line) -> bool:
        match = _FLOW.match(line.words)
        if match is None:
            return False
        label, peak, time, volume, unit, depth, attenuation, lag = match.groups()
        number, claim = line.number, self.reading.claim
        if label == "Inflow":
            claim("inflow_peak_cfs", self.name, self.storm, peak, number)
            claim("inflow_time_of_peak_h", self.name, self.storm, time, number)
            self.reading.volume("inflow_volume_acft", self.name, self.storm, volume, unit, number)
        else:
            self.labels[label] = (peak, time, volume, unit, number)
            self._last = label
        if depth is not None:
            claim("runoff_in", self.name, self.storm, depth, number)
        if attenuation is not None:
            claim("attenuation_fraction", self.name, self.storm, attenuation, number, per=Fraction(100))
        if lag is not None:
            claim("lag_min", self.name, self.storm, lag, number)
        return self._use(line, f"flow of {self.name}")

    def _area(self, line: Line) -> bool:
        match = _AREA.match(line.words)
        if match is None:
            return False
        area, unit, impervious, depth, event = match.groups()
        self.storm = event or self.storm
        self.inflow_area = (area, unit, line.number)
        self.reading.claim(f"drained_area_{unit}", self.name, None, area, line.number)
        if impervious is not None:
            quantity = "drained_impervious_fraction"
            self.reading.claim(quantity, self.name, None, impervious, line.number, per=Fraction(100))
        if depth is not None:
            self.reading.claim("inflow_depth_in", self.name, self.storm, depth, line.number)
        return self._use(line, f"land above {self.name}")

    def _routed(self, line: Line) -> bool:
        match = _ROUTED.match(line.words)
        if match is None:
            return False
        self.ways[self._last] = match[1]
        return self._use(line, f"where {self.name} goes")

    def _levels(self, line: Line) -> bool:
        peak, alone, start = (pattern.match(line.words) for pattern in (_PEAK, _PEAK_ALONE, _START))
        found = peak or alone
        number, claim = line.number, self.reading.claim
        if start is not None:
            self.start = (start[1], number)
            return self._use(line, f"level of {self.name} at the start")
        if found is None:
            return False
        claim("peak_elevation_ft", self.name, self.storm, found[1], number)
        claim("time_of_peak_elevation_h", self.name, self.storm, found[2], number)
        if peak is not None:
            claim("peak_area_sf", self.name, self.storm, peak[3], number, per=_per(peak[4], "ac"))
            claim("peak_storage_cf", self.name, self.storm, peak[5], number, per=_per(peak[6], "af"))
        return self._use(line, f"highest level of {self.name}")

    def _how(self, line: Line) -> bool:
        method, span = _METHOD.match(line.words), _SPAN.match(line.words)
        if method is not None:
            self.method = (method[1], method[2] or "", line.number)
            self.span = (method[4], method[5], line.number)
        elif span is not None:
            self.span = (span[2], span[3], line.number)
        return (method is not None or span is not None) and self._use(line, "how it was computed")

    def _devices(self, line: Line) -> bool:
        tail, control = _TAIL.match(line.words), _CONTROL.match(line.words)
        if tail is not None:
            if tail[5] is not None:
                self.reading.claim("tailwater_ft", self.name, self.storm, tail[5], line.number)
            return self._use(line, f"outlets of {self.name} at the peak")
        if control is None:
            return False
        flow = _CONTROLS.search(control[2])
        if flow is not None:
            self.reading.claim("device_flow_cfs", f"{self.name} outlet {control[1]}", self.storm, flow[1], line.number)
        return self._use(line, f"outlet {control[1]} of {self.name} at the peak")

    def _rest(self, line: Line) -> bool:
        centre, warning = _CENTRE.match(line.words), _WARNING.match(line.words)
        velocity, depth = _VELOCITY.match(line.words), _DEPTH.match(line.words)
        number, claim = line.number, self.reading.claim
        if centre is not None:
            claim("detention_min", self.name, self.storm, centre[1], number)
            claim("centre_of_outflow_min", self.name, self.storm, centre[2], number)
            claim("centre_of_inflow_min", self.name, self.storm, centre[3], number)
        elif velocity is not None:
            claim("peak_velocity_fps", self.name, self.storm, velocity[1], number)
            claim("travel_min", self.name, self.storm, velocity[2], number)
        elif depth is not None:
            claim("peak_depth_ft", self.name, self.storm, depth[1], number)
        elif warning is not None:
            self.reading.remark(
                "program-warning",
                f"the program itself warned of {self.name}{self._in()}: {warning[1][:200]}",
                line=number,
                element=self.name,
            )
        elif _DISPLAY.match(line.words):
            self.reading.book.ignore(number, "a result that ours do not have")
            return True
        else:
            return False
        return self._use(line, f"results of {self.name}")

    def _in(self) -> str:
        return "" if self.storm is None else f" in {self.storm}"

    def close(self) -> None:
        """Keep what leaves over the surface, once all lines of flow are known."""
        label = "Outflow"
        if "Runoff" in self.labels:
            label = "Runoff"
        elif "Discarded" in self.labels or "Outflow" not in self.labels:
            # What soaks in does not leave over the surface; with two ways left, their sum is not printed.
            label = "Primary" if "Secondary" not in self.labels else ""
        found = self.labels.get(label)
        if found is not None:
            peak, time, volume, unit, number = found
            self.reading.claim("peak_cfs", self.name, self.storm, peak, number)
            self.reading.claim("time_of_peak_h", self.name, self.storm, time, number)
            self.reading.volume("volume_acft", self.name, self.storm, volume, unit, number)
        for label, (peak, _, volume, unit, number) in self.labels.items():
            if label not in ("Runoff", "Outflow") and len(self.labels) > 1:
                key = label.lower()
                self.reading.claim(f"{key}_peak_cfs", self.name, self.storm, peak, number)
                self.reading.volume(f"{key}_volume_acft", self.name, self.storm, volume, unit, number)


def _per(unit: str, large: str) -> Fraction:
    """Return how many of a printed unit make a square or cubic foot; the large ones hold 43,560 of them."""
    return Fraction(1, 43_560) if unit == large else Fraction(1)
