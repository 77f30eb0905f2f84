"""The host's power over people: out of a seat and the room, for now or for good.

A ban holds for a guest, known by a token. Somebody who comes as a new guest is not recognised.
"""

from __future__ import annotations

from msgspec.structs import replace

from kostka.events.errors import make_refusal
from kostka.protocol.rooms import Chair, NamedGuest, Stage
from kostka.server import problems
from kostka.server.rooms.room import (
    STAND_IN_LEVEL,
    Room,
    make_unique_name,
    replace_chair,
    require_host,
)

MAX_BANNED = 100


def remove_person(room: Room, host: str, person: NamedGuest, *, ban: bool) -> Room:
    """Let the host take a person's seat away, and with `ban` keep them out of the room.

    In a match a bot takes the seat over. The host cannot be removed, not even by a deputy.
    """
    require_host(room, host)
    if person.guest in (host, room.host):
        raise make_refusal(problems.NOT_REMOVABLE())
    seat = room.find_seat_of_guest(person.guest)
    if seat is not None:
        room = replace_chair(room, seat, _make_chair_without_guest(room, seat))
    if not ban or is_banned(room, person.guest):
        return room
    if len(room.banned) >= MAX_BANNED:
        raise make_refusal(problems.TOO_MANY_BANS(most=MAX_BANNED))
    return replace(room, banned=(*room.banned, person))


def unban_person(room: Room, host: str, guest: str) -> Room:
    """Let the host take a ban back."""
    require_host(room, host)
    if not is_banned(room, guest):
        raise make_refusal(problems.NO_PERSON())
    return lift_ban(room, guest)


def lift_ban(room: Room, guest: str) -> Room:
    """Return the room without the ban of a guest."""
    return replace(room, banned=tuple(one for one in room.banned if one.guest != guest))


def is_banned(room: Room, guest: str) -> bool:
    """Whether a guest may not enter a room."""
    return any(one.guest == guest for one in room.banned)


def _make_chair_without_guest(room: Room, seat: int) -> Chair:
    if room.stage is Stage.GATHERING:
        return Chair()
    if room.stage is Stage.OVER:  # a rematch would go on under the name of somebody who is gone
        name = make_unique_name(room, seat, f"Bot {STAND_IN_LEVEL}")
        return Chair(name, bot=STAND_IN_LEVEL)
    return Chair(room.chairs[seat].name, bot=room.chairs[seat].bot or STAND_IN_LEVEL)
