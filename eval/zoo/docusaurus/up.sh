#!/bin/bash
# Docusaurus 3 with a local search: a box whose answers are a page of their own, in Vietnamese.
. "$(dirname "$0")/../lib.sh" "$1"
modules @docusaurus/core@3.8 @docusaurus/preset-classic@3.8 @easyops-cn/docusaurus-search-local@0.52 webpack@5.99 react@19 react-dom@19
records 400 vi
if [ ! -s "$VAR/www/index.html" ]; then
	mkdir -p "$VAR/docs"
	python3 - "$VAR" <<'P'
import json, sys
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    open(sys.argv[1] + "/docs/d%d.md" % r["id"], "w").write("---\nsidebar_position: %(id)d\n---\n# %(title)s\n\n%(author)s, %(year)d, %(kind)s\n\n%(text)s\n" % r)
open(sys.argv[1] + "/docs/index.md", "w").write("---\nslug: /\n---\n# Lưu trữ\n\nThư từ và bản đồ.\n")
P
	cat >"$VAR/docusaurus.config.js" <<J
module.exports = {
	title: "Lưu trữ", url: "http://127.0.0.1:$PORT", baseUrl: "/", i18n: {defaultLocale: "vi", locales: ["vi"]}, onBrokenLinks: "ignore",
	presets: [["classic", {docs: {routeBasePath: "/", sidebarPath: undefined}, blog: false}]],
	themes: [["@easyops-cn/docusaurus-search-local", {hashed: true, language: ["en", "vi"], indexBlog: false, docsRouteBasePath: "/"}]],
	themeConfig: {navbar: {title: "Lưu trữ"}},
}
J
	(cd "$VAR" && DOCUSAURUS_IGNORE_SSG_WARNINGS=true node node_modules/@docusaurus/core/bin/docusaurus.mjs build --out-dir www >build.log 2>&1)
fi
files "$VAR/www"
