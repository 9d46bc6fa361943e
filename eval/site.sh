#!/bin/sh
# Harvests an application whose records are known, once with each strategy, and
# compares what was exported with what is there. Usage:
#   eval/site.sh URL TRUTH.jsonl
# with one record a line in TRUTH, its address as "url". STRATEGIES is what is
# compared, HADAL the program, ARGS further arguments of hadal harvest. It needs jq, and for
# the requests until 95 % were held the shell of SQLite.
set -eu
url=$1 truth=$2
hadal=${HADAL:-bin/hadal}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# Addresses differ in escapes and in the order of their parameters.
canonical='def plain: try (gsub("\\+"; "%20") | gsub("%(?<h>[0-9a-fA-F]{2})"; "%" + (.h | ascii_upcase))) catch .;
  select(.url != null and .url != "") | .url | split("#")[0] | split("?")
  | .[0] + (if .[1] then "?" + (.[1:] | join("?") | split("&") | map(plain) | sort | join("&")) else "" end)'
jq -r "$canonical" "$truth" | sort -u >"$dir/truth"

printf '%-12s %8s %8s %9s %9s %9s %9s %7s  %s\n' STRATEGY THERE FOUND COVERAGE FOREIGN REQUESTS TO-95-% FLOOR ESTIMATED
for strategy in $(echo "${STRATEGIES:-auto,frequency}" | tr , ' '); do
	db=$dir/$strategy.db
	# shellcheck disable=SC2086
	"$hadal" harvest "$url" --db "$db" --strategy "$strategy" --json -q ${ARGS:-} >"$dir/harvest.json" || [ $? -le 1 ]
	"$hadal" export --db "$db" --format jsonl | jq -r "$canonical" | sort -u >"$dir/found"
	there=$(wc -l <"$dir/truth")
	hit=$(comm -12 "$dir/truth" "$dir/found" | wc -l)
	foreign=$(comm -13 "$dir/truth" "$dir/found" | wc -l)
	reached=-
	if command -v sqlite3 >/dev/null; then
		reached=$(sqlite3 "$db" "select coalesce((select min(spent) from (select sum(requests) over w spent, sum(new) over w held
			from answers window w as (order by seq)) where held >= 0.95 * $there), '-')")
	fi
	jq -r --arg s "$strategy" --argjson there "$there" --argjson hit "$hit" --argjson foreign "$foreign" --arg at "$reached" \
		'[$s, $there, $hit, (1000 * $hit / $there | floor / 10 | tostring + " %"), $foreign, .requests, $at, .floor,
		  "\(.estimate.size | floor) (\(.estimate.low | floor)-\(.estimate.high | floor))"] | @tsv' "$dir/harvest.json" |
		awk -F'\t' '{ printf "%-12s %8s %8s %9s %9s %9s %9s %7s  %s\n", $1, $2, $3, $4, $5, $6, $7, $8, $9 }'
done
