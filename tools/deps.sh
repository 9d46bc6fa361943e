#!/bin/sh
# Installs Chromium's headless shell where it is missing and may be installed.
# It never fails: without it the tests of script-driven pages are left out.
for name in chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome; do
	command -v "$name" >/dev/null 2>&1 && exit 0
done
if ! command -v apt-get >/dev/null 2>&1; then
	echo "deps: no Chromium here; tests of script-driven pages are left out. Install Chromium's headless shell to run them."
	exit 0
fi
if [ "$(id -u)" = 0 ]; then
	as_root=env
elif sudo -n true 2>/dev/null; then
	as_root="sudo env"
else
	echo "deps: no Chromium here; tests of script-driven pages are left out. To run them: sudo apt-get install chromium-headless-shell"
	exit 0
fi
echo "deps: installing chromium-headless-shell"
export DEBIAN_FRONTEND=noninteractive
if ! log=$({ $as_root apt-get -qq update && $as_root apt-get -qq install -y --no-install-recommends chromium-headless-shell; } 2>&1); then
	echo "$log" | tail -n 3
	echo "deps: could not install it; tests of script-driven pages are left out. By hand: apt-get install chromium-headless-shell"
fi
exit 0
