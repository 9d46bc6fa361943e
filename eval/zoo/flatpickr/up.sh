#!/bin/bash
# flatpickr: two boxes of years that a calendar fills, over a server that shows no more than 40 rows, in Hungarian.
. "$(dirname "$0")/../lib.sh" "$1"
modules flatpickr@4.6
records 600 hu
mkdir -p "$VAR/www"
for f in flatpickr.min.js flatpickr.min.css l10n/hu.js; do cp "$VAR/node_modules/flatpickr/dist/$f" "$VAR/www"; done
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="hu"><head><meta charset="utf-8"><title>Levéltár</title><link rel="stylesheet" href="flatpickr.min.css"></head>
<body><h1>Levéltár</h1><form id="kereso"><label>Ettől: <input name="tol" id="tol" value="1850-01-01"></label> <label>Eddig: <input name="ig" id="ig" value="2020-12-31"></label> <button>Keresés</button></form><p id="talalat"></p><table><thead><tr><th>Cím</th><th>Szerző</th><th>Év</th><th>Fajta</th></tr></thead><tbody id="sorok"></tbody></table>
<script src="flatpickr.min.js"></script><script src="hu.js"></script><script>
flatpickr("#tol", {locale: "hu", dateFormat: "Y-m-d", allowInput: true})
flatpickr("#ig", {locale: "hu", dateFormat: "Y-m-d", allowInput: true})
document.getElementById("kereso").addEventListener("submit", async e => {
	e.preventDefault()
	const d = await (await fetch(`api/records?limit=40&from=${document.getElementById("tol").value.slice(0, 4)}&to=${document.getElementById("ig").value.slice(0, 4)}`)).json()
	document.getElementById("talalat").textContent = d.total > 40 ? `${d.total} találat, az első 40 látható` : `${d.total} találat`
	document.getElementById("sorok").innerHTML = d.rows.map(r => `<tr><td>${r.title}</td><td>${r.author}</td><td>${r.year}</td><td>${r.kind}</td></tr>`).join("")
})
</script></body></html>
H
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
