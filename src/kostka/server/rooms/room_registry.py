"""The rooms in memory: each is loaded when somebody enters it or when something in it is due.

A room that nobody is in is released again. When several nodes share a store, a room is in the
memory of its owner alone.
"""

from __future__ import annotations

from asyncio import Task, create_task, gather, shield
from collections.abc import Callable
from time import process_time

from kostka.events.codec import from_json
from kostka.events.errors import BadInput, Refused
from kostka.protocol.responses import Farewell
from kostka.protocol.rooms import Stage
from kostka.server.ops import logs
from kostka.server.rooms.due_times import compute_idle_time
from kostka.server.rooms.hand_over import apply_hand_over, encode_hand_over
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.rooms.room import Room
from kostka.server.rooms.room_services import RoomServices
from kostka.server.rooms.scheduler import Scheduler
from kostka.server.storage.store import OwnedElsewhere, StoreFailed, TakenRoom

QUIET_MS = 60_000
"""A room is released after so long with nobody in it, if nothing is due for as long."""

MAX_DUE_ROOMS = 200
MAX_DUE_SECONDS = 0.1
"""Rooms that one call loads because they are due, and the processor time it may take: after a
crash all running games are due, and players who come back go first."""

RECONNECT_MS = 200
"""When clients may look for their room elsewhere."""


class Draining(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """The process hands its rooms over and takes no others."""


class RoomRegistry:
    """Loads rooms, keeps those in use, and releases them."""

    def __init__(
        self, services: RoomServices, scheduler: Scheduler, now: Callable[[], int]
    ) -> None:
        """Start with no rooms; `now` returns milliseconds."""
        self.live: dict[str, LiveRoom] = {}
        """The rooms in memory by code."""
        self.is_draining = False
        """Whether this process hands everything over and takes nothing more."""
        self._services = services
        self._store = services.storage.store
        self._scheduler = scheduler
        self._now = now
        self._loads: dict[str, Task[LiveRoom | None]] = {}

    # --- loading ------------------------------------------------------------------------------

    async def load_room(self, code: str) -> LiveRoom | None:
        """Return an open room, from memory or from the store; None if there is none.

        Raise `OwnedElsewhere` if another node owns it, `Draining` if this one takes no more, and
        `StoreFailed` if it cannot be read.
        """
        live = self.live.get(code)
        if live is not None:
            if not live.is_released:
                return live
            async with live.lock:  # until it is released
                pass
        if self.is_draining:
            raise Draining
        load = self._loads.get(code)
        if load is None:
            load = self._loads[code] = create_task(self._take_and_open_room(code))
            load.add_done_callback(lambda _: self._loads.pop(code, None))
        return await shield(load)

    async def _take_and_open_room(self, code: str) -> LiveRoom | None:
        taken = await self._store.take_room(code)
        if taken is None:
            return None
        try:
            room = from_json(taken.saved.snapshot, Room)
            return await self._open_room(room, taken)
        except (BadInput, Refused) as error:  # one damaged room must not stop the others
            advice = f"{error}; run 'kostka verify-data'"
            logs.log_failure("room_damaged", error, text=advice)
            await self._store.release_room(code, None, None)
            return None

    async def _open_room(self, room: Room, taken: TakenRoom) -> LiveRoom:
        game = await self._services.storage.load_game(room)
        live_room = LiveRoom(room, self._services, game)
        apply_hand_over(live_room, taken.hand_over, self._now())
        self.add_room(live_room)
        self._scheduler.plan_next_step(live_room)
        for listener in self._services.listeners:
            listener.on_room_loaded(room)
        return live_room

    def add_room(self, live_room: LiveRoom) -> None:
        """Keep a room that this process owns."""
        self.live[live_room.room.code] = live_room

    async def load_due_rooms(self) -> None:
        """Load some of the rooms in which something is due, although nobody is there."""
        if self.is_draining:
            return
        started = process_time()
        # A store may also list rooms that are loaded already.
        due = await self._store.list_due_rooms(self._now(), MAX_DUE_ROOMS + len(self.live))
        for code in [code for code in due if code not in self.live][:MAX_DUE_ROOMS]:
            try:
                await self.load_room(code)
            except OwnedElsewhere:
                continue
            if process_time() - started > MAX_DUE_SECONDS:
                return

    # --- releasing ----------------------------------------------------------------------------

    async def release_quiet_rooms(self) -> None:
        """Release rooms that nobody is in and in which nothing happens soon."""
        for room in list(self.live.values()):
            if self._is_quiet(room):
                async with room.lock:
                    if self._is_quiet(room):
                        await self._release_room(room)

    def _is_quiet(self, room: LiveRoom) -> bool:
        now = self._now()
        if room.sessions or room.room.is_booked:  # its tournament watches the time of its round
            return False
        if room.empty_since is None or now - room.empty_since < QUIET_MS:
            return False
        at = self._find_due_time(room)
        return at is None or at > now + QUIET_MS

    def _find_due_time(self, room: LiveRoom) -> int | None:
        times = [
            self._scheduler.find_next_time(room),
            compute_idle_time(room.room, room.empty_since),
        ]
        return min((at for at in times if at is not None), default=None)

    async def _release_room(self, room: LiveRoom) -> None:
        """Release a room whose lock the caller holds."""
        due, hand_over = self._find_due_time(room), encode_hand_over(room, self._now())
        room.is_released = True
        try:
            await self._store.release_room(room.room.code, due, hand_over)
        except StoreFailed:
            room.is_released = False
            raise
        self._forget_room(room)

    def _forget_room(self, room: LiveRoom) -> None:
        room.stop()
        self._scheduler.plan_next_step(room)
        if self.live.get(room.room.code) is room:
            del self.live[room.room.code]

    def remove_room(self, room: LiveRoom) -> None:
        """Forget a room that is closed for good."""
        self.live.pop(room.room.code, None)

    def drop_room(self, room: LiveRoom) -> None:
        """Forget a room that another node owns now; its people look for it there."""
        room.is_released = True
        self._forget_room(room)
        for session in list(room.sessions):
            session.close(Farewell.RESTART, retry_ms=RECONNECT_MS)

    def drop_all_rooms(self) -> None:
        """Forget all rooms, because other nodes may own them now."""
        for room in list(self.live.values()):
            self.drop_room(room)

    async def drain(self) -> None:
        """Release all rooms for the next process, each with a word to the people in it."""
        self.is_draining = True
        await gather(*[self._drain_room(room) for room in list(self.live.values())])

    async def _drain_room(self, room: LiveRoom) -> None:
        async with room.lock:
            if room.is_released or room.room.stage is Stage.CLOSED:
                return
            try:
                await self._release_room(room)
            except StoreFailed as error:  # what is saved is enough to go on with
                logs.log_failure("not_released", error, room=room.log_name, text=str(error))
        for session in list(room.sessions):
            session.close(Farewell.RESTART, retry_ms=RECONNECT_MS)
