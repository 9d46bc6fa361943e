#!/bin/bash
# htmx's active search: each letter posts the box, rows come back as HTML, more as one scrolls, in Dutch.
. "$(dirname "$0")/../lib.sh" "$1"
modules htmx.org@2.0
records 600
mkdir -p "$VAR/www"
cp "$VAR/node_modules/htmx.org/dist/htmx.min.js" "$VAR/www"
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8"><title>Archief</title><script src="htmx.min.js"></script></head>
<body><h1>Archief</h1><p>Zoek in brieven, kaarten en foto's.</p>
<input type="search" name="zoek" placeholder="Begin te typen..." hx-post="/zoek" hx-trigger="input changed delay:300ms, keyup[key=='Enter']" hx-target="#gevonden" hx-indicator=".htmx-indicator">
<span class="htmx-indicator">Bezig...</span>
<table><thead><tr><th>Titel</th><th>Auteur</th><th>Jaar</th><th>Soort</th></tr></thead><tbody id="gevonden"></tbody></table></body></html>
H
start python3 "$PWD/serve.py" "$PORT" "$VAR"
