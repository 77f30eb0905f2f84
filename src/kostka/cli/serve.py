"""`kostka serve`: run the web server on this machine."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import webbrowser
from contextlib import suppress
from importlib import import_module
from logging import INFO, WARNING
from pathlib import Path

from kostka.cli.arguments import Commands, make_number_parser
from kostka.events.errors import BadInput, format_input

MAX_PORT = 65_535

SWITCH_SECONDS = 0.001
"""Thread switch interval. The writer thread waits for the interpreter several times per commit;
with Python's default of 5 ms that would be most of the time until a move is on disk."""


def add_command(commands: Commands) -> None:
    """Add `kostka serve` and its options."""
    command = commands.add_parser(
        "serve",
        help="start the web server, to play in the browser",
        description="Start the web server: rooms, games with friends and bots, tournaments."
        " All data is in one folder. Stop the server with Ctrl-C; games continue when it restarts.",
        epilog="example: kostka serve --port 8000 --data games",
        allow_abbrev=False,
    )
    command.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to listen on (default: 127.0.0.1, this machine only)",
    )
    command.add_argument(
        "--port",
        type=make_number_parser(MAX_PORT, minimum=0),
        default=8000,
        metavar="PORT",
        help="port to listen on (default: 8000; 0 picks a free one)",
    )
    command.add_argument(
        "--data",
        type=Path,
        default=None,
        metavar="DIR",
        help="data folder (default: $XDG_DATA_HOME/kostka or ~/.local/share/kostka)",
    )
    command.add_argument("--open", action="store_true", help="open the page in a browser")
    command.set_defaults(run=run)


def get_default_data_folder() -> Path:
    """Return the default data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "kostka"


def run(arguments: argparse.Namespace) -> bool:
    """Serve until Ctrl-C."""
    factory = None
    with suppress(ImportError):  # not available on every system
        factory = import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_serve(arguments))
    return True


async def _serve(arguments: argparse.Namespace) -> None:
    # Imported here so that other commands start without loading the server.
    from kostka.server.app import build_application  # noqa: PLC0415
    from kostka.server.ops import logs  # noqa: PLC0415
    from kostka.server.serve import (  # noqa: PLC0415
        Server,
        create_listening_socket,
        disable_automatic_collection,
        raise_open_file_limit,
    )
    from kostka.server.storage.sqlite_store import SqliteStore  # noqa: PLC0415
    from kostka.server.storage.store import StoreFailed  # noqa: PLC0415
    from kostka.server.transport.addresses import find_reachable_host, format_host  # noqa: PLC0415

    host, port, folder = arguments.host, arguments.port, arguments.data or get_default_data_folder()
    try:
        door = create_listening_socket(host, port)
    except OSError as error:
        why = f"cannot listen on {format_input(host)}, port {port}: {error.strerror}"
        raise BadInput(f"{why}; use --host or --port to choose another address") from None
    port = door.getsockname()[1]
    try:
        store = await SqliteStore.open(folder)
    except StoreFailed as error:
        raise BadInput(str(error)) from None
    # At a terminal log warnings only; log everything when the output is collected.
    logs.start_logging(sys.stderr, WARNING if sys.stderr.isatty() else INFO)
    raise_open_file_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(build_application(store, listens=host))
    serving = asyncio.create_task(server.serve([door]))
    while not (server.started or serving.done()):  # noqa: ASYNC110  (nothing to wait for)
        await asyncio.sleep(0.01)
    address = f"http://{format_host(find_reachable_host(host))}:{port}/"
    print(f"kostka is at {address} (games are kept in {folder}; Ctrl-C stops it)", flush=True)
    if arguments.open:
        webbrowser.open(address)
    disable_automatic_collection()
    await serving
