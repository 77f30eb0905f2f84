"""Reports to systemd, which starts kostka with `Type=notify`; see deploy/kostka.service."""

from __future__ import annotations

import os
from contextlib import suppress
from socket import AF_UNIX, SOCK_DGRAM, socket

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"


def notify_systemd(state: str) -> None:
    """Send a state to systemd; do nothing if something else has started this process."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):  # a name that is not in the file system
        address = f"\0{address[1:]}"
    # Nobody may listen any more; a server must not fail because of that.
    with suppress(OSError), socket(AF_UNIX, SOCK_DGRAM) as sender:
        sender.settimeout(0)
        sender.sendto(state.encode(), address)
