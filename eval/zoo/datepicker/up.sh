#!/bin/bash
# react-datepicker: two dates and a menu over a server that gets them as JSON in UTC, 25 rows and a button for more, in Finnish.
. "$(dirname "$0")/../lib.sh" "$1"
modules react-datepicker@8 react@18 react-dom@18 esbuild@0.24
records 600 fi
mkdir -p "$VAR/www"
cat >"$VAR/main.jsx" <<'J'
import { useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import DatePicker from "react-datepicker"
import "react-datepicker/dist/react-datepicker.css"
function Archive() {
	const [from, setFrom] = useState(new Date(1850, 0, 1))
	const [to, setTo] = useState(new Date(2020, 11, 31))
	const [kind, setKind] = useState("")
	const [data, setData] = useState(null)
	const search = async e => {
		e?.preventDefault()
		setData(await (await fetch("/api/find", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ range: { from: from?.toISOString(), to: to?.toISOString() }, kind, limit: 25, offset: 0 }) })).json())
	}
	return <><h1>Arkisto</h1><form onSubmit={search}>
		<label>Alkaen <DatePicker selected={from} onChange={setFrom} dateFormat="yyyy-MM-dd" name="alkaen" showYearDropdown /></label>
		<label>Asti <DatePicker selected={to} onChange={setTo} dateFormat="yyyy-MM-dd" name="asti" showYearDropdown /></label>
		<label>Laji <select name="laji" value={kind} onChange={e => setKind(e.target.value)}><option value="">Kaikki</option>{["kirje", "kartta", "valokuva", "runo", "piirros", "pöytäkirja"].map(k => <option key={k}>{k}</option>)}</select></label>
		<button type="submit">Hae</button></form>
		{data && <><p>{data.total} tulosta</p>{data.rows.map(r => <article key={r.id}><h2>{r.title}</h2><p><b>{r.author}</b> <time>{r.year}</time> <i>{r.kind}</i></p></article>)}</>}</>
}
createRoot(document.getElementById("root")).render(<Archive />)
J
[ -s "$VAR/www/main.js" ] || (cd "$VAR" && node node_modules/esbuild/bin/esbuild main.jsx --bundle --minify --jsx=automatic '--define:process.env.NODE_ENV="production"' --outfile=www/main.js >build.log 2>&1)
echo '<!DOCTYPE html><html lang="fi"><head><meta charset="utf-8"><title>Arkisto</title><link rel="stylesheet" href="main.css"></head><body><div id="root"></div><script src="main.js"></script></body></html>' >"$VAR/www/index.html"
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
