#!/bin/bash
# react-admin over json-server: routes behind the #, a box that answers as one types, pages of 10, in French.
. "$(dirname "$0")/../lib.sh" "$1"
modules react-admin@5 ra-data-json-server@5 ra-i18n-polyglot@5 ra-language-french@5 react@18 react-dom@18 @mui/material@7 @mui/icons-material@7 @emotion/react@11 @emotion/styled@11 json-server@0.17 esbuild@0.24
records 700
mkdir -p "$VAR/www"
python3 -c "import json, sys; print(json.dumps({'documents': [json.loads(l) for l in open(sys.argv[1])]}))" "$VAR/records.jsonl" >"$VAR/db.json"
cat >"$VAR/main.jsx" <<'J'
import { createRoot } from "react-dom/client"
import { Admin, Resource, List, Datagrid, TextField, NumberField, TextInput, Show, SimpleShowLayout } from "react-admin"
import provider from "ra-data-json-server"
import polyglot from "ra-i18n-polyglot"
import french from "ra-language-french"
const Documents = () => <List filters={[<TextInput key="q" source="q" label="Rechercher" alwaysOn />]} exporter={false}>
	<Datagrid rowClick="show" bulkActionButtons={false}><TextField source="title" /><TextField source="author" /><NumberField source="year" /><TextField source="kind" /></Datagrid></List>
const One = () => <Show><SimpleShowLayout><TextField source="title" /><TextField source="author" /><TextField source="text" /></SimpleShowLayout></Show>
createRoot(document.getElementById("root")).render(<Admin dataProvider={provider("/api")} i18nProvider={polyglot(() => french, "fr")} disableTelemetry><Resource name="documents" list={Documents} show={One} /></Admin>)
J
[ -s "$VAR/www/main.js" ] || (cd "$VAR" && node node_modules/esbuild/bin/esbuild main.jsx --bundle --minify --jsx=automatic '--define:process.env.NODE_ENV="production"' --outfile=www/main.js >build.log 2>&1)
echo '<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Archives</title></head><body><div id="root"></div><script src="main.js"></script></body></html>' >"$VAR/www/index.html"
echo '{"/api/*": "/$1"}' >"$VAR/routes.json"
cd "$VAR"
start node "$VAR/node_modules/json-server/lib/cli/bin.js" --host 127.0.0.1 --port "$PORT" --static www --routes "$VAR/routes.json" --quiet --read-only "$VAR/db.json"
