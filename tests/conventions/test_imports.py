"""Imports run one way, and `import headwater` costs next to nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = ("pydantic", "typst", "jinja2", "numpy", "django", "matplotlib", "shapely", "yaml", "click")


def run_python(code: str, *, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, timeout=120)


def test_every_contract_of_the_import_linter_is_kept(repository: Path) -> None:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True, no_logo=True))"
    run = run_python(code, cwd=repository)
    assert run.returncode == 0, run.stdout + run.stderr


def test_importing_headwater_loads_nothing_heavy(repository: Path) -> None:
    run = run_python("import headwater, sys; print(*sorted(sys.modules))", cwd=repository)
    assert run.returncode == 0, run.stderr
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert "headwater" in loaded
    assert not loaded & set(HEAVY)


def test_importing_headwater_loads_no_package_of_its_own(repository: Path) -> None:
    run = run_python(
        "import headwater, sys; print(*[n for n in sys.modules if n.startswith('headwater.')])", cwd=repository
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []
