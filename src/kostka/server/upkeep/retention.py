"""Removes what is older than the operator wants to keep, a little at a time.

Each room, guest and tournament is a write of its own, so the moves of players go between them.
"""

from __future__ import annotations

from asyncio import sleep

from msgspec.structs import replace

from kostka.events.errors import Refused
from kostka.server.ops import logs
from kostka.server.rooms.guests import count_days
from kostka.server.rooms.lobby import Lobby
from kostka.server.settings import ServerSettings
from kostka.server.storage.store import Conflict, RemovedRoom, StoreFailed
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

    async def remove_old_data(self) -> None:
        """Remove some of what is too old; what cannot be removed now waits for the next call."""
        try:
            if self._settings.keep_rooms:
                await self._remove_old_rooms(self._settings.keep_rooms)
            if self._settings.keep_tournaments:
                await self._remove_old_tournaments(self._settings.keep_tournaments)
            if self._settings.keep_guests:
                await self._forget_unseen_guests(self._settings.keep_guests)
        except (Refused, Conflict, StoreFailed) as error:
            logs.log_failure("not_removed", error, text=str(error))

    async def _remove_old_rooms(self, days: int) -> None:
        store, before = self._lobby.store, self._lobby.now() - days * DAY_MS
        codes = await store.list_closed_rooms(before, MAX_REMOVALS)
        for code in codes:
            await store.write([RemovedRoom(code)])
            await sleep(PAUSE_SECONDS)
        _log_removals("rooms", codes)

    async def _remove_old_tournaments(self, days: int) -> None:
        before = self._lobby.now() - days * DAY_MS
        names = await self._lobby.store.list_old_tournaments(before, MAX_REMOVALS)
        for name in names:
            await remove_tournament(self._lobby, self._registry, name)
            await sleep(PAUSE_SECONDS)
        _log_removals("tournaments", names)

    async def _forget_unseen_guests(self, days: int) -> None:
        store, today = self._lobby.store, count_days(self._lobby.now())
        connected = {session.guest for session in self._lobby.sessions}
        guests = await store.list_unseen_guests(today - days, MAX_REMOVALS)
        for guest in guests:
            if guest not in connected:
                await self._lobby.forget_guest(guest)
            elif (known := await store.find_guest(guest)) is not None:
                await store.write([replace(known, last_seen=today)])
            await sleep(PAUSE_SECONDS)
        _log_removals("guests", guests)


def _log_removals(kind: str, removed: list[str]) -> None:
    if removed:
        logs.log_event("old_data_removed", kind=kind, count=len(removed))
