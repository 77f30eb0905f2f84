"""One tournament that somebody works with: its commands one after the other, and what is seen.

A command is decided on all that was decided before, while that may still be on its way to disk; but
nothing is shown or answered before it has arrived there. What cannot be written has not happened:
then everything begins again from what the store holds.
"""

from __future__ import annotations

from asyncio import Lock, Task, create_task, current_task, get_running_loop, shield, to_thread
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, BadRecord, Refused, refuse
from kostka.events.log import Log
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.storage.store import Conflict, Entries, Store, StoreFailed
from kostka.server.tournaments.notifier import Bell
from kostka.tournament import (
    AnyEvent,
    Game,
    Header,
    Role,
    StandingsRow,
    State,
    compute_standings,
    view,
)
from kostka.tournament.roles import Grant

PATIENCE = 25
"""Seconds for which somebody waits for news before asking again; proxies give up after 30."""

TournamentLog = Log[Header, AnyEvent]

Work = Callable[[Game], int]
"""Does something with a tournament, or refuses to; gives the number of events."""


class Shown(NamedTuple):
    """A tournament as it is on disk."""

    version: int
    """How many lines its log has."""
    state: State
    growing: TournamentLog
    """The log, which may have more lines by now."""


def _shown(game: Game) -> Shown:
    return Shown(len(game.log.lines), game.state, game.log)


class Tournament:
    """A tournament, from the store and back to it."""

    def __init__(self, name: str, game: Game, store: Store) -> None:
        """Take a tournament up that the store holds."""
        self.name = name
        self.shown = _shown(game)
        self._store = store
        self._game: Game | None = game
        self._lock = Lock()
        self._writing: Task[None] | None = None
        """What was sent to disk last, while it is on its way."""
        self._views: dict[tuple[Role | None, int | None], Task[bytes]] = {}
        """What every kind of viewer sees of the version that is shown."""
        self._rows: Task[tuple[StandingsRow, ...]] | None = None
        """The standings in it, which are counted once for all of them."""
        self._bell = Bell()
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many wait for news."""
        return self._bell.waiting

    @property
    def idle(self) -> bool:
        """Whether nobody does anything with it just now."""
        return not (self.waiting or self._lock.locked() or self._writing)

    # --- changes ------------------------------------------------------------------------------

    async def do(self, work: Work) -> int:
        """Let something be done; gives the number of events once they are on disk."""
        refused: Refused | BadInput | None = None
        events = 0
        async with self._lock:
            game = await self._taken_up()
            before = len(game.log.lines)
            try:
                events = await to_thread(work, game)
            except (Refused, BadInput) as error:
                refused = error
            except BaseException:
                self._game = None
                raise
            if events:
                lines = game.log.lines[before:]
                self._writing = create_task(self._write(game, before, lines, _shown(game)))
            writing = self._writing
        if writing is not None:  # an answer may rest on what others have just entered
            try:
                await shield(writing)
            except (StoreFailed, Conflict) as error:
                logs.failed("not_saved", error, text=str(error))
                raise refuse(problems.NOT_SAVED()) from None
        if refused is not None:
            raise refused
        return events

    async def _taken_up(self) -> Game:
        if self._game is None:
            self._game = await loaded(self._store, self.name)
            if self._game is None:
                raise StoreFailed(f"the tournament {self.name} has gone")
            self._show(_shown(self._game))
        return self._game

    async def _write(self, game: Game, first: int, lines: Sequence[bytes], then: Shown) -> None:
        try:
            await self._store.write([Entries(self.name, first, tuple(lines))])
        except BaseException:
            if self._game is game:
                self._game = None
            raise
        finally:
            if self._writing is current_task():
                self._writing = None
        self._show(then)

    def _show(self, shown: Shown) -> None:
        if shown.version > self.shown.version:
            self.shown = shown
            self._views, self._rows = {}, None
            self._bell.ring()

    # --- looking ------------------------------------------------------------------------------

    async def newer(self, after: int) -> bool:
        """Wait for a version other than this one; false if there is none for so long."""
        until = get_running_loop().time() + PATIENCE
        while self.shown.version == after or self._bell.due:
            if self._closing or not await self._bell.heard(until):
                return False
        return True

    def close(self) -> None:
        """Let nobody wait any longer."""
        self._closing = True
        self._bell.ring()

    @property
    def log(self) -> TournamentLog:
        """The log as it is on disk."""
        version, _, growing = self.shown
        found = growing.form.new_log(growing.header)
        found.lines = growing.lines[:version]
        found.entries = growing.entries[: version - 1]
        if found.entries:
            found.hash = found.entries[-1].hash
        return found

    async def view(self, grant: Grant | None) -> tuple[int, bytes]:
        """Give the version that is shown, and what the bearer of a link sees of it, as JSON."""
        version, state, _ = self.shown
        role = grant.link.role if grant else None
        key = (role, grant.number if grant and role is Role.TABLE else None)
        if key not in self._views:
            if self._rows is None:
                self._rows = create_task(to_thread(lambda: tuple(compute_standings(state))))
            number, rows = grant.number if grant else None, self._rows
            self._views[key] = create_task(_written(state, number, rows))
        return version, await shield(self._views[key])


async def _written(
    state: State, number: int | None, counting: Task[tuple[StandingsRow, ...]]
) -> bytes:
    rows = await shield(counting)
    return await to_thread(lambda: to_json(view(state, number, rows)))


async def loaded(store: Store, name: str) -> Game | None:
    """Take a tournament out of the store."""
    data = await store.tournament(name)
    try:
        return None if data is None else await to_thread(Game.load, data)
    except BadRecord as error:
        raise StoreFailed(f"the tournament {name} is damaged: {error}") from error
