# What CI calls is what a person calls.

CARGO ?= cargo
PROFILE_RELEASE := --release

.DEFAULT_GOAL := help
.PHONY: help run show generated test bench bench-peers golf-long fuzz fmt lint

help: ## list what make can do
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: ## build the product and open the house: http://127.0.0.1:8080/ (ARGS="…" for other settings)
	$(CARGO) run $(PROFILE_RELEASE) --quiet --bin parlor -- serve $(ARGS)

show: ## watch bots play a game of each kind in the terminal
	$(CARGO) run $(PROFILE_RELEASE) --quiet --bin parlor -- show

generated: ## write again what is generated from the code: docs/openapi.json, web/src/generated/protocol.ts
	UPDATE_GENERATED=1 $(CARGO) test --quiet -p protocol --test typescript
	UPDATE_GENERATED=1 $(CARGO) test --quiet -p parlor --bin parlor description

test: ## everything that must hold: format, lints, docs, all tests, doctests
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items --locked
	@needs="$$(scripts/test-needs)"; \
	if $(CARGO) nextest --version >/dev/null 2>&1; then \
		echo "cargo nextest run"; env $$needs $(CARGO) nextest run --workspace --locked --no-fail-fast; \
	else \
		echo "cargo-nextest is not installed: using cargo test"; \
		env $$needs $(CARGO) test --workspace --locked --lib --bins --tests --no-fail-fast; \
	fi
	$(CARGO) test --workspace --locked --doc

bench: ## games and actions a second, clone and view times, instructions an action
	$(CARGO) bench -p games --bench rollouts

bench-peers: ## the same beside OpenSpiel, in one run, as ratios
	scripts/bench-peers

golf-long: ## golf between peers at length: a hundred games at once, hundreds of games in bad weather
	PARLOR_GOLF_LONG=1 PARLOR_GOLF_STORMS=200 $(CARGO) test --locked -p gateways -p parlor --test golf

fuzz: ## every fuzz target for 60 seconds (FUZZ_SECONDS=n for another time)
	scripts/fuzz $${FUZZ_SECONDS:-60}

fmt: ## format all code
	$(CARGO) fmt --all

lint: ## the lints of make test, alone
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
