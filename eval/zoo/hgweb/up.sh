#!/bin/bash
# hgweb (Mercurial's own site): one repository with a change for each record.
. "$(dirname "$0")/../lib.sh" "$1"
packages mercurial
records 600
if [ ! -d "$VAR/hg/archive/.hg" ]; then
	mkdir -p "$VAR/hg"
	python3 - "$VAR/records.jsonl" >"$VAR/changes.patch" <<'P'
import json, sys
for line in open(sys.argv[1]):
    r = json.loads(line)
    name = "note%d.txt" % r["id"]
    print("# HG changeset patch\n# User %s\n# Date %d 0\n%s\n\n%s\n\ndiff --git a/%s b/%s\nnew file mode 100644\n--- /dev/null\n+++ b/%s\n@@ -0,0 +1,1 @@\n+%s" % (r["author"], 1500000000 + 3600 * r["id"], r["title"], r["text"], name, name, name, r["kind"]))
P
	hg init "$VAR/hg/archive"
	hg -R "$VAR/hg/archive" -q import --bypass "$VAR/changes.patch"
	printf '[web]\ndescription = letters, maps and drawings\n' >"$VAR/hg/archive/.hg/hgrc"
fi
printf '[paths]\n/ = %s/hg/*\n' "$VAR" >"$VAR/hgweb.conf"
start hg serve --web-conf "$VAR/hgweb.conf" --address 127.0.0.1 --port "$PORT"
