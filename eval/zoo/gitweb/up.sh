#!/bin/bash
# gitweb: one repository with a commit for each record.
. "$(dirname "$0")/../lib.sh" "$1"
packages gitweb libcgi-pm-perl lighttpd
records 600
if [ ! -d "$VAR/git/archive.git" ]; then
	python3 - "$VAR/records.jsonl" >"$VAR/import" <<'P'
import json, sys
for line in open(sys.argv[1]):
    r = json.loads(line)
    who, text = "%s <%s@archive.example> %d +0000" % (r["author"], r["author"].split()[0].lower(), 1500000000 + 3600 * r["id"]), "%s\n\n%s\n" % (r["title"], r["text"])
    body = "%s\n" % r["kind"]
    print("commit refs/heads/master\nauthor %s\ncommitter %s\ndata %d\n%sM 644 inline note%d.txt\ndata %d\n%s" % (who, who, len(text), text, r["id"], len(body), body))
P
	git init -q --bare -b master "$VAR/git/archive.git"
	git -C "$VAR/git/archive.git" fast-import --quiet <"$VAR/import"
	echo "letters, maps and drawings" >"$VAR/git/archive.git/description"
fi
printf '$projectroot = "%s/git";\n$site_name = "Archive";\n$feature{"search"}{"default"} = [1];\n$feature{"grep"}{"default"} = [0];\n' "$VAR" >"$VAR/gitweb.conf"
files /usr/share/gitweb "server.modules += (\"mod_alias\", \"mod_cgi\", \"mod_setenv\", \"mod_redirect\")
setenv.add-environment = (\"GITWEB_CONFIG\" => \"$VAR/gitweb.conf\", \"PATH\" => \"$PATH\")
cgi.assign = (\".cgi\" => \"/usr/bin/perl\")
index-file.names += (\"gitweb.cgi\")"
