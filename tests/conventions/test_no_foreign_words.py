"""No committed text names a machine it was written on, or the host of a package registry."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

# Written in pieces, so that this file does not hold them itself.
FOREIGN_WORDS = tuple(
    "".join(pieces)
    for pieces in (
        ("py", "pi.org"),
        ("python", "hosted.org"),
        ("npm", "js.org"),
        ("npm", "js.com"),
        ("deb", ".debian.org"),
        ("crates", ".io"),
        ("/wo", "rk/"),
        ("/ro", "ot/"),
        ("/fa", "rm/"),
        ("sub", "agent"),
    )
)
# A folder of that name inside the project (docs/work/, say) is no path of a machine.
FOREIGN = re.compile("|".join(rf"(?<![\w.-]){re.escape(word)}" for word in FOREIGN_WORDS), re.IGNORECASE)


def committed_texts(repository: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of every file that is, or could next be, committed; binary files are passed over."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=60,
    )
    if listing.returncode != 0:
        pytest.skip("not a git checkout: " + listing.stderr.strip())
    for name in filter(None, listing.stdout.split("\0")):
        path = repository / name
        if not path.is_file():
            continue  # deleted, not committed yet
        content = path.read_bytes()
        if b"\0" not in content[:8192]:
            yield name, content.decode("utf-8")


def test_no_text_holds_a_registry_host_or_a_path_of_a_machine(repository: Path) -> None:
    found = [
        f"{name}:{number}: {match[0]}"
        for name, text in committed_texts(repository)
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := FOREIGN.search(line))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("word", FOREIGN_WORDS)
def test_each_of_the_words_would_be_found(word: str) -> None:
    assert FOREIGN.search(f"see {word}simple")
    assert FOREIGN.search(f"https://{word}")
