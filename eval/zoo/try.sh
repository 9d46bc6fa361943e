#!/bin/bash
# try.sh APP [FLAG...]: harvests a started application once and says how much of it is held.
cd "$(dirname "$0")"
app=$1
shift
export HADAL=${HADAL:-hadal}
db=$app/var/try.db
rm -f "$db"*
"$HADAL" harvest "http://127.0.0.1:$(./zoo.sh port "$app")/" --db "$db" --max-duration "${DUR:-4m}" "$@" --json -q >"$app/var/try.json" 2>"$app/var/try.err"
python3 check.py "$app" $?
