"""The lock pins every package by version and hash, holds no address, and keeps up with pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


@pytest.fixture(scope="module")
def lock(repository: Path) -> str:
    return (repository / "lock.txt").read_text(encoding="utf-8")


def requirements_of(lock: str) -> list[str]:
    lines = lock.replace("\\\n", " ").splitlines()
    return [line for line in lines if line and not line.lstrip().startswith("#")]


def test_it_holds_no_address_and_no_option_but_hashes(lock: str) -> None:
    assert "://" not in lock
    assert set(re.findall(r"--[a-z-]+", lock)) == {"--hash"}


def test_it_pins_every_package_by_version_and_hash(lock: str) -> None:
    requirements = requirements_of(lock)
    assert requirements
    assert [line for line in requirements if "==" not in line or "--hash=sha256:" not in line] == []


def test_it_has_a_fitting_version_of_all_that_pyproject_asks_for(repository: Path, lock: str) -> None:
    pinned: defaultdict[str, list[str]] = defaultdict(list)
    for line in requirements_of(lock):
        requirement = Requirement(line.partition("--hash")[0])
        pinned[canonicalize_name(requirement.name)] += [each.version for each in requirement.specifier]
    pyproject = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*pyproject["project"]["dependencies"], *pyproject["build-system"]["requires"]]
    wanted += [text for group in pyproject["dependency-groups"].values() for text in group]
    behind = [
        text
        for text in wanted
        if not any(Requirement(text).specifier.contains(v) for v in pinned[canonicalize_name(Requirement(text).name)])
    ]
    assert not behind, f"make the lock again (CONTRIBUTING.md): {behind}"
