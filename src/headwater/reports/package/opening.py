"""A package taken apart, whoever made it: bounded in time and memory, and nothing is written anywhere.

Members are read into memory alone. A zip file can say many things that no package of ours says: each of them ends in
one error before anything is unpacked.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Final

from headwater.errors import PackageError, shown
from headwater.reports.package.manifest import MANIFEST

MOST_BYTES: Final = 80_000_000
MOST_UNPACKED: Final = 200_000_000
LARGEST_MEMBER: Final = 60_000_000
MOST_MEMBERS: Final = 2_000
LONGEST_NAME: Final = 240
MOST_LIST_BYTES: Final = MOST_MEMBERS * (46 + 4 * LONGEST_NAME)
# The last record of a zip file: two numbers of disks, entries here and in all, size and place of the list, comment.
END: Final = struct.Struct("<4s4H2LH")
END_MARK: Final = b"PK\x05\x06"
LARGE_MARK: Final = b"PK\x06\x07"
LARGE_SIZE: Final = 20
ENCRYPTED: Final = 0x1
REMEDY: Final = "ask for the package anew"


def package_bytes(path: Path) -> bytes:
    """Return the bytes of a package file.

    Raises
    ------
    PackageError
        If it is no file, cannot be read, or is larger than a package may be.
    """
    try:
        # A pipe or a device would be waited for, or never end.
        if not stat.S_ISREG(path.stat().st_mode):
            raise PackageError(f"{path} is not a file; expected a package; name the zip file itself")
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PackageError(
            f"{path} cannot be read ({reason.lower()}); expected a package; check its name and your right to read it"
        ) from error
    if len(content) > MOST_BYTES:
        raise PackageError(f"{path} is larger than a package may be; expected at most {MOST_BYTES:,} bytes; {REMEDY}")
    return content


def opened(content: bytes, *, package: str) -> dict[str, bytes]:
    """Return every member of a package by its name; `package` stands for the file in messages.

    Raises
    ------
    PackageError
        If it is no zip file, is damaged, or holds what no package of ours holds.
    """
    _check_end(content, package)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check_entries(entries, package)
            return {entry.filename: _read(archive, entry, package) for entry in entries}
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        NotImplementedError,
        OverflowError,
        RuntimeError,
        ValueError,
    ) as error:
        raise PackageError(f"{package}: it is a damaged zip file ({error}); expected a whole one; {REMEDY}") from error


def _check_end(content: bytes, package: str) -> None:
    """Refuse by the last record what would have a reader build a long list, or read what is not in the file."""
    if len(content) < END.size or content[-END.size :][:4] != END_MARK:
        raise PackageError(
            f"{package}: it does not end as a zip file of ours does; expected a whole package; it may be cut short or "
            f"another kind of file: {REMEDY}"
        )
    _, disk, first_disk, here, total, size, start, comment = END.unpack(content[-END.size :])
    if content[-END.size - LARGE_SIZE :][:4] == LARGE_MARK or disk or first_disk or comment or here != total:
        raise PackageError(f"{package}: it is a zip file of another kind; expected one disk and no comment; {REMEDY}")
    if total > MOST_MEMBERS or size > MOST_LIST_BYTES:
        raise PackageError(f"{package}: it lists {total:,} members; expected at most {MOST_MEMBERS:,}; {REMEDY}")
    if start + size + END.size != len(content):
        raise PackageError(
            f"{package}: its list of members is not where its last record says; expected nothing before, between and "
            f"after; it may be cut short: {REMEDY}"
        )


def _check_entries(entries: list[zipfile.ZipInfo], package: str) -> None:
    seen: dict[str, str] = {}
    unpacked = 0
    for entry in entries:
        name = entry.filename
        wrong = _why_unsafe(entry) or _why_strange(entry)
        if wrong is not None:
            raise PackageError(f"{package}: member {shown(entry.orig_filename)}: {wrong}; {REMEDY}")
        # Names that differ in their case alone are one file on some disks.
        if name.casefold() in seen:
            raise PackageError(
                f"{package}: member {shown(name)} comes twice (as {shown(seen[name.casefold()])}); expected each once; "
                f"{REMEDY}"
            )
        seen[name.casefold()] = name
        unpacked += entry.file_size
        if unpacked > MOST_UNPACKED:
            raise PackageError(
                f"{package}: unpacked it is larger than a package may be; expected at most {MOST_UNPACKED:,} bytes; "
                f"{REMEDY}"
            )
    if MANIFEST not in seen.values():
        raise PackageError(f"{package}: it has no {MANIFEST}; expected a package of `headwater package`; {REMEDY}")


def why_unsafe_name(name: str) -> str | None:
    """Return why a name may not stand in a package; None for a plain one."""
    parts = name.split("/")
    if len(name) > LONGEST_NAME:
        return f"the name has {len(name):,} characters; expected at most {LONGEST_NAME}"
    if not name or "" in parts or "." in parts or ".." in parts or "\\" in name or ":" in name:
        return "the name leads somewhere; expected a plain path of folders and a file"
    if not name.isprintable():
        return "the name has a hidden character; expected printed ones"
    return None


def _why_unsafe(entry: zipfile.ZipInfo) -> str | None:
    if entry.filename != entry.orig_filename:
        return "the name has a hidden character; expected printed ones"
    if entry.is_dir():
        return "it is a folder; expected files alone"
    return why_unsafe_name(entry.filename)


def _why_strange(entry: zipfile.ZipInfo) -> str | None:
    # Some programs that write zip files say nothing of the kind.
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        return "it is a link or a device; expected a plain file"
    if entry.flag_bits & ENCRYPTED:
        return "it is encrypted; expected a member that can be read"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is compressed in another way; expected stored or deflated"
    if entry.file_size > LARGEST_MEMBER:
        return f"it has {entry.file_size:,} bytes; expected at most {LARGEST_MEMBER:,}"
    return None


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, package: str) -> bytes:
    """Return a member, reading no further than the size that it gives itself."""
    with archive.open(entry) as stream:
        found = stream.read(entry.file_size + 1)
    if len(found) != entry.file_size:
        raise PackageError(
            f"{package}: member {shown(entry.filename)} has {len(found):,} bytes; expected {entry.file_size:,}, as it "
            f"says itself; {REMEDY}"
        )
    return found
