#!/bin/sh
# Runs every fuzz target of the module, one after the other, FUZZTIME each.
# A finding does not stop the others; the exit status tells.
GO=${GO:-go}
status=0
for package in $($GO list ./...); do
	for target in $($GO test -list '^Fuzz' "$package" | grep '^Fuzz'); do
		echo "fuzz: $package $target"
		$GO test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-20s}" || { status=1; echo "fuzz: FINDING in $package $target"; }
	done
done
exit $status
