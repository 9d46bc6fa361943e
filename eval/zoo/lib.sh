# What the applications' up.sh share: . "$(dirname "$0")/../lib.sh" PORT
set -eu
cd "$(dirname "$0")"
PORT=$1
VAR=$PWD/var
mkdir -p "$VAR"
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

# packages NAME...: installs those of Debian's that are missing.
packages() {
	dpkg -s "$@" >/dev/null 2>&1 || apt-get install -y -qq --no-install-recommends "$@" >"$VAR/apt.log" 2>&1
}

# modules NAME...: installs npm's into var, without running their scripts.
modules() {
	[ -d "$VAR/node_modules" ] || (cd "$VAR" && echo '{"private":true}' >package.json && npm install --ignore-scripts --no-audit --no-fund "$@" >npm.log 2>&1)
}

# records N [LANGUAGE]: makes them up, and the truth.
records() {
	[ -s "$VAR/truth.jsonl" ] || { python3 ../data.py "$@" >"$VAR/records.jsonl" && cp "$VAR/records.jsonl" "$VAR/truth.jsonl"; }
}

# start COMMAND...: in the background, unless it runs; zoo.sh down ends it.
start() {
	if [ -s "$VAR/pid" ] && kill -0 "$(cat "$VAR/pid")" 2>/dev/null; then return; fi
	setsid "$@" >"$VAR/log" 2>&1 </dev/null &
	echo $! >"$VAR/pid"
	for _ in $(seq 100); do
		curl -s -o /dev/null -m 5 "http://127.0.0.1:$PORT/" && return
		sleep 0.2
	done
	echo "$PWD: no answer" >&2
	return 1
}

# files DIR [LINES]: lighttpd over a folder; LINES are added to its configuration.
files() {
	packages lighttpd
	cat >"$VAR/lighttpd.conf" <<L
server.document-root = "$1"
server.bind = "127.0.0.1"
server.port = $PORT
index-file.names = ("index.html")
mimetype.assign = (".html" => "text/html; charset=utf-8", ".css" => "text/css", ".js" => "text/javascript", ".json" => "application/json", ".svg" => "image/svg+xml", ".png" => "image/png", ".wasm" => "application/wasm", "" => "application/octet-stream")
${2:-}
L
	start lighttpd -D -f "$VAR/lighttpd.conf"
}
