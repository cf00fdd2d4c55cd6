# The two that matter: `make run` plays, `make test` tests. Neither needs anything but Rust; both install PostgreSQL where it is missing.

TARGET := $(or $(CARGO_TARGET_DIR),target)
PARCHIS := $(TARGET)/debug/parchis

.PHONY: run test check fmt lint openapi sqlx bench chaos help

run: ## start the server on a private PostgreSQL, or on DATABASE_URL
	@scripts/install-postgres
	cargo run --release

test: ## run every test under a private PostgreSQL, which is gone afterwards
	@scripts/install-postgres --tests
	cargo test --locked --no-run
	$(PARCHIS) postgres -- cargo test --locked --no-fail-fast

check: ## all that must hold before a change is handed in
	.ci/run

fmt: ## format the sources
	cargo fmt

lint: ## what the compiler and clippy think
	cargo clippy --locked --all-targets -- -D warnings

openapi: ## write openapi/parchis.json anew
	@mkdir -p openapi
	cargo run --locked --quiet -- openapi > openapi/parchis.json.new
	mv openapi/parchis.json.new openapi/parchis.json

sqlx: ## write .sqlx anew, from the queries in the sources and the migrations
	@scripts/install-postgres
	test -x $(PARCHIS) || cargo build --locked
	$(PARCHIS) postgres -- scripts/write-sqlx .sqlx

bench: ## measure the rules engine
	cargo bench

chaos: ## play 500 games by 200 clients in bad weather, while processes are killed; `make test` has a short version
	@scripts/install-postgres
	cargo test --locked --no-run --test chaos
	PARCHIS_CHAOS_CLIENTS=200 PARCHIS_CHAOS_GAMES=500 PARCHIS_CHAOS_MINUTES=60 \
		$(PARCHIS) postgres -- cargo test --locked --test chaos -- --nocapture

help: ## these lines
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile
