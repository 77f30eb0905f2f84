"""All rooms and everybody in them: carries requests out, one after the other in each room.

What is answered or told has been on disk before.
"""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections import Counter
from collections.abc import Callable
from time import perf_counter

from kostka.events.codec import from_json
from kostka.events.errors import BadInput, Refused, Violation, refuse
from kostka.protocol import PROTOCOL, requests
from kostka.protocol.responses import (
    AnyMessage,
    Done,
    Farewell,
    Problem,
    Refusal,
    RoomNews,
    Welcome,
)
from kostka.protocol.rooms import Stage
from kostka.server import problems
from kostka.server.api.themes import Themes
from kostka.server.ops import logs
from kostka.server.ops.metrics import Metrics
from kostka.server.ops.refusal_alerts import Storms
from kostka.server.rooms import guests as identity
from kostka.server.rooms import room as rooms
from kostka.server.rooms.live_game import Table
from kostka.server.rooms.live_room import Place
from kostka.server.rooms.room import Room
from kostka.server.rooms.scheduler import BOT_DELAY, Steward
from kostka.server.storage import store
from kostka.server.storage.store import Store, StoreFailed
from kostka.server.transport.rate_limits import Buckets, Rate, is_this_machine
from kostka.server.transport.session import Visitor, Wire

LEFT_ALONE = {Stage.GATHERING: 600_000, Stage.OVER: 600_000, Stage.BETWEEN: 3_600_000}
"""After so many milliseconds with nobody in it a room is closed; one that is played in, later."""

LEFT_IN_PLAY = 24 * 3_600_000

NEWCOMERS = Rate(burst=200, each_second=1)
"""New guests from one address: a whole school may sit behind it."""

COMERS = Rate(burst=1000, each_second=20)
"""Connections that one address opens."""

MOST_VISITORS = 20_000
MOST_VISITORS_OF_ONE = 1000
"""Open connections from one address."""

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
        self.themes = Themes(now)
        self.steward = Steward(kept, now, secret, bot_delay)
        self.places: dict[str, Place] = {}
        self.visitors: set[Visitor] = set()
        self.storms = Storms()
        self._addresses: Counter[str] = Counter()
        self._comers = Buckets(COMERS)
        self._newcomers = Buckets(NEWCOMERS)
        self.metrics = Metrics()
        self.metrics.watch("kostka_visitors", "Open connections", lambda: len(self.visitors))
        self.metrics.watch("kostka_rooms", "Open rooms", lambda: len(self.places))
        self.metrics.watch("kostka_games", "Games that are being played", self._running)

    # --- opening and closing ------------------------------------------------------------------

    async def open(self) -> None:
        """Take up all rooms where they were left; clocks go on from where they stood."""
        for kept in await self.store.open_rooms():
            try:
                room = from_json(kept.snapshot, Room)
                place = Place(room, await self.steward.loaded(room))
            except (BadInput, Refused) as error:  # one room does not keep the others shut
                logs.failed("room_damaged", error, text=str(error))
                continue
            if place.table is not None:
                place.table.resume(self.now())
            place.look_around(self.now())
            self.places[room.code] = place
            self.steward.plan(place)
        logs.note("opened", version=PROTOCOL, rooms=len(self.places))

    async def close(self) -> None:
        """Tell everybody that the server stops; nothing is lost."""
        logs.note("closing", rooms=len(self.places), visitors=len(self.visitors))
        self.steward.ending = True
        for place in self.places.values():
            self.steward.plan(place)
        for visitor in list(self.visitors):
            visitor.dismiss(Farewell.RESTART, retry_ms=2000)
        for _ in range(GOOD_BYES):  # until all have heard it
            if self.visitors:
                await sleep(GOOD_BYE_SECONDS / GOOD_BYES)

    async def sweep(self) -> None:
        """Close rooms that were left alone."""
        self.storms.look()
        for place in list(self.places.values()):
            async with place.lock:
                if not self._left_alone(place):
                    continue
                try:
                    await self._close(place, rooms.closed(place.room), "left_alone")
                except Refused:
                    return  # nothing can be written now: later

    def _left_alone(self, place: Place) -> bool:
        patience = LEFT_ALONE.get(place.room.stage, LEFT_IN_PLAY)
        if place.room.online is not None:  # players are called to it when they are
            patience = LEFT_IN_PLAY
        return place.empty_since is not None and self.now() - place.empty_since > patience

    async def close_room(self, place: Place) -> None:
        """Close a room that is of no use any more."""
        await self._close(place, rooms.closed(place.room), "no_use")

    async def _close(self, place: Place, room: Room, why: str) -> None:
        await self.steward.changed(place, room)
        self.steward.plan(place)
        self.places.pop(room.code, None)
        logs.note("room_closed", room=place.mark, kind=why)

    # --- who is there -------------------------------------------------------------------------

    def lets_in(self, address: str) -> bool:
        """Whether an address may open one more connection.

        This machine, and with it whoever comes through a proxy, may use all the room there is.
        """
        if len(self.visitors) >= MOST_VISITORS:
            return False
        if is_this_machine(address):
            return True
        few = self._addresses[address] < MOST_VISITORS_OF_ONE
        return few and self._comers.take(address, self.now())

    async def hello(
        self, message: requests.AnyMessage, address: str, wire: Wire
    ) -> tuple[Visitor, Welcome]:
        """Find out who comes, or make a guest of somebody new."""
        if not isinstance(message, requests.Hello):
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
            await self.steward.write([guest])
        visitor = Visitor(guest.id, guest.name, address, wire)
        self.visitors.add(visitor)
        self._addresses[address] += 1
        return visitor, Welcome(PROTOCOL, guest.id, guest.name, token, self.now())

    async def gone(self, visitor: Visitor) -> None:
        """Note that a connection has ended."""
        self.visitors.discard(visitor)
        self._addresses[visitor.address] -= 1
        if not self._addresses[visitor.address]:
            del self._addresses[visitor.address]
        place = self._place(visitor)
        if place is not None:
            async with place.lock:
                self._out(place, visitor)

    def _place(self, visitor: Visitor) -> Place | None:
        return self.places.get(visitor.room or "")

    # --- requests -----------------------------------------------------------------------------

    async def handle(self, visitor: Visitor, request: requests.AnyRequest) -> None:
        """Carry a request out and answer it, whatever it is."""
        self.metrics.requests.begun(type(request).__name__)
        begun = perf_counter()
        try:
            if await self._handled(visitor, request):
                visitor.tell(Done(request.id))
        except Refused as refused:
            self.refuse(visitor, request.id, *refused.violations)
        except BadInput as error:
            self.refuse(visitor, request.id, problems.BAD_MESSAGE(why=str(error)))
        except StoreFailed as error:  # its reason names files: not for players
            logs.failed("not_read", error, text=str(error))
            self.refuse(visitor, request.id, problems.UNREADABLE())
        except Exception as error:  # noqa: BLE001  (a fault in one request is no other's)
            logs.failed("request_failed", error, kind=type(request).__name__)
            self.refuse(visitor, request.id, problems.FAILED())
        self.metrics.requests.answered(perf_counter() - begun)

    def refuse(self, visitor: Visitor, number: int | None, *violations: Violation) -> None:
        """Answer a message that is refused."""
        self.count_refusal(visitor.address, violations[0])
        visitor.tell(Refusal(number, tuple(map(Problem.of, violations))))

    def count_refusal(self, address: str, violation: Violation) -> None:
        """Note that something was refused."""
        self.metrics.refused.labels(violation.code).inc()
        self.storms.refused(logs.near(address))

    def _running(self) -> int:
        return sum(place.room.stage is Stage.PLAYING for place in self.places.values())

    async def _handled(self, visitor: Visitor, request: requests.AnyRequest) -> bool:
        """Carry a request out; says whether `Done` is still to be sent."""
        match request:
            case requests.Rename():
                return await self._rename(visitor, request)
            case requests.Create():
                return await self._create(visitor, request)
            case requests.Enter():
                return await self._enter(visitor, request)
        place = self._place(visitor)
        if place is None:
            raise refuse(problems.NOT_IN_A_ROOM())
        if isinstance(request, requests.AskHint):
            visitor.tell(await self._hint(place, visitor, request))
            return False
        async with place.lock:
            if isinstance(request, requests.InGame):
                return await self._in_game(place, visitor, request)
            await self._in_room(place, visitor, request)
            return True

    async def _in_room(self, place: Place, visitor: Visitor, request: requests.AnyRequest) -> None:
        room, guest = place.room, visitor.guest
        match request:
            case requests.GoOut():
                self._out(place, visitor)
                visitor.tell(RoomNews(None, None))
            case requests.Sit():
                await self.steward.changed(
                    place, rooms.sat_down(room, guest, visitor.name, request.seat)
                )
            case requests.StandUp():
                await self.steward.changed(place, rooms.stood_up(room, guest))
            case requests.SeatBot():
                seated = rooms.with_bot(room, guest, request.seat, request.level)
                await self.steward.changed(place, seated)
                self.steward.plan(place)
            case requests.ClearSeat():
                await self.steward.changed(place, rooms.without(room, guest, request.seat))
            case requests.Begin():
                await self.steward.begin(place, guest)
            case requests.CloseRoom():
                await self._close(place, rooms.closed_by(room, guest), "host")

    async def _in_game(self, place: Place, visitor: Visitor, request: requests.InGame) -> bool:
        table, seat = self._seated(place, visitor.guest)
        if not isinstance(request, table.kind.requests):
            raise refuse(problems.OTHER_GAME())
        match request:
            case requests.Draft() | requests.WordDraft():
                judged, news = table.drafted(seat, request)
                visitor.tell(judged)
                place.tell_draft(news, judged, by=visitor)
                return False
            case _:
                events = table.do(seat, request.turn, request.command, self.now())
                await self.steward.happened(place, table, events)
                return True

    async def _hint(self, place: Place, visitor: Visitor, request: requests.AskHint) -> AnyMessage:
        """Look for a hint, one at a time in each room; the room does not wait for it."""
        async with place.hinting:
            async with place.lock:
                table, seat = self._seated(place, visitor.guest)
                if not (place.room.settings.hints and place.room.bots_alone):
                    raise refuse(problems.NO_HINTS())
            return await table.hint(seat, request)

    async def _rename(self, visitor: Visitor, request: requests.Rename) -> bool:
        name = identity.clean_name(request.name)
        guest = await self.store.guest(visitor.guest)
        assert guest is not None
        await self.steward.write([store.Guest(guest.id, guest.token_hash, name, guest.created)])
        visitor.name = name
        return True

    async def _create(self, visitor: Visitor, request: requests.Create) -> bool:
        hosted = sum(place.room.host == visitor.guest for place in self.places.values())
        if hosted >= MOST_ROOMS_OF_ONE:
            raise refuse(problems.FULL())
        code = await self.new_code()
        theme = await self.themes.chosen(request.settings.rules)
        who, settings = (visitor.guest, visitor.name), request.settings
        room = await to_thread(rooms.opened, code, *who, settings, theme)  # may load a language
        await self.open_room(room)
        await self._enter(visitor, requests.Enter(request.id, code))
        return True

    async def new_code(self) -> str:
        """Give the code of a room that can still be opened, or refuse."""
        if len(self.places) >= MOST_ROOMS:
            raise refuse(problems.FULL())
        code = identity.new_code()
        while code in self.places or await self.store.room(code) is not None:
            code = identity.new_code()
        return code

    async def open_room(self, room: Room) -> Place:
        """Open a room, in which nobody is yet."""
        place = Place(room)
        await self.steward.write([place.written(room, self.now())])
        self.places[room.code] = place
        edition, seats = room.settings.edition, room.settings.seats
        logs.note("room_opened", room=place.mark, edition=edition, seats=seats)
        return place

    async def _enter(self, visitor: Visitor, request: requests.Enter) -> bool:
        code = request.room.strip().upper()
        place = self.places.get(code)
        if place is None:
            raise refuse(problems.NO_ROOM(code=code))
        before = self._place(visitor)
        if before is not None and before is not place:
            async with before.lock:
                self._out(before, visitor)
        async with place.lock:
            if place.room.stage is Stage.CLOSED:  # since we wait for the lock
                raise refuse(problems.NO_ROOM(code=code))
            visitor.room = code
            place.visitors.add(visitor)
            place.look_around(self.now())
            place.tell_room()
            place.tell_game((), self.now(), only=visitor)
            self.steward.plan(place)
        return True

    def _out(self, place: Place, visitor: Visitor) -> None:
        place.visitors.discard(visitor)
        visitor.room = None
        place.look_around(self.now())
        place.tell_room()
        self.steward.plan(place)

    @staticmethod
    def _seated(place: Place, guest: str) -> tuple[Table, int]:
        seat = place.seats.get(guest)
        if seat is None:
            raise refuse(problems.NOT_SEATED())
        if place.table is None or place.table.over:
            raise refuse(problems.NOT_RUNNING())
        return place.table, seat
