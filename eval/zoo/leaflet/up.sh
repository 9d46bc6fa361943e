#!/bin/bash
# Leaflet: places on a map and, beside it, a list of the first 30 that a box finds, in Turkish.
. "$(dirname "$0")/../lib.sh" "$1"
modules leaflet@1.9
records 500 tr
mkdir -p "$VAR/www"
cp "$VAR"/node_modules/leaflet/dist/leaflet.js "$VAR"/node_modules/leaflet/dist/leaflet.css "$VAR/www"
python3 -c "
import json, sys
rows = [json.loads(l) for l in open(sys.argv[1])]
print(json.dumps({'type': 'FeatureCollection', 'features': [{'type': 'Feature', 'geometry': {'type': 'Point', 'coordinates': [26 + r['id'] * 37 % 180 / 10, 36 + r['id'] * 53 % 60 / 10]}, 'properties': {k: r[k] for k in ('id', 'title', 'author', 'year', 'kind')}} for r in rows]}))" "$VAR/records.jsonl" >"$VAR/www/yerler.geojson"
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>Harita</title><link rel="stylesheet" href="leaflet.css"><style>#map { height: 400px; width: 60%; float: left } #liste { height: 400px; overflow: auto }</style></head>
<body><h1>Arşiv haritası</h1><div id="map"></div><input id="ara" type="search" placeholder="Yer ara..."><p id="sayi"></p><ul id="liste"></ul><script src="leaflet.js"></script><script>
const map = L.map("map").setView([39, 35], 6), layer = L.layerGroup().addTo(map)
let places = []
function show() {
	const word = document.getElementById("ara").value.toLocaleLowerCase("tr"), list = document.getElementById("liste")
	const found = places.filter(f => Object.values(f.properties).join(" ").toLocaleLowerCase("tr").includes(word))
	document.getElementById("sayi").textContent = found.length + " yer bulundu"
	layer.clearLayers()
	list.innerHTML = ""
	for (const f of found) {
		const marker = L.marker([f.geometry.coordinates[1], f.geometry.coordinates[0]]).bindPopup(f.properties.title).addTo(layer)
		if (list.childElementCount >= 30) continue
		const item = document.createElement("li")
		item.innerHTML = `<b>${f.properties.title}</b><br><span>${f.properties.author}</span> <span>${f.properties.year}</span> <span>${f.properties.kind}</span>`
		item.onclick = () => { map.setView(marker.getLatLng(), 9); marker.openPopup() }
		list.append(item)
	}
}
fetch("yerler.geojson").then(r => r.json()).then(d => { places = d.features; show() })
document.getElementById("ara").addEventListener("input", show)
</script></body></html>
H
files "$VAR/www"
