# The two commands for a newcomer are `make run` and `make test`; `make env` comes first by itself.
# Nothing is needed but a Python 3.11 to 3.13 with its pip, and GNU make.

PYTHON = python3
PLAN = examples/corner-store-2011.yaml
OUT = build/report
JOBS = 2

VENV = .venv
BIN = $(VENV)/bin
STAMP = $(VENV)/installed
PIP_INSTALL = --python $(BIN)/python install --quiet --disable-pip-version-check
PYTEST = $(BIN)/python -m pytest
# Pytest ends with 5 when it was given no test to run, as when nothing carries a marker yet. That is no failure.
OR_NO_TESTS = || test $$? -eq 5
# headwater ends with 0, 1 or 2 when it assessed the plan (all met, something not met, something it cannot tell),
# and with 3 when the input is bad.
OR_ASSESSED = || test $$? -le 2

.SUFFIXES:
.PHONY: env run test check lint format proof bench docs clean

# ---- the environment -------------------------------------------------------------------------------------------------
env: $(STAMP)

$(STAMP): lock.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { \
	  echo "$(PYTHON) is not a Python 3.11, 3.12 or 3.13. Name one: make $(or $(MAKECMDGOALS),env) PYTHON=python3.12" >&2; \
	  exit 1; }
	@rm -f $@
	@$(BIN)/python -c '' 2>/dev/null || { echo "Making $(VENV)"; $(PYTHON) -m venv --clear --without-pip $(VENV); }
	@if $(PYTHON) -m pip --version >/dev/null 2>&1; then pip="$(PYTHON) -m pip"; else pip=pip; fi; set -e; \
	  echo "Installing the locked packages into $(VENV), which takes up to a minute"; \
	  $$pip $(PIP_INSTALL) --require-hashes -r lock.txt; \
	  $$pip $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# ---- one plan, assessed ----------------------------------------------------------------------------------------------
run: env
	@rm -rf $(OUT)
	@$(BIN)/headwater check $(PLAN) $(OR_ASSESSED)
	@echo
	@$(BIN)/headwater report $(PLAN) --out $(OUT) $(OR_ASSESSED)
	@test -n "$$(ls -A $(OUT) 2>/dev/null)" || { echo "No report was written to $(OUT)." >&2; exit 1; }

# ---- tests -----------------------------------------------------------------------------------------------------------
test: env lint
	$(PYTEST) -n $(JOBS) $(OR_NO_TESTS)

# The quick part, for use while writing: no browser, no PDF.
check: env lint
	$(PYTEST) -n $(JOBS) -q -m "not proof and not browser and not pdf" $(OR_NO_TESTS)

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: env
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

proof: env
	HEADWATER_PROOF=1 $(PYTEST) -n $(JOBS) -m proof $(OR_NO_TESTS)

# ---- the rest --------------------------------------------------------------------------------------------------------
bench: env
	$(BIN)/python benchmarks/run.py

docs: env
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/docs
	@echo "The docs are in build/docs/index.html"

clean:
	rm -rf build .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
