"""`kostka forget-guest`: remove a person's name and token everywhere."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import TYPE_CHECKING

from kostka.cli.arguments import Commands
from kostka.cli.data_place import add_data_options, get_data_place, report_store_failures
from kostka.cli.terminal import print_json
from kostka.events.errors import BadInput, format_input

if TYPE_CHECKING:
    from kostka.server.storage.data_place import DatabaseUrl
    from kostka.server.storage.forget_requests import ForgetRequests
    from kostka.server.storage.store import Store

WAIT_SECONDS, CHECK_SECONDS = 60.0, 0.1


def add_command(commands: Commands) -> None:
    """Add `kostka forget-guest` and its options."""
    command = commands.add_parser(
        "forget-guest",
        help="remove a person's name and token from a server's data",
        description="Remove a guest's name and token everywhere. Their games stay, under a neutral"
        " name. A running server does it; otherwise this command does. Players find their id on"
        " the settings page. Backups still have the name.",
        epilog="example: kostka forget-guest 0123456789abcdef --data games",
        allow_abbrev=False,
    )
    command.add_argument("guest", metavar="ID", help="public id of the guest")
    add_data_options(command)
    command.add_argument("--json", action="store_true", help="print what was done as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Forget the guest, or let the running server do it."""
    place, guest = get_data_place(arguments), arguments.guest
    with report_store_failures():
        if isinstance(place, Path):
            _forget_in_folder(place, guest)
        else:
            _forget_in_database(place, guest)
    if arguments.json:
        print_json({"forgotten": guest})
    else:
        print(f"{place}: guest {format_input(guest)} is forgotten; backups still have the name")
    return True


def _forget_in_folder(folder: Path, guest: str) -> None:
    # Imported here so that other commands start without loading the server.
    from kostka.server.storage.folder_lock import FolderInUse  # noqa: PLC0415
    from kostka.server.storage.forget_requests import SqliteForgetRequests  # noqa: PLC0415
    from kostka.server.storage.sqlite_file import FILE_NAME  # noqa: PLC0415
    from kostka.server.storage.sqlite_store import SqliteStore  # noqa: PLC0415

    if not (folder / FILE_NAME).is_file():
        raise BadInput(f"{folder}: there is no kostka data in this folder")
    try:
        asyncio.run(_forget_guest(SqliteStore.open(folder), guest, str(folder)))
    except FolderInUse:
        requests = SqliteForgetRequests(folder)
        requests.mark_guest(guest)
        _wait_until_forgotten(requests, guest, str(folder), lambda: False)


def _forget_in_database(place: DatabaseUrl, guest: str) -> None:
    from kostka.server.storage.forget_requests import open_forget_requests  # noqa: PLC0415
    from kostka.server.storage.postgres_store import PostgresStore  # noqa: PLC0415
    from kostka.server.storage.store import Node  # noqa: PLC0415

    with open_forget_requests(place.url) as requests:
        requests.mark_guest(guest)
        if not _wait_until_forgotten(
            requests, guest, str(place), lambda: not requests.has_live_nodes()
        ):
            # Its name differs from that of every other process: it must not end one. Nodes that
            # start meanwhile find nobody at its address, and try again.
            node = Node(f"forget-guest-{token_hex(4)}", "127.0.0.1:1")
            asyncio.run(_forget_guest(PostgresStore.open(place.url, node), guest, str(place)))


async def _forget_guest(opening: Awaitable[Store], guest: str, where: str) -> None:
    """Do the work of a server, when there is none."""
    from kostka.server.rooms.forgetting import forget_guest  # noqa: PLC0415
    from kostka.server.storage.store import Conflict, GuestToForget  # noqa: PLC0415

    store = await opening
    try:
        store.publish_status(b'{"draining":true}')  # nobody is sent here
        await store.write([GuestToForget(guest)])
        end = monotonic() + WAIT_SECONDS
        # Rooms of a node that was killed a moment ago belong to it until its lease is over.
        while not await forget_guest(store, guest, _find_no_room):
            _check_time_left(end, where)
            await asyncio.sleep(CHECK_SECONDS)
    except Conflict as error:
        raise BadInput(f"{where}: {format_input(error)}") from None
    finally:
        await store.close()


async def _find_no_room(_: str) -> None:
    """Return None: without a server, no room is in memory."""


def _wait_until_forgotten(
    requests: ForgetRequests, guest: str, where: str, is_nobody_there: Callable[[], bool]
) -> bool:
    """Wait for a server to forget a guest; return False if there is none that could."""
    end = monotonic() + WAIT_SECONDS
    while requests.has_guest(guest):
        if is_nobody_there():
            return False
        _check_time_left(end, where)
        sleep(CHECK_SECONDS)
    return True


def _check_time_left(end: float, where: str) -> None:
    if monotonic() > end:
        raise BadInput(f"{where}: the server has not finished yet; it goes on trying")
