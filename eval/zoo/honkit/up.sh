#!/bin/bash
# HonKit (GitBook's heir): a book of pages whose box searches with lunr in an index that it loads, in Finnish.
. "$(dirname "$0")/../lib.sh" "$1"
modules honkit@6
records 200 fi
if [ ! -s "$VAR/www/search_index.json" ]; then
	mkdir -p "$VAR/book"
	python3 - "$VAR" <<'P'
import json, sys
book = sys.argv[1] + "/book/"
open(book + "book.json", "w").write('{"title": "Arkisto", "language": "fi"}')
open(book + "README.md", "w").write("# Arkisto\n\nKirjeitä, karttoja ja valokuvia.\n")
with open(book + "SUMMARY.md", "w") as summary:
    summary.write("# Summary\n\n* [Arkisto](README.md)\n")
    for line in open(sys.argv[1] + "/records.jsonl"):
        r = json.loads(line)
        open(book + "s%d.md" % r["id"], "w").write("# %(title)s\n\n%(author)s, %(year)d, %(kind)s\n\n%(text)s\n" % r)
        summary.write("* [Sivu %d](s%d.md)\n" % (r["id"], r["id"]))
P
	(cd "$VAR" && node node_modules/honkit/bin/honkit.js build book ../www >build.log 2>&1)
fi
files "$VAR/www"
