#!/bin/bash
# rustdoc: a function for each record in modules of twenty; a box that a script draws, index in scripts, answers as one types.
. "$(dirname "$0")/../lib.sh" "$1"
records 400
if [ ! -d "$VAR/www/doc" ]; then
	mkdir -p "$VAR/src" "$VAR/www"
	python3 - "$VAR" <<'P'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1] + "/records.jsonl")]
with open(sys.argv[1] + "/truth.jsonl", "w") as truth, open(sys.argv[1] + "/src/archive.rs", "w") as out:
    out.write("//! The archive.\n")
    for n in range(0, len(rows), 20):
        out.write("/// Box %d\npub mod box%d {\n" % (n // 20, n // 20))
        for r in rows[n:n + 20]:
            r["mark"] = "_".join(r["title"].lower().split())
            out.write("    /// %s\n    ///\n    /// %s\n    pub fn %s(of: u32) -> u32 { of }\n" % (r["title"], r["text"], r["mark"]))
            truth.write(json.dumps(r) + "\n")
        out.write("}\n")
P
	rustdoc --edition 2021 -o "$VAR/www/doc" "$VAR/src/archive.rs" >"$VAR/build.log" 2>&1
	echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Docs</title><meta http-equiv="refresh" content="0;url=doc/archive/index.html"></head><body><a href="doc/archive/index.html">archive</a></body></html>' >"$VAR/www/index.html"
fi
files "$VAR/www"
