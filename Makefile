# Everything runs in the local environment .venv, made from the locked requirements.
PYTHON ?= python3
HOST ?= 127.0.0.1
MESSAGES ?= 1000000
KILLS ?= 500
CLUSTER_PORT ?= 8000
# An option for a variable that was given on the command line.
given = $(if $(filter command,$(firstword $(origin $(1)))),--$(2) $($(1)))
BIN := .venv/bin
PLAYABLE := .venv/playable
READY := .venv/ready
PEER := bench/boardgame/node_modules/.package-lock.json
WEB_READY := .venv/web/ready
BIOME := .venv/web/node_modules/.bin/biome
TSC := .venv/web/node_modules/.bin/tsc
# More workers than cores, because tests with servers and browsers wait half of the time.
WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) * 2)')
ON_ALL_CORES := -n $(WORKERS) --dist loadgroup
# Tests start hundreds of processes: let Python compile every module once, whatever is set outside.
export PYTHONDONTWRITEBYTECODE :=

HELP := /^\# /{if(!text)text=substr($$0,3);next} /^[a-z][a-z-]*:/&&text{sub(/:.*/,"",$$1);printf "  make %-14s %s\n",$$1,text} {text=""}

.PHONY: help lexicon frames pictures api kills power-losses load hostile-soak attacks cluster faults play test test-fast coverage check check-web format lock bench versus fuzz fuzz-inputs fuzz-kernels soak mutants games clean

# Lists what make can do.
help:
	@awk '$(HELP)' $(firstword $(MAKEFILE_LIST))

# Sets everything up, starts the server and opens the game in your browser.
play: $(PLAYABLE)
	$(BIN)/kostka play --host $(HOST)

# Sets everything up and runs every check and every test.
test: check $(WEB_READY)
	@tests/browser/install_chromium.sh
	@tests/install_debian_tools.sh
	$(BIN)/pytest $(ON_ALL_CORES)

# Runs all tests but those in the browser and those that tests/conftest.py calls slow.
test-fast: $(WEB_READY)
	$(BIN)/pytest $(ON_ALL_CORES) -m "not slow"

# Measures the lines and branches below the server that tests reach; pyproject.toml has the floor.
coverage: $(READY)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(ON_ALL_CORES) -m "not slow" --ignore=tests/server \
	  --ignore=tests/web
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Checks format, style, types and layers of Python, JavaScript and CSS (some seconds).
check: $(READY) check-web
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-cache > .venv/layers.log || { cat .venv/layers.log; exit 1; }

# Checks format, style and types of the browser client.
check-web: $(WEB_READY)
	@if [ -e $(WEB_READY) ]; then \
	  $(BIOME) check --error-on-warnings && \
	  $(TSC) -p web/jsconfig.json --incremental --tsBuildInfoFile .venv/web/client.tsbuildinfo && \
	  $(TSC) -p web/worker/jsconfig.json --incremental --tsBuildInfoFile .venv/web/worker.tsbuildinfo; \
	else \
	  echo "THE CLIENT IS NOT CHECKED: npm could not install Biome and TypeScript" >&2; \
	  [ -z "$$CI$$KOSTKA_REQUIRE_BROWSER" ]; \
	fi

# Lets the formatters and linters mend what they can.
format: $(READY) $(WEB_READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix --quiet .
	@if [ -e $(WEB_READY) ]; then $(BIOME) check --write; fi

# Runs all benchmarks against their peers and prints tables and JSON (half an hour).
bench: $(READY) $(PEER)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	$(BIN)/python -m bench all

# Compares solver and server with those of another checkout: make versus OTHER=../kostka-before.
versus: $(READY)
	$(BIN)/python -m bench versus $(OTHER)

# Seeds faults into melds and scoring and counts how many the tests notice (some minutes).
mutants: $(READY)
	$(BIN)/mutmut run
	$(BIN)/mutmut results

# Runs the state machines twenty times as long as make test, then new positions for the solvers.
fuzz: $(READY)
	KOSTKA_FUZZ=20 $(BIN)/pytest $(ON_ALL_CORES) tests/test_state_machine.py tests/word/test_state_machine.py
	$(BIN)/python -m tests.tools.fuzz_solver --seconds 1200
	$(BIN)/python -m tests.tools.fuzz_word_solver --positions 10000

# Gives workers 60,000 changed lists, records, tournaments, themes and questions (some minutes).
fuzz-inputs: $(READY)
	KOSTKA_FUZZ=100 $(BIN)/pytest tests/server/workers/test_fuzz_inputs.py

# Fuzzes both compiled kernels under ASan and UBSan, ten minutes each.
fuzz-kernels: $(READY)
	$(BIN)/python -m tests.tools.fuzz_kernels

# Bots play 10,000 number games of every edition and 1,000 word games, with every command checked.
soak: $(READY)
	$(BIN)/python -m tests.tools.soak_number_bots --games 10000
	$(BIN)/python -m tests.tools.soak_word_bots --games 1000

# Plays and records the games in tests/games again.
games: $(READY)
	$(BIN)/python -m tests.tools.record_number_games
	$(BIN)/python -m tests.tools.record_word_games

# Builds the Polish lexicon from its sources and compares it with the file in the package.
# The word list is a package of Debian 12; on other systems, put that file into build/lexicon first.
lexicon: $(READY)
	@mkdir -p build/lexicon
	@cd build/lexicon && { test -f wpolish_20220301-1_all.deb || apt-get download wpolish=20220301-1; }
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --dest build/lexicon wordfreq==3.1.1
	$(BIN)/python -m tools.build_polish_lexicon build/lexicon/wpolish_20220301-1_all.deb build/lexicon/wordfreq-3.1.1-py3-none-any.whl

# Holds 1,000 games with 4 connections each for ten minutes on one server.
load: $(READY)
	$(BIN)/python -m bench server --hold 1000 --minutes 10

# Kills a process that writes into a store 100 times and checks that nothing is lost.
kills: $(READY)
	$(BIN)/python -m tests.tools.kill_store --times 100

# Simulates 200 power losses under a store and a server, and checks that nothing is lost.
power-losses: $(READY)
	$(BIN)/python -m tests.tools.lose_power --losses 200

# Sends a server a million hostile messages while others play on it, and kills it 500 times.
hostile-soak: $(READY)
	$(BIN)/python -m tests.tools.soak_server --messages $(MESSAGES) --kills $(KILLS)

# Runs a whole cluster on this machine until Ctrl-C: two databases, three nodes, haproxy in front.
cluster: $(PLAYABLE)
	@$(BIN)/python -m tools.cluster --port $(CLUSTER_PORT) $(if $(FOLDER),--folder $(FOLDER))

# Kills, stops, cuts off and updates nodes and databases under load, and checks that nothing is lost.
# Less of it: make faults KILLS=20 STOPS=10 PARTITIONS=10 FAILOVERS=5 UPDATES=2 SEED=2.
faults: $(READY)
	$(BIN)/python -m tests.tools.faults --without-fencing
	$(BIN)/python -m tests.tools.faults $(call given,KILLS,kills) $(call given,STOPS,stops) \
	  $(call given,PARTITIONS,partitions) $(call given,FAILOVERS,failovers) \
	  $(call given,UPDATES,updates) $(call given,SEED,seed)

# Attacks a server in many ways and prints what that does to its memory and to others' delays.
attacks: $(READY)
	$(BIN)/python -m tests.tools.attack_server

# Writes the protocol, the HTTP routes and the table of settings into docs, and the client's types.
api: $(READY)
	$(BIN)/python -m kostka.protocol.schema > docs/protocol.schema.json
	$(BIN)/python -m kostka.server.openapi > docs/openapi.json
	$(BIN)/python -m tools.write_protocol_types > web/app/protocol.d.ts
	$(BIN)/python -m tools.write_edition_data > web/shared/score_sheet/edition_data.js
	$(BIN)/python -m tools.write_settings_table

# Takes pictures of every page in three sizes, and of some tournament papers, for docs/pictures.
pictures: $(READY)
	@tests/browser/install_chromium.sh
	$(BIN)/python -m tests.tools.take_screenshots
	$(BIN)/python -m tests.tools.picture_sample_papers

# Measures how smoothly a tile is dragged over a full table.
frames: $(READY)
	@tests/browser/install_chromium.sh
	$(BIN)/python -m tests.tools.measure_drag_frames

# Pins every dependency again, with hashes, in the three lock files.
lock: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --generate-hashes --upgrade \
	  --no-header --no-emit-index-url --no-annotate --quiet --python-version 3.11 -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra build --universal --generate-hashes \
	  --constraint requirements.lock --no-header --no-emit-index-url --no-annotate --quiet \
	  --python-version 3.11 -o requirements-play.lock
	$(BIN)/uv pip compile pyproject.toml --extra bench --universal --generate-hashes --upgrade \
	  --constraint requirements.lock --no-header --no-emit-index-url --no-annotate --quiet \
	  --python-version 3.11 -o requirements-bench.lock

KERNEL := setup.py $(wildcard src/kostka/solver/kernel/* src/kostka/wordsolver/kernel/*)

$(PLAYABLE): requirements-play.lock pyproject.toml $(KERNEL)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "kostka needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv || \
	  { echo "'$(PYTHON) -m venv' failed: on Debian and Ubuntu install the package python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-play.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# What tests and tools need besides.
$(READY): requirements.lock $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

# What checks the browser client. Without npm those checks are left out, loudly, but never where CI is set.
$(WEB_READY): web/package.json web/package-lock.json $(READY)
	@mkdir -p $(@D) && rm -f $@ && cp web/package.json web/package-lock.json $(@D)
	@if npm ci --prefix $(@D) --no-audit --no-fund --silent; then touch $@; else echo "npm could not install what checks the client"; fi

$(PEER): bench/boardgame/package-lock.json
	@command -v npm > /dev/null || { echo "the peer of 'python -m bench server' needs node and npm"; exit 1; }
	npm ci --silent --no-audit --no-fund --prefix bench/boardgame

# Removes everything that make has built and installed.
clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis mutants build src/*.egg-info src/kostka/*/*.so
