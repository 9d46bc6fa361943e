#!/bin/bash
# w2ui's grid: a search box in its toolbar, 600 rows that it holds and draws as one scrolls, in Czech.
. "$(dirname "$0")/../lib.sh" "$1"
modules w2ui@2.0.0
records 600 cs
mkdir -p "$VAR/www"
cp "$VAR"/node_modules/w2ui/w2ui-2.0.es6.min.js "$VAR"/node_modules/w2ui/w2ui-2.0.min.css "$VAR/www"
python3 -c "import json, sys; print(json.dumps([dict(recid=r['id'], **{k: r[k] for k in ('title', 'author', 'year', 'kind')}) for r in map(json.loads, open(sys.argv[1]))]))" "$VAR/records.jsonl" >"$VAR/www/zaznamy.json"
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="cs"><head><meta charset="utf-8"><title>Sbírka</title><link rel="stylesheet" href="w2ui-2.0.min.css"></head>
<body><h1>Sbírka</h1><div id="mrizka" style="height: 420px"></div><script type="module">
import { w2grid } from "./w2ui-2.0.es6.min.js"
new w2grid({
	name: "mrizka", box: "#mrizka", show: {toolbar: true, footer: true}, multiSearch: false,
	columns: [{field: "title", text: "Název", size: "40%"}, {field: "author", text: "Autor", size: "25%"}, {field: "year", text: "Rok", size: "15%"}, {field: "kind", text: "Druh", size: "20%"}],
	searches: [{type: "text", field: "title", label: "Název"}, {type: "text", field: "author", label: "Autor"}],
	records: await (await fetch("zaznamy.json")).json(),
})
</script></body></html>
H
files "$VAR/www"
