"""`kostka serve`: run the web server on this machine."""

from __future__ import annotations

import argparse
import asyncio
import sys
import webbrowser
from contextlib import suppress
from functools import partial
from importlib import import_module
from logging import INFO, WARNING
from socket import socket
from typing import TYPE_CHECKING

from kostka.cli.arguments import Commands
from kostka.cli.data_place import report_store_failures
from kostka.cli.setting_options import add_setting_options, read_chosen_settings
from kostka.events.errors import BadInput, format_input
from kostka.server.settings import ServerSettings, find_node_address

if TYPE_CHECKING:
    from kostka.server.ops.server_clock import ServerClock
    from kostka.server.storage.store import Store

SWITCH_SECONDS = 0.001
"""Thread switch interval. The writer thread waits for the interpreter several times per commit;
with Python's default of 5 ms that would be most of the time until a move is on disk."""


def add_command(commands: Commands) -> None:
    """Add `kostka serve` and its options."""
    command = commands.add_parser(
        "serve",
        help="start the web server, to play in the browser",
        description="Start the web server: rooms, games with friends and bots, tournaments."
        " All data is in one folder. Stop the server with Ctrl-C; games continue when it restarts."
        " Options win over environment variables.",
        epilog="example: kostka serve --port 8000 --data games",
        allow_abbrev=False,
    )
    add_setting_options(command)
    command.set_defaults(run=partial(run, command))


def run(command: argparse.ArgumentParser, arguments: argparse.Namespace) -> bool:
    """Serve until Ctrl-C, with the settings from options and environment."""
    serve_until_stopped(read_chosen_settings(command, arguments))
    return True


def serve_until_stopped(settings: ServerSettings) -> None:
    """Serve until Ctrl-C."""
    factory = None
    with suppress(ImportError):  # not available on every system
        factory = import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_serve(settings))


def _listen(host: str, port: int, flags: str) -> socket:
    from kostka.server.serve import create_listening_socket  # noqa: PLC0415

    try:
        return create_listening_socket(host, port)
    except OSError as error:
        reason = str(error.strerror).partition(" (while")[0]  # asyncio repeats the address there
        why = f"cannot listen on {format_input(host)}, port {port}: {reason}"
        raise BadInput(f"{why}; use {flags} to choose another address") from None


async def _open_store(settings: ServerSettings, port: int) -> Store:
    """Open the database that the settings name, or the folder."""
    from kostka.server.storage.sqlite_store import SqliteStore  # noqa: PLC0415
    from kostka.server.storage.store import Node  # noqa: PLC0415

    if settings.database is None:
        return await SqliteStore.open(settings.data)
    from kostka.server.storage.postgres_store import PostgresStore  # noqa: PLC0415

    node = Node(settings.node, find_node_address(settings, port))
    return await PostgresStore.open(settings.database, node)


async def _start_clock(store: Store) -> ServerClock:
    """Return a clock that all nodes of a store share, whatever their machines show."""
    from kostka.server.ops.server_clock import ServerClock, read_wall_time_ms  # noqa: PLC0415

    now = await store.read_time_ms()
    ahead = 0 if now is None else now - read_wall_time_ms()
    return ServerClock(lambda: read_wall_time_ms() + ahead)


async def _serve(settings: ServerSettings) -> None:
    # Imported here so that other commands start without loading the server.
    from kostka.server.app import build_application  # noqa: PLC0415
    from kostka.server.ops import logs  # noqa: PLC0415
    from kostka.server.ops.systemd_notify import READY, notify_systemd  # noqa: PLC0415
    from kostka.server.serve import (  # noqa: PLC0415
        Server,
        StartFailed,
        disable_automatic_collection,
        raise_open_file_limit,
    )
    from kostka.server.transport.addresses import find_reachable_host, format_host  # noqa: PLC0415

    host = settings.host
    door = _listen(host, settings.port, "--host or --port")
    port, metrics_door = door.getsockname()[1], None
    if settings.metrics_port is not None:
        metrics_door = _listen(
            settings.metrics_host, settings.metrics_port, "--metrics-host or --metrics-port"
        )
    with report_store_failures():
        store = await _open_store(settings, port)
        clock = await _start_clock(store)
    # At a terminal log warnings only; log everything when the output is collected.
    node = store.node.name if store.node.address else ""
    logs.start_logging(sys.stderr, WARNING if sys.stderr.isatty() else INFO, node)
    if not getattr(store, "is_checked", True):
        logs.log_event("check_unfinished", weight=WARNING, text="run 'kostka verify-data'")
    raise_open_file_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(build_application(store, settings=settings, clock=clock))
    serving = asyncio.create_task(server.serve([door], metrics_door))
    while not (server.started or serving.done()):  # noqa: ASYNC110  (nothing to wait for)
        await asyncio.sleep(0.01)
    if not server.started:
        with suppress(StartFailed):
            await serving
        raise BadInput("the server could not start; the line above says why")
    address = f"http://{format_host(find_reachable_host(host))}:{port}{settings.base_path}/"
    place = f"PostgreSQL by node {settings.node}" if settings.database else str(settings.data)
    print(f"kostka is at {address} (games are kept in {place}; Ctrl-C stops it)", flush=True)
    notify_systemd(READY)
    if settings.open:
        webbrowser.open(address)
    disable_automatic_collection()
    await serving
