"""`GET /api/editions` and `/api/rooms`: what anybody may see before entering a room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.protocol.rooms import Level, Stage
from kostka.server.games import KINDS
from kostka.server.games.game_kind import GameKind, PlayableEdition
from kostka.server.games.house_rule_option import HouseRuleOption
from kostka.server.openapi.descriptions import Answer, describe_route
from kostka.server.rooms.room import Room

MAX_ROOMS = 50


class EditionSummary(msgspec.Struct, frozen=True):
    """An edition to choose."""

    key: str
    kind: str
    """`numbers` or `word`: which of the protocol's messages its games speak."""
    players: tuple[int, int]
    """Minimum and maximum."""
    tiles: int
    levels: int
    """The highest level of its bots; the lowest is 1."""
    turn_seconds: tuple[int | None, ...]
    """The times for a move that its rule book names, the default first; null for unlimited."""
    rules: dict[str, Any]
    """The values of its house-rule options; it has no others."""
    no_threshold_advised_for: tuple[str, ...] = ()
    """For whom its rule book recommends to play without an opening threshold (N-1)."""


class Editions(msgspec.Struct, frozen=True):
    """All editions, and the house-rule options of all of them."""

    editions: tuple[EditionSummary, ...]
    knobs: tuple[HouseRuleOption, ...]


class RoomSummary(msgspec.Struct, frozen=True):
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
    """Rooms that wait for players, those with the fewest free seats first."""

    rooms: tuple[RoomSummary, ...]


class LobbyRoutes:
    """The routes that list editions and open rooms."""

    def __init__(self, find_open_rooms: Callable[[], OpenRooms]) -> None:
        """List the rooms that `find_open_rooms` returns."""
        self._find_open_rooms = find_open_rooms

    @property
    def routes(self) -> list[Route]:
        """The routes of the lobby."""
        return [
            Route("/api/editions", self.send_editions),
            Route("/api/rooms", self.send_open_rooms),
        ]

    @describe_route(
        "The editions, and the options that house rules may change.",
        {200: Answer("All of them.", Editions)},
    )
    async def send_editions(self, _: Request) -> Response:
        """Answer with all editions."""
        return Response(to_json(list_editions()), media_type="application/json")

    @describe_route(
        "Open rooms with a free seat.",
        {200: Answer("Those with the fewest free seats first.", OpenRooms)},
    )
    async def send_open_rooms(self, _: Request) -> Response:
        """Answer with the rooms that anybody may join."""
        return Response(to_json(self._find_open_rooms()), media_type="application/json")


@cache
def list_editions() -> Editions:
    """Return the editions of all kinds of game."""
    listed = [_summarize_edition(kind, one) for kind in KINDS for one in kind.editions.values()]
    options = {option.field: option for kind in KINDS for option in kind.house_rule_options}
    return Editions(tuple(listed), tuple(options.values()))


def _summarize_edition(kind: GameKind, edition: PlayableEdition) -> EditionSummary:
    fields = edition.encode_edition_fields()
    return EditionSummary(
        key=edition.edition_key,
        kind=kind.name,
        players=edition.player_range,
        tiles=edition.tile_count,
        levels=kind.level_count,
        turn_seconds=edition.turn_seconds_options,
        rules={
            option.field: fields[option.field]
            for option in kind.house_rule_options
            if option.field not in edition.idle_fields
        },
        no_threshold_advised_for=fields.get("no_threshold_advised_for", ()),
    )


def list_open_rooms(rooms: Iterable[Room]) -> OpenRooms:
    """Return the rooms that anybody may join."""
    summaries = [
        _summarize_room(room)
        for room in rooms
        if room.settings.open
        and room.stage is Stage.GATHERING
        and any(chair.here for chair in room.chairs)
        and any(chair.is_empty for chair in room.chairs)
    ]
    return merge_open_rooms(summaries)


def merge_open_rooms(rooms: Iterable[RoomSummary]) -> OpenRooms:
    """Return the rooms with the fewest free seats, each once."""
    by_code = {room.code: room for room in rooms}
    ordered = sorted(by_code.values(), key=lambda room: (room.free, room.code))
    return OpenRooms(tuple(ordered[:MAX_ROOMS]))


def _summarize_room(room: Room) -> RoomSummary:
    settings = room.settings
    leader = room.find_seat_of_guest(room.acting_host)
    return RoomSummary(
        code=room.code,
        host="" if leader is None else room.chairs[leader].name,
        edition=settings.edition,
        house_rules=bool(settings.rules),
        seats=settings.seats,
        free=sum(chair.is_empty for chair in room.chairs),
        bots=tuple(chair.bot for chair in room.chairs if chair.bot is not None),
        games=settings.games,
    )
