#!/bin/bash
# ht://Dig (C++, CGI): a menu of how words are joined, one of orders, ten a page with pictures for pages, in Turkish (ISO-8859-9).
. "$(dirname "$0")/../lib.sh" "$1"
packages htdig lighttpd
records 600 tr
mkdir -p "$VAR/www/belge" "$VAR/db"
[ -s "$VAR/www/belge/1.html" ] || python3 - "$VAR" <<'P'
import json, sys
var, links = sys.argv[1], ""
for line in open(var + "/records.jsonl"):
    r = json.loads(line)
    links += '<li><a href="%(id)d.html">%(id)d</a>' % r
    open(var + "/www/belge/%d.html" % r["id"], "w", encoding="iso-8859-9").write('<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-9"><title>%(title)s</title></head><body><h1>%(title)s</h1><p>%(author)s, %(year)d, %(kind)s</p><p>%(text)s</p></body></html>' % r)
open(var + "/liste.html", "w").write("<ul>%s</ul>" % links)
P
page() { iconv -f utf-8 -t iso-8859-9; }
page >"$VAR/www/index.html" <<'H'
<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-9"><title>Arşiv</title></head><body><h1>Arşivde ara</h1>
<form method="get" action="/cgi-bin/htsearch">
Eşleşme: <select name="method"><option value="and">Tümü<option value="or">Herhangi biri<option value="boolean">Mantıksal</select>
Biçim: <select name="format"><option value="builtin-long">Uzun<option value="builtin-short">Kısa</select>
Sıralama: <select name="sort"><option value="score">Puan<option value="time">Zaman<option value="title">Başlık<option value="revscore">Puan (ters)<option value="revtime">Zaman (ters)<option value="revtitle">Başlık (ters)</select>
<input type="hidden" name="config" value="htdig"><input type="hidden" name="restrict" value=""><input type="hidden" name="exclude" value=""><br>
Ara: <input type="text" size="30" name="words" value=""> <input type="submit" value="Ara"></form></body></html>
H
head='<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-9"><title>Arama sonuçları: $&(WORDS)</title></head><body><h2>Arama sonuçları: $&(LOGICAL_WORDS)</h2><hr>'
form='<form action="$(CGI)">Eşleşme: $(METHOD) Biçim: $(FORMAT) Sıralama: $(SORT)<br><input type="hidden" name="config" value="$(CONFIG)"><input type="hidden" name="restrict" value="$(RESTRICT)"><input type="hidden" name="exclude" value="$(EXCLUDE)">Aramayı değiştir: <input type="text" size="30" name="words" value="$&(WORDS)"> <input type="submit" value="Ara"></form><hr>'
echo "$head$form<b>\$(FIRSTDISPLAYED) - \$(LASTDISPLAYED) / \$(MATCHES) belge.</b><hr>" | page >"$VAR/header.html"
echo '$(PAGEHEADER) $(PREVPAGE) $(PAGELIST) $(NEXTPAGE)</body></html>' >"$VAR/footer.html"
echo "$head$form<p>Hiçbir belge bulunamadı.</p></body></html>" | page >"$VAR/nomatch.html"
{
	cat <<C
database_dir: $VAR/db
start_url: \`$VAR/start\`
limit_urls_to: http://127.0.0.1:$PORT/belge/
local_urls: http://127.0.0.1:$PORT/=$VAR/www/
local_urls_only: true
search_results_header: $VAR/header.html
search_results_footer: $VAR/footer.html
nothing_found_file: $VAR/nomatch.html
search_algorithm: exact:1
translate_latin1: false
next_page_text: sonraki
prev_page_text: önceki
no_next_page_text:
no_prev_page_text:
no_excerpt_text: (Özet yok)
extra_word_characters: çğıöşüÇĞİÖŞÜ
C
} | page >"$VAR/htdig.conf"
python3 -c "
for i in range(1, 601): print('http://127.0.0.1:$PORT/belge/%d.html' % i)" >"$VAR/start"
[ -s "$VAR/db/db.docdb" ] || { htdig -i -c "$VAR/htdig.conf" && htpurge -c "$VAR/htdig.conf"; } >"$VAR/build.log" 2>&1
files "$VAR/www" "server.modules += (\"mod_alias\", \"mod_cgi\", \"mod_setenv\")
setenv.add-environment = (\"CONFIG_DIR\" => \"$VAR\")
server.http-parseopts = (\"url-invalid-utf8-reject\" => \"disable\")
alias.url = (\"/cgi-bin/htsearch\" => \"/usr/lib/cgi-bin/htsearch\")
\$HTTP[\"url\"] =~ \"^/cgi-bin/\" { cgi.assign = (\"\" => \"\") }"
