#!/bin/bash
# OpenUI5: a table that grows by a "More" button, a search field in its head, rows from a server, in Ukrainian.
. "$(dirname "$0")/../lib.sh" "$1"
modules @ui5/cli@3
records 600 uk
mkdir -p "$VAR/app/webapp"
cat >"$VAR/app/webapp/main.js" <<'J'
sap.ui.define(["sap/m/Table", "sap/m/Column", "sap/m/ColumnListItem", "sap/m/Text", "sap/m/Title", "sap/m/SearchField", "sap/m/Toolbar", "sap/m/ToolbarSpacer", "sap/m/Button", "sap/ui/model/json/JSONModel", "sap/ui/core/Core"],
	function (Table, Column, Item, Text, Title, SearchField, Toolbar, Spacer, Button, JSONModel) {
		const model = new JSONModel({ rows: [], total: 0 })
		let q = ""
		const load = more => fetch(`/api/records?limit=30&offset=${more ? model.getProperty("/rows").length : 0}&q=${encodeURIComponent(q)}`).then(r => r.json()).then(d =>
			model.setData({ total: d.total, rows: (more ? model.getProperty("/rows") : []).concat(d.rows) }))
		const table = new Table({
			noDataText: "Немає даних", sticky: ["ColumnHeaders"],
			headerToolbar: new Toolbar({ content: [new Title({ text: "Архів ({/total})" }), new Spacer(), new SearchField({ width: "20rem", placeholder: "Пошук", search: e => { q = e.getParameter("query"); load(false) } })] }),
			infoToolbar: null,
			columns: ["Назва", "Автор", "Рік", "Вид"].map(h => new Column({ header: new Text({ text: h }) })),
		})
		table.bindItems("/rows", new Item({ type: "Active", cells: ["title", "author", "year", "kind"].map(k => new Text({ text: `{${k}}` })) }))
		const more = new Button({ text: "Більше", visible: "{= ${/rows}.length < ${/total} }", press: () => load(true) })
		table.setModel(model); more.setModel(model)
		load(false)
		sap.ui.getCore().attachInit(() => { table.placeAt("content"); more.placeAt("content") })
	})
J
cat >"$VAR/app/webapp/index.html" <<'H'
<!DOCTYPE html><html lang="uk"><head><meta charset="utf-8"><title>Архів</title>
<script id="sap-ui-bootstrap" src="resources/sap-ui-custom.js" data-sap-ui-theme="sap_horizon" data-sap-ui-libs="sap.m" data-sap-ui-async="true" data-sap-ui-language="uk" data-sap-ui-resourceroots='{"app": "./"}'></script>
<script>sap.ui.require(["sap/ui/core/Core"], Core => Core.ready ? Core.ready(() => sap.ui.require(["app/main"])) : Core.attachInit(() => sap.ui.require(["app/main"])))</script>
</head><body class="sapUiBody" id="content"></body></html>
H
echo '{"name": "archive", "version": "1.0.0"}' >"$VAR/app/package.json"
echo '{"sap.app": {"id": "app", "type": "application"}}' >"$VAR/app/webapp/manifest.json"
cat >"$VAR/app/ui5.yaml" <<'Y'
specVersion: "3.0"
metadata: { name: app }
type: application
framework: { name: OpenUI5, version: "1.120.30", libraries: [ { name: sap.ui.core }, { name: sap.m }, { name: themelib_sap_horizon } ] }
Y
[ -d "$VAR/www" ] || (cd "$VAR/app" && node ../node_modules/@ui5/cli/bin/ui5.cjs build self-contained --all --dest "$VAR/www" >"$VAR/build.log" 2>&1)
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
