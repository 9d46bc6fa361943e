#!/bin/sh
# Harvests some bundled sites, serves the pages, and takes pictures of six of them for the
# documentation: docs/img/*.png.
set -eu
browser=
for name in chromium-headless-shell chrome-headless-shell chromium google-chrome; do
	if command -v "$name" >/dev/null 2>&1; then browser=$name && break; fi
done
[ -n "$browser" ] || { echo "screenshots: no Chromium here: apt-get install chromium-headless-shell"; exit 1; }
dir=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$dir"' EXIT
bin/hadal demo --db "$dir/hadal.db" --site books --site cars --site recipes --site market --site fortress -q >/dev/null || true
bin/hadal serve --db "$dir/hadal.db" --addr 127.0.0.1:0 -q >"$dir/out" &
pid=$!
until [ -s "$dir/out" ]; do sleep 0.1; done
at=$(head -n 1 "$dir/out")
mkdir -p docs/img
take() { # NAME PATH HEIGHT
	curl -fsS -o "$dir/page" "${at%/}$2" # no picture of an error
	"$browser" --no-sandbox --hide-scrollbars --disable-gpu --timeout=2500 --window-size="1100,$3" --screenshot="$PWD/docs/img/$1.png" "${at%/}$2" >/dev/null 2>&1
	echo "docs/img/$1.png"
}
take sites / 620
take progress /sites/books 800
take records '/sites/cars/records?f.fuel=Hybrid&min.year=2015&sort=price' 760
take questions '/sites/books/questions?sort=new&desc=1' 700
harvest=$(curl -fsS "${at%/}/sites/books/questions.json" | sed 's/^{"harvest":\([0-9]*\).*/\1/')
take page "/sites/books/steps/$harvest/4" 760
take beliefs /sites/cars/beliefs 760
