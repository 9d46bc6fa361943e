# Everything a developer needs. On a fresh Debian machine with Go, `make test`
# and `make demo` install what they need.

GO       ?= go
FUZZTIME ?= 20s
BENCH    ?= .

.PHONY: build test golden demo bench lint fuzz torture torture-cluster soak-browser screenshots bench-serve bench-watched bench-frontier check-formats eval-profiles eval-robots eval-forms eval-records eval-columns eval-together eval-robust eval-pager eval-nasty eval-queries eval-status eval-stopped eval-target eval-stop eval-implied eval-site eval-rooms eval-ablate eval-guards bench-queries eval-structured eval-locate eval-firstform eval-ordering eval-deeds eval-scripts eval-first bench-surface bench-direct bench-browser bench-sites bench-machines eval-fleet deps clean

build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/hadal ./cmd/hadal

test: deps
	$(GO) vet ./...
	tools/test.sh

# What strategies ask, what pages are read as and what harvests send, written down anew
# after a change of behaviour that is meant: `make test` compares, so that a move of code
# changes nothing.
golden:
	HADAL_GOLDEN=renew $(GO) test -count 1 ./eval/golden

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

# Harvests disturbed 200 times by kill -9, SIGTERM, full and failing disks, dead
# servers and jumping clocks must end as if nothing had been (ten times in `make test`);
# what is counted by harvests, refreshes and locates ended 50 times is what servers saw.
torture: deps
	HADAL_TORTURE=200 HADAL_KILLS=50 $(GO) test ./cmd/hadal -run 'TestTorture|TestKilled|TestEnded' -v -timeout 60m

# Three brokers, a coordinator and twelve workers, killed 100 times and cut off from each
# other, harvest 200 sites as if nothing had been (ten kills of a small one in `make test`).
torture-cluster:
	HADAL_CLUSTER_TORTURE=100 $(GO) test ./cmd/hadal -run TestTortureCluster -v -timeout 60m

# 500 pages in a row in headless Chrome, which is killed ten times: no growth,
# nothing lost, nothing left (30 pages and two kills in `make test`).
soak-browser: deps
	HADAL_SOAK=500 $(GO) test ./fetch/browser -run TestSoak -v -timeout 30m

# Do other people's programs read what hadal writes?
check-formats: build
	tools/check-formats.sh

# The profile of each bundled site: whole, and harvested by as without it (four minutes, most
# of them the pause that a site asks for).
eval-profiles: deps
	HADAL_ALL_SITES=all $(GO) test -count 1 -timeout 20m -run TestProfilesOfSites -v ./cmd/hadal

# How well labelled data is understood: make eval-forms DATA=DIR
eval-robots:
	$(GO) run ./eval/robots $(or $(DATA),$(error say where the cases are: make $@ DATA=DIR))/cases.jsonl
eval-forms:
	$(GO) run ./eval/forms $(or $(DATA),$(error say where the labelled forms are: make $@ DATA=DIR))
# Several folders judge the pages of the folds that one looks at beside those of the
# others (0 to 4, by sites): make eval-records DATA="DIR DIR" FOLD=0,1 FLAGS="-v records"
eval-records:
	$(GO) run ./eval/extract records $(if $(FOLD),$(firstword $(DATA)) -fold $(FOLD) $(FLAGS) $(wordlist 2,9,$(DATA)),$(or $(DATA),$(error say where the labelled pages are: make $@ DATA=DIR)))
# The tables that pages are read as, beside those that a person would keep (eval/columns)
eval-columns:
	$(GO) run ./eval/columns $(FLAGS) $(or $(DATA),$(error say where the directories of labelled pages are: make $@ DATA=DIR))
eval-together:
	$(GO) run ./eval/extract together $(or $(DATA),$(error say where the labelled pages are: make $@ DATA=DIR))
eval-robust:
	$(GO) run ./eval/extract robust $(or $(DATA),$(error say where the labelled pages are: make $@ DATA=DIR))
eval-pager:
	$(GO) run ./eval/extract pager $(or $(DATA),$(error say where the labelled pages are: make $@ DATA=DIR))
eval-nasty:
	$(GO) run ./eval/extract nasty $(or $(DATA),$(error say where the pages are: make $@ DATA=DIR))

# What strategies cost and how well they know the number of records, on all
# cores for an hour or so: make eval-queries DATA=DIR RUNS=10 ESTIMATES=100
eval-queries: build
	RUNS=$(or $(RUNS),10) ESTIMATES=$(or $(ESTIMATES),100) eval/queries.sh $(or $(DATA),$(error say where the corpora are: make $@ DATA=DIR))

# What made-up harvests of all kinds tell of what is left, stopped at random moments
# (40 in all in `make test`): make eval-status RUNS=160
eval-status:
	STATUS_RUNS=$(or $(RUNS),160) $(GO) test -count=1 -v -run TestStatusOf ./querygen/plan

# What `hadal status` says of harvests of made-up sites by the real program, stopped at
# random: never below what is held or was shown, and the truth inside in nine of ten
# (eight small sites in `make test`): make eval-stopped RUNS=80 SEED=1000
eval-stopped:
	HADAL_STOPPED=$(or $(RUNS),40) HADAL_SEED=$(or $(SEED),1) $(GO) test ./cmd/hadal -run TestStatusOfStoppedHarvests -v -count 1 -timeout 30m

# At which coverage harvests of made-up sites end for a target coverage, by kind and size
# (a small part in `make test`): make eval-target RUNS=5 SEED=100 SIZES="300 20000"
eval-target:
	TARGET_RUNS=$(or $(RUNS),5) TARGET_SEED=$(or $(SEED),0) TARGET_SIZES="$(or $(SIZES),300 600 1500 5000 20000)" $(GO) test ./querygen/plan -run TestTargetCoverageIsMet -v -count 1 -timeout 3h

# When harvests end by rule, what they hold then, and how often what is told on the way holds
# the number of records: make eval-stop CORPORA="news.jsonl papers.jsonl.gz" RUNS=10 SIZES="120 2500"
eval-stop: build
	RUNS=$(or $(RUNS),10) SIZES="$(or $(SIZES),120 600 2500)" eval/stop.sh $(or $(CORPORA),$(error say which files: make $@ CORPORA="FILE..."))

# What a control costs that says what another one says, on made-up sites and, with the census
# of DATA (adult.jsonl.gz), its education as words and as a number: make eval-implied DATA=DIR
eval-implied: build
	HADAL_IMPLIED=1 $(GO) test ./querygen/plan -run TestImplied -v -count 1
	for more in "" ,education_num:box; do bin/hadal simulate $(or $(DATA),$(error say where adult.jsonl.gz is: make $@ DATA=DIR))/adult.jsonl.gz \
		--interface structured --attributes country:box,occupation:box,education:box$$more --top-k 1000 --page-size 20 --runs 3 --strategy auto; done

# Made-up sites without a query box, which say in words never seen that nothing was
# found, beside the same sites with familiar words (eight small sites in `make test`):
# make eval-structured SEEDS=5
eval-structured:
	HADAL_STRUCTURED=$(or $(SEEDS),5) $(GO) test ./harvest -run TestStructuredSites -v -count 1 -timeout 60m

# What crawling costs, beside colly and scrapy (python3-scrapy, where installed):
# make bench-surface PAGES=20000
bench-surface:
	eval/bench-surface/run.sh -pages $(or $(PAGES),20000)

# Pictures of six pages of hadal serve, for the documentation.
screenshots: deps build
	tools/screenshots.sh

# How long each page of hadal serve takes over a file of that many records, five a
# question; it fails above 300 ms: make bench-serve RECORDS=1000000
bench-serve:
	HADAL_PAGES=$(or $(RECORDS),1000000) $(GO) test ./dashboard -run '^$$' -bench Pages -benchtime 5x -timeout 60m -v

# By how much a harvest is slowed down by ten open pages of hadal serve, in ten pairs of
# harvests with and without them; it fails above 3 %: make bench-watched PAIRS=10
bench-watched: build
	$(GO) run ./eval/watched -pairs $(or $(PAIRS),10) -records $(or $(RECORDS),12000) bin/hadal

# A frontier of that many pages: inserts and pops a second, and memory, which must
# stay (4,000 in `make test`): make bench-frontier URLS=1000000
bench-frontier:
	HADAL_FRONTIER=$(or $(URLS),1000000) $(GO) test ./surface/crawl -run TestFrontierAtSize -v -count 1 -timeout 60m

# How well the search interfaces of 200 hosts are located, a pause of 0.2 s each
# (20 hosts without one in `make test`): make eval-locate HOSTS=200
eval-locate:
	HADAL_LOCATE=$(or $(HOSTS),200) $(GO) test ./locate -run TestLocateManyHosts -v -count 1 -timeout 30m

# Requests until the first search interface is found, by ordering, on the bundled
# sites and made-up portals: make eval-firstform SITES="http://one.site/ http://another.site/"
eval-firstform:
	HADAL_FIRSTFORM=1 HADAL_SITES="$(SITES)" $(GO) test ./locate -run TestFormFirstIsFirst -v -count 1 -timeout 30m

# Forms, links, buttons and scripts that do something, in 26 languages, beside
# searches: none of the deeds may arrive, over HTTP or in Chrome (a part of those
# in Chrome in `make test`), and no search may be lost.
eval-deeds: deps
	HADAL_DEEDS=all $(GO) test ./harvest -run 'TestNoDeedArrives|TestNoSearchIsLost' -v -count 1 -timeout 30m

# Sites that scripts drive, of every kind, beside twins that need none: records held,
# requests, the question that brought the first record (a few in `make test`):
# make eval-scripts KINDS="shadow frame" FLAGS="-v -seed 7"
# FLAGS=-locate locates them among hosts that have none but forms that do something
eval-scripts: deps
	$(GO) run ./eval/scripts $(FLAGS) $(KINDS)

# The question that brings the first record, on sites that scripts drive and on those in
# thirteen languages that show nothing but a box, and its distribution.
eval-first: deps
	$(GO) run ./eval/scripts -first -most 80 $(FLAGS) $(KINDS)

# What a record costs with every page shown in a browser, and with the request
# behind the page asked directly: make bench-direct SITES=http://127.0.0.1:4873/
bench-direct: deps
	HADAL_SITES="$(SITES)" $(GO) test ./harvest -run '^$$' -bench DirectMode -benchtime 1x -timeout 30m -v

# Pages shown a second and the memory of Chrome, beside a bare loop of chromedp
# that waits for the last row: make bench-browser PAGES=200
bench-browser: deps
	$(GO) test ./fetch/browser -run '^$$' -bench . -benchtime $(or $(PAGES),200)x -timeout 30m

# The memory of one process that harvests that many made-up sites of 400 records
# at once, its processor time, what it found, and how late requests are behind pauses of
# DELAY; it fails above MOST megabytes, and where a host has two requests under way:
# make bench-sites SITES=60, make bench-sites SITES=1000 RECORDS=60 DELAY=1s MOST=1500
bench-sites: build
	$(GO) run ./eval/atonce -sites $(or $(SITES),60) -records $(or $(RECORDS),400) -most $(or $(MOST),150) $(if $(DELAY),-delay $(DELAY)) bin/hadal

# How much sooner two workers finish that many sites with a pause of 1 s than one does; it
# fails above 0.55 of the time: make bench-machines SITES=200
bench-machines: build
	$(GO) run ./eval/machines -sites $(or $(SITES),200) -most 0.55 bin/hadal

# A coordinator and its workers by a virtual clock:
# make eval-fleet FLAGS="-sites 100000 -workers 100 -slots 50 -coordinators 8"
eval-fleet:
	$(GO) run ./eval/fleet $(FLAGS)

# The three experiments of Cho, Garcia-Molina and Page for both importances on a
# stored web, and Best-N-First's on a made-up one: make eval-ordering GRAPH=FILE
eval-ordering: build
	bin/hadal simulate ordering --graph $(or $(GRAPH),$(error say which web: make $@ GRAPH=FILE)) --model crawl-stop,threshold,buffer
	bin/hadal simulate ordering --made-up 20000

# What an application with known records costs, by strategy:
# make eval-site SITE=URL TRUTH=FILE STRATEGIES=auto,frequency
eval-site: build
	STRATEGIES=$(or $(STRATEGIES),auto,frequency) eval/site.sh $(or $(SITE),$(error say where the application is: make $@ SITE=URL TRUTH=FILE)) $(or $(TRUTH),$(error say which file lists its records))

# How the module is built inside: lines, arrows between files and their cycles, methods,
# long conditions: make eval-rooms, or of another tree: make eval-rooms DIR=FOLDER
eval-rooms:
	$(GO) run ./eval/rooms $(DIR)

# What each rule of extract and forms is worth: the figures that move where it is left out.
# Some hours on one core; DATA holds results, pages2, pagination and forms.
eval-ablate:
	$(GO) run ./eval/ablate $(or $(DATA),$(error say where the labelled data is: make $@ DATA=DIR))

# Whether the tests that package harvest names for its promises fail without their guards:
# some hours on one core; make eval-guards GUARD=PATTERN of "file:function" takes some.
eval-guards:
	$(GO) run ./eval/ablate -guards '$(or $(GUARD),.)'

# Time and memory of choosing a question at 10^4, 10^5 and 10^6 records.
bench-queries:
	$(GO) test -run '^$$' -bench 'Planner|Memory' -benchtime 1x -timeout 60m ./querygen/plan

# Chromium's headless shell, for the tests of pages that need scripts.
deps:
	@tools/deps.sh

clean:
	rm -rf bin
