#!/bin/sh
# Builds and runs bench-surface: run.sh [-pages N].
set -eu
cd "$(dirname "$0")"
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
# The go.mod here follows that of hadal, which it measures.
GOFLAGS=-mod=mod go build -o "$bin" ./site ./hadal ./colly
GOFLAGS=-mod=mod go build -o "$bin/bench" .
"$bin/bench" -bin "$bin" "$@"
