"""A HydroCAD project: its nodes, storms and settings, as the model of a plan.

Inside the file every number is in feet, square feet and seconds, whatever is displayed; storm depths too. A depth of
over three feet was put there in inches, and is refused. A node without an outflow is where water leaves the model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake import foreign_values as to
from headwater.intake.handed import Handed, Remark, list_node, map_node, text_node
from headwater.intake.hydrocad.blocks import Block, Taking, blocks_of
from headwater.intake.hydrocad.devices import Devices
from headwater.intake.hydrocad.land import LandReader
from headwater.intake.hydrocad.reaches import has_section, reach_of
from headwater.intake.hydrocad.words import distribution_of, return_period_of, words
from headwater.intake.ledger import Ledger, LedgerBook
from headwater.intake.opening import HandedText, handed_text, refuse
from headwater.intake.yaml_text import MapNode, Node

KIND: Final = "HydroCAD project"
DEEPEST_FT: Final = 3
DOUBTED_FT: Final = 1
ENGLISH: Final = ("english", "english-lowflow")
_ENDS: Final = {"s": "Subcat", "r": "Reach", "p": "Pond", "l": "Link"}
_RUNOFF: Final = {"scs tr-20": "unit hydrograph"}
_UNIT_HYDROGRAPHS: Final = {"scs": "curvilinear"}
_REACH_METHODS: Final = {"stor-ind+trans": "yes", "dyn-stor-ind": "no"}
_POND_METHODS: Final = ("stor-ind", "dyn-stor-ind")
EXIT: Final = " exit"


def read(data: bytes, *, file: str) -> Handed:
    """Return what a HydroCAD project says.

    Raises
    ------
    HandedFileError
        If it is no text, no project, in metric units, or holds a depth in inches.
    """
    text = handed_text(data, file=file)
    book = LedgerBook(text.lines)
    return _Project(text, Taking(book)).read(blocks_of(text, book))


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is a project."""
    return any(f"[{name}]" in start.lower() for name in ("hydrocad", "node", "event")) and "=" in start


@dataclass
class _Project:
    text: HandedText
    taking: Taking
    remarks: list[Remark] = field(default_factory=list)
    rain_ft: tuple[Fraction, int] | None = None
    least_time: tuple[Fraction, int] | None = None
    translation: tuple[str, int] | None = None
    program: str | None = None
    title: str | None = None

    def read(self, blocks: list[Block]) -> Handed:
        settings: dict[str, Node | None] = {}
        storms: list[Node] = []
        nodes = [block for block in blocks if block.name.upper() == "NODE"]
        for block in blocks:
            name = block.name.upper()
            if name == "HYDROCAD":
                self.taking.book.use(block.line, "settings")
                settings = self._settings(block)
            elif name == "EVENT":
                storms += self._event(block)
            elif name != "NODE":
                self._pass_over(block, "this kind of block is not read from a project yet")
        model = self._model(nodes)
        first = storms[0].line if storms else 1
        return Handed(
            file=self.text.file,
            sha256=self.text.sha256,
            kind=KIND,
            ledger=self._closed(blocks),
            program=self.program,
            title=self.title,
            section=map_node(1, **settings, storms=list_node(storms, first) if storms else None),
            model=model,
            remarks=tuple(self.remarks),
        )

    def _closed(self, blocks: Iterable[Block]) -> Ledger:
        """Return the ledger, once the keys that are for display alone are marked so."""
        ignored = words()["ignored"]
        for block in self._all(blocks):
            reasons = ignored.get("HydroCAD" if block.name.upper() == "HYDROCAD" else block.name.upper(), {})
            for key in block.keys:
                if key.name in reasons:
                    self.taking.book.ignore(key.line, reasons[key.name])
        return self.taking.book.close()

    def _all(self, blocks: Iterable[Block]) -> Iterable[Block]:
        for block in blocks:
            yield block
            yield from block.children

    def _pass_over(self, block: Block, why: str) -> None:
        self.taking.book.not_understood(block.line, why)
        for key in block.keys:
            self.taking.book.not_understood(key.line, why)

    # ---- settings ----------------------------------------------------------------------------------------------------

    def _settings(self, block: Block) -> dict[str, Node | None]:
        take = self.taking
        units = block.of("FileUnits")
        if units is not None:
            if units.value.strip().lower() not in ENGLISH:
                refuse(
                    self.text.file,
                    "the project keeps its numbers in other units",
                    line=units.line,
                    field="FileUnits",
                    value=units.value,
                    expected="English",
                    remedy="save it with English units in the file",
                )
            take.book.use(units.line, "units of the numbers: feet, square feet, seconds")
        for name, attribute in (("Source", "program"), ("Name", "title")):
            key = block.of(name)
            if key is not None:
                setattr(self, attribute, key.value or None)
        self.rain_ft = self._depth(block, "P2")
        self.least_time = take.number(block, "MinTc", "least time of concentration, s")
        self._reach_method(block)
        tailwater = block.of("InitialTW")
        if tailwater is not None:
            take.book.not_understood(tailwater.line, "what the program does with it is not known here")
        pond = block.of("PondMethod")
        if pond is not None:
            if pond.value.lower() in _POND_METHODS:
                take.book.use(pond.line, "ponds are routed by storage-indication, as here")
            else:
                take.book.not_understood(pond.line, "this way of routing ponds is not known here")
        return {
            "time_step": self._duration(block, "TimeInc"),
            "span": self._span(block),
            "runoff": self._runoff(block),
        }

    def _reach_method(self, block: Block) -> None:
        key = block.of("ReachMethod")
        if key is None:
            return
        moved = _REACH_METHODS.get(key.value.lower())
        if moved is None:
            self.taking.book.not_understood(key.line, "this way of routing reaches is not read from a project yet")
        else:
            self.taking.book.use(key.line, "how reaches are routed")
            self.translation = (moved, key.line)

    def _runoff(self, block: Block) -> Node | None:
        found: dict[str, Node | None] = {}
        for name, key_of, known in (
            ("RunoffMethod", "method", _RUNOFF),
            ("UH", "unit_hydrograph", _UNIT_HYDROGRAPHS),
        ):
            key = block.of(name)
            if key is None:
                continue
            ours = known.get(key.value.lower())
            if ours is None:
                self.taking.book.not_understood(key.line, f"this {key_of.replace('_', ' ')} is not known here")
                self.remarks.append(
                    Remark(
                        code="method-not-understood",
                        message=f"the project computes runoff by {name} {key.value!r}, which is not known here; it is "
                        "recomputed otherwise",
                        line=key.line,
                    )
                )
            else:
                self.taking.book.use(key.line, "how runoff is computed")
                found[key_of] = text_node(ours, key.line)
        return map_node(block.line, **found) if found else None

    def _span(self, block: Block) -> Node | None:
        key = block.of("TimeSpan")
        if key is None:
            return None
        ends = [to.number_of(part) for part in key.value.split()]
        if len(ends) != 2 or ends[1] is None or ends[0] is None or ends[1] <= 0:
            self.taking.book.not_understood(key.line, "it is no start and end in seconds")
            return None
        self.taking.book.use(key.line, "end of the run, s")
        return to.duration(ends[1], key.line)

    def _duration(self, block: Block, name: str) -> Node | None:
        found = self.taking.number(block, name, "time step, s")
        return None if found is None or found[0] <= 0 else to.duration(*found)

    def _depth(self, block: Block, name: str) -> tuple[Fraction, int] | None:
        found = self.taking.number(block, name, "depth of rain, ft")
        if found is not None and found[0] > DEEPEST_FT:
            refuse(
                self.text.file,
                f"a depth of {to.decimals(found[0])} ft of rain was written in inches",
                line=found[1],
                field=name,
                value=to.decimals(found[0]),
                expected=f"feet, at most {DEEPEST_FT}",
                remedy="the program keeps depths in feet: write 0.3 for 3.6 inches",
            )
        if found is not None and found[0] > DOUBTED_FT:
            self.remarks.append(
                Remark(
                    code="depth-doubted",
                    message=f"{name}: {to.decimals(found[0])} ft is {to.decimals(found[0] * to.IN_PER_FT)} in of rain; "
                    "the program keeps depths in feet, and somebody may have written inches",
                    line=found[1],
                )
            )
        return found

    # ---- storms ------------------------------------------------------------------------------------------------------

    def _event(self, block: Block) -> list[Node]:
        take = self.taking
        take.book.use(block.line, "a storm")
        name = take.text(block, "RainEvent", "name of the storm")
        curve = take.text(block, "StormType", "how the rain falls in time")
        ours = distribution_of(curve.value) if curve is not None else None
        if curve is not None and ours is None:
            take.book.not_understood(curve.line, "no published curve of rain is called so")
        duration = take.number(block, "StormDurat", "duration, s")
        depth = self._depth(block, "StormDepth")
        if name is None:
            self.remarks.append(Remark(code="storm-unnamed", message="a storm has no name", line=block.line))
            return []
        years = return_period_of(name.value)
        return [
            map_node(
                block.line,
                id=text_node(name.value, name.line),
                return_period=None if years is None else text_node(years, name.line),
                depth=None if depth is None else to.depth(*depth),
                duration=None if duration is None else to.duration(*duration),
                distribution=None if curve is None or ours is None else text_node(ours, curve.line),
            )
        ]

    # ---- nodes -------------------------------------------------------------------------------------------------------

    def _model(self, blocks: list[Block]) -> MapNode | None:
        lists: dict[str, list[Node]] = {name: [] for name in ("subcatchments", "ponds", "reaches", "links", "outfalls")}
        for block in blocks:
            self.taking.book.use(block.line, "a node")
            number = self.taking.text(block, "Number", "name of the node")
            if number is None:
                self._pass_over(block, "a node without a number")
                continue
            kind = self._kind(block, number.value)
            outflows = [key for key in block.each("Outflow") if key.value.strip()]
            for key in outflows:
                self.taking.book.use(key.line, "where its water goes")
            ways = tuple(key.value.strip() for key in outflows)
            self._node(kind, block, number.value, number.line, ways, lists)
        if not blocks:
            return None
        return map_node(
            blocks[0].line,
            **{name: list_node(nodes, nodes[0].line) if nodes else None for name, nodes in lists.items()},
        )

    def _kind(self, block: Block, number: str) -> str:
        key = self.taking.text(block, "Type", "kind of node")
        return (key.value if key is not None else _ENDS.get(number[-1:].lower(), "")).lower()

    def _node(
        self, kind: str, block: Block, name: str, line: int, ways: tuple[str, ...], lists: dict[str, list[Node]]
    ) -> None:
        named = text_node(name, line)
        if kind == "subcat":
            lists["subcatchments"].append(self._subcatchment(block, name, named, self._onward(ways, name, line, lists)))
        elif kind == "pond":
            lists["ponds"].append(self._pond(block, name, named, self._onward(ways, name, line, lists)))
        elif kind == "reach" and has_section(block):
            (way, *_) = self._onward(ways, name, line, lists)
            lists["reaches"].append(reach_of(block, named, way, take=self.taking, moved=self.translation))
        elif kind in ("reach", "link") and not ways:
            lists["outfalls"].append(map_node(line, id=named))
        elif kind in ("reach", "link"):
            lists["links"].append(map_node(line, id=named, to=text_node(ways[0], line)))
        else:
            self._pass_over(block, "this kind of node is not known")

    def _onward(self, ways: tuple[str, ...], name: str, line: int, lists: dict[str, list[Node]]) -> tuple[str, ...]:
        """Return where the water goes; a node without an outflow leaves the model by an outfall of its own."""
        if ways:
            return ways
        exit_ = f"{name}{EXIT}"
        lists["outfalls"].append(map_node(line, id=text_node(exit_, line)))
        return (exit_,)

    def _subcatchment(self, block: Block, name: str, named: Node, ways: tuple[str, ...]) -> Node:
        land = LandReader(name, self.taking, self.rain_ft)
        areas, path = land.areas(block.below("AREA")), land.flow_path(block.below("TC"))
        self.remarks += land.remarks
        least = self.least_time
        return map_node(
            block.line,
            id=named,
            to=text_node(ways[0], block.line),
            areas=list_node(areas, areas[0].line) if areas else None,
            flow_path=list_node(path, path[0].line) if path else None,
            minimum_time=None if least is None or least[0] == 0 else to.duration(*least),
        )

    def _pond(self, block: Block, name: str, named: Node, ways: tuple[str, ...]) -> Node:
        devices = Devices(name, ways, self.taking)
        blocks = block.below("DEVICE")
        outlets = devices.outlets(blocks)
        self.remarks += devices.remarks
        stages = [self._stage(stage, name) for stage in block.below("STAGE")]
        storage = None
        if stages:
            line = stages[0].line
            table = map_node(line, kind=text_node("contours", line), stages=list_node(stages, line))
            storage = list_node([table], line)
        return map_node(
            block.line,
            id=named,
            to=text_node(ways[0], block.line),
            storage=storage,
            outlets=list_node(outlets, block.line) if len(outlets) == len(blocks) else None,
        )

    def _stage(self, block: Block, pond: str) -> Node:
        take = self.taking
        take.book.use(block.line, f"a stage of {pond}")
        elevation, area = take.number(block, "Elev", "elevation", least=None), take.number(block, "Area", "area, sq ft")
        return map_node(
            block.line,
            elevation=None if elevation is None else to.elevation(*elevation),
            area=None if area is None else to.quantity(area[0], "sf", area[1]),
        )
