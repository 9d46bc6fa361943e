#!/bin/bash
# UseModWiki (Perl CGI): a box below each page, titles of all pages that have the text, in Turkish.
. "$(dirname "$0")/../lib.sh" "$1"
packages usemod-wiki libcgi-pm-perl lighttpd
records 300 tr
mkdir -p "$VAR/www" "$VAR/wiki"
sed -e "s|^\$DataDir *=.*|\$DataDir = \"$VAR/wiki\";|; s|^\$SiteName *=.*|\$SiteName = \"Arşiv\";|; s|^\$HomePage *=.*|\$HomePage = \"Giriş\";|; s|^\$FreeLinks *=.*|\$FreeLinks = 1;|; s|^\$HttpCharset *=.*|\$HttpCharset = \"utf-8\";|" /etc/usemod-wiki/config >"$VAR/wiki/config"
sed -e "s|/etc/usemod-wiki/config|$VAR/wiki/config|g; s|\$DataDir *= *\"/var/lib/usemod-wiki\"|\$DataDir = \"$VAR/wiki\"|" /usr/lib/cgi-bin/wiki.pl >"$VAR/www/wiki.pl"
chmod +x "$VAR/www/wiki.pl"
files "$VAR/www" "server.modules += (\"mod_cgi\", \"mod_redirect\")
cgi.assign = (\".pl\" => \"\")
url.redirect = (\"^/\$\" => \"/wiki.pl\")"
[ -e "$VAR/filled" ] || python3 - "$VAR" "$PORT" <<'P' && touch "$VAR/filled"
import json, re, sys, urllib.parse, urllib.request
var, port = sys.argv[1:]
def save(name, text):
    data = urllib.parse.urlencode({"title": name, "oldtime": "0", "oldconflict": "0", "text": text, "summary": "*", "Save": "Save"}).encode()
    urllib.request.urlopen("http://127.0.0.1:%s/wiki.pl" % port, data).read()
save("Giriş", "Arşivin belgeleri arama ile bulunur.")
for line in open(var + "/records.jsonl"):
    r = json.loads(line)
    save(r["title"].replace(" ", "_"), "%(title)s\n\n%(author)s, %(year)d, %(kind)s\n\n%(text)s" % r)
P
