"""Seats that belong to people: in a booked room a seat is taken only with the secret of its player.

The secret moves the seat to the device that has it, also in the middle of a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest

from msgspec import Raw
from msgspec.structs import replace

from kostka.events.errors import make_refusal
from kostka.protocol.rooms import Chair, Settings, Stage
from kostka.server import problems
from kostka.server.rooms.room import Room, build_edition, make_unique_name, replace_chair
from kostka.server.rooms.seat_key import SeatKey, hash_seat_secret


def open_booked_room(
    code: str, settings: Settings, names: Sequence[str], booking: Raw, keys: Sequence[SeatKey]
) -> Room:
    """Open a room for another feature: every seat is reserved, and the first starts (Z-3)."""
    build_edition(settings)
    room = Room(code, "", settings, (Chair(),) * len(names), starter=0, booking=booking)
    for seat, name in enumerate(names):
        unique = make_unique_name(room, seat, name)
        room = replace_chair(room, seat, Chair(unique))
        room = replace(room, reserved=(*room.reserved, unique))
    return replace(room, seat_keys=tuple(keys))


def claim_seat(room: Room, guest: str, secret: str) -> Room:
    """Move a reserved seat to the guest who has its secret; refuse a secret that opens none.

    A guest has one seat: an earlier one of theirs becomes free for its own link.
    """
    if room.stage is Stage.CLOSED:
        raise make_refusal(problems.ROOM_CLOSED())
    seat = _find_seat_of_secret(room, secret)
    if seat is None:
        raise make_refusal(problems.WRONG_SEAT_LINK())
    before = room.find_seat_of_guest(guest)
    if before == seat:
        return room
    if before is not None:
        room = vacate_seat(room, before)
    return replace_chair(room, seat, Chair(room.reserved[seat], guest=guest, here=True))


def vacate_seat(room: Room, seat: int) -> Room:
    """Let a reserved seat wait for the link of its player."""
    return replace_chair(room, seat, Chair(room.reserved[seat]))


def renew_seat_key(room: Room, seat: int, key: SeatKey) -> Room:
    """Replace the key of a seat; the device that had it has to open the new link.

    Rooms that were saved before seats had keys get keys that no secret fits for the other seats.
    """
    keys = room.seat_keys or (SeatKey("", 0),) * len(room.chairs)
    return replace(vacate_seat(room, seat), seat_keys=(*keys[:seat], key, *keys[seat + 1 :]))


def _find_seat_of_secret(room: Room, secret: str) -> int | None:
    wanted = hash_seat_secret(secret)
    for seat, key in enumerate(room.seat_keys):
        if compare_digest(key.secret_hash, wanted):
            return seat
    return None
