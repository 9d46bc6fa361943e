#!/bin/bash
# kiwix-serve: a ZIM file with a page for each record and its full-text index.
. "$(dirname "$0")/../lib.sh" "$1"
packages kiwix-tools zim-tools imagemagick
records 500
if [ ! -s "$VAR/archive.zim" ]; then
	mkdir -p "$VAR/html"
	python3 - "$VAR" <<'P'
import json, sys
links = ""
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    links = '<a href="n1.html">First</a>'
    open(sys.argv[1] + "/html/n%d.html" % r["id"], "w").write('<!DOCTYPE html><html><head><title>%(title)s</title></head><body><h1>%(title)s</h1><p>%(text)s</p><p>%(author)s, %(year)d</p></body></html>' % r)
open(sys.argv[1] + "/html/index.html", "w").write("<!DOCTYPE html><html><head><title>Archive</title></head><body><h1>Archive</h1>%s</body></html>" % links)
P
	convert -size 48x48 xc:navy "$VAR/html/icon.png"
	zimwriterfs -w index.html -I icon.png -l eng -t Archive -d "Letters and maps" -c nobody -p nobody --name archive "$VAR/html" "$VAR/archive.zim" >"$VAR/build.log" 2>&1
fi
start kiwix-serve -i 127.0.0.1 -p "$PORT" "$VAR/archive.zim"
