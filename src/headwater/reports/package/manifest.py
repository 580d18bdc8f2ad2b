"""The manifest of a package: what was asked, which edition decided, what it was made with, every member's checksum.

Owns its keys, which stand in docs/reference/package-json.md, and its check when it is read back: it may have been
written by anybody.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from headwater import __version__
from headwater.errors import PackageError, shown

MANIFEST: Final = "manifest.json"
README: Final = "README.txt"
INPUTS: Final = "inputs/"
OUTPUTS: Final = "outputs/"
VERSION: Final = 1
MOST_BYTES: Final = 2_000_000
# What sets a page or a number that is written, or reads a file handed in; a test holds the list against the lock.
PACKAGES: Final = ("jinja2", "markupsafe", "numpy", "openpyxl", "pypdf", "pyyaml", "typst")
SETS_PDF: Final = ("typst",)
SETS_HTML: Final = ("jinja2", "markupsafe")
STATEMENT: Final = (
    "What was handed in, and what came of it under the stormwater rule alone. The District decides. A checksum finds "
    "what was changed afterwards; it does not say who made this package."
)


@dataclass(frozen=True, kw_only=True)
class Handed:
    """A file handed in: its member, and the condition of the land that somebody said it models."""

    member: str
    condition: str | None = None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a package is made from, each file by the name of its member."""

    plan: str
    edition: str | None = None
    because: str | None = None
    overlay: str | None = None
    rain: str | None = None
    handed: tuple[Handed, ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        """Every member that it names."""
        some = (self.plan, self.overlay, self.rain, *(one.member for one in self.handed))
        return tuple(name for name in some if name is not None)


def sha256_of(content: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def made_with() -> dict[str, Any]:
    """Return the versions of everything that has a part in the bytes of a package."""
    packages: dict[str, str | None] = {}
    for name in PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = None
    return {"headwater": __version__, "python": platform.python_version(), "packages": packages}


def manifest_of(
    asked: Asked,
    *,
    plan: Mapping[str, Any],
    edition: Mapping[str, Any],
    left_out: Sequence[Mapping[str, str]],
    checklist: Sequence[Mapping[str, Any]],
    exit_code: int,
    members: Mapping[str, bytes],
) -> dict[str, Any]:
    """Return the manifest of members, as plain values."""
    return {
        "document": "package",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "plan": dict(plan),
        "edition": dict(edition),
        "asked": {
            "plan": asked.plan,
            "edition": asked.edition,
            "because": asked.because,
            "overlay": asked.overlay,
            "rain": asked.rain,
            "handed": [{"member": one.member, "condition": one.condition} for one in asked.handed],
        },
        "left_out": [dict(one) for one in left_out],
        "checklist": [dict(one) for one in checklist],
        "exit_code": exit_code,
        "made_with": made_with(),
        "members": [
            {"name": name, "size_bytes": len(content), "sha256": sha256_of(content)}
            for name, content in sorted(members.items())
        ],
    }


def manifest_json(manifest: Mapping[str, Any]) -> bytes:
    """Return a manifest as the bytes of its member."""
    return (json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode("utf-8")


# ---- read back -------------------------------------------------------------------------------------------------------


def read_manifest(content: bytes, *, package: str) -> dict[str, Any]:
    """Return the manifest of a package, if it is one as it was written.

    Raises
    ------
    PackageError
        If it is no JSON, or a key that is needed is missing or of another kind.
    """
    if len(content) > MOST_BYTES:
        raise _unusable(package, "", f"it has {len(content):,} bytes", f"at most {MOST_BYTES:,}")
    try:
        manifest = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _unusable(package, "", "it is no JSON text", "the JSON that `headwater package` writes") from error
    if not isinstance(manifest, dict) or manifest.get("document") != "package":
        raise _unusable(package, "document", "it is no manifest of a package", "`package`")
    if manifest.get("version") != VERSION:
        raise _unusable(
            package, "version", f"version {shown(manifest.get('version'))} is not known", f"version {VERSION}"
        )
    for key, kind in (("asked", dict), ("members", list), ("made_with", dict)):
        if not isinstance(manifest.get(key), kind):
            raise _unusable(package, key, "it is missing or of another kind", f"a {kind.__name__}")
    packages = manifest["made_with"].get("packages")
    if not isinstance(packages, dict):
        raise _unusable(package, "made_with.packages", "it is missing or of another kind", "a dict")
    return manifest


def asked_in(manifest: Mapping[str, Any], *, package: str) -> Asked:
    """Return what a manifest says that its package is made from.

    Raises
    ------
    PackageError
        If a name is no text, or lies outside the folder of what was handed in.
    """
    asked = manifest["asked"]
    if not isinstance(asked.get("plan"), str):
        raise _unusable(package, "asked.plan", "it names no plan", "the name of a member")
    for key in ("edition", "because", "overlay", "rain"):
        if not isinstance(asked.get(key), str | None):
            raise _unusable(package, f"asked.{key}", f"{shown(asked[key])} is no text", "a text or null")
    handed = asked.get("handed")
    if not isinstance(handed, list) or not all(_is_handed(one) for one in handed):
        raise _unusable(package, "asked.handed", "it is no list of files", "a member and a condition of each")
    found = Asked(
        plan=asked["plan"],
        edition=asked.get("edition"),
        because=asked.get("because"),
        overlay=asked.get("overlay"),
        rain=asked.get("rain"),
        handed=tuple(Handed(member=one["member"], condition=one["condition"]) for one in handed),
    )
    for name in found.members:
        if not name.startswith(INPUTS):
            raise _unusable(package, "asked", f"{shown(name)} is not among the inputs", f"a name below {INPUTS}")
    return found


def checksums_in(manifest: Mapping[str, Any], *, package: str) -> dict[str, str]:
    """Return the checksum of each member by its name.

    Raises
    ------
    PackageError
        If a row is no name with a checksum, or a name comes twice.
    """
    found: dict[str, str] = {}
    for number, row in enumerate(manifest["members"]):
        where = f"members[{number}]"
        if not isinstance(row, dict) or not isinstance(row.get("name"), str) or not isinstance(row.get("sha256"), str):
            raise _unusable(package, where, "it is no name with a checksum", "`name` and `sha256`")
        if row["name"] in found:
            raise _unusable(package, where, f"{shown(row['name'])} comes twice", "each member once")
        found[row["name"]] = row["sha256"]
    return found


def _is_handed(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("member"), str) and isinstance(one.get("condition"), str | None)


def _unusable(package: str, field: str, wrong: str, expected: str) -> PackageError:
    where = f"{MANIFEST} {field}".rstrip()
    return PackageError(f"{package}: {where}: {wrong}; expected {expected}; ask for the package anew")
