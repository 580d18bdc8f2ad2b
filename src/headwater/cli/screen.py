"""The one door to the terminal: text goes out whole or with an error, and nothing in it steers the screen.

Text of a plan, an overlay, a file name or the command line may hold what cannot be seen: it could colour, move or erase
what stands around it, or turn it round. For people such a character is shown by its code, as ‹U+001B›; in JSON it is
escaped, so that the value stays what it was.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from typing import Final, TextIO

# Control characters, format characters (direction and width among them), halves of characters, ends of line.
HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def open_streams() -> None:
    """Make both streams write UTF-8 whatever the locale; one that was closed takes what it is given and forgets it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process lives
        elif hasattr(stream, "reconfigure"):
            # A lone surrogate in a file name must not end in a traceback.
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def visible(text: str) -> str:
    """Return text in which every hidden character but the end of a line is shown by its code.

    >>> visible("pond\\x1b[31m\\u202e\\n")
    'pond‹U+001B›[31m‹U+202E›\\n'
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(f"‹U+{ord(letter):04X}›" if _is_hidden(letter) else letter for letter in text)


def json_text(document: object) -> str:
    """Return a document as JSON, its hidden characters escaped.

    >>> json_text({"name": "pond\\u202e"})
    '{\\n  "name": "pond\\\\u202e"\\n}\\n'
    """
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if text.isascii():
        return text
    return "".join(json.dumps(letter)[1:-1] if _is_hidden(letter) else letter for letter in text)


def _is_hidden(letter: str) -> bool:
    return letter != "\n" and unicodedata.category(letter) in HIDDEN


def say(text: str) -> None:
    """Write to standard output, to the last letter.

    A reader who has left early is no error; the answer stays what it was.

    Raises
    ------
    OSError
        If the text cannot be written, as on a full disk.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        forget(sys.stdout)


def complain(text: str) -> None:
    """Write to standard error; where that cannot be done, the exit code is all that is left to tell."""
    try:
        sys.stderr.write(visible(text))
        sys.stderr.flush()
    except OSError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Send what a stream still holds nowhere, so that the end of the process does not try again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
