"""`GET` and `DELETE /api/me`: what the server knows of a guest, and how the guest is forgotten.

Both take the guest's token, which only the guest's browser has.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, make_refusal
from kostka.server import problems
from kostka.server.api.personal_data_schema import ExportedData, ExportedGame, ExportedRoom
from kostka.server.api.requests import get_client_address
from kostka.server.games import is_running_record
from kostka.server.openapi.descriptions import Answer, build_error_answers, describe_route
from kostka.server.rooms.guests import hash_token
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.room import Room
from kostka.server.storage.store import Conflict, GameSeat, Guest
from kostka.server.transport.rate_limits import Buckets, Rate

REQUEST_RATE = Rate(burst=10, each_second=0.1)
"""Requests from one address: an export reads every game of a guest."""

FILE_NAME = "kostka-my-data.json"

DAY_SECONDS = 86_400

ERRORS = build_error_answers(
    s401="There is no such guest: the token is missing or wrong.",
    s429="Too many requests from one address: wait a moment.",
    s503="The server cannot read or write its data: try again later.",
)


class PersonalDataRoutes:
    """The routes by which guests get their data, or are forgotten."""

    def __init__(self, lobby: Lobby) -> None:
        """Find guests in the store of a lobby."""
        self._lobby = lobby
        self._buckets = Buckets(REQUEST_RATE)

    @property
    def routes(self) -> list[Route]:
        """The routes of personal data."""
        return [
            Route("/api/me", self.send_data, methods=["GET"]),
            Route("/api/me", self.forget_guest, methods=["DELETE"]),
        ]

    @describe_route(
        "Everything that the server knows of a guest.",
        {200: Answer("Rooms, games, and the records of finished games.", ExportedData)} | ERRORS,
        needs_token=True,
    )
    async def send_data(self, request: Request) -> Response:
        """Answer with the guest's data as a file, one game after the other."""
        guest = await self._find_guest(request)
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{FILE_NAME}"',
        }
        return StreamingResponse(
            self._iterate_export(guest), headers=headers, media_type="application/json"
        )

    @describe_route(
        "Forget a guest: their name and token go, their games stay under a neutral name.",
        {204: Answer("The guest is forgotten.", media="")} | ERRORS,
        needs_token=True,
    )
    async def forget_guest(self, request: Request) -> Response:
        """Forget the guest."""
        guest = await self._find_guest(request)
        with suppress(Conflict):  # two requests at once: the other one does it
            await self._lobby.forget_guest(guest.id)
        return Response(status_code=204)

    async def _find_guest(self, request: Request) -> Guest:
        if not self._buckets.try_take_tokens(get_client_address(request), self._lobby.now()):
            raise make_refusal(problems.TOO_MANY())
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            found = await self._lobby.store.find_guest_by_token(hash_token(token.strip()))
            if found is not None:
                return found
        raise make_refusal(problems.UNKNOWN_TOKEN())

    async def _iterate_export(self, guest: Guest) -> AsyncIterator[bytes]:
        """Yield the parts of the file; only one record is in memory at a time."""
        store = self._lobby.store
        head = ExportedData(
            guest.id,
            guest.name,
            _format_time(guest.created // 1000),
            _format_time(guest.last_seen * DAY_SECONDS)[:10],
            (),
            (),
        )
        empty_lists = b',"rooms":[],"games":[]}'
        yield to_json(head).removesuffix(empty_lists) + b',"rooms":['
        separator = b""
        for code in await store.list_rooms_of_guest(guest.id):
            if (room := await self._load_room(code, guest.id)) is not None:
                yield separator + to_json(room)
                separator = b",\n"
        yield b'],"games":['
        separator = b""
        for seat in await store.list_seats_of_guest(guest.id):
            yield separator + to_json(await self._load_game(seat))
            separator = b",\n"
        yield b"]}\n"

    async def _load_room(self, code: str, guest: str) -> ExportedRoom | None:
        saved = await self._lobby.store.find_room(code)
        if saved is None:
            return None
        try:
            room = from_json(saved.snapshot, Room)
        except BadInput:
            return None
        seat = room.find_seat_of_guest(guest)
        name = None if seat is None else room.chairs[seat].name
        updated = _format_time(saved.updated // 1000)
        return ExportedRoom(code, room.host == guest, seat, name, updated, saved.closed)

    async def _load_game(self, seat: GameSeat) -> ExportedGame:
        """Return a game; a running one without its record, which has hidden tiles."""
        data = await self._lobby.store.load_game_log(seat.game) or b""
        lines = data.split(b"\n")[:-1]
        record = None if is_running_record(data) else tuple(Raw(line) for line in lines)
        return ExportedGame(seat.game, seat.room, seat.seat, record)


def _format_time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
