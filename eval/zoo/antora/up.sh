#!/bin/bash
# Antora with its lunr extension over AsciiDoc, in Czech: a box that suggests, scripts search in an index that they load.
. "$(dirname "$0")/../lib.sh" "$1"
modules antora@3.1 @antora/lunr-extension@1.0.0-alpha.8
packages git
records 300 cs
if [ ! -d "$VAR/www" ]; then
	rm -rf "$VAR/src" && mkdir -p "$VAR/src/modules/ROOT/pages" "$VAR/ui/layouts" "$VAR/ui/partials" "$VAR/ui/js" "$VAR/ui/css"
	python3 - "$VAR" <<'P'
import json, sys
nav = open(sys.argv[1] + "/src/modules/ROOT/nav.adoc", "w")
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    open("%s/src/modules/ROOT/pages/p%d.adoc" % (sys.argv[1], r["id"]), "w").write("= %s\n\n%s\n\n%s, %s, %s\n" % (r["title"], r["text"], r["author"], r["year"], r["kind"]))
    if r["id"] % 10 == 1:
        nav.write("* xref:p%d.adoc[%s]\n" % (r["id"], r["title"]))
open(sys.argv[1] + "/src/modules/ROOT/pages/index.adoc", "w").write("= Archiv\n\nVítejte v archivu.\n")
P
	printf 'name: archiv\ntitle: Archiv\nversion: ~\nstart_page: ROOT:index.adoc\nnav:\n- modules/ROOT/nav.adoc\n' >"$VAR/src/antora.yml"
	(cd "$VAR/src" && git init -q . && git add -A && git -c user.name=a -c user.email=a@archive.example commit -qm a)
	cat >"$VAR/ui/layouts/default.hbs" <<'H'
<!DOCTYPE html><html lang="cs"><head><meta charset="utf-8"><title>{{{detag (or page.title 'Archiv')}}}</title><link rel="stylesheet" href="{{uiRootPath}}/css/search.css"></head>
<body class="article"><header class="header"><nav class="navbar"><a class="navbar-item" href="{{siteRootPath}}/index.html">Archiv</a>{{#if env.SITE_SEARCH_PROVIDER}}<div class="navbar-item"><div class="field has-addons"><input id="search-input" type="text" placeholder="Hledat v dokumentaci"{{#if page.home}} autofocus{{/if}}></div></div>{{/if}}</nav></header>
<div class="body"><aside class="nav">{{#each page.navigation}}<ul>{{#each this.items}}<li><a href="{{relativize this.url}}">{{{this.content}}}</a></li>{{/each}}</ul>{{/each}}</aside><main class="article"><article class="doc"><h1 class="page">{{{page.title}}}</h1>{{{page.contents}}}</article></main></div>
<script id="site-script" data-ui-root-path="{{uiRootPath}}"></script>{{#if env.SITE_SEARCH_PROVIDER}}{{> search-scripts}}{{/if}}</body></html>
H
	cp "$VAR/ui/layouts/default.hbs" "$VAR/ui/layouts/404.hbs"
	mkdir -p "$VAR/ui/helpers"
	echo "module.exports = html => html && String(html).replace(/<[^>]+>/g, '')" >"$VAR/ui/helpers/detag.js"
	echo "module.exports = (...a) => { a.pop(); return a.find(Boolean) }" >"$VAR/ui/helpers/or.js"
	echo "module.exports = (to, { data: { root } }) => { const from = root.page.url; return require('path').posix.relative(require('path').posix.dirname(from), to) || '.' }" >"$VAR/ui/helpers/relativize.js"
	cat >"$VAR/playbook.yml" <<P
site: { title: Archiv, url: "http://127.0.0.1:$PORT", start_page: "archiv::index.adoc" }
content: { sources: [ { url: "$VAR/src", branches: HEAD } ] }
ui: { bundle: { url: "$VAR/ui" } }
output: { dir: "$VAR/www" }
antora: { extensions: [ { require: "@antora/lunr-extension", languages: [ en ] } ] }
P
	(cd "$VAR" && node node_modules/@antora/cli/bin/antora --cache-dir "$VAR/cache" playbook.yml) >"$VAR/build.log" 2>&1
fi
files "$VAR/www"
