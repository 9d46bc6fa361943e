#!/bin/bash
# RDoc: a method for each record, with underscores in its name; a box that suggests, an index in a script.
. "$(dirname "$0")/../lib.sh" "$1"
packages ruby
records 400
if [ ! -d "$VAR/www" ]; then
	mkdir -p "$VAR/src"
	python3 - "$VAR" <<'P'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1] + "/records.jsonl")]
with open(sys.argv[1] + "/truth.jsonl", "w") as truth, open(sys.argv[1] + "/src/arquivo.rb", "w") as out:
    for n in range(0, len(rows), 20):
        out.write("# Caixa %d\nmodule Caixa%d\n" % (n // 20, n // 20))
        for r in rows[n:n + 20]:
            r["mark"] = "_".join(r["title"].lower().split())
            out.write("  # %s\n  def %s\n  end\n\n" % (r["text"], r["mark"]))
            truth.write(json.dumps(r) + "\n")
        out.write("end\n\n")
P
	(cd "$VAR/src" && rdoc --quiet --title Arquivo --output "$VAR/www" arquivo.rb >"$VAR/build.log" 2>&1)
fi
files "$VAR/www"
