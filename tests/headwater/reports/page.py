"""A memo's page read back by the parser of the standard library: its text, its elements, its tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "br", "img", "input", "hr", "rect"})


@dataclass
class Element:
    """One element: its name, attributes, and the text inside it."""

    name: str
    attributes: dict[str, str | None]
    text: str = ""
    inside: tuple[str, ...] = ()


@dataclass
class PageTable:
    """One table: caption, header rows and body rows, each cell a text."""

    caption: str = ""
    heads: list[list[Element]] = field(default_factory=list)
    rows: list[list[Element]] = field(default_factory=list)


class Page(HTMLParser):
    """Every element of a page in the order in which it begins, and every table."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.tables: list[PageTable] = []
        self.unclosed: list[str] = []
        self._open: list[Element] = []
        self.feed(source)
        self.close()
        self.unclosed += [element.name for element in self._open]

    @property
    def text(self) -> str:
        """What the body says, white space as one space."""
        body = next(element for element in self.elements if element.name == "body")
        return " ".join(body.text.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), inside=tuple(parent.name for parent in self._open))
        self.elements.append(element)
        if tag == "table":
            self.tables.append(PageTable())
        if tag == "tr":
            rows = self.tables[-1].heads if "thead" in element.inside else self.tables[-1].rows
            rows.append([])
        if tag in ("th", "td"):
            rows = self.tables[-1].heads if "thead" in element.inside else self.tables[-1].rows
            rows[-1].append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self._open or self._open[-1].name != tag:
            self.unclosed.append(tag)
            return
        element = self._open.pop()
        if tag == "caption":
            self.tables[-1].caption = element.text

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data
