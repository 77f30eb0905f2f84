"""All rooms and everybody in them: carries requests out, one after the other in each room.

What is answered or told has been on disk before.
"""

from __future__ import annotations

from asyncio import Task, create_task, sleep, to_thread
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kostka.bots import LEVELS, bot
from kostka.events.codec import from_json
from kostka.events.errors import BadInput, Refused, Violation, refuse
from kostka.numbers.events import AnyEvent
from kostka.numbers.game import Game
from kostka.protocol import PROTOCOL, asking
from kostka.protocol.rooms import Chair, Stage
from kostka.protocol.telling import Done, DraftNews, Problem, Refusal, RoomNews, Welcome
from kostka.server import identity, problems, store
from kostka.server import room as rooms
from kostka.server.clock import GRACE
from kostka.server.hints import hint
from kostka.server.limits import Buckets, Rate
from kostka.server.metrics import Metrics
from kostka.server.place import Place
from kostka.server.room import Room
from kostka.server.store import Store, StoreFailed
from kostka.server.table import Table
from kostka.server.visitor import Visitor

BOT_DELAY = (0.7, 1.6)
"""Seconds that a bot waits before it moves, so that people can follow."""

LEFT_ALONE = {Stage.GATHERING: 600_000, Stage.OVER: 600_000, Stage.BETWEEN: 3_600_000}
"""After so many milliseconds with nobody in it a room is closed; one that is played in, later."""

LEFT_IN_PLAY = 24 * 3_600_000

NEWCOMERS = Rate(burst=200, each_second=1)
"""New guests from one address: a whole school may sit behind it."""

MOST_ROOMS = 10_000
MOST_ROOMS_OF_ONE = 20
"""Open rooms with the same host."""

GOOD_BYE_SECONDS, GOOD_BYES = 1.0, 50
"""How long, and how often, it is waited for everybody to hear that the server stops."""


class Hall:
    """Where everybody meets."""

    def __init__(
        self,
        kept: Store,
        now: Callable[[], int],
        secret: Callable[[int], bytes],
        *,
        bot_delay: tuple[float, float] = BOT_DELAY,
    ) -> None:
        """Keep everything in a store; time in milliseconds and secret bytes come from outside."""
        self.store = kept
        self.now = now
        self.secret = secret
        self.bot_delay = bot_delay
        self.places: dict[str, Place] = {}
        self.visitors: set[Visitor] = set()
        self._newcomers = Buckets(NEWCOMERS)
        self.metrics = Metrics()
        self.metrics.watch("kostka_visitors", "Open connections", lambda: len(self.visitors))
        self.metrics.watch("kostka_rooms", "Open rooms", lambda: len(self.places))
        self.metrics.watch("kostka_games", "Games that are being played", self._running)
        self._pauses = Random(0)  # noqa: S311  (how long a bot seems to think is no secret)
        self._ending = False

    # --- opening and closing ------------------------------------------------------------------

    async def open(self) -> None:
        """Take up all rooms where they were left; clocks go on from where they stood."""
        for kept in await self.store.open_rooms():
            room = rooms.with_presence(from_json(kept.snapshot, Room), [])
            table = await self._loaded(room)
            place = self.places[room.code] = Place(room, table)
            place.empty_since = self.now()
            self._plan(place)

    async def close(self) -> None:
        """Tell everybody that the server stops; nothing is lost."""
        self._ending = True
        for place in self.places.values():
            if place.due is not None:
                place.due.cancel()
        for visitor in list(self.visitors):
            visitor.dismiss("restart", retry_ms=2000)
        for _ in range(GOOD_BYES):  # until all have heard it
            if self.visitors:
                await sleep(GOOD_BYE_SECONDS / GOOD_BYES)

    async def sweep(self) -> None:
        """Close rooms that were left alone."""
        now = self.now()
        for place in list(self.places.values()):
            patience = LEFT_ALONE.get(place.room.stage, LEFT_IN_PLAY)
            alone = place.empty_since is not None and now - place.empty_since > patience
            if alone and not place.visitors:
                async with place.lock:
                    await self._changed(place, rooms.closed(place.room))
                    self._forget(place)

    def _forget(self, place: Place) -> None:
        if place.due is not None:
            place.due.cancel()
        self.places.pop(place.room.code, None)

    async def _loaded(self, room: Room) -> Table | None:
        if room.game is None:
            return None
        data = await self.store.load(room.game)
        if data is None:
            return None
        return Table(room.game, Game.load(data), room.settings.bank_seconds)

    # --- who is there -------------------------------------------------------------------------

    async def hello(self, message: asking.AnyMessage, address: str) -> tuple[Visitor, Welcome]:
        """Find out who comes, or make a guest of somebody new."""
        if not isinstance(message, asking.Hello):
            raise refuse(problems.NO_HELLO())
        if message.protocol != PROTOCOL:
            raise refuse(problems.PROTOCOL(version=PROTOCOL))
        token = None
        if message.token is not None:
            guest = await self.store.guest_with_token(identity.token_hash(message.token))
            if guest is None:
                raise refuse(problems.UNKNOWN_TOKEN())
        else:
            if not self._newcomers.take(address, self.now()):
                raise refuse(problems.FULL())
            token = identity.new_token()
            name = identity.clean_name(message.name or "Guest")
            guest = store.Guest(identity.new_id(), identity.token_hash(token), name, self.now())
            await self._write([guest])
        visitor = Visitor(guest.id, guest.name)
        self.visitors.add(visitor)
        return visitor, Welcome(PROTOCOL, guest.id, guest.name, token, self.now())

    async def gone(self, visitor: Visitor) -> None:
        """Note that a connection has ended."""
        self.visitors.discard(visitor)
        place = self._place(visitor)
        if place is not None:
            async with place.lock:
                self._out(place, visitor)

    def _place(self, visitor: Visitor) -> Place | None:
        return self.places.get(visitor.room or "")

    # --- requests -----------------------------------------------------------------------------

    async def handle(self, visitor: Visitor, request: asking.AnyRequest) -> None:
        """Carry a request out and answer it, whatever it is."""
        self.metrics.requests.labels(type(request).__name__).inc()
        with self.metrics.seconds.time():
            try:
                if await self._handled(visitor, request):
                    visitor.tell(Done(request.id))
            except Refused as refused:
                self._refuse(visitor, request, *refused.violations)
            except BadInput as error:
                self._refuse(visitor, request, problems.BAD_MESSAGE(why=str(error)))
            except StoreFailed:  # its reason names files: it is for the log, not for players
                self._refuse(visitor, request, problems.NOT_SAVED())

    def _refuse(self, visitor: Visitor, request: asking.AnyRequest, *violations: Violation) -> None:
        self.metrics.refused.labels(violations[0].code).inc()
        visitor.tell(Refusal(request.id, tuple(map(Problem.of, violations))))

    def _running(self) -> int:
        return sum(place.room.stage is Stage.PLAYING for place in self.places.values())

    async def _handled(self, visitor: Visitor, request: asking.AnyRequest) -> bool:
        """Carry a request out; says whether `Done` is still to be sent."""
        match request:
            case asking.Rename():
                return await self._rename(visitor, request)
            case asking.Create():
                return await self._create(visitor, request)
            case asking.Enter():
                return await self._enter(visitor, request)
        place = self._place(visitor)
        if place is None:
            raise refuse(problems.NOT_IN_A_ROOM())
        async with place.lock:
            match request:
                case asking.Do() | asking.Draft() | asking.AskHint():
                    return await self._in_game(place, visitor, request)
                case _:
                    await self._in_room(place, visitor, request)
                    return True

    async def _in_room(self, place: Place, visitor: Visitor, request: asking.AnyRequest) -> None:
        room, guest = place.room, visitor.guest
        match request:
            case asking.GoOut():
                self._out(place, visitor)
                visitor.tell(RoomNews(None, None))
            case asking.Sit():
                await self._changed(place, rooms.sat_down(room, guest, visitor.name, request.seat))
            case asking.StandUp():
                await self._changed(place, rooms.stood_up(room, guest))
            case asking.SeatBot():
                await self._changed(place, rooms.with_bot(room, guest, request.seat, request.level))
                self._plan(place)
            case asking.ClearSeat():
                await self._changed(place, rooms.without(room, guest, request.seat))
            case asking.Begin():
                await self._begin(place, guest)
            case asking.CloseRoom():
                if room.host != guest:
                    raise refuse(problems.NOT_HOST())
                await self._changed(place, rooms.closed(room))
                self._forget(place)

    async def _in_game(
        self, place: Place, visitor: Visitor, request: asking.Do | asking.Draft | asking.AskHint
    ) -> bool:
        table, seat = self._seated(place, visitor.guest)
        match request:
            case asking.Do():
                events = table.do(seat, request.turn, request.command, self.now())
                await self._happened(place, table, events)
                return True
            case asking.Draft():
                table.lay(seat, request.turn, request.table)
                visitor.tell(table.judged(request.id, request.table))
                news = DraftNews(seat, request.turn, request.table)
                place.tell_others(news, but=visitor)
            case asking.AskHint():
                if not (place.room.settings.hints and place.room.bots_alone):
                    raise refuse(problems.NO_HINTS())
                visitor.tell(await to_thread(hint, table.game, seat, request))
        return False

    async def _rename(self, visitor: Visitor, request: asking.Rename) -> bool:
        name = identity.clean_name(request.name)
        guest = await self.store.guest(visitor.guest)
        assert guest is not None
        await self._write([store.Guest(guest.id, guest.token_hash, name, guest.created)])
        visitor.name = name
        return True

    async def _create(self, visitor: Visitor, request: asking.Create) -> bool:
        hosted = sum(place.room.host == visitor.guest for place in self.places.values())
        if hosted >= MOST_ROOMS_OF_ONE or len(self.places) >= MOST_ROOMS:
            raise refuse(problems.FULL())
        code = identity.new_code()
        while code in self.places or await self.store.room(code) is not None:
            code = identity.new_code()
        room = rooms.opened(code, visitor.guest, visitor.name, request.settings)
        place = Place(room)
        await self._write([place.written(room, self.now())])
        self.places[code] = place
        await self._enter(visitor, asking.Enter(request.id, code))
        return True

    async def _enter(self, visitor: Visitor, request: asking.Enter) -> bool:
        code = request.room.strip().upper()
        place = self.places.get(code)
        if place is None:
            raise refuse(problems.NO_ROOM(code=code))
        before = self._place(visitor)
        if before is not None and before is not place:
            async with before.lock:
                self._out(before, visitor)
        async with place.lock:
            visitor.room = code
            place.visitors.add(visitor)
            place.empty_since = None
            place.room = rooms.with_presence(place.room, place.guests)
            place.tell_room()
            place.tell_game((), self.now(), only=visitor)
            self._plan(place)
        return True

    def _out(self, place: Place, visitor: Visitor) -> None:
        place.visitors.discard(visitor)
        visitor.room = None
        place.room = rooms.with_presence(place.room, place.guests)
        if not place.visitors:
            place.empty_since = self.now()
        place.tell_room()

    @staticmethod
    def _seated(place: Place, guest: str) -> tuple[Table, int]:
        seat = place.room.seat_of(guest)
        if seat is None:
            raise refuse(problems.NOT_SEATED())
        if place.table is None or place.table.over:
            raise refuse(problems.NOT_RUNNING())
        return place.table, seat

    # --- the game -----------------------------------------------------------------------------

    async def _begin(self, place: Place, guest: str) -> None:
        room = rooms.ready_to_begin(place.room, guest)
        now = self.now()
        table = Table.deal(
            identity.new_id(),
            room.edition,
            room.names,
            seed=self.secret(32),
            starter=room.match.starter if room.sheets else None,
            now=now,
            bank_seconds=room.settings.bank_seconds,
        )
        room = rooms.begun(room, table.name)
        _, lines = table.unwritten()
        new = store.NewGame(table.name, room.code, lines[0])
        first = store.Append(table.name, 1, tuple(lines[1:]))
        await self._write([place.written(room, now), new, first])
        place.room, place.table, place.bots = room, table, {}
        place.tell_room()
        place.tell_game((), now)
        self._plan(place)

    async def _happened(self, place: Place, table: Table, events: Sequence[AnyEvent]) -> None:
        """Write what has happened, then tell everybody."""
        now = self.now()
        first, lines = table.unwritten()
        changes: list[store.Change] = [store.Append(table.name, first, tuple(lines))]
        room = place.room
        result = table.game.state.result
        if result is not None:
            room = rooms.finished(room, result.sheet, table.game.state.starter)
            changes.append(place.written(room, now))
        try:
            await self._write(changes)
        except Refused:
            place.table = await self._loaded(place.room)  # as if it had not happened
            raise
        place.room = room
        place.tell_game(events, now)
        if result is not None:
            place.tell_room()
        self._plan(place)

    async def _changed(self, place: Place, room: Room) -> None:
        """Write how the room stands now, then tell everybody."""
        await self._write([place.written(room, self.now())])
        place.room = room
        place.tell_room()

    async def _write(self, changes: Sequence[store.Change]) -> None:
        try:
            await self.store.write(changes)
        except (StoreFailed, store.Conflict):
            raise refuse(problems.NOT_SAVED()) from None

    # --- what happens by itself ---------------------------------------------------------------

    def _plan(self, place: Place) -> None:
        """Plan a bot's move, or the end of the time."""
        if place.due is not None:
            place.due.cancel()
            place.due = None
        table = place.table
        if self._ending or table is None or table.over or place.room.stage is not Stage.PLAYING:
            return
        seat = table.game.state.turn
        assert seat is not None
        chair = place.room.chairs[seat]
        if chair.bot is not None:
            place.due = self._task(self._bot_moves(place, table, seat, chair))
        elif table.deadline is not None:
            wait = max(0, table.deadline + GRACE - self.now()) / 1000
            place.due = self._task(self._time_runs_out(place, table, wait))

    @staticmethod
    def _task(work: Any) -> Task[None]:  # noqa: ANN401
        return create_task(work)

    async def _bot_moves(self, place: Place, table: Table, seat: int, chair: Chair) -> None:
        assert chair.bot is not None
        await sleep(self._pauses.uniform(*self.bot_delay))
        turns = table.game.state.turns
        if seat not in place.bots:
            number = int.from_bytes(self.secret(8))
            place.bots[seat] = bot(LEVELS[chair.bot - 1], number)
        command = await to_thread(place.bots[seat].choose, table.game.view(seat))
        async with place.lock:
            state = table.game.state
            if place.table is table and state.turn == seat and state.turns == turns:
                place.due = None  # it is this very task, which is not to be cancelled
                await self._happened(place, table, table.do(seat, turns, command, self.now()))

    async def _time_runs_out(self, place: Place, table: Table, wait: float) -> None:
        await sleep(wait)
        async with place.lock:
            place.due = None
            events = table.run_out_of_time(self.now()) if place.table is table else []
            if events:
                await self._happened(place, table, events)
            else:
                self._plan(place)
