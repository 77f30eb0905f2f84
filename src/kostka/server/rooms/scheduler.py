"""Keeps games going: writes what has happened, tells it, and plans what happens by itself.

By itself there happen bots' moves, the end of a turn's time, and a bot's taking over for somebody
who stays away. What could not be written has not happened, and is tried again.
"""

from __future__ import annotations

from asyncio import Task, create_task, current_task, get_running_loop, to_thread
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from kostka.events.errors import Refused, refuse
from kostka.protocol.rooms import Stage
from kostka.server import games as kinds
from kostka.server import problems
from kostka.server.games.game_kind import AnyEvent, Kind
from kostka.server.ops import logs
from kostka.server.ops.write_failure_log import Trouble
from kostka.server.rooms import guests as identity
from kostka.server.rooms import room as rooms
from kostka.server.rooms.clock import GRACE
from kostka.server.rooms.live_game import Table
from kostka.server.rooms.live_room import Place
from kostka.server.rooms.room import Room
from kostka.server.storage import store
from kostka.server.storage.store import Store, StoreFailed

T = TypeVar("T")

BOT_DELAY = (0.7, 1.6)
"""Seconds that a bot waits before it moves, so that people can follow."""

TO_CHALLENGE = 5
"""So many times as long it waits if its move takes away somebody's chance to challenge the last."""

RETRY_SECONDS = 2.0
"""Until something is tried again that could not be written."""

MOST_STUMBLES = 3
"""So often a bot tries a move that cannot be made; then its time runs out, if it is limited."""

MOST_DOUBLINGS = 8
"""What goes wrong again and again is tried ever more seldom, in the end every eight minutes."""


class Step(NamedTuple):
    """Something that will happen by itself, unless something else happens before."""

    table: Table
    turn: int
    seat: int
    bot: int | None
    """The level of the bot that moves."""
    at: int | None
    """When the time is over, or somebody was away for too long; in milliseconds."""
    stand_in: bool = False


class Steward:
    """Does for rooms what nobody in them does."""

    def __init__(
        self,
        kept: Store,
        now: Callable[[], int],
        secret: Callable[[int], bytes],
        bot_delay: tuple[float, float],
    ) -> None:
        """Keep everything in a store; time in milliseconds and secret bytes come from outside."""
        self.store = kept
        self.now = now
        self.secret = secret
        self.bot_delay = bot_delay
        self.finished: Callable[[Room], None] = lambda _: None
        """Hears of every room in which a game is over."""
        self.beginning: Callable[[Room], Awaitable[None]] = _welcome
        """Hears of every room in which a game is to begin, and may refuse it."""
        self.ending = False
        """Whether nothing more is to happen by itself."""
        self._trouble = Trouble(now)
        self._pauses = Random(0)  # noqa: S311  (how long a bot seems to think is no secret)

    # --- what has happened --------------------------------------------------------------------

    async def write(self, changes: Sequence[store.Change]) -> None:
        """Put changes on disk, or refuse what asked for them."""
        try:
            await self.store.write(changes)
        except (StoreFailed, store.Conflict) as error:
            self._trouble.met(error)
            raise refuse(problems.NOT_SAVED()) from None
        self._trouble.over()

    async def changed(self, place: Place, room: Room) -> None:
        """Write how the room stands now, then tell everybody."""
        await self.write([place.written(room, self.now())])
        place.becomes(room)
        place.tell_room()

    async def begin(self, place: Place, guest: str) -> None:
        """Deal a game."""
        room = rooms.ready_to_begin(place.room, guest)
        await self.beginning(room)
        await _get_ready(room)
        now = self.now()
        table = Table.deal(
            identity.new_id(),
            room.edition,
            room.names,
            seed=self.secret(32),
            starter=room.next_starter,
            now=now,
            bank_seconds=room.settings.bank_seconds,
        )
        room = rooms.begun(room, table.name)
        _, lines = table.unwritten()
        new = store.NewGame(table.name, room.code, lines[0])
        first = store.Append(table.name, 1, tuple(lines[1:]))
        await self.write([place.written(room, now), new, first])
        place.becomes(room)
        place.table, place.bots = table, {}
        logs.note("game_began", room=place.mark, game=table.name, edition=room.settings.edition)
        place.tell_room()
        place.tell_game((), now)
        self.plan(place)

    async def happened(self, place: Place, table: Table, events: Sequence[AnyEvent]) -> None:
        """Write what has happened in the game, then tell everybody."""
        now = self.now()
        first, lines = table.unwritten()
        changes: list[store.Change] = [store.Append(table.name, first, tuple(lines))]
        room = place.room
        result = table.game.state.result
        if result is not None:
            room = rooms.finished(room, result.sheet, table.game.state.starter)
            changes.append(place.written(room, now))
        try:
            await self.write(changes)
        except Refused:
            place.table = await self._taken_back(table, first)
            self.plan(place, RETRY_SECONDS)
            raise
        if result is not None:
            place.becomes(room)
        place.stumbles = 0
        place.tell_game(events, now)
        if result is not None:
            logs.note("game_over", room=place.mark, game=table.name, kind=result.ending.value)
            place.tell_room()
            self.finished(room)
        self.plan(place)

    async def loaded(self, room: Room) -> Table | None:
        """Take up a room's game as it is kept."""
        data = None if room.game is None else await self.store.load(room.game)
        if room.game is None or data is None:
            return None
        await _get_ready(room)
        return Table(room.game, kinds.load(data), room.settings.bank_seconds)

    async def _taken_back(self, table: Table, first: int) -> Table:
        """Give the game as it is on disk, as if what could not be written had not happened."""
        try:
            kept = await self.store.load(table.name)
        except StoreFailed:
            kept = None  # what we know to be there will do
        return table.before(first, kept)

    # --- what happens by itself ---------------------------------------------------------------

    def plan(self, place: Place, pause: float = 0) -> None:
        """Plan what happens next in a room, if it is not planned already."""
        step = None if self.ending else self._next(place)
        if place.due is not None:
            over = isinstance(place.due, Task) and place.due.done()
            if place.step == step and not over:
                return  # else whoever comes and goes would keep a bot from moving
            if not pause and self._comes_first(place, step):
                place.step = step
                return
            place.due.cancel()
        place.step, place.due = step, None
        if step is None:
            return
        if step.bot is not None:
            wait = self._pauses.uniform(*self.bot_delay)
            if self._is_looked_at(place, step.table):
                wait *= TO_CHALLENGE
        else:
            assert step.at is not None
            wait = max(0, step.at - self.now()) / 1000
        place.due = get_running_loop().call_later(max(wait, pause), self._take, place)

    @staticmethod
    def _is_looked_at(place: Place, table: Table) -> bool:
        """Whether somebody who is there may challenge the last move."""
        chairs = place.room.chairs
        return any(chairs[seat].here for seat in table.kind.challengers(table.game.state))

    @staticmethod
    def _comes_first(place: Place, step: Step | None) -> bool:
        """Whether what is planned has a time before that of a step, and looks at it then.

        The time of a turn is over before that of the next, and hardly ever runs out: one timer
        that is set again when it goes off costs less than one that is set anew for each move.
        """
        before: Step | None = place.step
        if before is None or step is None or isinstance(place.due, Task):
            return False
        return before.at is not None and step.at is not None and before.at <= step.at

    def _next(self, place: Place) -> Step | None:
        table = place.table
        if table is None or table.over or place.room.stage is not Stage.PLAYING:
            return None
        state, chairs = table.game.state, place.room.chairs
        turn, waits, deadline = state.turns, table.kind.waits_for(state), table.deadline
        if place.stumbles < MOST_STUMBLES or deadline is None:
            for seat in waits:
                if chairs[seat].bot is not None:
                    return Step(table, turn, seat, chairs[seat].bot, None)
        end = None if deadline is None else deadline + GRACE
        if place.away:
            missed = [(at, seat) for seat in waits if (at := place.missed_at(seat)) is not None]
            if missed and (end is None or min(missed)[0] < end):
                at, seat = min(missed)
                return Step(table, turn, seat, None, at, stand_in=True)
        return None if end is None else Step(table, turn, waits[0], None, end)

    def _take(self, place: Place) -> None:
        """Take a step whose time has come; if it has not, wait on."""
        step: Step = place.step
        if step.at is not None and self.now() < step.at:
            place.step = place.due = None
            self.plan(place)
        else:
            place.due = create_task(self._taken(place, step))

    async def _taken(self, place: Place, step: Step) -> None:
        try:
            if step.bot is not None:
                await self._bot_moves(place, step)
            elif step.stand_in:
                await self._stands_in(place, step)
            else:
                await self._time_runs_out(place, step)
        except Refused as refused:
            if refused.violations[0].code != problems.NOT_SAVED.code:
                self._stumbled(place, refused)
            self._again(place)
        except Exception as error:  # noqa: BLE001  (one game's trouble is not that of the others)
            self._stumbled(place, error)
            self._again(place)

    def _stumbled(self, place: Place, error: Exception) -> None:
        """Note a fault of ours; a bot that sits down anew may do otherwise."""
        place.stumbles += 1
        place.bots = {}
        game = place.table.name if place.table else None
        logs.failed("step_failed", error, room=place.mark, game=game)

    def _again(self, place: Place) -> None:
        if place.due is current_task():
            place.step = place.due = None
        if place.due is None:
            self.plan(place, RETRY_SECONDS * 2 ** min(place.stumbles, MOST_DOUBLINGS))

    async def _bot_moves(self, place: Place, step: Step) -> None:
        table, seat = step.table, step.seat
        assert step.bot is not None
        who = (seat, step.bot)
        if who not in place.bots:
            number = int.from_bytes(self.secret(8))
            place.bots[who] = await to_thread(table.player, step.bot, number)
        choose, view = place.bots[who].choose, table.game.view(seat)
        command = await _thinking(table.kind, choose, view)
        async with place.lock:
            if self._stands(place, step):
                await self.happened(place, table, table.do(seat, step.turn, command, self.now()))

    async def _time_runs_out(self, place: Place, step: Step) -> None:
        async with place.lock:
            if self._stands(place, step):
                events = step.table.run_out_of_time(self.now())
                if events:
                    await self.happened(place, step.table, events)
                else:
                    self.plan(place)

    async def _stands_in(self, place: Place, step: Step) -> None:
        async with place.lock:
            if self._stands(place, step):
                await self.changed(place, rooms.with_stand_in(place.room, step.seat))
                self.plan(place)

    def _stands(self, place: Place, step: Step) -> bool:
        """Whether it is still time for a step. If so, it is no longer planned but done."""
        if self._next(place) != step:
            return False
        place.step = place.due = None  # it is this very task, which is not to be cancelled
        return True


async def _welcome(_: Room) -> None:
    """Let a game begin."""


async def _get_ready(room: Room) -> None:
    """Load what the games of a room need, if they are the first to need it."""
    if not room.kind.is_ready(room.edition):
        await _thinking(room.kind, room.kind.get_ready, room.edition)


async def _thinking(kind: Kind, work: Callable[..., T], *values: object) -> T:
    """Do what takes a moment where the kind of game wants it done."""
    return await get_running_loop().run_in_executor(kind.thread, work, *values)
