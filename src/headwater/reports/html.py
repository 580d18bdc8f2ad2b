"""A memo as one HTML page: no script, no outside file, and the same on paper as on the screen."""

from __future__ import annotations

import base64
from functools import cache
from importlib import resources
from typing import Any

from headwater.reports.glyphs import seen, seen_in
from headwater.reports.model import Block, Column, Memo, Table

TITLE_LENGTH = 120
MOST_ROWS_KEPT = 12
MOST_TEXT_KEPT = 1_200
_FACES = (("Regular", "normal", "400"), ("Italic", "italic", "400"), ("Bold", "normal", "700"))


def memo_html(memo: Memo) -> str:
    """Return the page; text of the plan is escaped wherever it stands."""
    template = _environment().get_template("memo.html.j2")
    shown = seen_in(memo)
    head = shown.title if len(shown.title) <= TITLE_LENGTH else f"{shown.title[:TITLE_LENGTH]}..."
    page: str = template.render(
        memo=shown,
        head_title=head,
        css=_css(shown),
        numbered=[(number, section) for number, section in enumerate(shown.sections, start=1)],
    )
    return page.lstrip()


def kind_of(block: Block) -> str:
    """Return the name of a block's kind, by which a template chooses how to set it."""
    return type(block).__name__.lower()


def is_small(table: Table) -> bool:
    """Return whether a table is kept on one page: few rows and little text."""
    words = sum(len(cell) for row in table.rows for cell in row if isinstance(cell, str))
    return len(table.rows) <= MOST_ROWS_KEPT and words <= MOST_TEXT_KEPT


def header_rows(table: Table) -> list[list[dict[str, Any]]]:
    """Return the header cells of a table: one row, or two where columns stand in groups."""
    if not any(column.group for column in table.columns):
        return [[_head(column) for column in table.columns]]
    upper: list[dict[str, Any]] = []
    lower: list[dict[str, Any]] = []
    for column in table.columns:
        if column.group is None:
            upper.append(_head(column, rows=2))
            continue
        if upper and upper[-1]["scope"] == "colgroup" and upper[-1]["label"] == column.group:
            upper[-1]["columns"] += 1
        else:
            upper.append(_head(Column(label=column.group)) | {"scope": "colgroup"})
        lower.append(_head(column))
    return [upper, lower]


def _head(column: Column, *, rows: int = 1) -> dict[str, Any]:
    return {
        "label": column.label,
        "unit": column.unit or "",
        "columns": 1,
        "rows": rows,
        "scope": "col",
        "number": column.kind == "number",
    }


@cache
def _environment() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("headwater.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["kind"] = kind_of
    environment.filters["is_small"] = is_small
    environment.filters["header_rows"] = header_rows
    return environment


def _css(memo: Memo) -> str:
    """Return the style with the fonts and the footer of the printed page in it."""
    home = resources.files("headwater.reports")
    faces = []
    for name, style, weight in _FACES:
        font = base64.b64encode((home / "fonts" / f"PublicSans-{name}.woff2").read_bytes()).decode()
        faces.append(
            f'@font-face{{font-family:"Public Sans";font-style:{style};font-weight:{weight};font-display:block;'
            f"src:url(data:font/woff2;base64,{font}) format('woff2')}}"
        )
    footer = r" \A ".join(_css_text(seen(line)) for line in memo.footer)
    style = (home / "templates" / "memo.css").read_text(encoding="utf-8")
    return "\n".join(faces) + "\n" + style.replace("%FOOTER%", footer).replace("%STATEMENT%", _css_text(memo.statement))


def _css_text(text: str) -> str:
    """Return text as it may stand between quotes in a style sheet that stands in a page."""
    return "".join(letter if letter.isalnum() or letter in " .,:-_/()" else f"\\{ord(letter):x} " for letter in text)
