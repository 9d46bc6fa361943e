#!/bin/bash
# List.js over a list that is all in the page, of which it shows twelve at a time, in Greek.
. "$(dirname "$0")/../lib.sh" "$1"
modules list.js@2.3
records 500 el
mkdir -p "$VAR/www"
cp "$VAR/node_modules/list.js/dist/list.min.js" "$VAR/www"
[ -s "$VAR/www/index.html" ] || python3 - "$VAR" <<'P'
import json, sys
var = sys.argv[1]
items = "".join('<li><h3 class="titlos"><a href="/e/%(id)d">%(title)s</a></h3><p class="syggrafeas">%(author)s</p><p><span class="etos">%(year)d</span>, <span class="eidos">%(kind)s</span></p></li>\n' % json.loads(line) for line in open(var + "/records.jsonl"))
open(var + "/www/index.html", "w").write('''<!DOCTYPE html><html lang="el"><head><meta charset="utf-8"><title>Κατάλογος</title></head><body><h1>Κατάλογος</h1>
<div id="katalogos"><input class="search" placeholder="Αναζήτηση"> <button class="sort" data-sort="titlos">Ταξινόμηση</button><ul class="list">%s</ul><ul class="pagination"></ul></div>
<script src="list.min.js"></script><script>new List("katalogos", {valueNames: ["titlos", "syggrafeas", "etos", "eidos"], page: 12, pagination: true})</script></body></html>''' % items)
P
files "$VAR/www"
