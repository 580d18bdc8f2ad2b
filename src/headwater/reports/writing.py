"""Writing a report: all of it or nothing, and never over a folder that is something else."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR
from typing import Any

from headwater.errors import ReportError
from headwater.reports.memo import memo_of
from headwater.reports.model import Memo

PAGE = "memo.html"
LETTER = "memo-letter.pdf"
TABLOID = "memo-11x17.pdf"
JSON = "assessment.json"
TABLES = "tables"
# Of a folder's name, so that the names beside it are no longer than a name may be.
LONGEST_NAME = 40
MOST_ATTEMPTS = 50
# What a system says where a folder stands in the place that another was to take.
TAKEN = (errno.ENOTEMPTY, errno.EEXIST)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of folder that is written: the names in it, of which `json` holds the document called `document`."""

    what: str
    names: tuple[str, ...]
    json: str
    document: str


REPORT = Kind(what="report", names=(PAGE, LETTER, TABLOID, JSON), json=JSON, document="assessment")


def write_report(document: Mapping[str, Any], *, out_dir: str | Path) -> list[Path]:
    """Write the report of an assessment document to a folder, and return the files in it.

    Raises
    ------
    ReportError
        If the folder holds anything that is not a report, or cannot be written.
    """
    return write_folder(lambda: report_files(document), kind=REPORT, out_dir=out_dir)


def write_folder(make: Callable[[], Mapping[str, bytes]], *, kind: Kind, out_dir: str | Path) -> list[Path]:
    """Write the files of a document to a folder, and return them.

    The folder is made, or replaced if it holds one of its kind and nothing else. Everything is written beside it first
    and put in its place at the end, so that no half-written one is left.

    Raises
    ------
    ReportError
        If the folder holds anything that is not of its kind, or cannot be written.
    """
    try:
        target = Path(out_dir).expanduser().absolute()
        if target.is_symlink():
            target = target.resolve()
    except RuntimeError as error:
        # No such home, or links that lead back to themselves.
        raise ReportError(f"{out_dir} cannot be found: {error}; name a folder for the {kind.what}") from error
    try:
        _refuse_what_is_not_ours(target, kind)
        files = make()
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.parent / _unique(target, "part")
        try:
            _write(files, beside)
            # Somebody may have put a file of theirs there while the pages were set.
            _refuse_what_is_not_ours(target, kind)
            _put_in_place(beside, target)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise ReportError(
            f"{out_dir}: the {kind.what} cannot be written: {error.strerror or error}; nothing was changed"
        ) from error
    return [Path(out_dir) / name for name in files]


def report_files(document: Mapping[str, Any]) -> dict[str, bytes]:
    """Return every file of a report by its name in the folder."""
    from headwater.reports.html import memo_html
    from headwater.reports.pdf import memo_pdf

    memo = memo_of(document)
    files = {
        PAGE: memo_html(memo).encode("utf-8", "backslashreplace"),
        LETTER: memo_pdf(memo, paper="letter"),
        TABLOID: memo_pdf(memo, paper="11x17"),
        JSON: assessment_json(document),
    }
    return files | table_files(memo)


def table_files(memo: Memo) -> dict[str, bytes]:
    """Return every table of a memo as a CSV file by its name in the folder."""
    from headwater.reports.tables import table_csv

    # Spreadsheets take a file for UTF-8 only when it begins with the mark of it.
    return {
        f"{TABLES}/{table.key}.csv": table_csv(table).encode("utf-8-sig", "backslashreplace") for table in memo.tables()
    }


def assessment_json(document: Mapping[str, Any]) -> bytes:
    """Return the document as JSON: keys in order, a newline at the end; half a character stays an escape."""
    text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _unique(target: Path, ending: str) -> str:
    """Return a name that no other run uses beside a folder; what a killed run has left is never taken up again."""
    return f".{target.name[:LONGEST_NAME]}.{os.getpid()}-{secrets.token_hex(4)}.{ending}"


def _refuse_what_is_not_ours(target: Path, kind: Kind) -> None:
    for _ in range(MOST_ATTEMPTS):
        try:
            _refuse_what_is_strange(target, kind)
            return
        except FileNotFoundError:
            # Another run has just put its own report in the place of this one.
            continue


def _refuse_what_is_strange(target: Path, kind: Kind) -> None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    if not S_ISDIR(mode):
        raise ReportError(f"{target} is a file; name a folder for the {kind.what}")
    inside = _listed(target)
    strange = next(_strange(inside, kind), None)
    if strange is not None or (inside and not _holds_its_document(target, inside, kind)):
        example = "" if strange is None else f" ({Path(strange.path).relative_to(target).as_posix()})"
        raise ReportError(
            f"{target} holds something that is no {kind.what} of Headwater's{example}, and is left as it is; "
            "name an empty folder or a new one"
        )


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        return sorted(found, key=lambda entry: entry.name)


def _strange(inside: Iterable[os.DirEntry[str]], kind: Kind) -> Iterator[os.DirEntry[str]]:
    """Yield what is in no report; other folders are not looked into, since they may be the whole disk."""
    for entry in inside:
        if entry.name == TABLES and entry.is_dir(follow_symlinks=False):
            for table in _listed(Path(entry.path)):
                if not (table.name.endswith(".csv") and table.is_file(follow_symlinks=False)):
                    yield table
        elif entry.name not in kind.names or not entry.is_file(follow_symlinks=False):
            yield entry


def _holds_its_document(folder: Path, inside: Iterable[os.DirEntry[str]], kind: Kind) -> bool:
    if not any(entry.name == kind.json for entry in inside):
        return False
    try:
        document = json.loads((folder / kind.json).read_text(encoding="utf-8"))
    except ValueError:
        return False
    return isinstance(document, dict) and document.get("document") == kind.document


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _put_in_place(beside: Path, target: Path) -> None:
    """Move the new folder to its place; where an older report stands there, it is set aside until that has worked.

    Another run may put its own report there meanwhile: then the later one stays.
    """
    for attempt in range(1, MOST_ATTEMPTS + 1):
        aside: Path | None = target.parent / _unique(target, "old")
        assert aside is not None
        try:
            target.rename(aside)
        except FileNotFoundError:
            aside = None
        try:
            beside.rename(target)
        except OSError as error:
            if aside is not None:
                _put_back(aside, target)
            if error.errno not in TAKEN or attempt == MOST_ATTEMPTS:
                raise
        else:
            if aside is not None:
                shutil.rmtree(aside, ignore_errors=True)
            return


def _put_back(aside: Path, target: Path) -> None:
    try:
        aside.rename(target)
    except OSError as error:
        if error.errno not in TAKEN:
            raise
        # The whole report of another run stands there by now.
        shutil.rmtree(aside, ignore_errors=True)
