#!/bin/sh
# Makes sure that the programs which some tests run are there: root gets them from Debian with apt.
# It never fails: without a program its tests say that they are left out, and why; where CI or
# KOSTKA_REQUIRE_BROWSER is set they fail instead. See tests/debian_tools.py.
set -u

# A program, and the package that it is in.
tools="
faketime faketime
systemd-analyze systemd
nginx nginx-light
haproxy haproxy
curl curl
caddy caddy
ip iproute2
postgres postgresql
"

# Debian keeps the programs of PostgreSQL's server in a folder for each version.
for folder in /usr/lib/postgresql/*/bin; do PATH="$PATH:$folder"; done

missing=$(echo "$tools" | while read -r program package; do
  [ -z "$program" ] || command -v "$program" > /dev/null || echo "$package"
done)
[ -n "$missing" ] || exit 0
missing=$(echo "$missing" | tr '\n' ' ')

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "Some tests need these packages of Debian, which only root can install: $missing" >&2
  exit 0
fi

echo "Installing packages of Debian for some tests: $missing" >&2
install() {
  # shellcheck disable=SC2086  # a list of packages
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends \
    -o Acquire::Retries=2 -o Acquire::http::Timeout=30 $missing > "$log" 2>&1
}
log=$(mktemp)
if ! install && ! { apt-get update --quiet > "$log" 2>&1 && install; }; then
  tail -n 5 "$log" >&2
  echo "They could not be installed: $missing" >&2
fi
rm -f "$log"
