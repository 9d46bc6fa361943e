#!/bin/bash
# TypeDoc: a function for each record, searched by scripts in a packed index, in Polish names.
. "$(dirname "$0")/../lib.sh" "$1"
modules typedoc@0.26 typescript@5.5
records 400
if [ ! -d "$VAR/www" ]; then
	mkdir -p "$VAR/src"
	python3 - "$VAR" <<'P'
import json, sys
with open(sys.argv[1] + "/src/index.ts", "w") as out:
    for line in open(sys.argv[1] + "/records.jsonl"):
        r = json.loads(line)
        out.write("/**\n * %s\n *\n * %s\n */\nexport function %s(): void {}\n" % (r["title"], r["text"], r["mark"]))
P
	echo '{"compilerOptions": {"target": "es2020", "module": "es2020"}, "include": ["src"]}' >"$VAR/tsconfig.json"
	(cd "$VAR" && node node_modules/typedoc/bin/typedoc --tsconfig tsconfig.json --out www --name Archiwum src/index.ts >build.log 2>&1)
fi
files "$VAR/www"
