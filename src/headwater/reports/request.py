"""The request for information: what is asked of whoever handed a plan in, drafted from a list of items.

Owns the document and its files. It is a draft for the reviewer, who edits and sends it; nothing here sends anything. An
item has a code, a grade, the provision, the facts it touches, where each side stands, what was found, what would
satisfy it, and the drafted words, as `docs/reference/crosscheck-json.md` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from headwater.reports.glyphs import seen
from headwater.reports.html import memo_html
from headwater.reports.model import (
    Block,
    Callout,
    Cell,
    Column,
    Entries,
    Entry,
    Line,
    Mark,
    Memo,
    Paragraph,
    Section,
    Signature,
    Table,
    Terms,
)
from headwater.reports.pdf import memo_pdf
from headwater.reports.wording import counted, outcome_words
from headwater.reports.writing import Kind, assessment_json, table_files, write_folder

Document = Mapping[str, Any]
KIND: Final = "Request for information, draft"
PAGE: Final = "request.html"
LETTER: Final = "request-letter.pdf"
TEXT: Final = "request.txt"
JSON: Final = "crosscheck.json"
REQUEST: Final = Kind(
    what="request for information", names=(PAGE, LETTER, TEXT, JSON), json=JSON, document="crosscheck"
)
UNNAMED: Final = "no provision named"
_MARKS: Final = {
    "error": Mark(tone="not_met", words="to be settled"),
    "warning": Mark(tone="cannot_tell", words="to be explained"),
    "note": Mark(tone="plain", words="for information"),
}


def request_of(document: Document) -> Memo:
    """Return the request for information that a document of items drafts."""
    items = list(enumerate(document["items"], start=1))
    moving = [(number, item) for number, item in items if item.get("moves")]
    others = [(number, item) for number, item in items if not item.get("moves")]
    sections = [Section(key="requests", title="Requests", blocks=tuple(_short(items)))]
    if moving:
        sections.append(_asked("moving", "What decides a finding", moving))
    if others:
        sections.append(_asked("others", "What else is asked" if moving else "What is asked", others))
    sections += [_files(document), _signature()]
    plan = document["plan"]
    return Memo(
        title=plan["name"],
        kind=KIND,
        statement=document.get("statement", "A draft; nothing is sent."),
        software=document["software"],
        footer=(f"Plan sha256 {plan['sha256'] or 'none: not read from a file'}", document["software"]),
        opening=_opening(document),
        sections=tuple(sections),
    )


def request_files(document: Document) -> dict[str, bytes]:
    """Return every file of a request by its name in the folder."""
    memo = request_of(document)
    return {
        PAGE: memo_html(memo).encode("utf-8", "backslashreplace"),
        LETTER: memo_pdf(memo, paper="letter"),
        TEXT: request_text(document).encode("utf-8", "backslashreplace"),
        JSON: assessment_json(document),
        **table_files(memo),
    }


def request_text(document: Document) -> str:
    """Return the drafted words alone, numbered as in the document, to be edited in a letter of one's own."""
    lines = [f"{seen(document['plan']['name'])}: request for information, draft, not sent", ""]
    for number, item in enumerate(document["items"], start=1):
        lines += [f"{number}. [{seen(item.get('provision') or UNNAMED)}] {seen(item['words'])}"]
        lines += [f"   See {seen(_place(place))}." for place in item["where"]]
        lines += [f"   Satisfied by {seen(item['satisfied_by'])}.", ""]
    return "\n".join(lines)


def write_request(document: Document, *, out_dir: str | Path) -> list[Path]:
    """Write a request to a folder, all of it or nothing, and return the files in it.

    Raises
    ------
    ReportError
        If the folder holds anything that is no request for information, or cannot be written.
    """
    return write_folder(lambda: request_files(document), kind=REQUEST, out_dir=out_dir)


# ---- its parts -------------------------------------------------------------------------------------------------------


def _opening(document: Document) -> tuple[Block, ...]:
    count = len(document["items"])
    files = [str(one["file"]) for one in document.get("files", ())]
    return (
        Terms(
            title="What was held against each other",
            rows=(
                ("Plan file", document["plan"]["file"] or "none"),
                ("Edition", document.get("edition_title") or document.get("edition") or "none named"),
                ("Files", "; ".join(files) or "none"),
                ("Asked", counted(count, "request", "requests")),
            ),
        ),
        Callout(
            tone="note",
            title="This is a draft, and it has not been sent",
            lines=(
                "Whoever reviews the plan edits the words, strikes what is settled, and sends it in their own name.",
            ),
        ),
    )


def _short(items: Sequence[tuple[int, Document]]) -> Iterator[Block]:
    if not items:
        yield Paragraph(text="Nothing is asked: the plan and the files handed in do not contradict each other.")
        return
    rows: list[tuple[Cell, ...]] = [
        (
            str(number),
            _mark(item),
            item.get("provision") or UNNAMED,
            _title(item),
            "; ".join(_place(place) for place in item["where"]),
        )
        for number, item in items
    ]
    yield Table(
        key="requests",
        title="In short",
        columns=(
            Column(label="No.", weight=0),
            Column(label="Grade", kind="mark"),
            Column(label="Provision", weight=2),
            Column(label="About", weight=4),
            Column(label="Where", weight=6),
        ),
        rows=tuple(rows),
    )


def _asked(key: str, title: str, items: Sequence[tuple[int, Document]]) -> Section:
    entries = tuple(
        Entry(
            label=f"{number}. {item.get('provision') or UNNAMED}",
            item=item.get("element") or "",
            title=item["words"],
            mark=_mark(item),
            lines=tuple(_lines(item)),
        )
        for number, item in items
    )
    return Section(key=key, title=title, blocks=(Entries(entries=entries),))


def _lines(item: Document) -> Iterator[Line]:
    """Yield what the words rest on: what was found, each side of it, what follows, and what settles it."""
    if item["found"] not in item["words"]:
        yield Line(lead="Found", text=item["found"])
    for place in item["where"]:
        says = f": {place['says']}" if place.get("says") else ""
        yield Line(lead="Where", text=f"{_place(place)}{says}")
    if item["facts"]:
        yield Line(lead="Touches", text=", ".join(item["facts"]))
    for move in item.get("moves", ()):
        about = f" for {move['item']}" if move["item"] else ""
        turned = f"{outcome_words(move['outcome'])}; if the other side is right, {outcome_words(move['instead'])}"
        yield Line(lead="Decides", text=f"{move['finding']}{about}: {turned}")
    yield Line(lead="Satisfied by", text=item["satisfied_by"])


def _files(document: Document) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (one["file"], one["kind"], one["condition"] or "", str(len(one["not_understood"])), one["sha256"])
        for one in document.get("files", ())
    ]
    blocks: list[Block] = []
    if rows:
        blocks.append(
            Table(
                key="files",
                title="Files that the plan was held against",
                columns=(
                    Column(label="File", weight=4),
                    Column(label="Kind", weight=3),
                    Column(label="Models", weight=2),
                    Column(label="Lines not understood", kind="number"),
                    Column(label="SHA-256", weight=6),
                ),
                rows=tuple(rows),
            )
        )
    blocks += [
        Paragraph(lead="Not held against anything:", text=f"{one['file']}: {one['because']}.")
        for one in document.get("unused", ())
    ]
    return Section(
        key="files", title="Files", blocks=tuple(blocks) or (Paragraph(text="No file is named in this draft."),)
    )


def _signature() -> Section:
    block = Signature(
        title="Sent for the District",
        statement="Reviewed, edited and sent by the person who signs; a request is not the District's decision.",
        lines=("To", "Answer due by", "Name", "Signature", "Permit number", "Date"),
    )
    return Section(key="sent", title="Sending", blocks=(block,))


def _mark(item: Document) -> Mark:
    return _MARKS.get(item["grade"], Mark(tone="plain", words=str(item["grade"])))


def _title(item: Document) -> str:
    title = str(item.get("title") or item["code"].replace("-", " "))
    return f"{title}: {item['element']}" if item.get("element") else title


def _place(place: Document) -> str:
    parts = [str(place["file"])]
    parts += [f"page {place['page']}"] if place.get("page") is not None else []
    parts += [f"line {place['line']}"] if place.get("line") is not None else []
    parts += [str(place["field"])] if place.get("field") else []
    return ", ".join(parts)
