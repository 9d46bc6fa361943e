#!/bin/bash
# Select2 with values from a server: a menu of kinds, one of authors that are loaded as one types and that the kind
# narrows, one of years that the author fills; no more than 50 rows, in Hungarian.
. "$(dirname "$0")/../lib.sh" "$1"
modules select2@4.1.0-rc.0 jquery@3.7
records 700 hu
mkdir -p "$VAR/www"
for f in select2/dist/js/select2.min.js select2/dist/js/i18n/hu.js select2/dist/css/select2.min.css jquery/dist/jquery.min.js; do cp "$VAR/node_modules/$f" "$VAR/www"; done
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="hu"><head><meta charset="utf-8"><title>Gyűjtemény</title><link rel="stylesheet" href="select2.min.css"><script src="jquery.min.js"></script><script src="select2.min.js"></script><script src="hu.js"></script></head>
<body><h1>Gyűjtemény</h1><form id="szuro"><label for="fajta">Fajta</label> <select id="fajta" name="kind" style="width: 12em"><option value="">Bármelyik</option><option>levél</option><option>térkép</option><option>fénykép</option><option>vers</option><option>rajz</option><option>jegyzőkönyv</option></select>
<label for="szerzo">Szerző</label> <select id="szerzo" name="author" style="width: 16em"></select> <label for="ev">Év</label> <select id="ev" name="year" disabled><option value="">Bármelyik</option></select> <button>Keresés</button></form>
<p id="talalat"></p><div id="lista"></div><script>
$("#fajta").select2({language: "hu", minimumResultsForSearch: Infinity})
$("#szerzo").select2({language: "hu", placeholder: "Szerző keresése", allowClear: true, ajax: {url: "api/values", dataType: "json", delay: 250, data: p => ({of: "author", q: p.term || "", kind: $("#fajta").val(), limit: 10})}})
$("#szerzo").on("change", async () => {
	const d = $("#szerzo").val() ? await $.getJSON("api/values", {of: "year", author: $("#szerzo").val(), kind: $("#fajta").val(), limit: 200}) : {results: []}
	$("#ev").html('<option value="">Bármelyik</option>' + d.results.map(v => `<option>${v.text}</option>`).join("")).prop("disabled", !d.results.length)
})
$("#szuro").on("submit", async e => {
	e.preventDefault()
	const d = await $.getJSON("api/records", {limit: 50, kind: $("#fajta").val(), author: $("#szerzo").val() || "", year: $("#ev").val()})
	$("#talalat").text(`${d.total} találat`)
	$("#lista").html(d.rows.map(r => `<div class="tetel"><h3>${r.title}</h3><p>${r.author}, ${r.year}</p><p>${r.kind}</p></div>`).join("") || "Nincs találat")
})
</script></body></html>
H
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
