#!/bin/bash
# Pagefind: static pages and the box that its own script draws, in Portuguese.
. "$(dirname "$0")/../lib.sh" "$1"
modules pagefind@1
records 400
if [ ! -d "$VAR/www/pagefind" ]; then
	mkdir -p "$VAR/www/n"
	python3 - "$VAR/records.jsonl" "$VAR/www" <<'P'
import json, sys
for line in open(sys.argv[1]):
    r = json.loads(line)
    open("%s/n/%d.html" % (sys.argv[2], r["id"]), "w").write('<!DOCTYPE html><html lang="pt"><head><meta charset="utf-8"><title>%(title)s</title></head><body><main data-pagefind-body><h1>%(title)s</h1><p>%(text)s</p><p>%(author)s, %(year)d</p></main></body></html>' % r)
open(sys.argv[2] + "/index.html", "w").write('<!DOCTYPE html><html lang="pt"><head><meta charset="utf-8"><title>Arquivo</title><link rel="stylesheet" href="/pagefind/pagefind-ui.css"><script src="/pagefind/pagefind-ui.js"></script></head><body><h1>Arquivo</h1><div id="search"></div><script>addEventListener("DOMContentLoaded", () => new PagefindUI({element: "#search", showImages: false}))</script></body></html>')
P
	"$VAR/node_modules/@pagefind/linux-x64/bin/pagefind_extended" --site "$VAR/www" >"$VAR/build.log" 2>&1
fi
files "$VAR/www"
