"""A printed HydroCAD report, as text: the model that it prints, and what it says was computed, storm by storm.

Every line belongs to a page's header, to the summary of one node in one storm, to a listing, or to a drawing. A node is
taken as its first summary prints it; the others give their results. What is printed is rounded, and stays so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from headwater.intake.handed import Handed, map_node
from headwater.intake.hydrocad.printed import LONGEST, Line, N, Reading, words_of
from headwater.intake.hydrocad.report_events import EventTable, event_table
from headwater.intake.hydrocad.report_listing import Listing
from headwater.intake.hydrocad.report_model import NodeSummary, Settings, model_of, section_of
from headwater.intake.hydrocad.report_storms import Storms
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import HandedText, handed_text, refuse

KIND: Final = "HydroCAD report"
MOST_SUMMARIES: Final = 20_000
_PROGRAM: Final = re.compile(r"HydroCAD\S{0,2} ([0-9]{1,2}\.[0-9]{1,2}[-0-9a-z]{0,6})")
_HEADER: Final = re.compile(
    r"HydroCAD\S{0,2} [0-9]{1,2}\.|HydroCAD Software Solutions|^Prepared by |Printed [0-9]{1,2}/[0-9]{1,2}/[0-9]{4}|"
    r"^Page [0-9]{1,5}$"
)
_DIAGRAM: Final = re.compile(r"^(?:Routing|Drainage) Diagram for (.{1,200})$")
_SUMMARY: Final = re.compile(r"^Summary for (Subcatchment|Reach|Pond|Link) ([^:]{1,40}?) ?:(?: (.*))?$")
_ALL: Final = re.compile(rf"^Time span= ?{N} ?- ?{N} hrs, ?dt= ?{N} hrs, ")
_RUNOFF: Final = re.compile(r"^Runoff by (.{1,60}?) method(?:, ?(.*))?$")
_ROUTING: Final = re.compile(r"^Reach routing by (?:Stor-Ind\+Trans|Dyn-Stor-Ind) method\b")
_EVENTS: Final = re.compile(r"^Rainfall Events Listing\b")
_LISTING: Final = re.compile(
    r"^(?:(?:(Area|Soil|Pipe|Node|Reach|Pond) Listing|Ground Covers?)\b|"
    r"(?:Hydrograph|Stage-Discharge|Stage-Area-Storage) for (?:Subcatchment|Reach|Pond|Link) |"
    r"Project Notes$|Notes Listing\b|Subcat Reach Pond Link$)"
)
# Older versions head a summary, and all versions a drawing, with the node alone.
_NODE: Final = re.compile(r"^(Subcatchment|Reach|Pond|Link) ([^:]{1,40}?) ?:(?: (.*))?$")
_RESULT: Final = re.compile(r"^(?:Runoff|Inflow|Inflow Area|Outflow) ?= ?[0-9]|^\[[0-9]{1,3}\] ")
_DRAWING: Final = re.compile(r"^(?:Hydrograph|Stage-Discharge|Stage-Area-Storage|Storage)$")


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is a printed report."""
    return "HydroCAD" in start and "[HydroCAD]" not in start and ("Summary for " in start or "Prepared by" in start)


def read(data: bytes, *, file: str) -> Handed:
    """Return what a printed report says.

    Raises
    ------
    HandedFileError
        If it is no text, or holds no summary and no listing of nodes.
    """
    text = handed_text(data, file=file)
    pages = [number for number, line in enumerate(text.lines, start=1) if line.startswith("\f")]
    return read_text(text, kind=KIND, pages=(1, *pages) if pages and pages[0] != 1 else tuple(pages))


def read_text(text: HandedText, *, kind: str, pages: tuple[int, ...] = ()) -> Handed:
    """Return what the lines of a report say; `pages` are the first line of each page.

    Raises
    ------
    HandedFileError
        If it holds no summary and no listing of nodes.
    """
    return _Report(text, kind, Reading(LedgerBook(text.lines, pages=pages), pages)).read()


@dataclass
class _Report:
    text: HandedText
    kind: str
    reading: Reading
    storm: str | None = None
    program: str | None = None
    title: str | None = None
    mode: str = ""
    reason: str = ""
    events: EventTable | None = None
    heading: tuple[re.Match[str], Line] | None = None
    summaries: list[NodeSummary] = field(default_factory=list)
    unplaced: list[Line] = field(default_factory=list)
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.storms = Storms(self.reading)
        self.listing = Listing(self.reading)

    def read(self) -> Handed:
        for number, raw in enumerate(self.text.lines, start=1):
            words = words_of(raw)
            if len(words) > LONGEST:
                self.reading.book.not_understood(number, f"a line of over {LONGEST} characters, as none is printed")
            elif words:
                self._line(Line(number, words))
        self.listing.close()
        if not (self.summaries or self.listing.found):
            refuse(
                self.text.file,
                "there is no summary and no listing of nodes in it",
                expected="a printed HydroCAD report",
                remedy="print the report with its node summaries, or hand in the project file",
            )
        self._late_headers()
        for summary in self.summaries:
            summary.close()
        model = model_of(self.summaries, self.listing, self.reading)
        section = section_of(self.settings, self.summaries, self.storms, self.reading)
        return Handed(
            file=self.text.file,
            sha256=self.text.sha256,
            kind=self.kind,
            ledger=self.reading.book.close(),
            program=self.program,
            title=self.title,
            section=map_node(1, **section),
            model=model,
            claims=tuple(self.reading.claims.values()),
            remarks=tuple(self.reading.remarks),
        )

    def _late_headers(self) -> None:
        """Mark headers that are known only once more has been read: the project alone, a storm of an unknown curve."""
        headers: set[int] = set()
        for line in self.unplaced:
            named = "Rainfall=" in line.words and self.storms.of_line(line, header=True) is not None
            if named or line.words == self.title:
                self.reading.book.ignore(line.number, "header of a page")
                headers.add(line.number)
        for summary in self.summaries:
            summary.unknown = [line for line in summary.unknown if line.number not in headers]

    def _line(self, line: Line) -> None:
        if self._header(line) or self._opens(line):
            return
        heading, self.heading = self.heading, None
        if heading is not None and _RESULT.match(line.words):
            self._summary(heading[0][1], heading[0][2], heading[0][3] or "", heading[1])
        elif self.mode != "listing" and (node := _NODE.match(line.words)) is not None:
            self.heading = (node, line)
            self._ignore(line, "words of a drawing")
            return
        if self.mode == "summary":
            known = self._drawing(line) or self.summaries[-1].take(line, self.storms)
        elif self.mode == "listing":
            known = self._how(line) or self.listing.take(line, self.storm)
        elif self.mode == "storms":
            known = self._event(line)
        elif self.mode == "events" and self.events is not None:
            known = self.events.take(line)
        elif self.mode == "":
            known = False
        else:
            self.reading.book.ignore(line.number, self.reason)
            known = True
        if not known:
            self.unplaced.append(line)

    def _event(self, line: Line) -> bool:
        if self.storms.listed(line):
            self.reading.book.use(line.number, "a storm")
        elif line.words.startswith(("Event# ", "Name ", "(hours)")):
            self.reading.book.ignore(line.number, "a heading")
        else:
            return False
        return True

    def _header(self, line: Line) -> bool:
        """Read the header of a page: the project, the storm, the program."""
        program = _PROGRAM.search(line.words)
        if program is not None:
            self.program = self.program or f"HydroCAD {program[1]}"
        diagram = _DIAGRAM.match(line.words)
        if diagram is not None:
            self.title = self.title or diagram[1].split(" Prepared by ")[0].strip()
            self._ignore(line, "words of a drawing")
            self.reading.book.use(line.number, "name of the project")
            return True
        if not (self.mode == "summary" and self.summaries[-1].awaits_storm):
            found = self.storms.of_line(line, header=True)
            if found is not None:
                self.storm = found[0]
                self.title = self.title or found[1] or None
                self.reading.book.use(line.number, "storm of the page")
                return True
        if _HEADER.search(line.words):
            self.reading.book.ignore(line.number, "header of a page")
            return True
        return False

    def _opens(self, line: Line) -> bool:
        """Return whether a line begins a part of the report."""
        summary, span = _SUMMARY.match(line.words), _ALL.match(line.words)
        if summary is not None:
            self._summary(summary[1], summary[2], summary[3] or "", line)
        elif span is not None:
            self.mode = "listing"
            self.listing.open()
            self.settings.span = self.settings.span or (span[2], span[3], line.number)
            self.reading.book.use(line.number, "span and step of the run")
        elif _EVENTS.match(line.words):
            self.mode = "storms"
            self.reading.book.ignore(line.number, "a heading")
        elif (events := event_table(line, self.reading)) is not None:
            self.mode, self.events = "events", events
        elif (listing := _LISTING.match(line.words)) is not None:
            of_nodes = listing[1] is not None or line.words.startswith("Ground")
            self._ignore(line, "a listing of what the summaries hold" if of_nodes else "tables by time or stage, notes")
        else:
            return False
        return True

    def _summary(self, kind: str, name: str, title: str, line: Line) -> None:
        if len(self.summaries) >= MOST_SUMMARIES:
            refuse(
                self.text.file,
                f"the report has more than {MOST_SUMMARIES:,} summaries",
                line=line.number,
                expected="a report of one site",
                remedy="hand in the part of it that drains the site",
            )
        self.mode = "summary"
        self.summaries.append(NodeSummary(kind, name, title, line.number, self.reading, self.storm))
        self.reading.book.use(line.number, f"summary of {name}")

    def _how(self, line: Line) -> bool:
        """Read how a page that lists all nodes was computed; reaches are not modelled from such a page."""
        runoff = _RUNOFF.match(line.words)
        if runoff is not None:
            self.settings.runoff = self.settings.runoff or (runoff[1], runoff[2] or "", line.number)
            self.reading.book.use(line.number, "how runoff is computed")
        elif _ROUTING.match(line.words):
            self.reading.book.ignore(line.number, "the summaries say how each node is routed")
        else:
            return False
        return True

    def _ignore(self, line: Line, reason: str) -> None:
        """Ignore a line and those below it, up to where another part begins."""
        self.mode, self.reason = "ignored", reason
        self.reading.book.ignore(line.number, reason)

    def _drawing(self, line: Line) -> bool:
        """Return whether a line begins the drawing below a summary."""
        if _DRAWING.match(line.words) is None:
            return False
        self._ignore(line, "words of a drawing")
        return True
