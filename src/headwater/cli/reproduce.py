"""`headwater reproduce`: a package made again from its own inputs, and every cell named that is not as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from headwater import __version__
from headwater.cli.package_contents import Contents, contents_of
from headwater.cli.screen import json_text
from headwater.errors import HeadwaterError
from headwater.reports.package.difference import Differences, differences, value_differences
from headwater.reports.package.manifest import (
    INPUTS,
    MANIFEST,
    SETS_HTML,
    SETS_PDF,
    asked_in,
    checksums_in,
    made_with,
    manifest_json,
    read_manifest,
    sha256_of,
)
from headwater.reports.package.opening import opened, package_bytes

VERSION: Final = 1
# It follows from the machine, and is told.
NOT_HELD_AGAINST: Final = "made_with"
NOT_MADE_AGAIN: Final = "the package could not be made again"
NONE: Final = Differences(named=(), more_count=0)


def reproduce(path: Path, *, as_json: bool) -> tuple[str, int]:
    """Make a package again; return what is printed and the exit code: 0 all the same, 1 something differs."""
    content = package_bytes(path)
    told = reproduction(opened(content, package=str(path)), package=str(path), sha256=sha256_of(content))
    return json_text(told) if as_json else "\n".join(_lines(told)) + "\n", int(told["exit_code"])


def reproduction(members: Mapping[str, bytes], *, package: str, sha256: str) -> dict[str, Any]:
    """Return what became of every member, as plain values.

    Raises
    ------
    PackageError
        If the manifest is none.
    """
    manifest = read_manifest(members[MANIFEST], package=package)
    asked, checksums = asked_in(manifest, package=package), checksums_in(manifest, package=package)
    inputs = {name: content for name, content in members.items() if name.startswith(INPUTS)}
    again: Contents | None = None
    failed = None
    try:
        again = contents_of(asked, {name: inputs[name] for name in asked.members if name in inputs})
    except HeadwaterError as error:
        failed = str(error)
    rows = [_manifest(manifest, members, again)]
    names = dict.fromkeys((*sorted(members), *sorted(checksums), *(sorted(again.members) if again else ())))
    rows += [_member(name, members, checksums, again, manifest) for name in names if name != MANIFEST]
    differs = failed is not None or any(row["outcome"] not in ("same", "not compared") for row in rows)
    return {
        "document": "reproduction",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "file": package,
        "sha256": sha256,
        "plan": manifest.get("plan"),
        "edition": manifest.get("edition"),
        "made_with": manifest["made_with"],
        "made_again_with": made_with(),
        "not_made_again": failed,
        "members": rows,
        "exit_code": 1 if differs else 0,
    }


def _manifest(manifest: Mapping[str, Any], members: Mapping[str, bytes], again: Contents | None) -> dict[str, Any]:
    """Hold the manifest against the one made again, its list against the members, and its bytes against its values."""
    listed = [_listed(row, members) for row in manifest["members"]]
    # Without what is made again, the list alone can be held against something.
    whole = manifest if again is None else again.manifest
    expected = {**{key: value for key, value in whole.items() if key != NOT_HELD_AGAINST}, "members": listed}
    apart = value_differences({key: value for key, value in manifest.items() if key != NOT_HELD_AGAINST}, expected)
    if not apart.named and not _is_as_written(manifest, members[MANIFEST]):
        return _row(MANIFEST, "differs", "it is not written as `headwater package` writes its values")
    if again is None and not apart.named:
        return _row(MANIFEST, "not compared", NOT_MADE_AGAIN)
    return _row(MANIFEST, "differs" if apart.named else "same", "", apart)


def _listed(row: Mapping[str, Any], members: Mapping[str, bytes]) -> dict[str, Any]:
    """Return what the list has to say of a member; what another content is like is told at the member."""
    name, sha256 = row["name"], row["sha256"]
    content = members.get(name)
    known = content is not None and sha256_of(content) == sha256
    size = len(content) if content is not None and known else row.get("size_bytes")
    return {"name": name, "size_bytes": size, "sha256": sha256}


def _is_as_written(manifest: Mapping[str, Any], content: bytes) -> bool:
    try:
        return manifest_json(manifest) == content
    except (ValueError, RecursionError):
        # A lone surrogate, or values nested deeper than any that are written.
        return False


def _member(
    name: str,
    members: Mapping[str, bytes],
    checksums: Mapping[str, str],
    again: Contents | None,
    manifest: Mapping[str, Any],
) -> dict[str, Any]:
    if name not in members:
        listed = "the manifest lists it" if name in checksums else "it follows from the inputs"
        return _row(name, "missing", f"{listed}, and the package does not hold it")
    if name not in checksums:
        return _row(name, "extra", "the manifest does not list it")
    content = members[name]
    changed = sha256_of(content) != checksums[name]
    if name.startswith(INPUTS) or again is None:
        because = "its checksum is not the one in the manifest: it was changed after the package was made"
        if not changed and again is None and not name.startswith(INPUTS):
            return _row(name, "not compared", NOT_MADE_AGAIN)
        if name.startswith(INPUTS) and not changed and again is not None and name not in again.members:
            return _row(name, "extra", "nothing that was asked takes it in")
        return _row(name, "differs" if changed else "same", because if changed else "")
    if name not in again.members:
        return _row(name, "extra", "nothing that was asked makes it")
    if content == again.members[name]:
        wrong = "it is as it is made again, and its checksum in the manifest is another one"
        return _row(name, "differs" if changed else "same", wrong if changed else "")
    other = _why_not_compared(name, manifest)
    if other is not None and not changed:
        return _row(name, "not compared", other)
    return _row(name, "differs", "", differences(name, content, again.members[name]))


def _why_not_compared(name: str, manifest: Mapping[str, Any]) -> str | None:
    """Return why a page need not be the same to the byte: what sets it is of another version here."""
    sets = SETS_PDF if name.endswith(".pdf") else SETS_HTML if name.endswith(".html") else ()
    was, now = manifest["made_with"]["packages"], made_with()["packages"]
    other = [f"{one} {was.get(one)} there, {now[one]} here" for one in sets if was.get(one) != now[one]]
    return f"it was set with another version: {'; '.join(other)}" if other else None


def _row(name: str, outcome: str, because: str, apart: Differences = NONE) -> dict[str, Any]:
    return {
        "name": name,
        "outcome": outcome,
        "because": because,
        "differences": [{"where": one.where, "was": one.was, "recomputed": one.now} for one in apart.named],
        "more": apart.more_count,
    }


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    rows = told["members"]
    same = sum(1 for row in rows if row["outcome"] == "same")
    verdict = "differs" if told["exit_code"] else "reproduced"
    yield f"{told['file']}: {verdict}; {same} of {len(rows)} members are the same to the byte"
    yield f"sha256 {told['sha256']}"
    if told["not_made_again"] is not None:
        yield f"It could not be made again: {told['not_made_again']}"
    yield from _versions(told)
    for row in rows:
        if row["outcome"] == "same":
            continue
        yield f"{row['name']}: {row['outcome']}{': ' if row['because'] else ''}{row['because']}"
        for one in row["differences"]:
            yield f"  {one['where']}: was {one['was']}, recomputed {one['recomputed']}"
        if row["more"]:
            yield f"  and {row['more']:,} more"


def _versions(told: Mapping[str, Any]) -> Iterator[str]:
    was, now = (_flat(told[key]) for key in ("made_with", "made_again_with"))
    other = [f"{key} {was.get(key)} there, {version} here" for key, version in now.items() if was.get(key) != version]
    if other:
        yield f"Made with other versions: {'; '.join(other)}"


def _flat(versions: Mapping[str, Any]) -> dict[str, Any]:
    return {"headwater": versions.get("headwater"), "python": versions.get("python"), **versions["packages"]}
