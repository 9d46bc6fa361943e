#!/bin/bash
# free jqGrid: a table with a box in the head of its columns, rows from a server, 20 a page, in Ukrainian.
. "$(dirname "$0")/../lib.sh" "$1"
modules free-jqgrid@4.15.5 jquery@3.7.1
records 700 uk
mkdir -p "$VAR/www"
cp "$VAR"/node_modules/jquery/dist/jquery.min.js "$VAR"/node_modules/free-jqgrid/dist/jquery.jqgrid.min.js "$VAR"/node_modules/free-jqgrid/dist/css/ui.jqgrid.min.css "$VAR/www"
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="uk"><head><meta charset="utf-8"><title>Архів</title><link rel="stylesheet" href="ui.jqgrid.min.css"></head>
<body><h1>Архів громади</h1><table id="tab"></table>
<script src="jquery.min.js"></script><script src="jquery.jqgrid.min.js"></script><script>
$("#tab").jqGrid({
	url: "api/records", datatype: "json", rowNum: 20, pager: true, viewrecords: true, autowidth: true, guiStyle: "jQueryUI",
	colModel: [{name: "title", label: "Назва"}, {name: "author", label: "Автор", search: false}, {name: "year", label: "Рік", search: false}, {name: "kind", label: "Вид", search: false}],
	jsonReader: {root: "rows", page: d => Number(d.page) || undefined, total: d => Math.ceil(d.total / 20), records: "total", repeatitems: false, id: "id"},
	serializeGridData: p => ({limit: p.rows, offset: (p.page - 1) * p.rows, ...(p.title ? {q: p.title} : {})}),
}).jqGrid("filterToolbar", {searchOnEnter: true, searchOperators: false})
</script></body></html>
H
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
