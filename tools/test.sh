#!/bin/sh
# Runs all tests: with the race detector, where there is a C compiler for it, the packages
# that start goroutines or serve several of them, and a few tests of what is made of these.
# The detector makes tests four times as long, and finds nothing where nothing is shared;
# the architecture test sees to it that no other package starts a goroutine. It leaves out
# SQLite itself, C code put into Go that locks for itself: watching that makes tests of the
# store six times as slow. A package with generic functions must not be left out: the copies
# of these that are not watched may serve the others, too.
GO=${GO:-go}
concurrent='/(cluster|cmd/hadal/internal|dashboard|fetch|internal/filelock|locate|storage|surface)(/|$)'
harvests='^(TestRunResumesAnywhere|TestScriptedSitesAreShown|TestHarvestOfASiteThatHidesTotals)$'
commands='^(TestServeStartsOrdinaryHarvests|TestEndedHarvestsCountAll|TestKilledHarvestsLoseNothing|TestPlansOfSeveralSites)$'

# Less garbage is collected, which is a sixth of the time; a test that holds memory against a
# bound says itself how much. Files of tests, synced thousands of times, are kept in memory
# where there is room.
export GOGC="${GOGC:-300}"
if [ -z "$TMPDIR" ] && [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -gt 2000000 ]; then
	export GOTMPDIR="${GOTMPDIR:-/tmp}" TMPDIR=/dev/shm
fi

race=
if [ "$($GO env CGO_ENABLED)" = 1 ] && command -v "$($GO env CC)" >/dev/null 2>&1; then
	race='-race -gcflags=modernc.org/sqlite/lib=-race=false'
else
	echo "test: no C compiler, so without the race detector. To have it: apt-get install gcc libc6-dev"
fi
# The second pass goes on beside the first, which waits for browsers and for pauses half of
# the time, and is shown after it. What failed is said once more at the end.
status=0
first=$(mktemp) second=$(mktemp)
trap 'rm -f "$first" "$second"' EXIT
$GO test -timeout 40m $($GO list ./... | grep -vE "$concurrent") >"$second" 2>&1 &
beside=$!
watched() { # show what is printed, and keep it
	{ $GO test $race -timeout 25m "$@" || echo "FAIL: with the race detector"; } 2>&1 | tee -a "$first"
}
watched $($GO list ./... | grep -E "$concurrent")
watched -run "$harvests" ./harvest
watched -run "$commands" ./cmd/hadal
wait $beside || status=1
cat "$second"
grep -q '^FAIL: ' "$first" && status=1
if [ $status != 0 ]; then
	echo "What failed:"
	grep -hE '^ *--- FAIL|^FAIL|^panic:|^running tests:|^	+Test[^ ]* \(|DATA RACE|\[build failed\]' "$first" "$second"
fi
exit $status
