"""Runs the application until it is told to stop."""

from __future__ import annotations

import gc
from contextlib import suppress
from importlib import import_module
from socket import AF_INET, AF_INET6, create_server, socket

import uvicorn
from starlette.applications import Starlette

from kostka.server.rooms.lobby import Hall
from kostka.server.tournaments.routes import Desk
from kostka.server.transport.fast_websocket import DirectProtocol

MOST_BYTES = 2**16
"""Of one message from a client; a whole table of the largest box is a tenth of it."""

COLLECT_EVERY = (1, 100, 3_000)
"""After so many tenths of a second the youngest objects are looked through for garbage, the older
ones too, and all of them."""


def listening(host: str, port: int) -> socket:
    """Listen at an address; port 0 is any that is free. Raises `OSError` if that cannot be."""
    return create_server((host, port), family=AF_INET6 if ":" in host else AF_INET, backlog=1024)


def use_all_files() -> None:
    """Raise the limit of open files as far as the system lets us: a connection is one of them."""
    with suppress(ImportError, OSError, ValueError):  # not every system has such a limit
        limits = import_module("resource")
        _, hard = limits.getrlimit(limits.RLIMIT_NOFILE)
        limits.setrlimit(limits.RLIMIT_NOFILE, (hard, hard))


def collect_by_the_clock() -> None:
    """Look for garbage when `collect` says so, and never through what is loaded.

    Everybody waits meanwhile. Python itself counts how many more objects there are; but with every
    move as many go as come, so that it looked seldom, through very many at once.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def collect(tenth: int) -> None:
    """Look for garbage, in a given tenth of a second since the server runs: little, but often."""
    due = [at for at, every in enumerate(COLLECT_EVERY) if tenth % every == 0]
    gc.collect(max(due))


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

    async def on_tick(self, counter: int) -> bool:
        """Do what is to be done ten times a second."""
        collect(counter)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Say good-bye, then end."""
        self.desk.close()
        await self.hall.close()
        await super().shutdown(sockets)
