"""Forgets guests whom another process has marked, while the server runs.

With several nodes each does its part: it ends sessions of the guest, and removes the name from the
rooms that it owns or finds free. The last one removes the guest.
"""

from __future__ import annotations

from asyncio import get_running_loop, sleep

from kostka.events.errors import Refused
from kostka.server.ops import logs
from kostka.server.rooms.lobby import Lobby
from kostka.server.storage.store import Conflict, StoreFailed

INTERVAL_SECONDS = 1.0

SEEN_SECONDS = 3.0
"""After so long every other node has seen a mark, and has ended the sessions of the guest."""


class ForgetWatch:
    """Looks for marked guests regularly."""

    def __init__(self, lobby: Lobby) -> None:
        """Forget guests of a lobby."""
        self._lobby = lobby
        self._seen: dict[str, float] = {}
        """When each mark was first seen here."""

    async def watch_requests(self) -> None:
        """Forget marked guests, for as long as the server runs."""
        while True:
            await self.forget_marked_guests()
            await sleep(INTERVAL_SECONDS)

    async def forget_marked_guests(self) -> None:
        """Forget all marked guests; after a failure they stay marked for the next call."""
        store, now = self._lobby.store, get_running_loop().time()
        try:
            guests = await store.list_guests_to_forget()
            self._seen = {guest: self._seen.get(guest, now) for guest in guests}
            has_others = len(store.list_nodes()) > 1
            for guest in guests:
                is_fresh = now - self._seen[guest] < SEEN_SECONDS
                await self._forget_guest(guest, keep_marked=has_others and is_fresh)
        except (Refused, StoreFailed) as error:
            logs.log_failure("not_forgotten", error, text=str(error))

    async def _forget_guest(self, guest: str, *, keep_marked: bool) -> None:
        try:
            await self._lobby.forget_marked_guest(guest, keep_marked=keep_marked)
        except Conflict:
            return  # another node was faster, or the room has changed: the next call looks again
