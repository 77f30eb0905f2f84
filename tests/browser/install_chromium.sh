#!/bin/sh
# Makes sure that there is a Chromium for tests/browser. The best one is chromium-headless-shell,
# which root gets from Debian with apt; otherwise any Chromium that is installed will do.
# It never fails: without a browser those tests say that they are left out, and why; where CI or
# KOSTKA_REQUIRE_BROWSER is set they fail instead.
set -u

for name in "${KOSTKA_CHROMIUM:-}" chromium-headless-shell; do
  [ -n "$name" ] && command -v "$name" > /dev/null && exit 0
done

another=
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  [ -z "$another" ] && another=$(command -v "$name")
done

manually="install the package chromium, or name a browser in KOSTKA_CHROMIUM"
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  [ -n "$another" ] ||
    echo "No Chromium is here, and only root can install Debian's with apt: $manually" >&2
  exit 0
fi

echo "Installing Debian's chromium-headless-shell for the browser tests" >&2
install() {
  # A machine without any font would show, and measure, no text.
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends \
    -o Acquire::Retries=2 -o Acquire::http::Timeout=30 "$1" fonts-dejavu-core > "$log" 2>&1
}
log=$(mktemp)
if install chromium-headless-shell; then
  :
elif [ -n "$another" ]; then
  echo "It could not be installed; $another is used instead" >&2
elif ! install chromium && ! { apt-get update --quiet > "$log" 2>&1 &&
  { install chromium-headless-shell || install chromium; }; }; then
  tail -n 5 "$log" >&2
  echo "Debian's chromium could not be installed: $manually" >&2
fi
rm -f "$log"
