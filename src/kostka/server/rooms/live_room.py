"""A room while the server runs. It owns its lock, its game, its writes and its broadcasts.

Nothing is acknowledged or broadcast before it is saved. What cannot be saved did not happen.
"""

from __future__ import annotations

from asyncio import Lock, create_task
from collections.abc import Collection, Sequence
from secrets import token_hex

from kostka.events.codec import to_json
from kostka.events.errors import Refused, make_refusal
from kostka.protocol import requests
from kostka.protocol.responses import AnyMessage, Notice, NoticeCode, RoomNews
from kostka.protocol.rooms import NamedGuest, Pauser, Stage
from kostka.server import problems
from kostka.server.games.live_game import LiveGame
from kostka.server.games.ruling import AnyRuling
from kostka.server.ops import logs
from kostka.server.rooms import pauses, removals, reserved_seats
from kostka.server.rooms import room as rooms
from kostka.server.rooms.broadcasts import RoomBroadcaster, broadcast_draft, send_updates
from kostka.server.rooms.room import Room
from kostka.server.rooms.room_services import RoomServices
from kostka.server.rooms.room_snapshots import SnapshotBuilder
from kostka.server.rooms.room_storage import (
    build_live_game,
    load_edition_resources,
)
from kostka.server.rooms.shuffle_round import ShuffleCollector, ShuffleRound
from kostka.server.storage import store
from kostka.server.transport.session import Session

SEED_BYTES = 32


class RoomReleased(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """The room has left the memory of this process: it has to be loaded again."""


class LiveRoom:
    """One room: everything that changes in it goes through here, under its lock."""

    def __init__(self, room: Room, services: RoomServices, game: LiveGame | None = None) -> None:
        """Open a room, with the game that is played in it."""
        self._services = services
        self._set_room(room)
        self.game = game
        self.sessions: set[Session] = set()
        self.lock = Lock()
        """Held while anything in the room changes, until it is saved."""
        self._hint_lock = Lock()
        """Held while a hint is searched; meanwhile the room goes on."""
        self.is_released = False
        """Whether the room has left the memory of this process: nothing changes here any more."""
        self.empty_since: int | None = None
        self.absent_since: dict[str, int] = {}
        """Since when guests with a seat are away."""
        self._shuffle_collector = ShuffleCollector(
            self.lock, self._deal_game, services.send_refusal, services.reveal_seconds
        )
        self._broadcaster = RoomBroadcaster()
        self._snapshots = SnapshotBuilder()
        self.log_name = token_hex(4)
        """The room's name in logs: with its code, readers of the log could come in."""

    def _set_room(self, room: Room) -> None:
        self.room = room
        self.seats = {
            chair.guest: seat for seat, chair in enumerate(room.chairs) if chair.guest is not None
        }
        """The seat of each guest who has one."""

    # --- people -------------------------------------------------------------------------------

    async def enter(self, session: Session) -> None:
        """Let a session in, and send it everything."""
        async with self.lock:
            if self.is_released:  # while we waited for the lock
                raise RoomReleased
            if self.room.stage is Stage.CLOSED:
                raise make_refusal(problems.NO_ROOM(code=self.room.code))
            self.require_not_banned(session)
            session.room = self.room.code
            self.sessions.add(session)
            self.update_presence()
            self._broadcast_room()
            self._send_game([session])
            if self._shuffle_collector.round is not None:  # who was away for a moment can reveal
                session.send(self._shuffle_collector.round.build_message())
            self._services.planner.plan_next_step(self)

    def require_not_banned(self, session: Session) -> None:
        """Refuse somebody whom the host has banned."""
        if removals.is_banned(self.room, session.guest):
            raise make_refusal(problems.BANNED(code=self.room.code))

    async def leave(self, session: Session) -> None:
        """Let a session out; a seat is kept."""
        async with self.lock:
            self._remove_session(session)

    async def _remove_person(self, host: str, request: requests.RemovePerson) -> None:
        sessions = [session for session in self.sessions if session.guest == request.guest]
        seat = self.seats.get(request.guest)
        if seat is None and not sessions:
            raise make_refusal(problems.NO_PERSON())
        name = sessions[0].name if seat is None else self.room.chairs[seat].name
        person = NamedGuest(request.guest, name)
        await self.save_and_broadcast_room(
            removals.remove_person(self.room, host, person, ban=request.ban)
        )
        self._remove_sessions(sessions)
        for session in sessions:
            session.send(RoomNews(None, None))
            session.send(Notice(NoticeCode.BANNED if request.ban else NoticeCode.REMOVED))

    def _remove_session(self, session: Session) -> None:
        self._remove_sessions([session])

    def _remove_sessions(self, sessions: Sequence[Session]) -> None:
        for session in sessions:
            self.sessions.discard(session)
            self._shuffle_collector.remove_session(session)
            session.room = None
        self.update_presence()
        self._broadcast_room()
        self._services.planner.plan_next_step(self)

    def update_presence(self) -> None:
        """Note who is connected now."""
        now = self._services.now()
        present = [session.guest for session in self.sessions]
        self._set_room(rooms.update_presence(self.room, present))
        absent = [chair.guest for chair in self.room.chairs if chair.guest and not chair.here]
        self.absent_since = {guest: self.absent_since.get(guest, now) for guest in absent}
        if present:
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = now

    def find_stand_in_time(self, seat: int) -> int | None:
        """Return when a bot takes over for an absent guest; None if nobody waits for them."""
        chair, seconds = self.room.chairs[seat], self.room.settings.stand_in_seconds
        if chair.guest not in self.absent_since or seconds is None:
            return None
        if not any(other.here for other in self.room.chairs):
            return None
        return self.absent_since[chair.guest] + 1000 * seconds

    async def resume_clock(self) -> None:
        """Let the turn last long enough to come back, and send everybody its new end."""
        async with self.lock:
            if self.game is not None and self.room.stage is Stage.PLAYING:
                self.game.resume_clock(self._services.now())
                self._send_game(self.sessions)

    # --- requests -----------------------------------------------------------------------------

    async def handle_request(self, session: Session, request: requests.AnyRequest) -> bool:
        """Carry out a request; return whether `Done` still has to be sent."""
        if isinstance(request, requests.AskHint):
            session.send(await self._find_hint(session, request))
            return False
        if isinstance(request, requests.InGame):
            return await self.handle_game_request(session, request)
        async with self.lock:
            if isinstance(request, requests.Begin):
                return await self._begin_game(session, request.id)
            if isinstance(request, requests.OfHost):
                await self._handle_host_request(session.guest, request)
            else:
                await self._handle_room_request(session, request)
            return True

    async def handle_game_request(self, session: Session, request: requests.InGame) -> bool:
        """Carry out a move, or judge a draft; return whether `Done` still has to be sent."""
        await self.lock.acquire()  # `async with` would be two more coroutines for each move
        try:
            game, seat = self._find_game_and_seat(session.guest)
            if not game.accepts_request(request):
                raise make_refusal(problems.OTHER_GAME())
            if isinstance(request, (requests.Draft, requests.WordDraft)):
                verdict, news = game.keep_and_judge_draft(seat, request)
                session.send(verdict)
                broadcast_draft(self.sessions, news, verdict, by=session)
                return False
            game.execute_request(seat, request, self._services.now())
            await self.commit_move(game)
            return True
        finally:
            self.lock.release()

    async def _handle_room_request(self, session: Session, request: requests.AnyRequest) -> None:
        room, guest = self.room, session.guest
        match request:
            case requests.GoOut():
                self._remove_session(session)
                session.send(RoomNews(None, None))
            case requests.Sit():
                await self.save_and_broadcast_room(
                    rooms.seat_guest(room, guest, session.name, request.seat)
                )
            case requests.ClaimSeat():
                claimed = reserved_seats.claim_seat(room, guest, request.secret)
                await self.move_reserved_seats(claimed, NoticeCode.SEAT_MOVED)
            case requests.StandUp():
                await self.save_and_broadcast_room(rooms.unseat_guest(room, guest))
            case requests.CommitRandomness():
                self._find_seat(guest)
                self._shuffle_collector.set_commitment(session, request.commitment)
            case requests.RevealRandomness():
                await self._shuffle_collector.add_reveal(self._find_seat(guest), request)

    async def _handle_host_request(self, guest: str, request: requests.OfHost) -> None:
        room = self.room
        match request:
            case requests.SeatBot():
                await self.save_and_broadcast_room(
                    rooms.seat_bot(room, guest, request.seat, request.level)
                )
                self._services.planner.plan_next_step(self)
            case requests.ClearSeat():
                await self.save_and_broadcast_room(rooms.clear_seat(room, guest, request.seat))
            case requests.RemovePerson():
                await self._remove_person(guest, request)
            case requests.Unban():
                unbanned = removals.unban_person(room, guest, request.guest)
                await self.save_and_broadcast_room(unbanned)
            case requests.CloseRoom():
                await self._close_room(rooms.close_room_as_host(room, guest), "host")

    async def _find_hint(self, session: Session, request: requests.AskHint) -> AnyMessage:
        """Search a hint, one at a time in each room; the room does not wait for it."""
        async with self._hint_lock:
            async with self.lock:
                game, seat = self._find_game_and_seat(session.guest)
                if not (self.room.settings.hints and self.room.has_one_person):
                    raise make_refusal(problems.NO_HINTS())
            return await game.find_hint(seat, request)

    def _find_game_and_seat(self, guest: str) -> tuple[LiveGame, int]:
        seat = self._find_seat(guest)
        if self.game is None or self.game.is_over:
            raise make_refusal(problems.NOT_RUNNING())
        if self.room.paused_by is not None:
            raise make_refusal(problems.PAUSED())
        return self.game, seat

    def _find_seat(self, guest: str) -> int:
        seat = self.seats.get(guest)
        if seat is None:
            raise make_refusal(problems.NOT_SEATED())
        return seat

    # --- changes: the caller holds the lock ---------------------------------------------------

    async def save_and_broadcast_room(self, room: Room) -> None:
        """Save a new state of the room, then broadcast it."""
        await self._save_changes([self.build_snapshot(room)])
        self._set_room(room)
        self._shuffle_collector.check_players(room)
        self._broadcast_room()

    async def _save_changes(self, changes: Sequence[store.Change]) -> None:
        """Save changes, or refuse the request; a room that others own now is dropped."""
        if self.is_released:
            raise make_refusal(problems.NOT_SAVED())
        try:
            await self._services.storage.save_changes(changes)
        except store.NotOwner:
            self._services.drop_room(self)
            raise make_refusal(problems.NOT_SAVED()) from None

    async def move_reserved_seats(self, room: Room, notice: NoticeCode) -> None:
        """Save who has reserved seats now; tell those who lost one, and show each their rack."""
        before = self.seats
        await self.save_and_broadcast_room(room)
        self.update_presence()
        moved = {guest for guest, _ in before.items() ^ self.seats.items()}
        sessions = [session for session in self.sessions if session.guest in moved]
        for session in sessions:
            if session.guest not in self.seats:
                session.send(Notice(notice))
        self._send_game(sessions)
        self._services.planner.plan_next_step(self)

    async def set_paused(self, by: Pauser | None) -> None:
        """Stop the clock of the room, or let it go on; nothing happens if it is so already."""
        now = self._services.now()
        paused = pauses.resume_room(self.room, now)
        if by is not None:
            paused = pauses.pause_room(self.room, by, now)
        if paused is self.room:
            return
        await self.save_and_broadcast_room(paused)
        if self.game is not None:
            self.game.set_pauses(paused.pauses)
            self._send_game(self.sessions)
        self._services.planner.plan_next_step(self)

    async def execute_ruling(self, ruling: AnyRuling, by: str, reason: str) -> None:
        """Carry out a ruling of a named referee (Z-30)."""
        if self.game is None or self.game.is_over:
            raise make_refusal(problems.NOT_RUNNING())
        self.game.execute_ruling(ruling, by, reason, self._services.now())
        await self.commit_move(self.game)

    async def _begin_game(self, session: Session, request_id: int) -> bool:
        """Start a game; return False if it first waits for the randomness of its players."""
        if self._shuffle_collector.round is not None:
            raise make_refusal(problems.RUNNING())
        room = rooms.prepare_game(self.room, session.guest)
        for listener in self._services.listeners:
            await listener.check_game_start(room)
        await load_edition_resources(room.edition)
        seed = self._services.secret(SEED_BYTES)
        started = self._shuffle_collector.start_round(room, seed, session, request_id)
        if started.is_complete:
            await self._deal_game(started)
            return True
        self._shuffle_collector.wait_for_reveals(started)
        encoded = to_json(started.build_message())
        for other in self.sessions:
            other.send_encoded(encoded)
        return False

    async def _deal_game(self, started: ShuffleRound) -> None:
        """Deal, save and broadcast a game."""
        room = rooms.prepare_next_game(self.room)
        game = room.edition.start_game(
            started.game_id,
            room.player_names,
            seed=started.seed,
            contributions=started.contributions,
            starter=room.next_starter,
            now=self._services.now(),
            bank_seconds=room.settings.bank_seconds,
        )
        room = rooms.start_game(room, game.id)
        _, lines = game.take_unsaved_lines()
        guests = tuple(chair.guest for chair in room.chairs)
        new = store.NewGame(game.id, room.code, lines[0], guests)
        first = store.GameLines(game.id, 1, tuple(lines[1:]))
        await self._save_changes([self.build_snapshot(room), new, first])
        self._set_room(room)
        self.game = game
        logs.log_event(
            "game_began", room=self.log_name, game=game.id, edition=room.settings.edition
        )
        self._broadcast_room()
        self._send_game(self.sessions)
        self._services.planner.plan_next_step(self)

    async def commit_move(self, game: LiveGame) -> None:
        """Save what has just happened in the game, then broadcast it."""
        first, lines = game.take_unsaved_lines()
        changes: list[store.Change] = [store.GameLines(game.id, first, tuple(lines))]
        room, result = self.room, game.result
        if result is not None:
            room = rooms.finish_game(room, result.sheet, game.starter)
            changes.append(self.build_snapshot(room))
        try:
            await self._save_changes(changes)
        except Refused:
            if self.is_released:
                raise
            # In a task, because a move has none and reading may need one.
            self.game = await create_task(self._services.storage.rebuild_saved_game(game, first))
            self._services.planner.plan_next_step(self, after_failure=True)
            raise
        if result is not None:
            self._set_room(room)
        send_updates(self.sessions, self.seats, game.encode_updates, self._services.now())
        if result is not None:
            logs.log_event("game_over", room=self.log_name, game=game.id, kind=result.ending.value)
            self._broadcast_room()
            for listener in self._services.listeners:
                listener.on_game_over(room)
        self._services.planner.plan_next_step(self)

    async def save_renamed(self, room: Room, games: Sequence[store.RewrittenGame]) -> None:
        """Save the room and games of it in which names have changed, then broadcast both."""
        await self._save_changes([self.build_snapshot(room), *games])
        self._set_room(room)
        self._shuffle_collector.check_players(room)
        for rewritten in games:
            if self.game is not None and rewritten.game == self.game.id:
                data = b"".join(line + b"\n" for line in rewritten.lines)
                self.game = build_live_game(room, data)
                self.game.resume_clock(self._services.now())
        self.update_presence()
        self._broadcast_room()
        self._send_game(self.sessions)
        self._services.planner.plan_next_step(self)

    async def close(self, reason: str) -> None:
        """Close the room for good."""
        await self._close_room(rooms.close_room(self.room), reason)

    async def _close_room(self, room: Room, reason: str) -> None:
        await self.save_and_broadcast_room(room)
        self._shuffle_collector.cancel_round(problems.ROOM_CLOSED())
        self._services.planner.plan_next_step(self)
        self._services.remove_room(self)
        logs.log_event("room_closed", room=self.log_name, kind=reason)

    def stop(self) -> None:
        """Wait for nothing any more, because the server stops."""
        self._shuffle_collector.drop_round()

    # --- saving and sending -------------------------------------------------------------------

    def build_snapshot(self, room: Room) -> store.SavedRoom:
        """Return a state of the room as the store keeps it."""
        return self._snapshots.build_snapshot(room, self._services.now())

    def _broadcast_room(self) -> None:
        self._broadcaster.broadcast_room(self.room, self.seats, self.sessions)

    def _send_game(self, sessions: Collection[Session]) -> None:
        """Send the whole game to sessions that do not know it."""
        if self.game is not None:
            now = self._services.now()
            send_updates(sessions, self.seats, self.game.encode_state_for_viewers, now)
