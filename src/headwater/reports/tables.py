"""Tables as CSV: units in the header, numbers as numbers, and nothing that a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import io
import re

from headwater.reports.model import Cell, Column, Mark, Table

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
# A spreadsheet runs what begins so, also after spaces; the wide forms are taken for the plain ones by some.
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table_csv(table: Table) -> str:
    """Return a table as CSV with one header row, lines ending as RFC 4180 has them."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow([inert(column.full_heading) for column in table.columns])
    for row in table.rows:
        writer.writerow([_cell(cell, column) for cell, column in zip(row, table.columns, strict=True)])
    return stream.getvalue()


def _cell(cell: Cell, column: Column) -> str:
    if cell is None:
        return ""
    if isinstance(cell, Mark):
        return cell.words
    if column.kind == "number":
        number = cell.removeprefix("about ").replace(",", "")
        if _NUMBER.fullmatch(number):
            return number
    return inert(cell)


def inert(text: str) -> str:
    """Return text that a spreadsheet shows and does not run.

    >>> inert("=1+1"), inert("wet-a")
    ("'=1+1", 'wet-a')
    """
    return f"'{text}" if text.lstrip(" \u00a0\ufeff").startswith(_RUNS) else text
