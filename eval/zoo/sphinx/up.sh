#!/bin/bash
# Sphinx: a page for each record, its own search, in French.
. "$(dirname "$0")/../lib.sh" "$1"
packages python3-sphinx
records 400
if [ ! -d "$VAR/www" ]; then
	mkdir -p "$VAR/src"
	python3 - "$VAR" <<'P'
import json, sys
src, names = sys.argv[1] + "/src/", []
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    names.append("n%d" % r["id"])
    open(src + names[-1] + ".rst", "w").write("%s\n%s\n\n%s\n\nAuteur : %s, %d.\n" % (r["title"], "=" * 60, r["text"], r["author"], r["year"]))
open(src + "index.rst", "w").write("Archives\n========\n\n.. toctree::\n   :hidden:\n\n" + "".join("   %s\n" % n for n in names))
open(src + "conf.py", "w").write("project = 'Archives'\nlanguage = 'fr'\nhtml_theme = 'alabaster'\nhtml_sidebars = {'**': ['searchbox.html']}\nhtml_show_sourcelink = False\n")
P
	/usr/bin/python3 -m sphinx -q -b html "$VAR/src" "$VAR/www" >"$VAR/build.log" 2>&1
fi
files "$VAR/www"
