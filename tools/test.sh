#!/bin/sh
# Runs all tests, with the race detector where there is a C compiler for it. It leaves
# out SQLite itself, C code put into Go that locks for itself: watching that makes tests
# of the store six times as slow. A package with generic functions must not be left out:
# the copies of these that are not watched may serve the others, too.
GO=${GO:-go}
race=
if [ "$($GO env CGO_ENABLED)" = 1 ] && command -v "$($GO env CC)" >/dev/null 2>&1; then
	race='-race -gcflags=modernc.org/sqlite/lib=-race=false'
else
	echo "test: no C compiler, so without the race detector. To have it: apt-get install gcc libc6-dev"
fi
exec $GO test $race -timeout 8m ./...
