#!/bin/sh
# When harvests end, and with what, by rule, on samples of corpora of known records. Usage:
#   eval/stop.sh CORPUS...       files as `hadal simulate` takes them
# RUNS is the number of samples of each line (10), SIZES their records.
set -eu
hadal=${HADAL:-bin/hadal}
for corpus; do
	for size in ${SIZES:-120 600 2500}; do
		for k in 0 1000 100; do
			[ "$k" -lt "$size" ] || continue
			for totals in shown hidden; do
				"$hadal" simulate "$corpus" --stop --records "$size" --runs "${RUNS:-10}" --strategy auto --top-k "$k" --totals "$totals" |
					awk -v what="$(basename "$corpus" .gz | sed 's/\..*//') $size k=$k $totals" 'NR > 3 { print what " " $0 }'
			done
		done
	done
done
