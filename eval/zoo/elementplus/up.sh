#!/bin/bash
# Element Plus (Vue): a form of a box, a menu of kinds and a button, cards that come as one scrolls, rows from a server, in Japanese.
. "$(dirname "$0")/../lib.sh" "$1"
modules element-plus@2.8 vue@3.4 esbuild@0.24
records 600 ja
mkdir -p "$VAR/www"
cat >"$VAR/main.js" <<'J'
import { createApp, reactive } from "vue/dist/vue.esm-bundler.js"
import ElementPlus from "element-plus"
import ja from "element-plus/es/locale/lang/ja"
import "element-plus/dist/index.css"
createApp({
	setup() {
		const s = reactive({ q: "", kind: "", total: 0, rows: [], busy: false, kinds: ["手紙", "地図", "写真", "詩", "図面", "議事録"] })
		let asked = { q: "", kind: "" }
		async function load(more) {
			if (s.busy || more && s.rows.length >= s.total) return
			s.busy = true
			const d = await (await fetch(`/api/records?limit=24&offset=${more ? s.rows.length : 0}&q=${encodeURIComponent(asked.q)}&kind=${encodeURIComponent(asked.kind)}`)).json()
			s.total = d.total
			s.rows = more ? s.rows.concat(d.rows) : d.rows
			s.busy = false
		}
		const search = () => { asked = { q: s.q, kind: s.kind || "" }; load(false) }
		load(false)
		return { s, load, search }
	},
	template: `<h1>資料館</h1>
	<el-form inline @submit.prevent="search"><el-form-item label="キーワード"><el-input v-model="s.q" placeholder="検索" clearable /></el-form-item>
	<el-form-item label="種類"><el-select v-model="s.kind" clearable placeholder="すべて" style="width: 160px"><el-option v-for="k in s.kinds" :key="k" :label="k" :value="k" /></el-select></el-form-item>
	<el-form-item><el-button type="primary" @click="search">検索</el-button></el-form-item></el-form>
	<p>{{ s.total }} 件</p>
	<div v-infinite-scroll="() => load(true)" style="height: 500px; overflow: auto"><el-card v-for="r in s.rows" :key="r.id" style="margin: 8px"><h3>{{ r.title }}</h3><p>{{ r.author }} · {{ r.year }} · {{ r.kind }}</p></el-card></div>
	<el-empty v-if="!s.rows.length && !s.busy" description="データがありません" />`,
}).use(ElementPlus, { locale: ja }).mount("#root")
J
[ -s "$VAR/www/main.js" ] || (cd "$VAR" && node node_modules/esbuild/bin/esbuild main.js --bundle --minify '--define:process.env.NODE_ENV="production"' --define:__VUE_OPTIONS_API__=true --define:__VUE_PROD_DEVTOOLS__=false --define:__VUE_PROD_HYDRATION_MISMATCH_DETAILS__=false --outfile=www/main.js >build.log 2>&1)
echo '<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>資料館</title><link rel="stylesheet" href="main.css"></head><body><div id="root"></div><script src="main.js"></script></body></html>' >"$VAR/www/index.html"
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
