"""Removes what is older than the operator wants to keep, a little at a time.

Each room, guest and tournament is a write of its own, so the moves of players go between them.
Several nodes may do this at the same time: each skips what another has removed or owns.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from kostka.events.errors import Refused
from kostka.server.ops import logs
from kostka.server.rooms.guests import count_days
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.room_registry import Draining
from kostka.server.settings import ServerSettings
from kostka.server.storage.store import Conflict, OwnedElsewhere, RemovedRoom, StoreFailed
from kostka.server.tournaments.registry import TournamentRegistry
from kostka.server.tournaments.removal import remove_tournament

DAY_MS = 86_400_000

MAX_REMOVALS = 200
"""Of each kind in one call; the rest waits for the next one."""

PAUSE_SECONDS = 0.02
"""Between two removals, so that writes of players do not queue behind them."""


class Retention:
    """Removes old data of one server."""

    def __init__(
        self, lobby: Lobby, registry: TournamentRegistry, settings: ServerSettings
    ) -> None:
        """Keep data for as many days as the settings say; 0 keeps it for ever."""
        self._lobby = lobby
        self._registry = registry
        self._settings = settings
        self._noted_day = 0
        self._to_note: set[str] = set()
        """Connected guests whose visit of this day is not noted yet."""

    async def remove_old_data(self) -> None:
        """Remove some of what is too old; what cannot be removed now waits for the next call."""
        try:
            if self._settings.keep_rooms:
                await self._remove_old_rooms(self._settings.keep_rooms)
            if self._settings.keep_tournaments:
                await self._remove_old_tournaments(self._settings.keep_tournaments)
            if self._settings.keep_guests:
                await self._forget_unseen_guests(self._settings.keep_guests)
        except Draining:
            return
        except (Refused, StoreFailed) as error:
            logs.log_failure("not_removed", error, text=str(error))

    async def _remove_old_rooms(self, days: int) -> None:
        store, before = self._lobby.store, self._lobby.now() - days * DAY_MS

        async def remove(code: str) -> bool:
            await store.write([RemovedRoom(code)])
            return True

        await _remove_each("rooms", await store.list_closed_rooms(before, MAX_REMOVALS), remove)

    async def _remove_old_tournaments(self, days: int) -> None:
        before = self._lobby.now() - days * DAY_MS
        names = await self._lobby.store.list_old_tournaments(before, MAX_REMOVALS)

        async def remove(name: str) -> bool:
            await remove_tournament(self._lobby, self._registry, name)
            return True

        await _remove_each("tournaments", names, remove)

    async def _forget_unseen_guests(self, days: int) -> None:
        store, today = self._lobby.store, count_days(self._lobby.now())
        if store.node.address:
            await self._note_connected_guests(today)
        connected = {session.guest for session in self._lobby.sessions}

        async def forget(guest: str) -> bool:
            known = await store.find_guest(guest)
            if known is None or known.last_seen >= today - days:
                return False  # forgotten already, or here again since a moment ago
            if guest in connected:
                await store.write([replace(known, last_seen=today)])
                return False
            await self._lobby.forget_guest(guest)
            return True

        guests = await store.list_unseen_guests(today - days, MAX_REMOVALS)
        await _remove_each("guests", guests, forget)

    async def _note_connected_guests(self, today: int) -> None:
        """Note once a day who is connected here: other nodes see only that in the store."""
        if today != self._noted_day:
            self._noted_day = today
            self._to_note = {session.guest for session in self._lobby.sessions}
        store = self._lobby.store
        for _ in range(min(MAX_REMOVALS, len(self._to_note))):
            known = await store.find_guest(self._to_note.pop())
            if known is not None and known.last_seen != today:
                with suppress(Conflict):  # forgotten a moment ago
                    await store.write([replace(known, last_seen=today)])
                await sleep(PAUSE_SECONDS)


async def _remove_each(
    kind: str, names: Sequence[str], remove: Callable[[str], Awaitable[bool]]
) -> None:
    """Remove some things; skip what other nodes own, and what they have removed meanwhile."""
    count = 0
    for name in names:
        with suppress(Conflict, OwnedElsewhere):
            count += await remove(name)
        await sleep(PAUSE_SECONDS)
    if count:
        logs.log_event("old_data_removed", kind=kind, count=count)
