"""The page of storages and outlets names every one of them, and prints every constant as it is."""

from __future__ import annotations

import dataclasses
import importlib
import re
from pathlib import Path

import pytest

from headwater.hydraulics.culvert_inlet import entrance_losses, inlets

MODULES = (
    *(
        "basin",
        "broad_crest",
        "contours",
        "culvert",
        "exfiltration",
        "orifice",
        "pipe_sections",
        "pipe_storage",
        "pump",
    ),
    *(
        "riser",
        "sections",
        "stage_storage",
        "stone",
        "storage_sum",
        "storage_table",
        "underdrain",
        "user_rating",
        "weir",
    ),
)


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "reference" / "outlets.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MODULES)
def test_every_record_of_a_module_is_named(name, page) -> None:
    module = importlib.import_module(f"headwater.hydraulics.{name}")
    records = {
        record.__name__
        for record in vars(module).values()
        if dataclasses.is_dataclass(record) and isinstance(record, type) and record.__module__ == module.__name__
    }
    assert records - {"_Listed"} <= set(re.findall(r"`(\w+)`", page))


def test_every_inlet_is_printed_with_its_constants(page) -> None:
    for inlet in inlets().values():
        constants = (inlet.unsubmerged_k, inlet.unsubmerged_m, inlet.submerged_c, inlet.submerged_y)
        cells = " | ".join(f"{constant:g}" for constant in constants)
        assert f"| `{inlet.id}` | {inlet.chart} | {inlet.form} | {cells} |" in page


def test_every_entrance_loss_is_printed(page) -> None:
    for loss in entrance_losses().values():
        assert f"| `{loss.id}` | {loss.entrance_loss:g} |" in page
