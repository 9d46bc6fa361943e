#!/bin/bash
# Javadoc: a method for each record, with a name in camelCase; a box that suggests, an index in scripts.
. "$(dirname "$0")/../lib.sh" "$1"
packages openjdk-17-jdk-headless
records 400
if [ ! -d "$VAR/www" ]; then
	mkdir -p "$VAR/src/archivo"
	python3 - "$VAR" <<'P'
import json, sys
records = [json.loads(line) for line in open(sys.argv[1] + "/records.jsonl")]
for n in range(0, len(records), 20):
    name = "Caja%d" % (n // 20)
    with open(sys.argv[1] + "/src/archivo/%s.java" % name, "w") as out:
        out.write("package archivo;\n\n/** Caja %d. */\npublic class %s {\n" % (n // 20, name))
        for r in records[n:n + 20]:
            words = r["title"].split()
            out.write("    /** %s. */\n    public void %s() {}\n" % (r["text"], words[0].lower() + "".join(w.title() for w in words[1:])))
        out.write("}\n")
P
	printf '%s\n' "$VAR"/src/archivo/*.java >"$VAR/sources"
	javadoc -quiet -locale en_US -d "$VAR/www" "@$VAR/sources" >"$VAR/build.log" 2>&1
	python3 - "$VAR" <<'P'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1] + "/records.jsonl")]
with open(sys.argv[1] + "/truth.jsonl", "w") as out:
    for r in rows:
        words = r["title"].split()
        r["mark"] = (words[0].lower() + "".join(w.title() for w in words[1:])).lower()
        out.write(json.dumps(r) + "\n")
P
fi
files "$VAR/www"
