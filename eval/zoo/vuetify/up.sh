#!/bin/bash
# Vuetify: a data table that holds all rows and shows ten, with a box above it, in German.
. "$(dirname "$0")/../lib.sh" "$1"
modules vuetify@3.7 vue@3.5
records 800
mkdir -p "$VAR/www"
cp "$VAR"/node_modules/vuetify/dist/vuetify.min.js "$VAR"/node_modules/vuetify/dist/vuetify.min.css "$VAR"/node_modules/vue/dist/vue.global.prod.js "$VAR/www"
python3 -c "import json, sys; print(json.dumps([{k: v for k, v in json.loads(l).items() if k not in ('text', 'mark')} for l in open(sys.argv[1])]))" "$VAR/records.jsonl" >"$VAR/www/bestand.json"
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>Bestand</title><link rel="stylesheet" href="vuetify.min.css"></head>
<body><div id="app"><v-app><v-main><v-container><h1>Bestand</h1>
<v-text-field v-model="search" label="Suchen" variant="outlined" hide-details single-line></v-text-field>
<v-data-table :headers="headers" :items="items" :search="search" :loading="loading"></v-data-table>
</v-container></v-main></v-app></div>
<script src="vue.global.prod.js"></script><script src="vuetify.min.js"></script><script>
Vue.createApp({
	data: () => ({ search: "", items: [], loading: true, headers: [{title: "Titel", key: "title"}, {title: "Verfasser", key: "author"}, {title: "Jahr", key: "year"}, {title: "Art", key: "kind"}] }),
	async mounted() { this.items = await (await fetch("bestand.json")).json(); this.loading = false },
}).use(Vuetify.createVuetify()).mount("#app")
</script></body></html>
H
files "$VAR/www"
