# Two commands do everything on a machine with Python 3.11 or newer: `make play`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test test-compiled test-plain test-bounds test-web lint bench load page-speed crash soak arena clean chromium node

play: $(VENV)/installed
	$(BIN)/spielwerk

test: lint test-web test-compiled test-plain test-bounds

# The page's drawings and types, without a browser.
TYPESCRIPT := typescript@5.9.3
test-web: | node
	node --test tests/web/*.test.js
	npx --yes -p $(TYPESCRIPT) tsc -p src/spielwerk/web/tsconfig.json

# The whole suite, on compiled rules, the page in a real browser included.
test-compiled: $(VENV)/installed-dev | chromium
	$(BIN)/python -m pytest -n 2 --dist worksteal

# The same rules as plain Python, and compiled with every index checked.
test-plain: $(VENV)/installed-dev
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/rules tests/games tests/match -m "not compiled"

test-bounds: $(VENV)/installed-dev
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/games -m "not compiled"

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/installed
	$(BIN)/spielwerk bench

# The server under load, beside boardgame.io's where there is npm.
load: $(VENV)/installed
	$(BIN)/python benchmarks/load.py

# The page in a real browser: how soon it can be used, and how smoothly.
page-speed: $(VENV)/installed-dev | chromium
	PYTHONPATH=tests $(BIN)/python benchmarks/page.py

# Servers under load, killed again and again: on SQLite, and two workers on PostgreSQL. Takes long.
crash: $(VENV)/installed-dev
	PYTHONPATH=tests $(BIN)/python -m server.crashing

# 100,000 random games of each game at each number of seats, every state looked at.
soak: $(VENV)/installed
	$(BIN)/spielwerk soak

# The table of docs/bots.md: every bot against the one below it, 400 games in each game; one bot
# among those below it at larger tables; alone. Takes long.
GAMES := axio axio_hex axio_rota second_chance anubixx
ARENA := $(BIN)/spielwerk arena --workers 2 --seed 3
arena: $(VENV)/installed
	for game in $(GAMES); do \
		for pair in lehrling,zufall geselle,lehrling meister,geselle grossmeister@150ms,meister; do \
			$(ARENA) $$game --bots $$pair || exit 1; \
		done; \
		for bots in geselle,lehrling,lehrling meister,geselle,geselle \
			geselle,lehrling,lehrling,lehrling meister,geselle,geselle,geselle; do \
			$(ARENA) $$game --bots $$bots || exit 1; \
		done; \
	done
	for game in axio axio_hex; do \
		$(ARENA) $$game --bots grossmeister@30ms,ismcts@30ms || exit 1; \
	done
	for game in axio axio_rota second_chance; do \
		$(ARENA) $$game --bots grossmeister@150ms --seats 1 --games 200 || exit 1; \
	done

# What tests need beside Python: installed where it is missing and we may.
chromium:
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium; }

node:
	@command -v npx >/dev/null || { apt-get update -qq && apt-get install -y -qq nodejs npm; }

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Spielwerk needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $(VENV)/installed $@
