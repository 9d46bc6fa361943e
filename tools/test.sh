#!/bin/sh
# Runs all tests, with the race detector where there is a C compiler for it. It leaves
# out SQLite itself, C code put into Go that locks for itself: watching that makes tests
# of the store six times as slow. A package with generic functions must not be left out:
# the copies of these that are not watched may serve the others, too.
#
# Without it, in a second pass, run long simulations, what pages take of memory, the tests
# of querygen, which starts no goroutine (the architecture test sees to that), those of hostile
# sites, those that hold on to what is asked, those of browsers, and those of commands, of which
# some are watched, too: the detector makes commands, which are processes of their own, four
# times as long, and what they are made of is watched in its own packages.
GO=${GO:-go}
simulated='/querygen$|/querygen/|/eval/golden$|/harvest/hostile$|/cmd/hadal$'
simulations='^(TestRefreshKeepsFreshWhatTheOptimumWould|TestPageIsBounded|TestSitesDrivenByScriptsAreOperated|TestSitesWithAChoiceBeforeTheSearch)$'
watched='^(TestServeStartsOrdinaryHarvests|TestEndedHarvestsCountAll|TestKilledHarvestsLoseNothing|TestPlansOfSeveralSites)$' # of cmd/hadal

race=
if [ "$($GO env CGO_ENABLED)" = 1 ] && command -v "$($GO env CC)" >/dev/null 2>&1; then
	race='-race -gcflags=modernc.org/sqlite/lib=-race=false'
else
	echo "test: no C compiler, so without the race detector. To have it: apt-get install gcc libc6-dev"
fi
# The second pass goes on beside the first, which waits for browsers and for pauses half of
# the time, and is shown after it.
status=0
second=$(mktemp)
trap 'rm -f "$second"' EXIT
{
	ended=0
	$GO test -timeout 15m $($GO list ./... | grep -E "$simulated") || ended=1
	$GO test -timeout 15m -run "$simulations" ./harvest || ended=1
	exit $ended
} >"$second" 2>&1 &
beside=$!
$GO test $race -timeout 15m -skip "$simulations" $($GO list ./... | grep -vE "$simulated") || status=1
$GO test $race -timeout 15m -run "$watched" ./cmd/hadal || status=1
wait $beside || status=1
cat "$second"
exit $status
