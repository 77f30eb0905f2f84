"""`kostka forget-guest`: remove a person's name and token everywhere."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from time import monotonic, sleep

from kostka.cli.arguments import Commands
from kostka.cli.data_folder import add_data_option, get_data_folder, report_store_failures
from kostka.cli.terminal import print_json
from kostka.events.errors import BadInput, format_input

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
    add_data_option(command)
    command.add_argument("--json", action="store_true", help="print what was done as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Forget the guest, or let the running server do it."""
    # Imported here so that other commands start without loading the server.
    from kostka.server.storage.folder_lock import FolderInUse  # noqa: PLC0415
    from kostka.server.storage.sqlite_file import FILE_NAME  # noqa: PLC0415

    folder, guest = get_data_folder(arguments), arguments.guest
    if not (folder / FILE_NAME).is_file():
        raise BadInput(f"{folder}: there is no kostka data in this folder")
    with report_store_failures():
        try:
            asyncio.run(_forget_guest(folder, guest))
        except FolderInUse:
            _let_server_forget(folder, guest)
    if arguments.json:
        print_json({"forgotten": guest})
    else:
        print(f"{folder}: guest {format_input(guest)} is forgotten; backups still have the name")
    return True


async def _forget_guest(folder: Path, guest: str) -> None:
    from kostka.server.rooms.forgetting import forget_guest  # noqa: PLC0415
    from kostka.server.storage.sqlite_store import SqliteStore  # noqa: PLC0415
    from kostka.server.storage.store import Conflict, GuestToForget  # noqa: PLC0415

    store = await SqliteStore.open(folder)
    try:
        await store.write([GuestToForget(guest)])
        await forget_guest(store, guest, _find_no_room)
    except Conflict as error:
        raise BadInput(f"{folder}: {format_input(error)}") from None
    finally:
        await store.close()


async def _find_no_room(_: str) -> None:
    """Return None: without a server, no room is in memory."""


def _let_server_forget(folder: Path, guest: str) -> None:
    from kostka.server.storage.forget_requests import (  # noqa: PLC0415
        has_guest,
        mark_guest_to_forget,
    )

    mark_guest_to_forget(folder, guest)
    end = monotonic() + WAIT_SECONDS
    while has_guest(folder, guest):
        if monotonic() > end:
            raise BadInput(f"{folder}: the server has not finished yet; it goes on trying")
        sleep(CHECK_SECONDS)
