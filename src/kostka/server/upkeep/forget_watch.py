"""Forgets guests whom another process has marked, while the server runs."""

from __future__ import annotations

from asyncio import sleep

from kostka.events.errors import Refused
from kostka.server.ops import logs
from kostka.server.rooms.lobby import Lobby
from kostka.server.storage.store import Conflict, StoreFailed

INTERVAL_SECONDS = 1.0


async def watch_forget_requests(lobby: Lobby) -> None:
    """Forget marked guests, for as long as the server runs."""
    while True:
        await forget_marked_guests(lobby)
        await sleep(INTERVAL_SECONDS)


async def forget_marked_guests(lobby: Lobby) -> None:
    """Forget all marked guests; after a failure they stay marked for the next call."""
    try:
        for guest in await lobby.store.list_guests_to_forget():
            await lobby.forget_guest(guest)
    except Conflict:
        return  # somebody else was faster
    except (Refused, StoreFailed) as error:
        logs.log_failure("not_forgotten", error, text=str(error))
