#!/bin/bash
# Jekyll with Simple-Jekyll-Search, in Finnish: a box on a page of its own, ten answers below it at most, scripts search in a JSON index that they load.
. "$(dirname "$0")/../lib.sh" "$1"
packages jekyll
modules simple-jekyll-search@1.10
records 400 fi
if [ ! -d "$VAR/www" ]; then
	mkdir -p "$VAR/site/_posts" "$VAR/site/_layouts" "$VAR/site/js"
	cp "$VAR/node_modules/simple-jekyll-search/dest/simple-jekyll-search.min.js" "$VAR/site/js/"
	python3 - "$VAR" <<'P'
import json, sys
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    open("%s/site/_posts/%d-03-05-p%d.md" % (sys.argv[1], r["year"], r["id"]), "w").write('---\nlayout: post\ntitle: "%s"\ncategory: "%s"\n---\n%s\n\n%s\n' % (r["title"], r["kind"], r["text"], r["author"]))
P
	printf 'title: Arkisto\npermalink: /:title/\nfuture: true\n' >"$VAR/site/_config.yml"
	cat >"$VAR/site/_layouts/default.html" <<'H'
<!DOCTYPE html><html lang="fi"><head><meta charset="utf-8"><title>{{ page.title | default: site.title }}</title></head><body><header><a href="/">Arkisto</a> <a href="/haku/">Haku</a></header><main>{{ content }}</main></body></html>
H
	printf -- '---\nlayout: default\n---\n<article><h1>{{ page.title }}</h1>{{ content }}</article>\n' >"$VAR/site/_layouts/post.html"
	printf -- '---\nlayout: default\n---\n<h1>Arkisto</h1><p>Uusimmat</p><ul>{%% for post in site.posts limit:8 %%}<li><a href="{{ post.url }}">{{ post.title }}</a></li>{%% endfor %%}</ul>\n' >"$VAR/site/index.html"
	cat >"$VAR/site/haku.html" <<'H'
---
layout: default
title: Haku
permalink: /haku/
---
<div id="search-container"><input type="text" id="search-input" placeholder="Hae arkistosta..."><ul id="results-container"></ul></div>
<script src="/js/simple-jekyll-search.min.js"></script>
<script>SimpleJekyllSearch({ searchInput: document.getElementById("search-input"), resultsContainer: document.getElementById("results-container"), json: "/search.json", noResultsText: "Ei tuloksia" })</script>
H
	cat >"$VAR/site/search.json" <<'H'
---
layout: null
---
[{% for post in site.posts %}{ "title": {{ post.title | jsonify }}, "category": {{ post.category | jsonify }}, "url": "{{ site.baseurl }}{{ post.url }}", "date": "{{ post.date | date: "%Y-%m-%d" }}", "content": {{ post.content | strip_html | strip_newlines | jsonify }} }{% unless forloop.last %},{% endunless %}{% endfor %}]
H
	(cd "$VAR/site" && jekyll build -q -d "$VAR/www" >"$VAR/build.log" 2>&1)
fi
files "$VAR/www"
