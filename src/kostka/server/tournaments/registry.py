"""All tournaments of a server: made, and found again in the store when somebody asks for them."""

from __future__ import annotations

import re
from asyncio import Lock
from collections import OrderedDict
from secrets import token_hex

from kostka.events.errors import refuse
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.storage.store import Conflict, Entries, NewTournament, Store, StoreFailed
from kostka.server.tournaments.live_tournament import Tournament, loaded
from kostka.server.tournaments.problems import NO_TOURNAMENT
from kostka.tournament import Game

MOST_OPEN = 500
"""Kept in memory; those that nobody has asked for the longest go first."""

NAME_DIGITS = 16
_NAME = re.compile(rf"[0-9a-f]{{{NAME_DIGITS}}}")

SEED_BYTES = 4


def name_of(game: Game) -> str:
    """Give the name of a tournament: it follows from its first line, so that a file keeps it."""
    (_, found) = game.log.lines[0].rsplit(b'"hash":"', 1)
    return found[:NAME_DIGITS].decode()


def new_seed() -> str:
    """Give a seed for the draw, short enough to be read out."""
    return token_hex(SEED_BYTES).upper()


class Tournaments:
    """Where tournaments are found."""

    def __init__(self, store: Store) -> None:
        """Look into a store."""
        self._store = store
        self._open: OrderedDict[str, Tournament] = OrderedDict()
        self._finding = Lock()
        """Held while one is looked for, so that there is never a second copy of it."""

    def __len__(self) -> int:
        """Say how many are in memory."""
        return len(self._open)

    @property
    def waiting(self) -> int:
        """How many wait for news of any."""
        return sum(one.waiting for one in self._open.values())

    async def has(self, name: str) -> bool:
        """Whether there is such a tournament."""
        return name in self._open or await self._loaded(name) is not None

    async def find(self, name: str) -> Tournament:
        """Find a tournament, or refuse."""
        if not _NAME.fullmatch(name):
            raise refuse(NO_TOURNAMENT(tournament="?"))
        found = self._open.get(name) or await self._loaded(name)
        if found is None:
            raise refuse(NO_TOURNAMENT(tournament=name))
        self._open.move_to_end(name)
        return found

    async def _loaded(self, name: str) -> Tournament | None:
        async with self._finding:
            if name in self._open:
                return self._open[name]
            game = await loaded(self._store, name)
            return self._kept(name, game) if game else None

    async def keep(self, game: Game) -> str:
        """Put a new tournament, with all that it holds, into the store; gives its name."""
        name = name_of(game)
        header, *lines = game.log.lines
        try:
            await self._store.write([NewTournament(name, header), Entries(name, 1, tuple(lines))])
        except (StoreFailed, Conflict) as error:
            logs.failed("not_saved", error, text=str(error))
            raise refuse(problems.NOT_SAVED()) from None
        return name

    def _kept(self, name: str, game: Game) -> Tournament:
        idle = [other for other, one in self._open.items() if one.idle]
        for other in idle[: max(0, len(self._open) - MOST_OPEN + 1)]:
            del self._open[other]
        self._open[name] = Tournament(name, game, self._store)
        return self._open[name]

    def close(self) -> None:
        """Let nobody wait any longer."""
        for one in self._open.values():
            one.close()
