"""The server process: uvicorn, the listening socket, the garbage collection schedule."""

from __future__ import annotations

import gc
import signal
from asyncio import create_task
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from socket import AF_INET, AF_INET6, IPPROTO_TCP, TCP_NODELAY, create_server, socket
from threading import current_thread, main_thread

import uvicorn
from starlette.applications import Starlette

from kostka.server.api.monitoring import build_metrics_application
from kostka.server.cluster.node_page import NodePage
from kostka.server.ops.metrics import Metrics
from kostka.server.ops.systemd_notify import ALIVE, STOPPING, notify_systemd
from kostka.server.rooms.lobby import Lobby
from kostka.server.settings import ServerSettings
from kostka.server.storage.store import Store
from kostka.server.tournaments.routes import TournamentRoutes
from kostka.server.transport.fast_websocket import FastWebSocket
from kostka.server.transport.http_limits import HttpLimits
from kostka.server.transport.request_turns import RequestTurns
from kostka.server.transport.timed_http import TimedHttp

MAX_MESSAGE_BYTES = 2**16
"""From a client; a whole table of the largest box is a tenth of it."""

COLLECTION_TICKS = (1, 100, 3_000)
"""How many ticks of a tenth of a second lie between collections of each generation."""


WATCHDOG_TICKS = 100
"""How many ticks of a tenth of a second lie between two signs of life to systemd."""

MAX_METRICS_CONNECTIONS = 20


def create_listening_socket(host: str, port: int) -> socket:
    """Listen on an address; port 0 picks a free one. Raise `OSError` if that is not possible."""
    family = AF_INET6 if ":" in host else AF_INET
    listening = create_server((host, port), family=family, backlog=1024)
    # Connections inherit it. asyncio does not set it on them, because their protocol number is 0;
    # without it the second of two small messages waits some 40 ms for the client's system.
    listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    return listening


def raise_open_file_limit() -> None:
    """Raise the limit of open files as far as the system allows: each connection is one."""
    with suppress(ImportError, OSError, ValueError):  # not every system has this limit
        limits = import_module("resource")
        _, hard = limits.getrlimit(limits.RLIMIT_NOFILE)
        limits.setrlimit(limits.RLIMIT_NOFILE, (hard, hard))


def disable_automatic_collection() -> None:
    """Leave garbage collection to `collect_garbage`, and exclude everything loaded so far.

    CPython triggers collections on net allocations. Moves allocate and free equally, so its
    collections were rare and long, and everybody waited.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def collect_garbage(tick: int) -> None:
    """Run the garbage collector for this tick: young generations often, old ones rarely."""
    due = [generation for generation, ticks in enumerate(COLLECTION_TICKS) if tick % ticks == 0]
    gc.collect(max(due))


class StartFailed(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """The server could not start. The log says why."""


class MetricsServer(uvicorn.Server):
    """Serves metrics on a port of their own."""

    def __init__(self, metrics: Metrics, store: Store) -> None:
        """Serve these metrics, and a page about the nodes that share a store."""
        config = uvicorn.Config(
            build_metrics_application(metrics, NodePage(store).routes),
            log_config=None,
            log_level="warning",
            ws="none",
            lifespan="off",
            limit_concurrency=MAX_METRICS_CONNECTIONS,
        )
        super().__init__(config)

    async def serve(self, sockets: list[socket] | None = None) -> None:
        """Serve until cancelled; signals are left to the server of the games."""
        await self._serve(sockets)


class Server(uvicorn.Server):
    """A uvicorn server that tells clients before it stops."""

    def __init__(self, app: Starlette) -> None:
        """Serve an application."""
        settings: ServerSettings = app.state.settings
        limits = HttpLimits(app.state.budget, settings.trusted_proxies)
        config = uvicorn.Config(
            app,
            log_config=None,  # see logs.py
            log_level="warning",
            http=partial(TimedHttp, limits, RequestTurns()),  # type: ignore[arg-type]
            ws=FastWebSocket,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,  # costs far more time than it saves
            timeout_graceful_shutdown=5,
            forwarded_allow_ips=list(settings.trusted_proxies),
        )
        super().__init__(config)
        self.lobby: Lobby = app.state.lobby
        self.tournaments: TournamentRoutes = app.state.tournaments

    async def serve(
        self, sockets: list[socket] | None = None, metrics_socket: socket | None = None
    ) -> None:
        """Serve until a signal comes; on another socket, if there is one, the metrics."""
        if metrics_socket is None:
            return await super().serve(sockets)
        metrics_server = MetricsServer(self.lobby.metrics, self.lobby.store)
        measuring = create_task(metrics_server.serve([metrics_socket]))
        try:
            await super().serve(sockets)
        finally:
            metrics_server.should_exit = True
            await measuring

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start; raise `StartFailed` if the application could not."""
        try:
            await super().startup(sockets)
        except SystemExit:
            raise StartFailed from None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when a signal comes. The second one does not wait for clients.

        SIGHUP comes when a terminal is closed, unless the command runs under `nohup`.
        """
        if current_thread() is not main_thread():
            yield  # Python leaves signals to the main thread
            return
        numbers = [signal.SIGINT, signal.SIGTERM]
        hang_up = getattr(signal, "SIGHUP", None)  # not on every system
        if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
            numbers.append(hang_up)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def on_tick(self, counter: int) -> bool:
        """Do what is due ten times a second."""
        collect_garbage(counter)
        if counter % WATCHDOG_TICKS == 0:
            notify_systemd(ALIVE)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Notify all clients, then stop.

        New connections are refused from the beginning, so that a load balancer sends clients who
        come back to another node at once.
        """
        notify_systemd(STOPPING)
        for listening in self.servers:
            listening.close()
        for door in sockets or []:
            door.close()
        for connection in list(self.server_state.connections):
            if isinstance(connection, TimedHttp):
                connection.shutdown()  # after the request that it may have
        await self.lobby.drain()  # first, because rooms of a tournament belong to it
        await self.tournaments.drain()
        await self.lobby.stop()
        await super().shutdown(sockets)
