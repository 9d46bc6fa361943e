#!/bin/bash
# TiddlyWiki 5: one page that holds all notes and searches in them as one types.
. "$(dirname "$0")/../lib.sh" "$1"
modules tiddlywiki@5
records 300
if [ ! -s "$VAR/www/index.html" ]; then
	mkdir -p "$VAR/www"
	python3 - "$VAR" <<'P'
import json, sys
notes = [{"title": "$:/SiteTitle", "text": "Archive"}, {"title": "Start", "text": "Search in the column beside."}, {"title": "$:/DefaultTiddlers", "text": "Start"}]
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    notes.append({"title": r["title"], "text": "%s\n\n%s, %d" % (r["text"], r["author"], r["year"]), "tags": r["kind"]})
json.dump(notes, open(sys.argv[1] + "/notes.json", "w"))
P
	node "$VAR/node_modules/tiddlywiki/tiddlywiki.js" +plugins/tiddlywiki/none --load "$VAR/notes.json" --output "$VAR/www" --rendertiddler '$:/core/save/all' index.html text/plain >"$VAR/build.log" 2>&1
fi
files "$VAR/www"
