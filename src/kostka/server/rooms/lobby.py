"""All rooms and everybody who is connected: opens and closes rooms, and routes requests to them."""

from __future__ import annotations

from asyncio import Lock, sleep, to_thread
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from kostka.events.errors import BadInput, Refused, Violation, make_refusal
from kostka.protocol import PROTOCOL, requests
from kostka.protocol.responses import Done, Farewell, Problem, Refusal, Welcome
from kostka.protocol.rooms import Settings, Stage
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.ops.metrics import Metrics
from kostka.server.ops.refusal_alerts import RefusalAlerts
from kostka.server.rooms import guests
from kostka.server.rooms import room as rooms
from kostka.server.rooms.code_guesses import CodeGuesses
from kostka.server.rooms.due_times import compute_idle_time
from kostka.server.rooms.forgetting import forget_guest
from kostka.server.rooms.live_room import LiveRoom, RoomReleased
from kostka.server.rooms.name_filter import NEUTRAL_NAME, NameFilter
from kostka.server.rooms.opened_rooms import MAX_ROOMS, OpenedRooms, Opener
from kostka.server.rooms.overload import Overload
from kostka.server.rooms.room import Room
from kostka.server.rooms.room_registry import RECONNECT_MS, Draining, RoomRegistry
from kostka.server.rooms.room_services import GameListener, RoomServices
from kostka.server.rooms.room_storage import RoomStorage
from kostka.server.rooms.scheduler import BOT_PACE, BotPace, Scheduler
from kostka.server.rooms.shuffle_round import REVEAL_SECONDS
from kostka.server.rooms.suggested_codes import SuggestedCodes
from kostka.server.storage import store
from kostka.server.storage.store import OwnedElsewhere, Store, StoreFailed
from kostka.server.transport.client_addresses import AddressCounts
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.server.transport.session import Channel, Session

NEW_GUEST_RATE = Rate(burst=400, each_second=1)
"""New guests from one address: a whole school may share it, and come at the same moment."""

CONNECTION_RATE = Rate(burst=1000, each_second=20)
"""Connections that one address opens."""

MAX_SESSIONS = 20_000
MAX_SESSIONS_PER_ADDRESS = 1000

FAREWELL_SECONDS, FAREWELL_CHECKS = 1.0, 50
"""How long, and in how many steps, to wait until all clients know that the server stops."""

FindAttachment = Callable[[dict[str, Any]], Awaitable[Raw]]
"""Finds what house rules refer to by name, such as a word list that the host has uploaded.

Returns `rooms.NOTHING` if they refer to nothing.
"""


class Lobby:
    """The rooms of a server, and the sessions in them."""

    def __init__(  # noqa: PLR0913  (what a test may want to choose)
        self,
        kept: Store,
        now: Callable[[], int],
        secret: Callable[[int], bytes],
        find_attachment: FindAttachment,
        *,
        bot_pace: BotPace = BOT_PACE,
        reveal_seconds: float = REVEAL_SECONDS,
        name_filter: NameFilter | None = None,
    ) -> None:
        """Save everything in a store; time in milliseconds and secret bytes come from outside."""
        self.name_filter = name_filter or NameFilter()
        self.store = kept
        self.now = now
        self.scheduler = Scheduler(now, secret, bot_pace)
        self.sessions: set[Session] = set()
        self.refusal_alerts = RefusalAlerts()
        self._find_attachment = find_attachment
        self._storage = RoomStorage(kept, now)
        self._services = RoomServices(
            self._storage,
            now,
            secret,
            self.scheduler,
            remove_room=self._remove_room,
            drop_room=self._drop_room,
            send_refusal=self.send_refusal,
            reveal_seconds=reveal_seconds,
        )
        self.registry = RoomRegistry(self._services, self.scheduler, now)
        self.rooms = self.registry.live
        """The rooms in memory by code."""
        kept.watch_ownership(self.registry.drop_all_rooms)
        self._session_counts = AddressCounts(MAX_SESSIONS_PER_ADDRESS, MAX_SESSIONS)
        self._connections = Buckets(CONNECTION_RATE)
        self._new_guests = Buckets(NEW_GUEST_RATE)
        self._opened_rooms = OpenedRooms()
        self.overload = Overload(kept.count_queued_writes)
        self._guesses = CodeGuesses(now)
        self._suggested_codes = SuggestedCodes()
        self._forgetting = Lock()
        self.metrics = Metrics()
        self.metrics.add_gauge("kostka_visitors", "Open connections", lambda: len(self.sessions))
        self.metrics.add_gauge("kostka_rooms", "Open rooms", lambda: len(self.rooms))
        self.metrics.add_gauge("kostka_games", "Running games", self.count_running_games)
        self.metrics.add_gauge(
            "kostka_queued_messages",
            "Messages that clients were too slow to take",
            lambda: sum(len(session.queue) for session in self.sessions),
        )

    def add_listener(self, listener: GameListener) -> None:
        """Let a feature follow the games of all rooms."""
        self._services.listeners.append(listener)

    # --- starting and stopping ----------------------------------------------------------------

    async def drain(self) -> None:
        """Hand all rooms over to the next process, with everything in them."""
        logs.log_event("closing", rooms=len(self.rooms), visitors=len(self.sessions))
        await self.registry.drain()

    async def stop(self) -> None:
        """Notify all clients that the server stops; nothing is lost."""
        if not self.registry.is_draining:
            await self.drain()
        self.scheduler.stop()
        for session in list(self.sessions):
            session.close(Farewell.RESTART, retry_ms=RECONNECT_MS)
        for _ in range(FAREWELL_CHECKS):
            if self.sessions:
                await sleep(FAREWELL_SECONDS / FAREWELL_CHECKS)

    async def resume_clocks(self) -> None:
        """Go on after the machine was asleep, as after a restart."""
        for room in list(self.rooms.values()):
            await room.resume_clock()
            self.scheduler.restart_timer(room)

    def shift_idle_times(self, milliseconds: int) -> None:
        """Move what was noted by a clock that has been adjusted since."""
        for room in self.rooms.values():
            if room.empty_since is not None:
                room.empty_since += milliseconds

    async def close_idle_rooms(self) -> None:
        """Close idle rooms."""
        self.refusal_alerts.log_frequent_refusals()
        for room in list(self.rooms.values()):
            async with room.lock:
                if self._is_idle(room):
                    try:
                        await room.close("left_alone")
                    except Refused:
                        return  # nothing can be saved now; the next call tries again

    def _is_idle(self, room: LiveRoom) -> bool:
        at = compute_idle_time(room.room, room.empty_since)
        return at is not None and self.now() > at

    async def forget_closed_rooms(self) -> None:
        """Stop counting rooms that have been closed elsewhere since they were released here."""
        released = [code for code in self._opened_rooms.codes if code not in self.rooms]
        still_open = set(await self.store.filter_open_rooms(released)) if released else set()
        for code in released:
            if code not in still_open and code not in self.rooms:
                self._opened_rooms.remove_room(code)

    # --- sessions -----------------------------------------------------------------------------

    def can_connect(self, address: str) -> bool:
        """Whether an address may open one more connection."""
        has_few = self._session_counts.can_add(address)
        return has_few and self._connections.try_take_tokens(address, self.now())

    async def open_session(
        self, message: requests.AnyMessage, address: str, channel: Channel
    ) -> tuple[Session, Welcome]:
        """Identify a guest by the token in the first message, or create a new one."""
        if not isinstance(message, requests.Hello):
            raise make_refusal(problems.NO_HELLO())
        if message.protocol != PROTOCOL:
            raise make_refusal(problems.PROTOCOL(version=PROTOCOL))
        new_token = None
        if message.token is not None:
            guest = await self.store.find_guest_by_token(guests.hash_token(message.token))
            if guest is None:
                raise make_refusal(problems.UNKNOWN_TOKEN())
            await self._note_visit(guest)
        else:
            has_tokens = self._new_guests.try_take_tokens(address, self.now())
            if self.overload.is_overloaded() or not has_tokens:
                raise make_refusal(problems.FULL())
            new_token = guests.create_token()
            # A refusal would end the connection: a name that is not allowed becomes a neutral one.
            name = guests.clean_name(message.name or NEUTRAL_NAME)
            name = self.name_filter.choose_shown_name(name)
            token_hash = guests.hash_token(new_token)
            today = guests.count_days(self.now())
            guest = store.Guest(guests.create_id(), token_hash, name, self.now(), today)
            await self._storage.save_changes([guest])
        shown_name = self.name_filter.choose_shown_name(guest.name)
        session = Session(guest.id, shown_name, address, channel)
        self.sessions.add(session)
        self._session_counts.add(address)
        routed = bool(self.store.node.address)
        return session, Welcome(PROTOCOL, guest.id, shown_name, new_token, self.now(), routed)

    async def _note_visit(self, guest: store.Guest) -> None:
        """Note the day of a visit, once a day; visitors come in even if that cannot be saved."""
        today = guests.count_days(self.now())
        if guest.last_seen != today:
            with suppress(Refused):
                await self._storage.save_changes([replace(guest, last_seen=today)])

    async def forget_guest(self, guest: str) -> None:
        """Remove a guest's name and token everywhere; end their sessions.

        Raise `Conflict` if there is no such guest. After other failures the guest is marked, and
        `forget_marked_guest` does the rest, here or on another node.
        """
        await self.store.write([store.GuestToForget(guest)])
        await self.forget_marked_guest(guest, keep_marked=len(self.store.list_nodes()) > 1)

    async def forget_marked_guest(self, guest: str, *, keep_marked: bool) -> None:
        """Do what can be done here to forget a guest who is marked in the store.

        With `keep_marked` the mark stays until other nodes have seen it and ended sessions.
        """
        for session in list(self.sessions):
            if session.guest == guest:
                session.close(Farewell.FORGOTTEN)
        load_room = self.registry.load_room
        # One at a time: two guests may have played in the same game.
        async with self._forgetting:
            with suppress(Draining):  # then the next process goes on
                if await forget_guest(self.store, guest, load_room, keep_marked=keep_marked):
                    logs.log_event("guest_forgotten")

    async def close_session(self, session: Session) -> None:
        """Note that a connection has ended."""
        self.sessions.discard(session)
        self._session_counts.remove(session.address)
        room = self._find_room_of_session(session)
        if room is not None:
            await room.leave(session)

    def _find_room_of_session(self, session: Session) -> LiveRoom | None:
        return self.rooms.get(session.room or "")

    def _require_room_of_session(self, session: Session) -> LiveRoom:
        room = self._find_room_of_session(session)
        if room is None:
            raise make_refusal(problems.NOT_IN_A_ROOM())
        return room

    # --- requests -----------------------------------------------------------------------------

    async def handle_request(self, session: Session, request: requests.AnyRequest) -> None:
        """Carry out a request and answer it, whatever happens."""
        self.metrics.requests.count_request(type(request).__name__)
        begun = perf_counter()
        try:
            if isinstance(request, requests.Do):  # nearly all are
                room = self._require_room_of_session(session)
                needs_answer = await room.handle_game_request(session, request)
            else:
                needs_answer = await self._dispatch_request(session, request)
            if needs_answer:
                session.send(Done(request.id))
        except Refused as refused:
            self.send_refusal(session, request.id, *refused.violations)
        except BadInput as error:
            self.send_refusal(session, request.id, problems.BAD_MESSAGE(why=str(error)))
        except StoreFailed as error:  # its reason names files: not for players
            logs.log_failure("not_read", error, text=str(error))
            self.send_refusal(session, request.id, problems.UNREADABLE())
        except Exception as error:  # noqa: BLE001  (a fault in one request must not stop others)
            logs.log_failure("request_failed", error, kind=type(request).__name__)
            self.send_refusal(session, request.id, problems.FAILED())
        self.metrics.requests.record_duration(perf_counter() - begun)

    def send_refusal(
        self, session: Session, request_id: int | None, *violations: Violation
    ) -> None:
        """Answer a message that is refused."""
        self.count_refusal(session.address, violations[0])
        session.send(Refusal(request_id, tuple(map(Problem.from_violation, violations))))

    def count_refusal(self, address: str, violation: Violation) -> None:
        """Count a refusal for metrics and alerts."""
        self.metrics.refusals.labels(violation.code).inc()
        self.refusal_alerts.count_refusal(logs.mask_address(address))

    def count_running_games(self) -> int:
        """Return how many games are being played here."""
        return sum(room.room.stage is Stage.PLAYING for room in self.rooms.values())

    async def _dispatch_request(self, session: Session, request: requests.AnyRequest) -> bool:
        """Carry out a request; return whether `Done` still has to be sent."""
        match request:
            case requests.Rename():
                await self._rename_guest(session, request)
            case requests.Create():
                await self._create_room(session, request)
            case requests.Enter():
                try:
                    await self._enter_room(session, request.room)
                except OwnedElsewhere:
                    session.close(Farewell.MOVED, retry_ms=0)
                except Draining:
                    session.close(Farewell.RESTART, retry_ms=RECONNECT_MS)
            case _:
                room = self._require_room_of_session(session)
                return await room.handle_request(session, request)
        return True

    async def _rename_guest(self, session: Session, request: requests.Rename) -> None:
        name = guests.clean_name(request.name)
        self.name_filter.require_name(name)
        guest = await self.store.find_guest(session.guest)
        if guest is None:  # forgotten a moment ago
            raise make_refusal(problems.UNKNOWN_TOKEN())
        await self._storage.save_changes([replace(guest, name=name)])
        session.name = name

    async def _create_room(self, session: Session, request: requests.Create) -> None:
        if self.overload.is_overloaded():
            raise make_refusal(problems.FULL())
        opener = Opener(session.guest, session.address)
        if not self._opened_rooms.can_add_room(opener):
            raise make_refusal(problems.TOO_MANY_ROOMS())
        is_open = request.settings.open
        suggested = self._suggested_codes.take_code(session, is_open=is_open)
        code = await self.create_unused_room_code(is_open=is_open, suggested=suggested)
        self._opened_rooms.add_room(code, opener)
        try:
            await self._open_room(session, code, request.settings)
        except BaseException:
            self._opened_rooms.remove_room(code)
            raise
        await self._enter_room(session, code)

    async def _open_room(self, session: Session, code: str, settings: Settings) -> None:
        attachment = await self._find_attachment(settings.rules)
        # In a thread, because it may load a language.
        room = await to_thread(
            rooms.open_room, code, session.guest, session.name, settings, attachment
        )
        if (theme := room.build_theme_view()) is not None:
            self.name_filter.require_title(theme.title)
        await self.add_room(room)

    async def create_unused_room_code(self, *, is_open: bool, suggested: str | None = None) -> str:
        """Return a code that no room has, or refuse if there are too many rooms."""
        if len(self.rooms) >= MAX_ROOMS:
            raise make_refusal(problems.FULL())
        code = suggested or guests.create_room_code(is_open=is_open)
        while code in self.rooms or await self.store.find_room(code) is not None:
            code = guests.create_room_code(is_open=is_open)
        return code

    async def add_room(self, room: Room) -> LiveRoom:
        """Save a new room and open it."""
        live_room = LiveRoom(room, self._services)
        await self._storage.save_changes([live_room.build_snapshot(room)])
        self.registry.add_room(live_room)
        edition, seats = room.settings.edition, room.settings.seats
        logs.log_event("room_opened", room=live_room.log_name, edition=edition, seats=seats)
        return live_room

    def _remove_room(self, room: LiveRoom) -> None:
        self.registry.remove_room(room)
        self._opened_rooms.remove_room(room.room.code)

    async def _enter_room(self, session: Session, typed_code: str) -> None:
        code = guests.normalize_room_code(typed_code)
        while True:
            room = await self._find_room_for_entering(session, code)
            before = self._find_room_of_session(session)
            if before is not None and before is not room:
                await before.leave(session)
            with suppress(RoomReleased):  # a moment ago: then it is loaded again
                await room.enter(session)
                return

    def _drop_room(self, room: LiveRoom) -> None:
        self.registry.drop_room(room)

    async def _find_room_for_entering(self, session: Session, code: str) -> LiveRoom:
        """Return a room that a session may enter, or refuse."""
        room = await self.registry.load_room(code)
        if room is None or not (room.room.settings.open or session.guest in room.seats):
            self._guesses.require_guesses_left(session)
        if room is None:
            await self._guesses.punish_wrong_code(session)
            raise make_refusal(problems.NO_ROOM(code=code))
        room.require_not_banned(session)  # before leaving another room for it
        return room
