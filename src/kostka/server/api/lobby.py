"""What everybody may see before entering a room: the editions with their knobs, the open rooms."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from kostka.protocol.rooms import Level, Stage
from kostka.server.games import KINDS
from kostka.server.games.game_kind import GameKind, PlayableEdition
from kostka.server.games.house_rule_option import HouseRuleOption
from kostka.server.rooms.room import Room

MOST_ROOMS = 50


class EditionListed(msgspec.Struct, frozen=True):
    """An edition to choose."""

    key: str
    kind: str
    """`numbers` or `word`: which of the protocol's messages its games speak."""
    players: tuple[int, int]
    """The fewest and the most."""
    tiles: int
    levels: int
    """Its bots have levels from 1 to this."""
    turn_seconds: tuple[int | None, ...]
    """The times for a move that its rule book names, its own first; null for unlimited."""
    rules: dict[str, Any]
    """What its knobs are set to; it has no others."""


class Editions(msgspec.Struct, frozen=True):
    """All editions, and the knobs of all of them."""

    editions: tuple[EditionListed, ...]
    knobs: tuple[HouseRuleOption, ...]


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
    """List the editions of all kinds."""
    listed = [_listed(kind, one) for kind in KINDS for one in kind.editions.values()]
    options = {option.field: option for kind in KINDS for option in kind.options}
    return Editions(tuple(listed), tuple(options.values()))


def _listed(kind: GameKind, edition: PlayableEdition) -> EditionListed:
    fields = edition.list_fields()
    return EditionListed(
        key=edition.key,
        kind=kind.name,
        players=edition.player_range,
        tiles=edition.tile_count,
        levels=kind.levels,
        turn_seconds=edition.turn_times,
        rules={option.field: fields[option.field] for option in kind.options},
    )


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
    leader = room.find_seat(room.leader)
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
