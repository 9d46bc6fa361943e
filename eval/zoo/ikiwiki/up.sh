#!/bin/bash
# ikiwiki (Perl): static pages, its CGI searches by Omega, in Hungarian.
. "$(dirname "$0")/../lib.sh" "$1"
packages ikiwiki xapian-omega libsearch-xapian-perl libcgi-session-perl libcgi-formbuilder-perl lighttpd
records 400 hu
if [ ! -d "$VAR/www" ]; then
	mkdir -p "$VAR/src" "$VAR/www"
	python3 - "$VAR" <<'P'
import json, sys
truth = open(sys.argv[1] + "/truth.jsonl", "w")
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    r["mark"] = "p%d" % r["id"]  # what its answers call a page
    truth.write(json.dumps(r) + "\n")
    open("%s/src/p%d.mdwn" % (sys.argv[1], r["id"]), "w").write('[[!meta title="%s"]]\n\n%s\n\n%s, %d, %s\n' % (r["title"], r["text"], r["author"], r["year"], r["kind"]))
open(sys.argv[1] + "/src/index.mdwn", "w").write("Üdvözöljük a levéltárban.\n\n[[Egy lap|p1]], [[még egy|p2]]\n")
P
	cat >"$VAR/setup" <<Y
# IkiWiki::Setup::Yaml - YAML formatted setup file
wikiname: Levéltár
adminemail: a@archive.example
srcdir: $VAR/src
destdir: $VAR/www
url: http://127.0.0.1:$PORT
cgiurl: http://127.0.0.1:$PORT/ikiwiki.cgi
cgi_wrapper: $VAR/www/ikiwiki.cgi
cgi_wrappermode: 0755
rcs: ''
add_plugins: [ search, goodstuff ]
disable_plugins: [ recentchanges, openid, editpage ]
locale: C.UTF-8
umask: 022
omega_cgi: /usr/lib/cgi-bin/omega/omega
Y
	ikiwiki --setup "$VAR/setup" >"$VAR/build.log" 2>&1
fi
files "$VAR/www" 'server.modules += ("mod_cgi")
cgi.assign = (".cgi" => "")'
