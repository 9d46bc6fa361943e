#!/bin/bash
# bootstrap-table: rows from a server that searches, sorts and cuts them, in Spanish.
. "$(dirname "$0")/../lib.sh" "$1"
modules bootstrap-table@1.22 bootstrap@5.3 jquery@3.7
records 900
mkdir -p "$VAR/www"
for f in bootstrap-table/dist/bootstrap-table.min.js bootstrap-table/dist/locale/bootstrap-table-es-ES.min.js bootstrap/dist/css/bootstrap.min.css jquery/dist/jquery.min.js; do cp "$VAR/node_modules/$f" "$VAR/www"; done
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>Fondo</title><link rel="stylesheet" href="bootstrap.min.css"><script src="jquery.min.js"></script><script src="bootstrap-table.min.js"></script><script src="bootstrap-table-es-ES.min.js"></script></head>
<body class="container"><h1>Fondo documental</h1>
<table data-toggle="table" data-url="api/records" data-side-pagination="server" data-pagination="true" data-page-size="25" data-search="true" data-locale="es-ES">
<thead><tr><th data-field="title">Título</th><th data-field="author">Autor</th><th data-field="year">Año</th><th data-field="kind">Tipo</th></tr></thead></table></body></html>
H
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
