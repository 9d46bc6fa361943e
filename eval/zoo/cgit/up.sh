#!/bin/bash
# cgit: a repository with a commit for each record; the log of it has a box and a menu of what is searched.
. "$(dirname "$0")/../lib.sh" "$1"
packages git lighttpd cgit
records 600
if [ ! -d "$VAR/repositories/archive.git" ]; then
	git init -q --bare "$VAR/repositories/archive.git"
	python3 - "$VAR/records.jsonl" <<'P' | git -C "$VAR/repositories/archive.git" fast-import --quiet
import json, sys
for n, line in enumerate(open(sys.argv[1])):
    r = json.loads(line)
    said = ("%s\n\n%s" % (r["title"], r["text"])).encode()
    who = "%s <a@example.org> %d +0000" % (r["author"], 1500000000 + n * 3600)
    sys.stdout.write("commit refs/heads/master\nauthor %s\ncommitter %s\ndata %d\n%s\nM 644 inline n%d.txt\ndata 2\nx\n" % (who, who, len(said), said.decode(), r["id"]))
P
	git -C "$VAR/repositories/archive.git" symbolic-ref HEAD refs/heads/master
fi
printf 'css=/cgit.css\nlogo=\ncache-size=0\nenable-index-owner=0\nvirtual-root=/\nrepo.url=archive\nrepo.path=%s\nrepo.desc=Archive\n' "$VAR/repositories/archive.git" >"$VAR/cgitrc"
mkdir -p "$VAR/www"
files "$VAR/www" "server.modules = (\"mod_alias\", \"mod_cgi\", \"mod_setenv\", \"mod_rewrite\")
alias.url = (\"/cgit.css\" => \"/usr/share/cgit/cgit.css\", \"/cgit.cgi\" => \"/usr/lib/cgit/cgit.cgi\")
url.rewrite-once = (\"^/(?!cgit)(.*)\" => \"/cgit.cgi/\$1\")
\$HTTP[\"url\"] =~ \"^/cgit.cgi\" { cgi.assign = (\"\" => \"\") }
setenv.set-environment = (\"CGIT_CONFIG\" => \"$VAR/cgitrc\")"
