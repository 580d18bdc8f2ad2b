"""Every key of the documents that commands print as JSON, and of an edition's data, stands in the reference."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from headwater.cli.main import main
from headwater.editions.fields import read_yaml

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "docs" / "reference"
EDITIONS = ROOT / "src" / "headwater" / "editions"
STORE = "examples/corner-store-2011.yaml"
YARD = ("examples/real/26-boat-storage.yaml", "examples/real/26-boat-storage-revised.yaml")
# Their keys are names: of outcomes, tables, rows, facts and choices.
BY_NAME = {"counts", "hit_policies", "says", "where", "facts", "follows", "choices"}


def named(*pages: str) -> set[str]:
    return set(
        re.findall(r"`([a-z_0-9]+)`", "\n".join((REFERENCE / page).read_text(encoding="utf-8") for page in pages))
    )


def keys_of(document: object) -> set[str]:
    if isinstance(document, list):
        return {key for item in document for key in keys_of(item)}
    if not isinstance(document, dict):
        return set()
    below = (value for key, value in document.items() if not (key in BY_NAME and isinstance(value, dict)))
    return set(document) | {key for value in below for key in keys_of(value)}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["explain", STORE, "2011.3.c.1"], id="explain a criterion"),
        pytest.param(["explain", STORE, "2011.9.a"], id="explain a duty"),
        pytest.param(["compare", STORE], id="compare"),
        pytest.param(["diff", *YARD], id="diff"),
        pytest.param(["verify", "mcwd-2024"], id="verify"),
        pytest.param(["editions"], id="editions"),
    ],
)
def test_every_key_of_a_document_is_in_the_reference(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit):
        main([*command, "--json"])
    document = json.loads(capsys.readouterr().out)
    assert keys_of(document) - named("other-json.md", "assessment-json.md") == set()


def keys_of_items(data: object) -> set[str]:
    """Return the keys of all that stands in lists, and of what a case expects; other keys are names."""
    if isinstance(data, list):
        mappings = [item for item in data if isinstance(item, dict)]
        return {key for item in mappings for key in item} | {key for item in data for key in keys_of_items(item)}
    if not isinstance(data, dict):
        return set()
    return set(data.get("expect") or ()) | {
        key for name, value in data.items() if name != "facts" for key in keys_of_items(value)
    }


@pytest.mark.parametrize(
    "file", sorted(EDITIONS.glob("mcwd_*/**/*.yaml")), ids=lambda file: f"{file.parent.name} {file.name}"
)
def test_every_key_of_an_editions_data_is_in_the_reference(file: Path) -> None:
    page = (REFERENCE / "edition-data.md").read_text(encoding="utf-8")
    assert f"`{file.name}`" in page or file.parent.name == "cases"
    data = read_yaml(file.read_text(encoding="utf-8"), where=file.name)
    assert keys_of_items(data) - named("edition-data.md", "overlay.md") == set()
