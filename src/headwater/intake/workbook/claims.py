"""The labelled figures of a workbook as claims: a label that is known, a number to its right, and a unit.

A workbook is somebody's computation and decides nothing: what it says is held against the plan. Each row is a line of
the ledger; a row without a known label is not understood where it holds a number. A text that a spreadsheet would take
for a formula is text here, and is never written back as one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

from headwater.intake.foreign_values import half_of, number_of
from headwater.intake.handed import Claim, Handed, Remark
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import sha256_of
from headwater.intake.own_process import answer_of

KIND: Final = "workbook"
_BRACKETS: Final = re.compile(r"^(?P<words>[^()]{2,120}?)\s*\((?P<unit>[^()]{1,20})\)\s*:?$")
_NEAR: Final = 4


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is a workbook: packed, with a part of a spreadsheet in it."""
    return start.startswith("PK\x03\x04") and ("xl/" in start or "[Content_Types].xml" in start)


def read(data: bytes, *, file: str) -> Handed:
    """Return what a workbook claims.

    Raises
    ------
    HandedFileError
        If it is no workbook, is locked, unpacks to too much, or its parser takes more than it may.
    """
    found = answer_of("headwater.intake.workbook.cells", data, file=file, what="a workbook (.xlsx)")
    rows = found["rows"]
    book = LedgerBook([f"{sheet}!{number}: {' | '.join(cells)}" for sheet, number, cells in rows])
    claims = []
    for line, (sheet, number, cells) in enumerate(rows, start=1):
        claims += _claims(cells, f"{sheet}!{number}", line, book)
    remarks = []
    if found["hidden"]:
        remarks.append(Remark(code="sheets-hidden", message=f"{found['hidden']} hidden sheets are not read"))
    if found["left_out"]:
        remarks.append(
            Remark(code="sheets-left-out", message=f"{found['left_out']} sheets beyond the most are not read")
        )
    return Handed(
        file=file,
        sha256=sha256_of(data),
        kind=KIND,
        ledger=book.close(),
        claims=tuple(claims),
        remarks=tuple(remarks),
    )


@cache
def _data() -> Mapping[str, Any]:
    text = files("headwater.intake.workbook").joinpath("labels.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)
    return found


@cache
def _labels() -> Mapping[str, Mapping[str, str]]:
    return {row["words"]: row for row in _data()["labels"]}


def _claims(cells: Sequence[str], place: str, line: int, book: LedgerBook) -> list[Claim]:
    found = []
    for column, cell in enumerate(cells):
        words, bracketed = _label(cell)
        row = _labels().get(words)
        if row is None:
            continue
        claim = _claim(row, bracketed, cells[column + 1 : column + 1 + _NEAR], line)
        if claim is None:
            book.not_understood(line, f"no number in a known unit stands behind {cell.strip()[:40]!r}")
        else:
            found.append(claim)
            book.use(line, f"{claim.quantity} at {place}")
    if not found and not any(number_of(cell) is not None for cell in cells):
        book.ignore(line, "no number stands in this row")
    return found


def _label(cell: str) -> tuple[str, str | None]:
    text = " ".join(cell.split())
    bracketed = _BRACKETS.match(text)
    words = (bracketed["words"] if bracketed else text).strip().rstrip(":").strip().lower()
    return words, bracketed["unit"].strip().lower() if bracketed else None


def _claim(row: Mapping[str, str], bracketed: str | None, behind: Sequence[str], line: int) -> Claim | None:
    quantity = row["quantity"]
    for place, cell in enumerate(behind):
        value = number_of(cell)
        if value is None:
            continue
        after = behind[place + 1].strip().lower() if place + 1 < len(behind) else None
        factor = _factor(quantity, (bracketed, after, row.get("unit")))
        if factor is None:
            return None
        return Claim(
            quantity=quantity,
            element=None,
            storm=None,
            text=cell,
            value=value * factor,
            half=half_of(cell) * factor,
            line=line,
        )
    return None


def _factor(quantity: str, units: Sequence[str | None]) -> Fraction | None:
    table: Mapping[str, str] = next(
        (rows for suffix, rows in _data()["units"].items() if quantity.endswith(f"_{suffix}")), {}
    )
    for unit in units:
        if unit is not None and unit in table:
            return Fraction(table[unit])
    return None
