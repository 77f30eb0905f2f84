"""One tournament in memory: commands are executed one after the other, written, then published.

A command is decided on the state after all earlier ones, even while those are still being written.
But nothing is published or acknowledged before it is on disk. If a write fails, the tournament is
loaded from the store again.
"""

from __future__ import annotations

from asyncio import Lock, Task, create_task, current_task, get_running_loop, shield, to_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, BadRecord, Refused, make_refusal
from kostka.events.log import Log
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.storage.store import Conflict, NotOwner, Store, StoreFailed, TournamentLines
from kostka.server.tournaments.commands import execute_command
from kostka.server.tournaments.notifier import ThrottledEvent
from kostka.tournament import (
    AnyCommand,
    AnyEvent,
    Header,
    Role,
    StandingsRow,
    State,
    Tournament,
    compute_standings,
    view,
)
from kostka.tournament.roles import Grant

LONG_POLL_TIMEOUT = 25
"""Seconds that a client waits for a change before it asks again; proxies give up after 30."""

TournamentLog = Log[Header, AnyEvent]

Work = Callable[[Tournament], int]
"""Changes a tournament or refuses to; returns the number of events."""


class Snapshot(NamedTuple):
    """A tournament as it is on disk."""

    version: int
    """How many lines its log has."""
    state: State
    growing_log: TournamentLog
    """The log, which may have more lines by now."""


def _take_snapshot(game: Tournament) -> Snapshot:
    return Snapshot(len(game.log.lines), game.state, game.log)


class LiveTournament:
    """A tournament in memory. It owns the lock, the game, its writes and its notifications."""

    def __init__(
        self, name: str, game: Tournament, store: Store, drop: Callable[[str], None]
    ) -> None:
        """Start with a game that was loaded from the store.

        `drop` is called with the name if another node turns out to own the tournament.
        """
        self._drop = drop
        self.name = name
        self.saved = _take_snapshot(game)
        self._store = store
        self._game: Tournament | None = game
        self._lock = Lock()
        self._writing: Task[None] | None = None
        """The last write, while it is under way."""
        self._views: dict[tuple[Role | None, int | None], Task[bytes]] = {}
        """The saved version as each kind of viewer sees it, rendered once."""
        self._rows: Task[tuple[StandingsRow, ...]] | None = None
        """The standings of the saved version, computed once for all viewers."""
        self._changed = ThrottledEvent()
        self._closing = False

    @property
    def waiter_count(self) -> int:
        """How many clients wait for a change."""
        return self._changed.waiter_count

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for it or changes it."""
        return not (self.waiter_count or self._lock.locked() or self._writing)

    # --- changes ------------------------------------------------------------------------------

    async def execute_command(self, command: AnyCommand, now: Callable[[], int]) -> int:
        """Execute a command; return the number of events once they are on disk."""
        return await self.apply_change(lambda game: execute_command(game, command, now()))

    async def apply_change(self, work: Work) -> int:
        """Change the game; return the number of events once they are on disk."""
        refusal: Refused | BadInput | None = None
        events = 0
        async with self._lock:
            game = await self._load_game()
            before = len(game.log.lines)
            try:
                events = await to_thread(work, game)
            except (Refused, BadInput) as error:
                refusal = error
            except BaseException:
                self._game = None
                raise
            if events:
                lines = game.log.lines[before:]
                snapshot = _take_snapshot(game)
                self._writing = create_task(self._write_lines(game, before, lines, snapshot))
            writing = self._writing
        if writing is not None:  # the answer may depend on what others have just entered
            try:
                await shield(writing)
            except (StoreFailed, Conflict) as error:
                logs.log_failure("not_saved", error, text=str(error))
                raise make_refusal(problems.NOT_SAVED()) from None
        if refusal is not None:
            raise refusal
        return events

    async def finish_changes(self) -> None:
        """Wait for changes that have begun."""
        async with self._lock:
            if self._writing is not None:
                with suppress(StoreFailed, Conflict):
                    await shield(self._writing)

    async def _load_game(self) -> Tournament:
        if self._game is None:
            data = await self._store.load_tournament_log(self.name)
            self._game = await to_thread(decode_tournament, self.name, data)
            if self._game is None:
                raise StoreFailed(f"the tournament {self.name} is missing")
            self._publish_snapshot(_take_snapshot(self._game))
        return self._game

    async def _write_lines(
        self, game: Tournament, first: int, lines: Sequence[bytes], snapshot: Snapshot
    ) -> None:
        try:
            updated = game.log.entries[-1].at or 0
            await self._store.write([TournamentLines(self.name, first, tuple(lines), updated)])
        except BaseException as error:
            if self._game is game:
                self._game = None
            if isinstance(error, NotOwner):
                self._drop(self.name)
            raise
        finally:
            if self._writing is current_task():
                self._writing = None
        self._publish_snapshot(snapshot)

    def _publish_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.version > self.saved.version:
            self.saved = snapshot
            self._views, self._rows = {}, None
            self._changed.notify()

    # --- viewing ------------------------------------------------------------------------------

    async def wait_for_change(self, version: int) -> bool:
        """Wait for another version than this one; return False if there is none in time."""
        deadline = get_running_loop().time() + LONG_POLL_TIMEOUT
        while self.saved.version == version or self._changed.is_pending:
            if self._closing or not await self._changed.wait(deadline):
                return False
        return True

    def release_waiting_clients(self) -> None:
        """Release all waiting clients."""
        self._closing = True
        self._changed.notify()

    @property
    def saved_log(self) -> TournamentLog:
        """The log as it is on disk."""
        version, _, growing = self.saved
        log = growing.log_format.new_log(growing.header)
        log.lines = growing.lines[:version]
        log.entries = growing.entries[: version - 1]
        if log.entries:
            log.hash = log.entries[-1].hash
        return log

    async def render_view(self, grant: Grant | None) -> tuple[int, bytes]:
        """Return the saved version, and as JSON what the bearer of a link sees of it."""
        version, state, _ = self.saved
        role = grant.link.role if grant else None
        key = (role, grant.number if grant and role is Role.TABLE else None)
        if key not in self._views:
            if self._rows is None:
                self._rows = create_task(to_thread(lambda: tuple(compute_standings(state))))
            number, rows = grant.number if grant else None, self._rows
            self._views[key] = create_task(_render_view(state, number, rows))
        return version, await shield(self._views[key])


async def _render_view(
    state: State, number: int | None, standings: Task[tuple[StandingsRow, ...]]
) -> bytes:
    rows = await shield(standings)
    return await to_thread(lambda: to_json(view(state, number, rows)))


def decode_tournament(name: str, data: bytes | None) -> Tournament | None:
    """Return a tournament from its log; None if there is none."""
    try:
        return None if data is None else Tournament.load(data)
    except BadRecord as error:
        raise StoreFailed(f"the tournament {name} is damaged: {error}") from error
