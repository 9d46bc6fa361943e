#!/bin/bash
# YARD's server: methods in modules, a box that suggests and a page of answers.
. "$(dirname "$0")/../lib.sh" "$1"
packages yard
records 400
mkdir -p "$VAR/src"
[ -s "$VAR/src/archive.rb" ] || python3 - "$VAR" <<'P'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1] + "/records.jsonl")]
for r in rows:
    r["mark"] = "%(mark)s_of_%(kind)s" % r
open(sys.argv[1] + "/truth.jsonl", "w").writelines(json.dumps(r) + "\n" for r in rows)
with open(sys.argv[1] + "/src/archive.rb", "w") as out:
    for i in range(0, len(rows), 20):
        out.write("# %s\nmodule %s\n" % (rows[i]["kind"], rows[i]["author"].split()[1] + str(i)))
        for r in rows[i:i + 20]:
            out.write("  # %(text)s\n  # @return [Integer] %(year)d\n  def %(mark)s; end\n\n" % r)
        out.write("end\n\n")
P
cd "$VAR/src"
[ -d .yardoc ] || yard doc -n archive.rb >"$VAR/build.log" 2>&1
start yard server -s webrick -B 127.0.0.1 -p "$PORT" archive "$VAR/src/.yardoc"
