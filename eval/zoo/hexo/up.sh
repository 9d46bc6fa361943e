#!/bin/bash
# Hexo's NexT theme with its local search, in Chinese: an icon opens the box, scripts search in an XML index that they load.
. "$(dirname "$0")/../lib.sh" "$1"
modules hexo@7 hexo-theme-next@8 hexo-generator-searchdb@1.5 hexo-generator-archive@2 hexo-generator-index@4 hexo-renderer-marked@6 hexo-renderer-stylus@3 css@3 @next-theme/plugins@8
records 300 zh
if [ ! -s "$VAR/www/search.xml" ]; then
	mkdir -p "$VAR/site/source/_posts"
	ln -sfn ../node_modules "$VAR/site/node_modules"
	python3 - "$VAR" <<'P'
import json, sys
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    open("%s/site/source/_posts/p%d.md" % (sys.argv[1], r["id"]), "w").write("---\ntitle: %s\ndate: %d-03-05 10:00:00\n---\n%s\n\n%s %s\n" % (r["title"], r["year"] + 150, r["text"], r["author"], r["kind"]))
P
	cat >"$VAR/site/_config.yml" <<Y
title: 档案馆
language: zh-CN
url: http://127.0.0.1:$PORT
permalink: :title/
theme: next
public_dir: public
per_page: 10
search: { path: search.xml, field: post, content: true, format: html }
Y
	printf 'scheme: Muse\nlocal_search: { enable: true, top_n_per_article: 1 }\nvendors: { internal: local, plugins: local }\nmotion: { enable: false }\n' >"$VAR/site/_config.next.yml"
	echo '{"name": "site", "private": true, "hexo": {"version": "7.3.0"}, "dependencies": {"hexo": "*", "hexo-theme-next": "*", "hexo-generator-searchdb": "*", "hexo-generator-archive": "*", "hexo-generator-index": "*", "hexo-renderer-marked": "*", "@next-theme/plugins": "*", "hexo-renderer-ejs": "*", "hexo-renderer-stylus": "*"}}' >"$VAR/site/package.json"
	(cd "$VAR/site" && node node_modules/hexo/bin/hexo generate >"$VAR/build.log" 2>&1)
	ln -sfn site/public "$VAR/www"
fi
files "$VAR/www"
