"""Writing a report: all of it or nothing, and never over a folder that is something else."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from headwater.errors import ReportError
from headwater.reports.memo import memo_of

PAGE = "memo.html"
LETTER = "memo-letter.pdf"
TABLOID = "memo-11x17.pdf"
JSON = "assessment.json"
TABLES = "tables"


def write_report(document: Mapping[str, Any], *, out_dir: str | Path) -> list[Path]:
    """Write the report of an assessment document to a folder, and return the files in it.

    The folder is made, or replaced if it holds a report and nothing else. Everything is written beside it first and put
    in its place at the end, so that no half-written report is left.

    Raises
    ------
    ReportError
        If the folder holds anything that is not a report, or cannot be written.
    """
    target = Path(out_dir).expanduser().absolute()
    if target.is_symlink():
        target = target.resolve()
    _refuse_what_is_not_ours(target)
    files = report_files(document)
    beside = target.parent / f".{target.name}.{os.getpid()}.part"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write(files, beside)
            _put_in_place(beside, target)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise ReportError(
            f"{out_dir}: the report cannot be written: {error.strerror or error}; nothing was changed"
        ) from error
    return [Path(out_dir) / name for name in files]


def report_files(document: Mapping[str, Any]) -> dict[str, bytes]:
    """Return every file of a report by its name in the folder."""
    from headwater.reports.html import memo_html
    from headwater.reports.pdf import memo_pdf
    from headwater.reports.tables import table_csv

    memo = memo_of(document)
    files = {
        PAGE: memo_html(memo).encode("utf-8", "backslashreplace"),
        LETTER: memo_pdf(memo, paper="letter"),
        TABLOID: memo_pdf(memo, paper="11x17"),
        JSON: assessment_json(document),
    }
    for table in memo.tables():
        # Spreadsheets take a file for UTF-8 only when it begins with the mark of it.
        files[f"{TABLES}/{table.key}.csv"] = table_csv(table).encode("utf-8-sig", "backslashreplace")
    return files


def assessment_json(document: Mapping[str, Any]) -> bytes:
    """Return the document as JSON: keys in order, a newline at the end; half a character stays an escape."""
    text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _refuse_what_is_not_ours(target: Path) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise ReportError(f"{target} is a file; name a folder for the report")
    try:
        found = sorted(path.relative_to(target) for path in target.rglob("*") if not path.is_dir() or path.is_symlink())
    except OSError as error:
        raise ReportError(f"{target} cannot be read: {error.strerror}") from error
    strange = [path.as_posix() for path in found if not _is_of_a_report(path)]
    if strange or (found and not _holds_an_assessment(target / JSON)):
        example = f" ({strange[0]})" if strange else ""
        raise ReportError(
            f"{target} holds something that is no report of Headwater's{example}, and is left as it is; "
            "name an empty folder or a new one"
        )


def _is_of_a_report(path: Path) -> bool:
    name = path.as_posix()
    return name in (PAGE, LETTER, TABLOID, JSON) or (
        path.parent.as_posix() == TABLES and path.suffix == ".csv" and len(path.parts) == 2
    )


def _holds_an_assessment(path: Path) -> bool:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(document, dict) and document.get("document") == "assessment"


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _put_in_place(beside: Path, target: Path) -> None:
    """Move the new folder to its place; where an older report stands there, it is set aside until that has worked."""
    if not target.exists():
        beside.rename(target)
        return
    aside = target.parent / f".{target.name}.{os.getpid()}.old"
    target.rename(aside)
    try:
        beside.rename(target)
    except OSError:
        aside.rename(target)
        raise
    shutil.rmtree(aside)
