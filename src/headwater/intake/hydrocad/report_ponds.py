"""The storage and the outlets of a pond in a printed report."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import number_of
from headwater.intake.handed import list_node, map_node, text_node
from headwater.intake.hydrocad.printed import MOST_SAID, Line, N, Reading, figure, level
from headwater.intake.hydrocad.report_outlets import outlet_of
from headwater.intake.yaml_text import Node
from headwater.plan.outlets import DISCARDED

_VOLUMES: Final = re.compile(r"^Volume Invert Avail\.Storage Storage Description$")
_VOLUME: Final = re.compile(rf"^#([0-9]{{1,3}}) {N}' {N} (cf|af) (.*)$")
_CUSTOM: Final = re.compile(r"^Custom Stage Data ?\((Prismatic|Conic|Irregular)\) ?Listed below(?: \(Recalc\))?(.*)$")
_PIPE: Final = re.compile(rf'^{N}" Round Pipe Storage$')
_PIPE_LENGTH: Final = re.compile(rf"^L= ?{N}'(?: S= ?{N} '/')?$")
_VOIDS: Final = re.compile(rf"^{N} cf Overall x {N}% Voids$")
_STAGES: Final = re.compile(r"^Elevation Surf\.Area (Perim\. )?Inc\.Store Cum\.Store( Wet\.Area)?$")
_STAGE_UNITS: Final = re.compile(
    r"^\(feet\) \((sq-ft|acres)\) (?:\(feet\) )?\((?:cubic-feet|acre-feet)\) \((?:cubic-feet|acre-feet)\)"
    r"(?: \((?:sq-ft|acres)\))?$"
)
_NUMBERS: Final = re.compile(rf"^{N}(?: {N}){{3,5}}$")
_DEVICES: Final = re.compile(r"^Device Routing Invert Outlet Devices$")
_DEVICE: Final = re.compile(rf"^#([0-9]{{1,3}}) (Primary|Secondary|Tertiary|Discarded|Device [0-9]{{1,3}}) {N}' (.*)$")
_COEFFICIENTS: Final = re.compile(r"^(?:Head \(feet\)|Coef\. \(English\)|[0-9][0-9. ]*$)")
_AREA_UNITS: Final = {"sq-ft": "sf", "acres": "ac"}


@dataclass
class _Volume:
    invert: str
    said: str
    line: int
    more: list[str] = field(default_factory=list)
    perimeters: bool = False
    is_whole: bool = True
    unit: str | None = None
    stages: list[tuple[list[str], int]] = field(default_factory=list)


@dataclass
class _Device:
    id: str
    routing: str
    invert: str
    said: str
    line: int


@dataclass
class PrintedPond:
    """One pond while its tables are read."""

    name: str
    reading: Reading
    volumes: list[_Volume] = field(default_factory=list)
    devices: list[_Device] = field(default_factory=list)
    table: str | None = None
    is_stored: bool = False
    _staged: int = 0

    def take(self, line: Line) -> bool:
        """Read one line; return whether it is one of a pond's tables."""
        words, book = line.words, self.reading.book
        stages = _STAGES.match(words)
        units = _STAGE_UNITS.match(words)
        if _VOLUMES.match(words):
            self.table = "volumes"
            self.is_stored = True
            book.ignore(line.number, "a heading")
        elif _DEVICES.match(words):
            self.table = "devices"
            book.ignore(line.number, "a heading")
        elif stages is not None:
            self._open_stages(perimeters=stages[1] is not None)
            book.ignore(line.number, "a heading")
        elif units is not None and self.table == "stages":
            self._current().unit = _AREA_UNITS[units[1]]
            book.use(line.number, "units of the stages")
        elif self.table == "volumes":
            return self._volume(line)
        elif self.table == "stages":
            return self._stage(line)
        elif self.table == "devices":
            return self._device(line)
        else:
            return False
        return True

    @property
    def has_storage(self) -> bool:
        """Whether a table of storages is printed, understood or not."""
        return bool(self.volumes) or self.is_stored

    def leave_tables(self) -> None:
        """Note that the tables have come to their end."""
        self.table = None

    def _volume(self, line: Line) -> bool:
        row = _VOLUME.match(line.words)
        if row is not None:
            self.volumes.append(_Volume(invert=row[2], said=row[5], line=line.number))
        elif self.volumes and (_VOIDS.match(line.words) or _PIPE_LENGTH.match(line.words)):
            self.volumes[-1].more.append(line.words)
        elif self.volumes:
            self.volumes[-1].is_whole = False
            self.reading.book.not_understood(line.number, "this word on a storage is not known")
            return True
        else:
            return False
        self.reading.book.use(line.number, f"a storage of {self.name}")
        return True

    def _listed(self) -> list[_Volume]:
        return [volume for volume in self.volumes if "Listed below" in volume.said]

    def _open_stages(self, *, perimeters: bool) -> None:
        if self._staged < len(self._listed()):
            self._staged += 1
            self.table = "stages"
            self._current().perimeters = perimeters

    def _current(self) -> _Volume:
        return self._listed()[self._staged - 1]

    def _stage(self, line: Line) -> bool:
        if _NUMBERS.match(line.words) is None:
            return False
        self._current().stages.append((line.words.split(), line.number))
        self.reading.book.use(line.number, f"a stage of {self.name}")
        return True

    def _device(self, line: Line) -> bool:
        row = _DEVICE.match(line.words)
        if row is not None:
            self.devices.append(_Device(id=row[1], routing=row[2], invert=row[3], said=row[4], line=line.number))
        elif self.devices and _COEFFICIENTS.match(line.words):
            self.reading.book.ignore(line.number, "the coefficients by head that belong to its breadth")
            return True
        elif self.devices and not line.words.startswith("[") and len(self.devices[-1].said) < MOST_SAID:
            self.devices[-1].said += " " + line.words
        else:
            return False
        self.reading.book.use(line.number, f"an outlet of {self.name}")
        return True

    # ---- as a plan ---------------------------------------------------------------------------------------------------

    def storage(self) -> Node | None:
        """Return the storage; None where any part of it is not understood."""
        found = [self._storage(volume) for volume in self.volumes]
        whole = [node for node in found if node is not None]
        if len(whole) < len(found):
            missed = next(volume for volume, node in zip(self.volumes, found, strict=True) if node is None)
            self.reading.book.not_understood(missed.line, "this kind of storage is not read from a report yet")
            self.reading.remark(
                "storage-not-understood",
                f"a storage of pond {self.name} is not understood, so that its storage stays open",
                line=missed.line,
                element=self.name,
            )
        return list_node(whole, self.volumes[0].line) if whole and len(whole) == len(found) else None

    def _storage(self, volume: _Volume) -> Node | None:
        custom, pipe = _CUSTOM.match(volume.said), _PIPE.match(volume.said)
        line = volume.line
        voids = [match for words in volume.more if (match := _VOIDS.match(words))]
        lengths = [match for words in volume.more if (match := _PIPE_LENGTH.match(words))]
        if not volume.is_whole or len(voids) > 1 or len(lengths) > 1:
            return None
        if pipe is not None and lengths and not voids:
            return map_node(
                line,
                kind=text_node("pipe", line),
                invert=level(volume.invert, line),
                diameter=figure(pipe[1], "in", line),
                length=figure(lengths[0][1], "ft", line),
                slope=None if lengths[0][2] is None else figure(lengths[0][2], "ft/ft", line),
            )
        if custom is None or lengths or custom[2].strip() or not volume.stages:
            return None
        return map_node(
            line,
            kind=text_node("contours", line),
            method=text_node("average end area" if custom[1] == "Prismatic" else "conic", line),
            stages=list_node([self._contour(volume, *stage) for stage in volume.stages], line),
            voids=None if not voids else figure(voids[0][2], "%", line),
        )

    def _contour(self, volume: _Volume, numbers: list[str], line: int) -> Node:
        return map_node(
            line,
            elevation=level(numbers[0], line),
            area=None if volume.unit is None else figure(numbers[1], volume.unit, line),
            perimeter=figure(numbers[2], "ft", line) if volume.perimeters else None,
        )

    def _begins_above(self, device: _Device) -> bool:
        """Return whether water soaks in only from above the lowest storage on, which no outlet of a plan says."""
        lowest = min((number_of(volume.invert) or Fraction(0) for volume in self.volumes), default=None)
        own = number_of(device.invert)
        return "Exfiltration" in device.said and (lowest is None or own is None or own > lowest)

    def outlets(self, ways: dict[str, str]) -> Node | None:
        """Return the outlets; None where one is not understood. `ways` says where each flow of the pond goes."""
        found: list[Node] = []
        for device in self.devices:
            own = outlet_of(device.said, device.invert, device.line, pond=self.name, reading=self.reading)
            if own is None or device.routing == "Tertiary" or self._begins_above(device):
                self.reading.book.not_understood(device.line, "this outlet is not read from a report yet")
                self.reading.remark(
                    "outlet-not-understood",
                    f"outlet {device.id} of pond {self.name} is not understood, so that its flows are not whole",
                    line=device.line,
                    element=self.name,
                )
                return None
            found.append(map_node(device.line, id=text_node(device.id, device.line), **own, **_way(device, ways)))
        return list_node(found, self.devices[0].line) if found else None


def _way(device: _Device, ways: dict[str, str]) -> dict[str, Node | None]:
    if device.routing == "Discarded":
        return {"to": text_node(DISCARDED, device.line)}
    if device.routing.startswith("Device"):
        return {"into": text_node(device.routing.split()[1], device.line)}
    to = ways.get(device.routing)
    return {} if to is None else {"to": text_node(to, device.line)}
