"""All tournaments of a server: created here, and loaded from the store when asked for."""

from __future__ import annotations

import re
from asyncio import Lock, to_thread
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex

from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.rooms.name_filter import NameFilter
from kostka.server.storage.store import (
    Conflict,
    NewTournament,
    OwnedElsewhere,
    Store,
    StoreFailed,
    TournamentLines,
)
from kostka.server.tournaments.live_tournament import LiveTournament, decode_tournament
from kostka.server.tournaments.problems import NO_TOURNAMENT
from kostka.tournament import Tournament
from kostka.tournament.state import Phase

MAX_IN_MEMORY = 500
"""Tournaments in memory; the least recently used idle ones go first."""

NAME_DIGITS = 16
_NAME = re.compile(rf"[0-9a-f]{{{NAME_DIGITS}}}")

SEED_BYTES = 16

LoadRooms = Callable[[str], Awaitable[None]]
"""Loads the rooms of a tournament."""


def derive_tournament_name(game: Tournament) -> str:
    """Return the name of a tournament: it follows from its first line, so a file keeps it."""
    (_, line_hash) = game.log.lines[0].rsplit(b'"hash":"', 1)
    return line_hash[:NAME_DIGITS].decode()


def create_draw_seed() -> str:
    """Return a secret seed for the draw, too long to be found by trying."""
    return token_hex(SEED_BYTES)


class TournamentRegistry:
    """Finds tournaments by name, and keeps those in use in memory."""

    def __init__(self, store: Store, now: Callable[[], int], name_filter: NameFilter) -> None:
        """Load tournaments from a store, and save new ones to it; `now` returns milliseconds.

        New ones need a title that the filter lets pass.
        """
        self._name_filter = name_filter
        self._store = store
        self._now = now
        self._open: OrderedDict[str, LiveTournament] = OrderedDict()
        self._loading = Lock()
        """Held while one is loaded, so that there is never a second copy of it."""
        self._load_rooms: LoadRooms | None = None
        self._is_draining = False
        store.watch_ownership(self._drop_all_tournaments)

    def watch_loads(self, load_rooms: LoadRooms) -> None:
        """Call `load_rooms` with the name of each tournament that is loaded, and wait for it."""
        self._load_rooms = load_rooms

    def __len__(self) -> int:
        """Return how many are in memory."""
        return len(self._open)

    @property
    def waiter_count(self) -> int:
        """How many clients wait for a change of any tournament."""
        return sum(one.waiter_count for one in self._open.values())

    @property
    def has_running_round(self) -> bool:
        """Whether the time of a round is running in a tournament that is in use."""
        rounds = (one.saved.state.round for one in self._open.values())
        return any(last is not None and last.phase is Phase.RUNNING for last in rounds)

    def is_in_memory(self, name: str) -> bool:
        """Whether a tournament is in use here."""
        return name in self._open

    async def has_tournament(self, name: str) -> bool:
        """Return whether there is such a tournament."""
        return name in self._open or await self._load_tournament(name) is not None

    async def get_tournament(self, name: str) -> LiveTournament:
        """Return a tournament, or refuse if there is none."""
        if not _NAME.fullmatch(name):
            raise make_refusal(NO_TOURNAMENT(tournament="?"))
        tournament = self._open.get(name) or await self._load_tournament(name)
        if tournament is None:
            raise make_refusal(NO_TOURNAMENT(tournament=name))
        self._open.move_to_end(name)
        return tournament

    async def _load_tournament(self, name: str) -> LiveTournament | None:
        async with self._loading:
            if name in self._open:
                return self._open[name]
            if self._is_draining:
                raise make_refusal(problems.UNREADABLE())
            try:
                data = await self._store.take_tournament(name)
                game = await to_thread(decode_tournament, name, data)
            except OwnedElsewhere:  # since a moment ago: the next request finds its way there
                raise make_refusal(problems.UNREADABLE()) from None
            if game is None:
                return None
            tournament = self._open_live_tournament(name, game)
            if self._load_rooms is not None:
                await self._load_rooms(name)
            return tournament

    async def save_new_tournament(self, game: Tournament) -> str:
        """Save a new tournament with all its entries; return its name."""
        self._name_filter.require_title(game.state.header.title)
        name = derive_tournament_name(game)
        header, *lines = game.log.lines
        try:
            await self._store.write(
                [
                    NewTournament(name, header, self._now()),
                    TournamentLines(name, 1, tuple(lines)),
                ]
            )
        except (StoreFailed, Conflict) as error:
            logs.log_failure("not_saved", error, text=str(error))
            raise make_refusal(problems.NOT_SAVED()) from None
        return name

    def drop_tournament(self, name: str) -> None:
        """Drop a tournament that was removed from memory, and release those who wait for it."""
        removed = self._open.pop(name, None)
        if removed is not None:
            removed.release_waiting_clients()

    async def drain(self) -> None:
        """Release all tournaments for the next process, and everybody who waits for them."""
        self._is_draining = True
        self.release_waiting_clients()
        for name in list(self._open):
            await self._open[name].finish_changes()
            del self._open[name]
            with suppress(StoreFailed):  # then they are free when this process has ended
                await self._store.release_tournament(name)

    def _drop_all_tournaments(self) -> None:
        """Forget all tournaments, because other nodes may own them now."""
        for name in list(self._open):
            self.drop_tournament(name)

    def _open_live_tournament(self, name: str, game: Tournament) -> LiveTournament:
        idle = [other for other, one in self._open.items() if one.is_idle]
        for other in idle[: max(0, len(self._open) - MAX_IN_MEMORY + 1)]:
            del self._open[other]
        self._open[name] = LiveTournament(name, game, self._store, self.drop_tournament)
        return self._open[name]

    def release_waiting_clients(self) -> None:
        """Release all waiting clients."""
        for one in self._open.values():
            one.release_waiting_clients()
