"""Forgets a guest: their name and token go, their games stay under a neutral name.

Everything here may be repeated: after a failure the guest is still marked in the store, and the
next attempt does the rest. The names of reserved seats are not the guest's but those of the feature
that booked the room; they stay.
"""

from __future__ import annotations

from asyncio import to_thread
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from msgspec.structs import replace

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput
from kostka.events.unchained_names import make_neutral_name
from kostka.protocol.rooms import Chair, Stage
from kostka.server.games import read_record
from kostka.server.ops import logs
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.rooms.removals import lift_ban
from kostka.server.rooms.room import STAND_IN_LEVEL, Room, close_room
from kostka.server.storage import store
from kostka.server.storage.store import GameSeat, Store

LoadRoom = Callable[[str], Awaitable[LiveRoom | None]]
"""Returns the open room with a code, or raises `OwnedElsewhere`."""


async def forget_guest(
    kept: Store, guest: str, load_room: LoadRoom, *, keep_marked: bool = False
) -> bool:
    """Remove a guest from all rooms and games, then from the store; return whether that is done.

    Rooms of other nodes are left to them: the last node removes the guest. With `keep_marked` the
    guest stays in the store, so that other nodes can see the mark.
    Raise `StoreFailed`, `Conflict` or `Refused` if something cannot be saved now.
    """
    seats: dict[str, list[GameSeat]] = defaultdict(list)
    for seat in await kept.list_seats_of_guest(guest):
        seats[seat.room].append(seat)
    for code in await kept.list_rooms_of_guest(guest):
        with suppress(store.OwnedElsewhere, store.NotOwner):
            live_room = await load_room(code)
            if live_room is not None:
                await _forget_in_live_room(kept, guest, live_room, seats[code])
                await kept.write([store.GuestRemovedFromRoom(guest, code)])
            else:
                await _forget_in_saved_room(kept, guest, code, seats[code])
    if keep_marked or await kept.list_rooms_of_guest(guest):
        return False
    await kept.write([store.RemovedGuest(guest)])
    return True


async def _forget_in_live_room(
    kept: Store, guest: str, live_room: LiveRoom, seats: Iterable[GameSeat]
) -> None:
    done = set[str]()
    if not live_room.room.reserved:
        for seat in seats:  # finished games of a long match, while the room goes on
            if seat.game != live_room.room.game:
                await kept.write([await _remove_name(kept, seat)])
                done.add(seat.game)
    async with live_room.lock:
        room = live_room.room
        of_room = [one for one in await kept.list_seats_of_guest(guest) if one.room == room.code]
        left = [] if room.reserved else [one for one in of_room if one.game not in done]
        games = [await _remove_name(kept, one) for one in left]
        without = remove_guest(room, guest, {one.seat for one in of_room})
        await live_room.save_renamed(without, games)
        if without.stage is not Stage.CLOSED and not without.guest_ids and not without.is_booked:
            await live_room.close("forgotten")  # bots do not go on alone


async def _forget_in_saved_room(kept: Store, guest: str, code: str, seats: list[GameSeat]) -> None:
    # While it is held, no other node forgets another guest in the same room.
    async with kept.hold_room(code) as saved:
        changes: list[store.Change] = []
        if saved is not None:
            try:
                room = from_json(saved.snapshot, Room)
            except BadInput as error:
                logs.log_failure("room_damaged", error, text=f"{error}; run 'kostka verify-data'")
            else:
                if not room.reserved:
                    for seat in seats:
                        await kept.write([await _remove_name(kept, seat)])
                changes.append(_make_saved_room_without(room, guest, saved, seats))
        await kept.write([*changes, store.GuestRemovedFromRoom(guest, code)])


def _make_saved_room_without(
    room: Room, guest: str, saved: store.SavedRoom, seats: Iterable[GameSeat]
) -> store.SavedRoom:
    room = remove_guest(room, guest, {seat.seat for seat in seats})
    if not room.guest_ids and not room.is_booked:
        room = close_room(room)
    closed = room.stage is Stage.CLOSED
    return store.SavedRoom(
        room.code,
        to_json(room),
        saved.updated,
        closed=closed,
        guests=room.known_guest_ids,
        due=None if closed else 0,  # whoever loads it finds out what comes next
    )


async def _remove_name(kept: Store, seat: GameSeat) -> store.RewrittenGame:
    """Return a game's log with a neutral name in a seat."""
    data = await kept.load_game_log(seat.game) or b""
    lines = await to_thread(lambda: read_record(data).remove_name(seat.seat))
    return store.RewrittenGame(seat.game, tuple(lines.splitlines()))


def remove_guest(room: Room, guest: str, played_seats: Iterable[int] = ()) -> Room:
    """Return a room without a guest; `played_seats` are where they have played in it.

    A bot takes over in a match. A host's powers go to the next guest.
    """
    room = lift_ban(room, guest)
    chairs = list(room.chairs)
    for seat, chair in enumerate(chairs):
        if chair.guest == guest or (chair.guest is None and seat in played_seats):
            chairs[seat] = _make_chair_without_guest(room, seat)
    others = (chair.guest for chair in chairs if chair.guest is not None)
    host = next(others, "") if room.host == guest else room.host
    deputy = None if room.deputy == guest else room.deputy
    return replace(room, chairs=tuple(chairs), host=host, deputy=deputy)


def _make_chair_without_guest(room: Room, seat: int) -> Chair:
    if room.reserved:
        return Chair(room.reserved[seat])
    if room.stage is Stage.GATHERING:
        return Chair()
    others = [chair.name for other, chair in enumerate(room.chairs) if other != seat]
    bot = room.chairs[seat].bot or (None if room.stage is Stage.CLOSED else STAND_IN_LEVEL)
    return Chair(make_neutral_name(seat, others), bot=bot)
