#!/bin/bash
# Doxygen: a page for each record, its own search, whose index is in scripts by first letter, in Spanish.
. "$(dirname "$0")/../lib.sh" "$1"
packages doxygen
records 400
if [ ! -d "$VAR/www" ]; then
	mkdir -p "$VAR/src"
	python3 - "$VAR" <<'P'
import json, sys
src = sys.argv[1] + "/src/"
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    open(src + "n%d.md" % r["id"], "w").write("# %s {#n%d}\n\n%s\n\nAutor: %s, %d.\n" % (r["title"], r["id"], r["text"], r["author"], r["year"]))
open(sys.argv[1] + "/Doxyfile", "w").write("PROJECT_NAME=Archivo\nOUTPUT_LANGUAGE=Spanish\nINPUT=%s\nFILE_PATTERNS=*.md\nOUTPUT_DIRECTORY=%s\nHTML_OUTPUT=www\nGENERATE_LATEX=NO\nSEARCHENGINE=YES\nQUIET=YES\n" % (src, sys.argv[1]))
P
	doxygen "$VAR/Doxyfile" >"$VAR/build.log" 2>&1
fi
files "$VAR/www"
