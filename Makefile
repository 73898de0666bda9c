# One command each. A machine with Python 3.11 or later and pip is enough.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: odds setup test lint format bench tables reports clean

odds: $(VENV)/ready ## set up, then the odds of Edward III against Philip VI
	$(BIN)/simcore odds cent-ans pitched-battle attacker.leaders=edward-iii defender.leaders=philip-vi

setup: $(VENV)/ready-dev ## everything for developing

test: $(VENV)/ready-dev ## set up, then lint, types, import direction, and the tests with and without the JIT
	PATH="$(CURDIR)/$(BIN):$$PATH" sh scripts/run_tests.sh

lint: $(VENV)/ready-dev
	PATH="$(CURDIR)/$(BIN):$$PATH" sh scripts/run_tests.sh lint

format: $(VENV)/ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/ready-dev ## ratios against C, side by side
	$(BIN)/python -m bench.ratios

tables: $(VENV)/ready-dev ## the published tables
	$(BIN)/python scripts/publish_tables.py

reports: $(VENV)/ready-dev ## the pictures and pages in reports/
	$(BIN)/python scripts/publish_reports.py

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/ready-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/ready

clean:
	rm -rf $(VENV) bench/build
