# Everything a developer needs. On a fresh Debian machine with Go, `make test`
# and `make demo` install what they need.

GO       ?= go
FUZZTIME ?= 20s
BENCH    ?= .
DATA     ?= ../shared/data/robots

.PHONY: build test demo bench lint fuzz eval-robots deps clean

build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/hadal ./cmd/hadal

test: deps
	$(GO) vet ./...
	tools/test.sh

demo: deps build
	bin/hadal demo

bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	  if [ -n "$$unformatted" ]; then echo "not gofmt-clean: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool -modfile=tools/go.mod staticcheck ./...

# Every fuzz target there is, FUZZTIME each: make fuzz FUZZTIME=5m
fuzz:
	FUZZTIME=$(FUZZTIME) tools/fuzz.sh

eval-robots:
	$(GO) run ./fetch/robots/score $(DATA)/cases.jsonl

# Chromium's headless shell, for the tests of pages that need scripts.
deps:
	@tools/deps.sh

clean:
	rm -rf bin
