"""Under which address others find this machine."""

from __future__ import annotations

from socket import AF_INET, SOCK_DGRAM, socket

from kostka.server.transport.rate_limits import is_this_machine

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (asked for by who starts it)

WAYS = (
    "192.0.2.1",  # the way to the internet, where there is one
    *("10.42.0.254", "192.168.137.254", "192.168.2.254"),  # a laptop that is itself the Wi-Fi
    *("192.168.43.254", "172.20.10.14"),  # the Wi-Fi of a phone
    *("192.168.0.254", "192.168.1.254", "10.0.0.254"),  # a router without internet
)
"""Addresses to which there may be a way out of this machine, the likeliest first."""

THIS_MACHINE = "127.0.0.1"


def reachable(host: str) -> str:
    """Give an address under which others find this machine, where it listens everywhere."""
    if host not in EVERYWHERE:
        return host
    return next(filter(None, map(_own, WAYS)), THIS_MACHINE)


def _own(way: str) -> str | None:
    with socket(AF_INET, SOCK_DGRAM) as asking:  # nothing is sent, only a way looked for
        try:
            asking.connect((way, 9))
        except OSError:
            return None
        found = str(asking.getsockname()[0])
    return None if is_this_machine(found) else found


def is_local(host: str) -> bool:
    """Whether a name leads everybody to the machine that they sit at."""
    return host in (*EVERYWHERE, "localhost") or is_this_machine(host)


def written(host: str) -> str:
    """Write an address as links have it."""
    return f"[{host}]" if ":" in host else host
