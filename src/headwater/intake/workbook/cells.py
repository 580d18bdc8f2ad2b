"""The cells of a workbook, sheet by sheet and row by row. Runs in `own_process`, and nowhere else.

Owns the only use of openpyxl. The sizes that a workbook unpacks to are asked before anything is unpacked; formulas are
never computed: what the program that wrote the workbook last computed is read, and a formula without it is an empty
cell.
"""

from __future__ import annotations

import io
import zipfile
from importlib.util import find_spec
from typing import Any, Final

MOST_UNPACKED: Final = 200_000_000
MOST_SHARE: Final = 400
MOST_ENTRIES: Final = 3_000
MOST_SHEETS: Final = 60
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 120
MOST_CELLS: Final = 400_000
LONGEST_CELL: Final = 400
_REMEDY: Final = "hand in the sheet with the results alone, saved as .xlsx"


def answer(data: bytes) -> dict[str, Any]:
    """Return `rows`: sheet, number and cells as texts of each row that holds any."""
    if find_spec("openpyxl") is None:
        return _refused(
            "openpyxl is not installed", 'install headwater with its extra: pip install "headwater[workbook]"'
        )
    too_much = _too_much(data)
    if too_much is not None:
        return _refused(too_much, _REMEDY)
    import warnings

    from openpyxl import load_workbook

    warnings.simplefilter("ignore")
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        return _rows(book)
    except Exception as error:  # noqa: BLE001 - whatever a broken workbook makes of the library is no workbook
        return _refused(f"this is no workbook that can be read ({type(error).__name__})", _REMEDY)


def _too_much(data: bytes) -> str | None:
    """Return why a workbook is not unpacked; None where it may be."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = packed.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        return f"this is no workbook ({type(error).__name__})"
    unpacked = sum(entry.file_size for entry in entries)
    if len(entries) > MOST_ENTRIES:
        return f"the workbook has {len(entries):,} parts; at most {MOST_ENTRIES:,} are read"
    if unpacked > MOST_UNPACKED:
        return f"the workbook unpacks to {unpacked:,} bytes; at most {MOST_UNPACKED:,} are read"
    if unpacked > MOST_SHARE * max(len(data), 1):
        return f"the workbook unpacks to over {MOST_SHARE} times its size, as no workbook of results does"
    if any(entry.flag_bits & 1 for entry in entries):
        return "the workbook is locked with a password"
    return None


def _rows(book: Any) -> dict[str, Any]:
    found: list[Any] = []
    cells = 0
    sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    hidden = len(book.worksheets) - len(sheets)
    for sheet in sheets[:MOST_SHEETS]:
        for number, row in enumerate(
            sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True), start=1
        ):
            texts = ["" if value is None else str(value)[:LONGEST_CELL] for value in row]
            while texts and not texts[-1]:
                texts.pop()
            if texts:
                cells += len(texts)
                if cells > MOST_CELLS:
                    return _refused(f"the workbook has more than {MOST_CELLS:,} cells", _REMEDY)
                found.append([str(sheet.title)[:60], number, texts])
    return {"rows": found, "hidden": hidden, "left_out": max(len(sheets) - MOST_SHEETS, 0)}


def _refused(words: str, remedy: str) -> dict[str, Any]:
    return {"refused": words, "remedy": remedy}
