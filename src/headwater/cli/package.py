"""`headwater package`: a plan, what was handed in with it and what came of it, as one file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from headwater import __version__
from headwater.cli.choosing import read_overlay
from headwater.cli.package_contents import Contents, contents_of
from headwater.cli.screen import json_text
from headwater.errors import PackageError, ReportError, shown
from headwater.intake.named_rain import read_named_rain
from headwater.intake.opening import handed_bytes
from headwater.intake.plan_file import read_plan
from headwater.plan import Plan
from headwater.reports.package.manifest import (
    INPUTS,
    MANIFEST,
    Asked,
    Handed,
    manifest_json,
    read_manifest,
    sha256_of,
)
from headwater.reports.package.opening import opened, package_bytes, why_unsafe_name
from headwater.reports.package.packing import packed

VERSION: Final = 1
ENDING: Final = ".headwater.zip"


@dataclass(frozen=True, kw_only=True)
class Ordered:
    """What the command line asks for; `conditions` are files whose condition was said."""

    plan: Path
    files: tuple[Path, ...]
    conditions: Mapping[str, tuple[Path, ...]]
    edition_key: str | None
    because: str | None
    overlay: Path | None
    out: Path | None
    as_json: bool


def package(ordered: Ordered) -> tuple[str, int]:
    """Write a package, and return what is printed and the exit code, which is the assessment's."""
    asked, inputs = gathered(ordered)
    contents = contents_of(asked, inputs)
    content = packed({MANIFEST: manifest_json(contents.manifest), **contents.members})
    out = ordered.out or Path(f"{ordered.plan.stem}{ENDING}")
    _write(content, out)
    told = _document(out, content, contents)
    return json_text(told) if ordered.as_json else "\n".join(_lines(told)) + "\n", contents.exit_code


def gathered(ordered: Ordered) -> tuple[Asked, dict[str, bytes]]:
    """Return what is asked, and the bytes of every input by the name of its member.

    Raises
    ------
    PackageError
        If two files are called the same, or one as no member may be.
    """
    plan = read_plan(ordered.plan)
    # Whoever reads it gets every mistake in the rain by its own path.
    read_named_rain(plan)
    inputs: dict[str, bytes] = {}

    def add(folder: str, path: Path) -> str:
        name = f"{INPUTS}{folder}/{path.name}"
        wrong = why_unsafe_name(name)
        if wrong is not None:
            raise PackageError(f"{shown(path)}: {wrong}; give the file a plain name")
        if name.casefold() in {other.casefold() for other in inputs}:
            raise PackageError(
                f"{shown(path)}: two files are called {shown(path.name)}; expected a name of its own for each; rename "
                "one of them"
            )
        inputs[name] = handed_bytes(path)
        return name

    if ordered.overlay is not None:
        # It is checked as an overlay first, so that what is wrong with it is said of it.
        read_overlay(ordered.overlay)
    said = {path: condition for condition, paths in ordered.conditions.items() for path in paths}
    rain = _rain(plan, ordered.plan)
    asked = Asked(
        plan=add("plan", ordered.plan),
        edition=ordered.edition_key,
        because=ordered.because,
        overlay=None if ordered.overlay is None else add("overlay", ordered.overlay),
        rain=None if rain is None else add("rain", rain),
        handed=tuple(
            Handed(member=add("handed", path), condition=said.get(path))
            for path in dict.fromkeys((*said, *ordered.files))
        ),
    )
    return asked, inputs


def _rain(plan: Plan, path: Path) -> Path | None:
    """Return the one other file that a plan names, its record of daily rain."""
    record = None if plan.loads is None else plan.loads.rain_record
    return None if record is None or record.csv is None else path.parent / record.csv.text


def _write(content: bytes, out: Path) -> None:
    """Write the whole package or nothing, and only over another package."""
    try:
        if out.exists() and not _is_package(out):
            raise ReportError(f"{out} is there already and no package; expected a new name; name another with --out")
        beside = out.parent / f".{out.name[:40]}.{os.getpid()}.part"
        try:
            beside.write_bytes(content)
            beside.replace(out)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise ReportError(f"{out}: the package cannot be written: {error.strerror or error}") from error


def _is_package(path: Path) -> bool:
    try:
        read_manifest(opened(package_bytes(path), package=str(path))[MANIFEST], package=str(path))
    except PackageError:
        return False
    return True


def _document(out: Path, content: bytes, contents: Contents) -> dict[str, Any]:
    manifest = contents.manifest
    return {
        "document": "packed",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "file": str(out),
        "sha256": sha256_of(content),
        "size_bytes": len(content),
        "edition": manifest["edition"],
        "members": manifest["members"],
        "left_out": manifest["left_out"],
        "exit_code": contents.exit_code,
    }


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    members = told["members"]
    inputs = sum(1 for member in members if member["name"].startswith(INPUTS))
    yield f"{told['file']}: {len(members) + 1} members, {inputs} of them handed in, {told['size_bytes']:,} bytes"
    yield f"sha256 {told['sha256']}"
    yield f"edition {told['edition']['key']} sha256 {told['edition']['sha256']}"
    for one in told["left_out"]:
        yield f"left out: {one['what']}: {one['because']}"
    yield f"headwater reproduce {told['file']} makes it again and names what differs"
