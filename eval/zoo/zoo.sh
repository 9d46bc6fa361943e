#!/bin/bash
# zoo.sh list | up APP... | down APP...
cd "$(dirname "$0")"
PORTS="sphinx=18301 gitweb=18302 kiwix=18303 pagefind=18304 tiddlywiki=18305 tabulator=18306 mediawiki=18307 doxygen=18308 cgit=18309 djlibrary=18310 hgweb=18311 aggrid=18312 bstable=18313 typedoc=18314 reactadmin=18315 vuetify=18316 htmx=18317 javadoc=18318 rdoc=18319 publicinbox=18320 htdig=18321 swishe=18322 gridjs=18323 muigrid=18324 primereact=18325 docusaurus=18326 honkit=18327 listjs=18328 leaflet=18329 flatpickr=18330 select2=18331 simpledt=18332 reactdates=18333 redmine=18334 yard=18335 rustdoc=18336 openui5=18337 antd=18338 elementplus=18339 antora=18340 quasar=18341 hexo=18342 jekyll=18343 ikiwiki=18344 jqgrid=18345 w2ui=18346 vaadin=18347 usemod=18348"
port() { echo " $PORTS " | sed -n "s/.* $1=\([0-9]*\) .*/\1/p"; }
what=${1:-list}
[ $# -gt 0 ] && shift
case $what in
list) for p in $PORTS; do echo "${p%=*} http://127.0.0.1:${p#*=}/"; done ;;
port) port "$1" ;;
up) for a in "$@"; do bash "$a/up.sh" "$(port "$a")" && echo "$a: http://127.0.0.1:$(port "$a")/" || echo "$a: not started"; done ;;
down) for a in "$@"; do [ -s "$a/var/pid" ] && kill -- "-$(cat "$a/var/pid")" && rm "$a/var/pid"; done ;;
esac
