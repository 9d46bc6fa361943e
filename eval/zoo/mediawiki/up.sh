#!/bin/bash
# MediaWiki over SQLite, in Polish: its own search; PHP's server answers.
. "$(dirname "$0")/../lib.sh" "$1"
packages mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl
records 500
if [ ! -s "$VAR/ready" ]; then
	rm -rf "$VAR/wiki" "$VAR/data" "$VAR/text"
	mkdir -p "$VAR/data" "$VAR/text"
	cp -rL /usr/share/mediawiki "$VAR/wiki" 2>/dev/null || true # its LocalSettings.php leads nowhere yet
	rm -f "$VAR/wiki/LocalSettings.php"
	php "$VAR/wiki/maintenance/install.php" --dbtype sqlite --dbpath "$VAR/data" --dbname wiki --server "http://127.0.0.1:$PORT" --scriptpath "" --lang pl --pass "made-up-1850" Archiwum Admin >"$VAR/install.log" 2>&1
	echo '$wgJobRunRate = 0;' >>"$VAR/wiki/LocalSettings.php"
	python3 - "$VAR" <<'P'
import json, sys
for line in open(sys.argv[1] + "/records.jsonl"):
    r = json.loads(line)
    open("%s/text/%s" % (sys.argv[1], r["title"]), "w").write("%(text)s\n\n%(author)s, %(year)d" % r)
P
	php "$VAR/wiki/maintenance/importTextFiles.php" -u Admin "$VAR"/text/* >"$VAR/import.log" 2>&1
	php "$VAR/wiki/maintenance/runJobs.php" >/dev/null 2>&1
	touch "$VAR/ready"
fi
cd "$VAR/wiki"
PHP_CLI_SERVER_WORKERS=2 start php -S "127.0.0.1:$PORT"
