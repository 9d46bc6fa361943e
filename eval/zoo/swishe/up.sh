#!/bin/bash
# swish-e's own swish.cgi (Perl, CGI): a box, radio buttons of what is searched, a menu of orders, 15 a page, in Finnish.
. "$(dirname "$0")/../lib.sh" "$1"
packages swish-e libcgi-pm-perl lighttpd
records 500 fi
mkdir -p "$VAR/www/doc"
[ -s "$VAR/www/doc/1.html" ] || python3 - "$VAR" <<'P'
import json, sys
var = sys.argv[1]
for line in open(var + "/records.jsonl"):
    r = json.loads(line)
    open(var + "/www/doc/%d.html" % r["id"], "w", encoding="iso-8859-1").write('<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>%(title)s</title></head><body><h1>%(title)s</h1><p>%(author)s, %(year)d, %(kind)s</p><p>%(text)s</p></body></html>' % r)
P
cat >"$VAR/swish.conf" <<C
IndexDir $VAR/www/doc
IndexFile $VAR/www/index.swish-e
ReplaceRules remove $VAR/www
DefaultContents HTML2
StoreDescription HTML2 <body> 100000
WordCharacters abcdefghijklmnopqrstuvwxyz0123456789åäö
BeginCharacters abcdefghijklmnopqrstuvwxyz0123456789åäö
EndCharacters abcdefghijklmnopqrstuvwxyz0123456789åäö
C
iconv -f utf-8 -t iso-8859-1 "$VAR/swish.conf" >"$VAR/swish.latin" && [ -s "$VAR/www/index.swish-e" ] || swish-e -c "$VAR/swish.latin" >"$VAR/build.log" 2>&1
cp /usr/lib/swish-e/swish.cgi "$VAR/www/index.cgi"
echo "return { title => 'Arkiston haku', swish_index => '$VAR/www/index.swish-e' };" >"$VAR/www/.swishcgi.conf"
files "$VAR/www" "server.modules += (\"mod_cgi\", \"mod_access\", \"mod_setenv\")
setenv.add-environment = (\"PERL_USE_UNSAFE_INC\" => \"1\")
server.http-parseopts = (\"url-invalid-utf8-reject\" => \"disable\")
cgi.assign = (\".cgi\" => \"/usr/bin/perl\")
url.access-deny = (\".swish-e\", \".conf\", \".prop\")
index-file.names += (\"index.cgi\")"
