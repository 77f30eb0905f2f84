"""Runs the application until it is told to stop."""

from __future__ import annotations

import gc
from contextlib import suppress
from importlib import import_module
from socket import AF_INET, AF_INET6, create_server, socket

import uvicorn
from starlette.applications import Starlette

from kostka.server.desk.routes import Desk
from kostka.server.direct import DirectProtocol
from kostka.server.hall import Hall

MOST_BYTES = 2**16
"""Of one message from a client; a whole table of the largest box is a tenth of it."""

COLLECT_AFTER = (10_000, 3, 150)
"""How much is kept anew, in objects, before the youngest are looked through for garbage; every so
many times the older ones too, and all of them."""


def listening(host: str, port: int) -> socket:
    """Listen at an address; port 0 is any that is free. Raises `OSError` if that cannot be."""
    return create_server((host, port), family=AF_INET6 if ":" in host else AF_INET, backlog=1024)


def use_all_files() -> None:
    """Raise the limit of open files as far as the system lets us: a connection is one of them."""
    with suppress(ImportError, OSError, ValueError):  # not every system has such a limit
        limits = import_module("resource")
        _, hard = limits.getrlimit(limits.RLIMIT_NOFILE)
        limits.setrlimit(limits.RLIMIT_NOFILE, (hard, hard))


def collect_rarely() -> None:
    """Look through everything that is kept only once in a while, and never through what is loaded.

    Everybody waits meanwhile. A game is made of many small things that stay until its end and
    hardly any circles, so that Python's own habits made a pause every few seconds, for nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


class Server(uvicorn.Server):
    """Tells everybody that it stops before it closes their connections."""

    def __init__(self, app: Starlette) -> None:
        """Serve an application."""
        config = uvicorn.Config(
            app,
            log_config=None,  # see logs.py
            log_level="warning",
            ws=DirectProtocol,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,  # costs far more time than it saves
            timeout_graceful_shutdown=5,
        )
        super().__init__(config)
        self.hall: Hall = app.state.hall
        self.desk: Desk = app.state.desk

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Say good-bye, then end."""
        self.desk.close()
        await self.hall.close()
        await super().shutdown(sockets)
