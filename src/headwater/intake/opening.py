"""The bytes of a file handed in: bounded, decoded, in lines. What they say is for the readers.

Owns the limits that hold for every kind, and the error that says a file passes one of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Final, NoReturn

from headwater.errors import HandedFileError, Problem

MOST_BYTES: Final = 40_000_000
MOST_LINES: Final = 400_000
LONGEST_LINE: Final = 20_000
UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, kw_only=True)
class HandedText:
    """A file as lines, without their ends; `encoding` is how it was decoded."""

    file: str
    sha256: str
    lines: tuple[str, ...]
    encoding: str


def refuse(
    file: str,
    wrong: str,
    *,
    expected: str,
    remedy: str,
    line: int | None = None,
    field: str = "",
    value: str | None = None,
) -> NoReturn:
    """Raise the error that a file handed in cannot be used."""
    raise HandedFileError(
        [Problem(file=file, line=line, field=field, wrong=wrong, value=value, expected=expected, remedy=remedy)]
    )


def handed_bytes(path: Path) -> bytes:
    """Return the bytes of a file, whose size is asked before it is read.

    Raises
    ------
    HandedFileError
        If it is no file, cannot be read, or is larger than any model or printout.
    """
    name = str(path)
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            refuse(name, "this is not a file", expected="a file", remedy="name the file itself")
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        refuse(
            name,
            f"the file cannot be read ({reason.lower()})",
            expected="a file handed in",
            remedy="check its name and your right to read it",
        )
    if len(data) > MOST_BYTES:
        refuse(
            name,
            f"the file has {status.st_size:,} bytes",
            expected=f"at most {MOST_BYTES:,}",
            remedy="hand in the model or its printout, not a drawing",
        )
    return data


def sha256_of(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def handed_text(data: bytes, *, file: str) -> HandedText:
    """Return bytes as lines of text: UTF-8 with or without its mark, or else Windows-1252.

    Raises
    ------
    HandedFileError
        If they hold NUL bytes, or have lines or a number of lines that no such file has.
    """
    zero = data.find(b"\0")
    if zero >= 0:
        refuse(
            file,
            "the file holds NUL bytes, as no text does",
            line=data.count(b"\n", 0, zero) + 1,
            expected="a text file",
            remedy="hand in the text export, or name its kind with --kind",
        )
    encoding = "utf-8"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        encoding = "windows-1252"
        text = data.decode("cp1252", errors="replace")
    if text.count("\n") > MOST_LINES:
        refuse(
            file,
            f"the file has {text.count(chr(10)):,} lines",
            expected=f"at most {MOST_LINES:,}",
            remedy="hand in the report without its hydrograph listings",
        )
    # Only these end a line here, so that a form feed or a separator inside one moves no line number.
    lines = tuple(line.removesuffix("\r") for line in text.split("\n"))
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            refuse(
                file,
                f"the line has {len(line):,} characters",
                line=number,
                expected=f"at most {LONGEST_LINE:,}",
                remedy="hand in the file as the program wrote it",
            )
    if lines and lines[-1] == "":
        lines = lines[:-1]
    return HandedText(file=file, sha256=sha256_of(data), lines=lines, encoding=encoding)
