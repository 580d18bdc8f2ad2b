"""Every key of a simulation's document stands in its page of the reference."""

from __future__ import annotations

import re
from pathlib import Path

from tests.headwater.simulating import document_of

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "simulation-json.md"
# Their keys are names: of conditions, outlets, nodes and storms.
BY_NAME = {"device_flows_cfs", "tailwaters_ft", "peaks_cfs", "levels_ft"}


def keys_of(document: object, *, inside: str = "") -> set[str]:
    if isinstance(document, list):
        return {key for item in document for key in keys_of(item)}
    if not isinstance(document, dict):
        return set()
    if inside in BY_NAME or (inside in ("peak_cfs", "sum_of_peaks_cfs")):
        return set()
    return set(document) | {key for name, value in document.items() for key in keys_of(value, inside=name)}


def test_every_key_of_a_simulation_is_in_its_page() -> None:
    named = set(re.findall(r"`([a-z_0-9]+)`", PAGE.read_text(encoding="utf-8")))
    found = keys_of(document_of(critical="10-yr"))
    assert len(found) > 100
    assert found - named == set()


def test_the_page_names_no_key_that_is_not_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    tables = "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    named = set(re.findall(r"`([a-z_0-9]+)`", tables))
    assert named - keys_of(document_of(critical="10-yr")) == set()
