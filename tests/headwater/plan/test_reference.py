"""The page on the plan file cannot fall behind the records of a plan."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from headwater.errors import PlanFileError
from headwater.intake.plan_file import read_plan_text


@pytest.fixture(scope="module")
def maker(repository: Path) -> ModuleType:
    """Return the script that writes the page."""
    spec = importlib.util.spec_from_file_location("make_plan_file", repository / "docs/reference/make_plan_file.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_and_the_schema_are_what_the_script_makes(maker: ModuleType) -> None:
    page = maker.PAGE.read_text(encoding="utf-8")
    assert maker.page(page) == page, "run docs/reference/make_plan_file.py"
    assert maker.schema() == maker.SCHEMA.read_text(encoding="utf-8"), "run docs/reference/make_plan_file.py"


def test_the_plans_on_the_how_to_page_read(repository: Path) -> None:
    text = (repository / "docs/howto/write-a-plan.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if not block.startswith("#")]
    assert len(blocks) == 2
    for block in blocks:
        read_plan_text("headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\n" + block)


def test_the_message_on_the_how_to_page_is_the_one_that_comes(repository: Path) -> None:
    text = (repository / "docs/howto/write-a-plan.md").read_text(encoding="utf-8")
    (message,) = re.findall(r"```text\n(.*?)\n```", text, re.DOTALL)
    plan = "headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\n" + "\n" * 7 + "site:\n  area: 2.55\n"
    with pytest.raises(PlanFileError) as refused:
        read_plan_text(plan, name="plan.yaml")
    assert str(refused.value) == message
