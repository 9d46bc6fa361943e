#!/bin/bash
# Django's own admin, in French, over authors and their books: each has a search of its own. A visitor may view only.
. "$(dirname "$0")/../lib.sh" "$1"
packages python3-django
records 700
export VAR PYTHONPATH="$PWD" DJANGO_SETTINGS_MODULE=library PYTHONDONTWRITEBYTECODE=1
if [ ! -s "$VAR/db.sqlite3" ]; then
	/usr/bin/python3 library.py "$VAR/records.jsonl" >"$VAR/build.log" 2>&1
fi
start /usr/bin/python3 -m django runserver --noreload "127.0.0.1:$PORT"
