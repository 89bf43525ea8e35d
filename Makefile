# Two commands do everything on a machine with Python 3.11 or newer: `make play`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play engines engine-newest test test-web test-compiled test-plain test-bounds test-browsers test-hosting test-research test-engines ci lint bench load load-pairs page-speed trace-click crash soak arena clean chromium firefox webkit node

play: $(VENV)/installed
	$(BIN)/spielwerk

# What a contributor runs.
test: lint test-web test-compiled test-plain test-bounds

# All tests. Every part of them can be had there, so none may be skipped.
ci: export PYTEST_ADDOPTS += --no-skips
ci: test test-engines test-browsers test-hosting test-research

# The page's drawings and types, without a browser.
TYPESCRIPT := typescript@5.9.3
test-web: | node
	node --test tests/web/*.test.js
	npx --yes -p $(TYPESCRIPT) tsc -p src/spielwerk/web/tsconfig.json

# Everything but the folders below, on compiled rules, the page in a real browser included.
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal --durations 20 --durations-min 1
BESIDE := browsers engines hosting research
# Engines are rebuilt in an environment of their own, with the versions that the builder knows.
test-compiled: export ENGINE_PYTHON := $(CURDIR)/.venv-engine/bin/python
test-compiled: $(VENV)/installed-test .venv-engine/installed | chromium
	$(BIN)/python -m spielwerk.server.preparing  # or each of two processes compiles all of it
	$(PYTEST) tests $(BESIDE:%=--ignore tests/%)

# The same rules as plain Python, and compiled with every index checked. Whole random games of all
# tables take long as plain Python, and are played with indices checked anyway.
LONG_GAMES := tests/games/test_granted.py tests/games/test_properties.py tests/games/test_premoves.py
test-plain: $(VENV)/installed-test
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules tests/games tests/match -m "not compiled" $(LONG_GAMES:%=--ignore %)

test-bounds: $(VENV)/installed-test
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/games -m "not compiled"

# What takes long in a browser, and what must be the same in Chromium, Firefox and WebKit.
test-browsers: $(VENV)/installed-test | chromium firefox webkit
	$(PYTEST) tests/browsers

# What a host relies on: crashes of servers and workers, the image, the load's script.
test-hosting: $(VENV)/installed-test
	$(PYTEST) tests/hosting

# Other people's libraries, some of them large: OpenSpiel, MOMAland, PyTorch, Ray.
test-research: $(VENV)/installed-research
	$(PYTEST) tests/research

# Engines of all games at all tables, beside the same kernels compiled for this machine.
test-engines: $(VENV)/installed-test | node
	$(PYTEST) tests/engines

lint: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The games as WebAssembly, committed with them: after a change of kernels that are inside. They are
# built in an environment of its own, by the one Python, Numba and llvmlite that the builder knows.
engines: .venv-engine/installed
	for game in $(GAMES); do .venv-engine/bin/spielwerk engine $$game || exit 1; done

# Would they be built by the newest Numba? May fail.
engine-newest: pyproject.toml
	$(PYTHON) -m venv .venv-engine-newest
	.venv-engine-newest/bin/python -m pip install --quiet --upgrade --editable . numba llvmlite
	for game in $(GAMES); do \
		.venv-engine-newest/bin/spielwerk engine $$game --any-version --out build/engine-newest/$$game || exit 1; \
	done

bench: $(VENV)/installed
	$(BIN)/spielwerk bench

# The server under load, beside boardgame.io's where there is npm.
load: $(VENV)/installed
	$(BIN)/python benchmarks/load.py

# This server beside another checkout of it, by turns: make load-pairs OTHER=../before
load-pairs: $(VENV)/installed
	$(BIN)/python benchmarks/pairs.py $(OTHER)

# The page in a real browser: how soon it can be used, and how smoothly.
page-speed: $(VENV)/installed-test | chromium
	PYTHONPATH=tests $(BIN)/python benchmarks/page.py

# The files through which one click goes, from the hand to the other's screen.
trace-click: $(VENV)/installed-test | chromium
	PYTHONPATH=tests $(BIN)/python benchmarks/trace_click.py

# Servers under load, killed again and again: on SQLite, and two workers on PostgreSQL. Takes long.
crash: $(VENV)/installed-test
	PYTHONPATH=tests $(BIN)/python -m hosting.crashing

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

firefox:
	@command -v firefox-esr >/dev/null || { apt-get update -qq && apt-get install -y -qq firefox-esr; }

webkit:
	@command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || { apt-get update -qq && apt-get install -y -qq webkit2gtk-driver xvfb; }

node:
	@command -v npx >/dev/null || { apt-get update -qq && apt-get install -y -qq nodejs npm; }

clean:
	rm -rf $(VENV) .venv-engine .venv-engine-newest build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Spielwerk needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

.venv-engine/installed: pyproject.toml
	$(PYTHON) -m venv .venv-engine
	.venv-engine/bin/python -m pip install --quiet --editable ".[engine]"
	touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/installed-test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $(VENV)/installed $@

$(VENV)/installed-research: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable ".[dev,test-research]"
	touch $(VENV)/installed $(VENV)/installed-test $@
