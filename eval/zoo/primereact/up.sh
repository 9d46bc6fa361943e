#!/bin/bash
# PrimeReact's DataTable, lazy: a row of filters below the heads, pages of 20 from a server, in Greek.
. "$(dirname "$0")/../lib.sh" "$1"
modules primereact@10 react@18 react-dom@18 esbuild@0.24
records 900 el
mkdir -p "$VAR/www"
cat >"$VAR/main.jsx" <<'J'
import { useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { PrimeReactProvider } from "primereact/api"
import { DataTable } from "primereact/datatable"
import { Column } from "primereact/column"
import { Dropdown } from "primereact/dropdown"
const kinds = ["επιστολή", "χάρτης", "φωτογραφία", "ποίημα", "σχέδιο", "πρακτικά"]
function Records() {
	const [at, setAt] = useState({ first: 0, rows: 20, filters: { title: { value: null, matchMode: "contains" }, author: { value: null, matchMode: "contains" }, kind: { value: null, matchMode: "equals" } } })
	const [data, setData] = useState({ total: 0, rows: [] })
	const value = k => encodeURIComponent(at.filters[k].value || "")
	useEffect(() => { fetch(`/api/records?limit=${at.rows}&offset=${at.first}&titleHas=${value("title")}&authorHas=${value("author")}&kind=${value("kind")}`).then(r => r.json()).then(setData) }, [JSON.stringify(at)])
	return <><h1>Αρχείο</h1><DataTable value={data.rows} lazy filterDisplay="row" dataKey="id" paginator first={at.first} rows={at.rows} totalRecords={data.total} onPage={e => setAt({ ...at, ...e })} onFilter={e => setAt({ ...at, ...e, first: 0 })} filters={at.filters} emptyMessage="Δεν βρέθηκαν εγγραφές">
		<Column field="title" header="Τίτλος" filter showFilterMenu={false} filterPlaceholder="Αναζήτηση τίτλου" /><Column field="author" header="Συγγραφέας" filter showFilterMenu={false} filterPlaceholder="Αναζήτηση συγγραφέα" /><Column field="year" header="Έτος" />
		<Column field="kind" header="Είδος" filter showFilterMenu={false} filterElement={o => <Dropdown value={o.value} options={kinds} onChange={e => o.filterApplyCallback(e.value)} placeholder="Όλα" showClear />} /></DataTable></>
}
createRoot(document.getElementById("root")).render(<PrimeReactProvider><Records /></PrimeReactProvider>)
J
[ -s "$VAR/www/main.js" ] || (cd "$VAR" && node node_modules/esbuild/bin/esbuild main.jsx --bundle --minify --jsx=automatic '--define:process.env.NODE_ENV="production"' --outfile=www/main.js >build.log 2>&1)
echo '<!DOCTYPE html><html lang="el"><head><meta charset="utf-8"><title>Αρχείο</title></head><body><div id="root"></div><script src="main.js"></script></body></html>' >"$VAR/www/index.html"
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
