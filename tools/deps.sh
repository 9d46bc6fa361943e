#!/bin/sh
# Installs Chromium's headless shell where it is missing and may be installed, also beside a
# whole browser, which takes ten times the memory and leaves files behind when it is killed.
# It never fails: where there is neither, the tests of script-driven pages are left out.
found() {
	for name in "$@"; do
		command -v "$name" >/dev/null 2>&1 && return 0
	done
	return 1
}
without() { # without the shell: say so where there is no browser at all
	found chromium chromium-browser google-chrome || echo "deps: no Chromium here; tests of script-driven pages are left out. $1"
	exit 0
}

found chromium-headless-shell chrome-headless-shell headless-shell && exit 0
found apt-get || without "Install Chromium's headless shell to run them."
if [ "$(id -u)" = 0 ]; then
	as_root=env
elif sudo -n true 2>/dev/null; then
	as_root="sudo env"
else
	without "To run them: sudo apt-get install chromium-headless-shell"
fi
echo "deps: installing chromium-headless-shell"
export DEBIAN_FRONTEND=noninteractive
if ! log=$({ $as_root apt-get -qq update && $as_root apt-get -qq install -y --no-install-recommends chromium-headless-shell; } 2>&1); then
	echo "$log" | tail -n 3
	without "By hand: apt-get install chromium-headless-shell"
fi
exit 0
