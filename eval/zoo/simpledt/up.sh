#!/bin/bash
# simple-datatables over a table that is all in the page, of which it shows ten rows, in Turkish.
. "$(dirname "$0")/../lib.sh" "$1"
modules simple-datatables@10
records 700 tr
mkdir -p "$VAR/www"
cp "$VAR"/node_modules/simple-datatables/dist/umd/simple-datatables.js "$VAR"/node_modules/simple-datatables/dist/style.css "$VAR/www"
[ -s "$VAR/www/index.html" ] || python3 - "$VAR" <<'P'
import json, sys
rows = "".join("<tr><td>%(title)s</td><td>%(author)s</td><td>%(year)d</td><td>%(kind)s</td></tr>\n" % json.loads(line) for line in open(sys.argv[1] + "/records.jsonl"))
open(sys.argv[1] + "/www/index.html", "w").write('''<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>Envanter</title><link rel="stylesheet" href="style.css"></head><body><h1>Envanter</h1>
<table id="liste"><thead><tr><th>Başlık</th><th>Yazar</th><th>Yıl</th><th>Tür</th></tr></thead><tbody>%s</tbody></table>
<script src="simple-datatables.js"></script><script>new simpleDatatables.DataTable("#liste", {perPageSelect: false, labels: {placeholder: "Ara...", noRows: "Kayıt yok", noResults: "Sonuç bulunamadı", info: "{rows} kayıttan {start}-{end}"}})</script></body></html>''' % rows)
P
files "$VAR/www"
