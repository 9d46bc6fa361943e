#!/bin/bash
# Quasar (Vue): QTable in its grid dress, a box in the head that waits a moment, pages of 15 with "next" and "previous" alone, rows from a server, in Thai.
. "$(dirname "$0")/../lib.sh" "$1"
modules quasar@2.16 vue@3.4
records 500 th
mkdir -p "$VAR/www"
cp "$VAR/node_modules/vue/dist/vue.global.prod.js" "$VAR/node_modules/quasar/dist/quasar.umd.prod.js" "$VAR/node_modules/quasar/dist/quasar.prod.css" "$VAR/node_modules/quasar/dist/lang/th.umd.prod.js" "$VAR/www/"
cat >"$VAR/www/main.js" <<'J'
const app = Vue.createApp({
	setup() {
		const rows = Vue.ref([]), filter = Vue.ref(""), loading = Vue.ref(false), pagination = Vue.ref({ page: 1, rowsPerPage: 15, rowsNumber: 0 })
		async function ask(props) {
			const { page, rowsPerPage } = props.pagination
			loading.value = true
			const d = await (await fetch(`/api/records?limit=${rowsPerPage}&offset=${(page - 1) * rowsPerPage}&q=${encodeURIComponent(props.filter || "")}`)).json()
			rows.value = d.rows
			pagination.value = { page, rowsPerPage, rowsNumber: d.total }
			loading.value = false
		}
		ask({ pagination: pagination.value, filter: "" })
		return { rows, filter, loading, pagination, ask, columns: [["title", "ชื่อเรื่อง"], ["author", "ผู้แต่ง"], ["year", "ปี"], ["kind", "ประเภท"]].map(([name, label]) => ({ name, label, field: name, align: "left" })) }
	},
})
app.use(Quasar, { lang: Quasar.lang.th })
app.mount("#q-app")
J
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="th"><head><meta charset="utf-8"><title>หอจดหมายเหตุ</title><link rel="stylesheet" href="quasar.prod.css"></head><body><div id="q-app">
<q-table grid title="หอจดหมายเหตุ" :rows="rows" :columns="columns" row-key="id" v-model:pagination="pagination" :rows-per-page-options="[15]" :loading="loading" :filter="filter" @request="ask"><template v-slot:top-right><q-input borderless dense debounce="300" v-model="filter" placeholder="ค้นหา"></q-input></template></q-table>
</div><script src="vue.global.prod.js"></script><script src="quasar.umd.prod.js"></script><script src="th.umd.prod.js"></script><script src="main.js"></script></body></html>
H
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
