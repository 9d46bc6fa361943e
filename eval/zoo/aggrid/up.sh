#!/bin/bash
# AG Grid: a table that draws only the rows that can be seen, with a filter box under each head, in Italian.
. "$(dirname "$0")/../lib.sh" "$1"
modules ag-grid-community@32
records 800
if [ ! -s "$VAR/www/index.html" ]; then
	mkdir -p "$VAR/www"
	cp "$VAR"/node_modules/ag-grid-community/dist/ag-grid-community.min.js "$VAR/www"
	python3 -c "import json, sys; print(json.dumps([{k: v for k, v in json.loads(l).items() if k not in ('text', 'mark')} for l in open(sys.argv[1])]))" "$VAR/records.jsonl" >"$VAR/www/archivio.json"
	cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="it"><head><meta charset="utf-8"><title>Archivio</title><script src="ag-grid-community.min.js"></script></head>
<body><h1>Archivio</h1><label>Cerca nell'archivio <input id="cerca" type="text"></label><div id="elenco" style="height: 500px" class="ag-theme-quartz"></div><script>
const grid = agGrid.createGrid(document.getElementById("elenco"), {
	columnDefs: [{field: "title", headerName: "Titolo", filter: "agTextColumnFilter", floatingFilter: true, flex: 2}, {field: "author", headerName: "Autore", filter: "agTextColumnFilter", floatingFilter: true}, {field: "year", headerName: "Anno"}, {field: "kind", headerName: "Tipo"}],
	onGridReady: e => fetch("archivio.json").then(r => r.json()).then(rows => e.api.setGridOption("rowData", rows)),
})
document.getElementById("cerca").addEventListener("input", e => grid.setGridOption("quickFilterText", e.target.value))
</script></body></html>
H
fi
files "$VAR/www"
