#!/bin/sh
# Provides a Chromium for tests/browser: one that is installed, or else Debian's package, if root
# can install it with apt. It never fails: without a browser those tests are skipped and say why.
# Where CI or KOSTKA_REQUIRE_BROWSER is set they fail instead.
set -u

for name in "${KOSTKA_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  [ -n "$name" ] && command -v "$name" > /dev/null && exit 0
done

manually="install the package chromium, or name a browser in KOSTKA_CHROMIUM"
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "No Chromium is here, and only root can install Debian's with apt: $manually" >&2
  exit 0
fi

echo "Installing Debian's chromium for the browser tests" >&2
install() {
  # A machine without any font would show, and measure, no text.
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends \
    -o Acquire::Retries=2 -o Acquire::http::Timeout=30 chromium fonts-dejavu-core > "$log" 2>&1
}
log=$(mktemp)
if ! install && ! { apt-get update --quiet > "$log" 2>&1 && install; }; then
  tail -n 5 "$log" >&2
  echo "Debian's chromium could not be installed: $manually" >&2
fi
rm -f "$log"
