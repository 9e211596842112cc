# What CI calls is what a person calls.

CARGO ?= cargo
# Links in a fraction of the time of a release, which `make dist` and the benchmarks use.
PROFILE_QUICK := --profile quick

.DEFAULT_GOAL := help
# The pages are built when something they are made of is newer than they are.
WEB_SOURCES := $(shell find web/src web/public web/scripts docs/games -type f 2>/dev/null) \
	web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json web/package.json
# Most tests wait more than they compute (.config/nextest.toml).
TEST_THREADS := $(shell echo $$((2 * $$(nproc 2>/dev/null || echo 2))))
WEB_PACKAGES := web/node_modules/.package-lock.json
WEB_PAGES := web/dist/index.html
TEST_WEB := npm run --silent lint && npm run --silent check && npm run --silent test

.PHONY: simulate test-quick laws-long help web web-or-not test-web test-e2e test-long dist run show generated test storm storm-cluster journal-long storm-mutants bench bench-server bench-cluster bench-peers bench-bots bench-engines golf-long fuzz fmt lint

help: ## list what make can do
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

web: $(WEB_PAGES) ## build the pages, if something has changed

$(WEB_PACKAGES): web/package-lock.json
	@scripts/node-needed "to build the pages"
	cd web && npm ci --no-audit --no-fund
	@touch $@

$(WEB_PAGES): $(WEB_PACKAGES) $(WEB_SOURCES)
	cd web && npm run --silent build
	@touch $@

# The server works without its pages, for programs: missing Node.js is reported and is not an error.
web-or-not:
	@if scripts/node-needed "to build the pages: the server starts without them"; then $(MAKE) --no-print-directory web; fi

run: web-or-not ## build the server and start it with all its ports: http://127.0.0.1:8080/ (ARGS="…" for other settings)
	@echo "Building the program: some minutes the first time."
	$(CARGO) build $(PROFILE_QUICK) --bin parlor
	$(CARGO) run $(PROFILE_QUICK) --quiet --bin parlor -- serve --legacy-ports $(ARGS)

show: ## watch bots play a game of each kind in the terminal
	$(CARGO) run $(PROFILE_QUICK) --quiet --bin parlor -- show

generated: ## write again what is generated from the code: docs/openapi.json, docs/schema/, web/src/generated/, clients/python, packaging/
	UPDATE_GENERATED=1 $(CARGO) test --quiet --workspace --test typescript
	UPDATE_GENERATED=1 $(CARGO) test --quiet --workspace --bin parlor description
	UPDATE_GENERATED=1 $(CARGO) test --quiet --workspace --bin parlor in_the_tree
	python3 clients/python/generate.py
	cd web && node scripts/game-types.js && node scripts/http-types.js

test: web ## everything that must hold: format, lints, docs, all tests, the pages in a real browser
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items --locked
	@rm -rf target/tmp/skipped target/tmp/test-web
	@# Most Rust tests wait for sockets and databases: the lints and unit tests of the pages run beside them.
	@mkdir -p target/tmp/test-web; \
	{ (cd web && $(TEST_WEB)) >target/tmp/test-web/log 2>&1; echo $$? >target/tmp/test-web/status; } & \
	needs="$$(scripts/test-needs)"; \
	if $(CARGO) nextest --version >/dev/null 2>&1; then \
		run="nextest run --workspace --locked --no-fail-fast --test-threads $(TEST_THREADS)"; \
	else \
		echo "cargo-nextest is not installed: using cargo test"; \
		run="test --workspace --locked --lib --bins --tests --no-fail-fast"; \
	fi; \
	echo "cargo $$run"; \
	env $$needs scripts/with-postgres $(CARGO) $$run; status=$$?; \
	wait; cat target/tmp/test-web/log; \
	[ "$$status" = 0 ] && [ "$$(cat target/tmp/test-web/status)" = 0 ]
	$(CARGO) test --workspace --locked --doc
	scripts/dist-test --sample
	@# The program that the Rust tests were built with: another set of features would build half of it again.
	cd web && npm run --silent e2e
	@scripts/list-skipped

test-web: $(WEB_PACKAGES) ## lints, types and unit tests of the pages
	cd web && $(TEST_WEB)

test-e2e: web ## people in a real browser, on a real server
	@scripts/test-needs >/dev/null
	$(CARGO) build --locked --bin parlor
	cd web && npm run --silent e2e

bench: ## games and actions a second, clone and view times, instructions an action
	$(CARGO) bench -p games --bench rollouts

bench-peers: ## the same beside OpenSpiel, in one run, as ratios
	scripts/bench-peers

bench-bots: ## how strong the bots are: the bars, the ladder and the pools, with intervals (PART=bars|ladder|pools, THREADS=n)
	scripts/bench-bots

bench-engines: ## our Gomoku against engines of others, fetched as packages (GAMES=n, LEVEL=expert)
	scripts/bench-engines

bench-server: ## what the server carries: CPU a move, latency, memory, beside a bare relay (BENCH_TABLES, BENCH_SECONDS, BENCH_MANY)
	scripts/bench-server

dist: ## build the tarball, the Debian package and the image into target/dist (docs/installing.md)
	scripts/dist

test-quick: ## for daily work: rules, bots and tables without their long tests, and the pages' unit tests; needs cargo-nextest
	$(CARGO) fmt --all --check
	$(CARGO) nextest run --locked -p game -p cards -p games -p bots -p protocol -p tables -p sixth-game \
		-E 'not (test(laws) | test(reference) | test(work) | test(levels) | test(thousands) | test(properties))'
	$(MAKE) --no-print-directory test-web

laws-long: ## the long run of the rules: 2,000 games held to the laws at each table, independent retellings follow 1,000 of them
	PARLOR_LONG=1 $(CARGO) test --locked -p games -- reference laws

test-long: laws-long web ## what takes long: the rules at length, the tutorial's build, a tournament of 200 programs, thousands of simulated clusters, stress runs, whole games in Firefox, and packages built, installed, upgraded, run and removed on this machine
	PARLOR_LONG=1 $(CARGO) test --locked -p parlor --test documents tutorial
	PARLOR_LONG=1 $(CARGO) test --locked -p tables --test tournaments
	$(MAKE) --no-print-directory simulate SEEDS=2000
	scripts/with-postgres $(CARGO) nextest run --locked -p tables -p store --test sessions --test sleeping --test promises --stress-count 20
	$(CARGO) build --locked --bin parlor && cd web && node --test ../e2e/in-firefox.test.js
	scripts/dist-test

storm: ## kill the server at 200 random instants under load, and compare all that was acknowledged (PARLOR_KILLS=n)
	PARLOR_KILLS=$${PARLOR_KILLS:-200} $(CARGO) test -p parlor --test killed -- --nocapture storm

journal-long: ## play 10,000 games with rematches at 100 tables, kill the server now and then: disk and memory stay flat (PARLOR_GAMES=n)
	PARLOR_GAMES=$${PARLOR_GAMES:-10000} $(CARGO) test -p parlor --test killed -- --nocapture storm

simulate: ## nodes of a cluster in one thread, with faults that follow from a seed (SEEDS=1000)
	PARLOR_SEEDS=$(or $(SEEDS),1000) $(CARGO) test -p tables --test simulation

storm-cluster: ## three nodes, PostgreSQL and NATS under load: 200 random faults, and everything that was acknowledged is compared (PARLOR_FAULTS=n)
	PARLOR_FAULTS=$${PARLOR_FAULTS:-200} $(CARGO) test -p parlor --test cluster -- --nocapture storm

bench-cluster: ## what a cluster costs a move beside the same server alone, and how long takeovers take (BENCH_TABLES, BENCH_KILLS)
	scripts/bench-cluster

storm-mutants: ## break the server on purpose, one promise at a time, and see that the storm or a test finds each
	scripts/storm-mutants

golf-long: ## golf between peers at length: a hundred games at once, lossy relays, 500 games in bad weather, a hundred games of each seating with old dealers
	PARLOR_GOLF_LONG=1 PARLOR_GOLF_STORMS=500 PARLOR_OLD_DEALER_GAMES=100 $(CARGO) test --locked --workspace --test golf

fuzz: ## every fuzz target for 60 seconds (FUZZ_SECONDS=n for another time)
	scripts/fuzz $${FUZZ_SECONDS:-60}

fmt: ## format all code
	$(CARGO) fmt --all

lint: ## the lints of make test, alone
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	@# Licences of crates and of npm packages, which cargo-deny does not know.
	$(CARGO) test --quiet --locked -p parlor --test repository licences
	@if $(CARGO) deny --version >/dev/null 2>&1; then \
		$(CARGO) deny check licenses sources bans && \
		{ $(CARGO) deny check advisories || echo "advisories were not checked: the database could not be reached, or has something to say (above)"; }; \
	else \
		echo "cargo-deny is not installed (cargo install cargo-deny): sources, duplicate versions and advisories are not checked"; \
	fi
