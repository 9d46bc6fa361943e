#!/bin/bash
# Vaadin's grid and text field: web components, rows from a server as one scrolls, in Finnish.
. "$(dirname "$0")/../lib.sh" "$1"
modules @vaadin/grid@24.4 @vaadin/text-field@24.4 esbuild@0.21
records 600 fi
mkdir -p "$VAR/www"
cat >"$VAR/app.js" <<'J'
import "@vaadin/grid"
import "@vaadin/text-field"
const grid = document.querySelector("vaadin-grid"), box = document.querySelector("vaadin-text-field")
grid.dataProvider = async ({page, pageSize}, done) => {
	const d = await (await fetch(`api/records?q=${encodeURIComponent(box.value)}&limit=${pageSize}&offset=${page * pageSize}`)).json()
	done(d.rows, d.total)
}
box.addEventListener("value-changed", () => grid.clearCache())
J
[ -s "$VAR/www/app.js" ] || (cd "$VAR" && node node_modules/esbuild/bin/esbuild app.js --bundle --format=esm --outfile=www/app.js >build.log 2>&1)
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="fi"><head><meta charset="utf-8"><title>Kokoelma</title></head>
<body><h1>Kokoelma</h1><vaadin-text-field label="Hae" clear-button-visible></vaadin-text-field>
<vaadin-grid page-size="50" style="height: 400px"><vaadin-grid-column path="title" header="Nimi"></vaadin-grid-column><vaadin-grid-column path="author" header="Tekijä"></vaadin-grid-column><vaadin-grid-column path="year" header="Vuosi"></vaadin-grid-column><vaadin-grid-column path="kind" header="Laji"></vaadin-grid-column></vaadin-grid>
<script type="module" src="app.js"></script></body></html>
H
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
