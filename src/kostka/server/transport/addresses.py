"""Addresses under which other devices reach this machine."""

from __future__ import annotations

from socket import AF_INET, SOCK_DGRAM, socket

from kostka.server.transport.client_addresses import is_loopback

WILDCARDS = ("0.0.0.0", "::")  # noqa: S104  (the operator asks for it)

PROBES = (
    "192.0.2.1",  # the route to the internet, if there is one
    *("10.42.0.254", "192.168.137.254", "192.168.2.254"),  # a laptop that is itself the Wi-Fi
    *("192.168.43.254", "172.20.10.14"),  # the Wi-Fi of a phone
    *("192.168.0.254", "192.168.1.254", "10.0.0.254"),  # a router without internet
)
"""Addresses that may be routable from this machine, the likeliest first."""

LOOPBACK = "127.0.0.1"


def find_reachable_host(host: str) -> str:
    """Return an address that other devices can use, if the server listens on all of them."""
    if host not in WILDCARDS:
        return host
    return next(filter(None, map(_find_own_address, PROBES)), LOOPBACK)


def _find_own_address(probe: str) -> str | None:
    with socket(AF_INET, SOCK_DGRAM) as probing:  # sends nothing, only looks up the route
        try:
            probing.connect((probe, 9))
        except OSError:
            return None
        address = str(probing.getsockname()[0])
    return None if is_loopback(address) else address


def is_local_name(host: str) -> bool:
    """Whether a host name means the device of each reader."""
    return host in (*WILDCARDS, "localhost") or is_loopback(host)


def format_host(host: str) -> str:
    """Format an address for a URL."""
    return f"[{host}]" if ":" in host else host
