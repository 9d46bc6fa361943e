#!/bin/bash
# Tabulator 6: a table of JSON with filters in the heads of its columns, in German.
. "$(dirname "$0")/../lib.sh" "$1"
modules tabulator-tables@6
records 800
if [ ! -s "$VAR/www/index.html" ]; then
	mkdir -p "$VAR/www"
	cp "$VAR"/node_modules/tabulator-tables/dist/js/tabulator.min.js "$VAR"/node_modules/tabulator-tables/dist/css/tabulator.min.css "$VAR/www"
	python3 -c "import json, sys; print(json.dumps([{k: v for k, v in json.loads(l).items() if k not in ('text', 'mark')} for l in open(sys.argv[1])]))" "$VAR/records.jsonl" >"$VAR/www/bestand.json"
	cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>Bestand</title><link rel="stylesheet" href="tabulator.min.css"><script src="tabulator.min.js"></script></head>
<body><h1>Bestand</h1><div id="liste"></div><script>
new Tabulator("#liste", {ajaxURL: "bestand.json", layout: "fitColumns", pagination: true, paginationSize: 20, locale: "de", langs: {de: {pagination: {first: "Erste", last: "Letzte", prev: "Zurück", next: "Weiter"}}},
columns: [{title: "Titel", field: "title", headerFilter: "input", headerFilterPlaceholder: "Suche im Titel"}, {title: "Verfasser", field: "author", headerFilter: "input"}, {title: "Jahr", field: "year"}, {title: "Art", field: "kind", headerFilter: "list", headerFilterParams: {valuesLookup: true, clearable: true}}]})
</script></body></html>
H
fi
files "$VAR/www"
