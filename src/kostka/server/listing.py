"""What everybody may see before entering a room: the editions with their knobs, the open rooms."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from kostka.editions import EDITIONS
from kostka.editions.model import RANGES, Edition
from kostka.events.codec import to_builtins
from kostka.protocol.rooms import Level, Stage
from kostka.server.room import Room

MOST_ROOMS = 50

NO_KNOBS = frozenset(
    {"key", "age", "players_min", "players_max", "box", "no_threshold_advised_for"}
    | {"turn_seconds_choices", "timed_rounds"}
)
"""Fields of an edition that a form does not offer. House rules may change most of them too."""


class Knob(msgspec.Struct, frozen=True):
    """A field of the editions that a table may set for itself."""

    field: str
    kind: str
    """`number`, `choice` or `switch`."""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False
    """Whether null is a value too: no limit, or not counted."""


class EditionListed(msgspec.Struct, frozen=True):
    """An edition to choose."""

    key: str
    players: tuple[int, int]
    """The fewest and the most."""
    tiles: int
    turn_seconds: tuple[int | None, ...]
    """The times for a move that its rule book names, its own first; null for unlimited."""
    rules: dict[str, Any]
    """What its knobs are set to."""


class Editions(msgspec.Struct, frozen=True):
    """All editions, and how they can be changed."""

    editions: tuple[EditionListed, ...]
    knobs: tuple[Knob, ...]


class RoomListed(msgspec.Struct, frozen=True):
    """An open room with a free seat."""

    code: str
    host: str
    """The host's name."""
    edition: str
    house_rules: bool
    seats: int
    free: int
    bots: tuple[Level, ...]
    games: int


class OpenRooms(msgspec.Struct, frozen=True):
    """Rooms that wait for players, those that lack the fewest first."""

    rooms: tuple[RoomListed, ...]


@cache
def editions() -> Editions:
    """List the editions."""
    knobs = tuple(_knobs())
    return Editions(tuple(_listed(book, knobs) for book in EDITIONS.values()), knobs)


def _listed(book: Edition, knobs: Iterable[Knob]) -> EditionListed:
    fields = to_builtins(book)
    times = dict.fromkeys((book.turn_seconds, *book.turn_seconds_choices))
    return EditionListed(
        key=book.key,
        players=(book.players_min, book.players_max),
        tiles=book.tiles,
        turn_seconds=tuple(times),
        rules={knob.field: fields[knob.field] for knob in knobs},
    )


def _knobs() -> Iterable[Knob]:
    ranges = {name: (low, high) for name, low, high, _ in RANGES}
    for name, hint in get_type_hints(Edition).items():
        kinds = get_args(hint) or (hint,)
        if name in NO_KNOBS:
            continue
        if name in ranges:
            low, high = ranges[name]
            yield Knob(name, "number", low, high, optional=type(None) in kinds)
        elif issubclass(hint, StrEnum):
            yield Knob(name, "choice", choices=tuple(choice.value for choice in hint))
        else:
            assert hint is bool, name
            yield Knob(name, "switch")


def open_rooms(rooms: Iterable[Room]) -> OpenRooms:
    """List the rooms that anybody may join."""
    found = [
        _room_listed(room)
        for room in rooms
        if room.settings.open
        and room.stage is Stage.GATHERING
        and any(chair.here for chair in room.chairs)
        and any(chair.empty for chair in room.chairs)
    ]
    found.sort(key=lambda listed: (listed.free, listed.code))
    return OpenRooms(tuple(found[:MOST_ROOMS]))


def _room_listed(room: Room) -> RoomListed:
    settings = room.settings
    leader = room.seat_of(room.leader)
    return RoomListed(
        code=room.code,
        host="" if leader is None else room.chairs[leader].name,
        edition=settings.edition,
        house_rules=bool(settings.rules),
        seats=settings.seats,
        free=sum(chair.empty for chair in room.chairs),
        bots=tuple(chair.bot for chair in room.chairs if chair.bot is not None),
        games=settings.games,
    )
