#!/bin/sh
# What the strategies cost on corpora of known records, as tables. Usage:
#   eval/queries.sh DIR      with agnews, dblp and adult as .jsonl.gz
# RUNS is the number of runs of each line (10), ESTIMATES of each line of the
# estimates' table (100), STRATEGIES what is compared.
set -eu
data=$1
hadal=${HADAL:-bin/hadal}
runs=${RUNS:-10}
estimates=${ESTIMATES:-100}
strategies=${STRATEGIES:-auto,frequency,adaptive,setcover,random,oracle}

run() { # run TITLE CORPUS ARGUMENT...
	title=$1 corpus=$2
	shift 2
	printf '\n%s\n' "$title"
	"$hadal" simulate "$data/$corpus.jsonl.gz" "$@" | tail -n +2
}

echo "Requests as a multiple of the fewest possible, and coverage after multiples of the floor; means of $runs runs"
for corpus in agnews dblp; do
	for k in 0 1000 100; do
		run "$corpus, k = $k (0: no limit)" $corpus --top-k $k --runs "$runs" --strategy "$strategies"
	done
	for k in 0 1000 100; do
		run "$corpus, k = $k, NOT works" $corpus --top-k $k --runs "$runs" --strategy auto,oracle --operators not
	done
done

for k in 0 1000; do
	for hostile in "" "--totals hidden" "--snippet 30" "--operators or" "--unstable" "--cap refuse"; do
		# shellcheck disable=SC2086
		run "agnews, k = $k, ${hostile:-nothing hostile}" agnews --top-k $k --runs "$runs" --strategy auto,frequency,setcover $hostile
	done
done

numbers=age,fnlwgt,education_num,capital_gain,capital_loss,hr_per_week
names=type_employer,education,marital,occupation,relationship,race,sex,country,income
for k in 256 1000; do
	for kind in "ranges $numbers" "menus $names" "both $numbers,$names"; do
		run "adult, ${kind%% *} only, k = $k, of what can be reached" adult --interface structured --attributes "${kind#* }" \
			--top-k $k --page-size 20 --reachable --runs "$runs" --strategy auto
	done
done

printf '\nThe number of records, estimated at 30 %% coverage; %s runs\n' "$estimates"
for corpus in agnews dblp; do
	for how in "" "--top-k 1000" "--top-k 100" "--totals hidden" "--top-k 100 --totals hidden" "--snippet 30"; do
		# shellcheck disable=SC2086
		run "$corpus, ${how:-no limit}" $corpus $how --estimate-at 0.3 --probes 300 --runs "$estimates" --strategy auto
	done
done
