"""Published cases: inputs, what their sources print, how far to trust it, and where it stands."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml


@cache
def case(name: str) -> dict[str, Any]:
    """Return the case in the folder `name` beside this file."""
    text = (Path(__file__).parent / name / "case.yaml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def expected(name: str) -> dict[str, Any]:
    """Return what a worked case expects, by name, each with the tolerance that its file gives."""
    return {row["name"]: within(row) for row in case(name)["expected"]}


def within(row: dict[str, Any]) -> Any:
    """Return the value of a row, equal to all that its tolerance covers."""
    return pytest.approx(row["value"], abs=row.get("tol_abs", 0.0), rel=row.get("tol_rel", 0.0))


def inputs(name: str) -> dict[str, Any]:
    """Return the inputs of a worked case: a table as its rows, a single value as that value."""
    return {key: part["rows"] if "rows" in part else part["value"] for key, part in case(name)["inputs"].items()}
