"""The links with which the players of an online table take their seats, for the organiser alone.

Like other links they follow from the organiser's secret, and the room keeps only hashes. So neither
referees nor helpers can see them, and another organiser has to renew them to see them.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json
from kostka.events.errors import make_refusal
from kostka.protocol.responses import NoticeCode
from kostka.server import problems
from kostka.server.api.requests import read_body
from kostka.server.openapi.descriptions import Answer, describe_route
from kostka.server.ops import logs
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.rooms.reserved_seats import renew_seat_key
from kostka.server.rooms.room import Room
from kostka.server.rooms.seat_key import SeatKey, hash_seat_secret
from kostka.server.tournaments.endpoint import (
    LENGTH_ERRORS,
    LINK_ERRORS,
    TOURNAMENT_PATH,
    TournamentEndpoint,
    build_json_response,
    get_token,
    require_grant_with_role,
)
from kostka.server.tournaments.link_routes import LinkRoutes, draw_qr_code
from kostka.server.tournaments.live_tournament import LiveTournament
from kostka.server.tournaments.online_tables import OnlineTables, find_online_table
from kostka.server.tournaments.problems import NOT_ONLINE
from kostka.server.tournaments.schemas import SeatLink, SeatLinkRequest, SeatLinks
from kostka.server.tournaments.tokens import derive_seat_secret
from kostka.tournament import Role

MAX_REQUEST_BYTES = 1000

PATH = f"{TOURNAMENT_PATH}/online/{{table:int}}/links"


class SeatLinkRoutes:
    """The routes by which an organiser shows and renews the links of players."""

    def __init__(
        self, endpoint: TournamentEndpoint, online: OnlineTables, links: LinkRoutes
    ) -> None:
        """Find rooms among the online tables; links lead to the same host as all others."""
        self._endpoint = endpoint
        self._online = online
        self._links = links

    @property
    def routes(self) -> list[Route]:
        """The routes of seat links."""
        return [
            self._endpoint.build_route(PATH, self.send_seat_links),
            self._endpoint.build_route(PATH, self.renew_seat_link, "POST"),
        ]

    @describe_route(
        "The links of the players of an online table, for the organiser who made them.",
        {200: Answer("Addresses and QR codes.", SeatLinks)} | LINK_ERRORS,
        needs_link=True,
    )
    async def send_seat_links(self, request: Request) -> Response:
        """Answer with a link for each seat."""
        live_room = await self._get_live_room(request)
        base, is_reachable = self._links.find_base_url_and_reachability(request)
        room, organiser = live_room.room, get_token(request) or ""
        links = await to_thread(lambda: tuple(_build_seat_links(room, organiser, base)))
        table = request.path_params["table"]
        return build_json_response(SeatLinks(table, room.code, is_reachable, links))

    @describe_route(
        "Renew the link of a seat: the old one no longer works, and its device loses the seat.",
        {200: Answer("All links of the table.", SeatLinks)} | LINK_ERRORS | LENGTH_ERRORS,
        body=SeatLinkRequest,
        needs_link=True,
    )
    async def renew_seat_link(self, request: Request) -> Response:
        """Renew the secret of a seat, and answer with all links of the table."""
        seat = from_json(await read_body(request, MAX_REQUEST_BYTES), SeatLinkRequest).seat
        live_room = await self._get_live_room(request)
        async with live_room.lock:
            room = live_room.room
            if seat >= len(room.chairs):
                raise make_refusal(problems.NO_CHAIR(seat=seat + 1))
            issue = room.seat_keys[seat].issue + 1 if room.seat_keys else 1
            secret = _derive_secret(room, get_token(request) or "", seat, issue)
            renewed = renew_seat_key(room, seat, SeatKey.from_secret(secret, issue))
            await live_room.move_reserved_seats(renewed, NoticeCode.SEAT_RENEWED)
        logs.log_event("seat_link_renewed", room=live_room.log_name, seats=seat + 1)
        return await self.send_seat_links(request)

    async def _get_live_room(self, request: Request) -> LiveRoom:
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, Role.ORGANISER)
        table = request.path_params["table"]
        live_room = self._online.find_live_room(tournament, table)
        if live_room is None:
            raise make_refusal(NOT_ONLINE(table=table))
        return live_room

    def build_addresses(
        self, request: Request, tournament: LiveTournament
    ) -> dict[tuple[int, int], str]:
        """Return the players' addresses of the last round by table and seat, where known."""
        last, organiser = tournament.saved.state.round, get_token(request) or ""
        base, _ = self._links.find_base_url_and_reachability(request)
        found: dict[tuple[int, int], str] = {}
        for table in last.tables if last else ():
            live_room = self._online.find_live_room(tournament, table.number)
            if live_room is not None:
                for seat in range(len(table.seats)):
                    address = _find_address(live_room.room, organiser, seat, base)
                    if address is not None:
                        found[table.number, seat] = address
        return found


def _build_seat_links(room: Room, organiser: str, base: str) -> Iterator[SeatLink]:
    for seat, name in enumerate(room.reserved):
        url = _find_address(room, organiser, seat, base)
        yield SeatLink(seat, name, url, draw_qr_code(url) if url else None)


def _find_address(room: Room, organiser: str, seat: int, base: str) -> str | None:
    """Return the address of a seat; None if another organiser made its link, or nobody did."""
    if not room.seat_keys:
        return None
    key = room.seat_keys[seat]
    secret = _derive_secret(room, organiser, seat, key.issue)
    if hash_seat_secret(secret) != key.secret_hash:
        return None
    return f"{base}/room/{room.code}#{secret}"


def _derive_secret(room: Room, organiser: str, seat: int, issue: int) -> str:
    online = find_online_table(room)
    assert online is not None
    return derive_seat_secret(organiser, online.token, seat, issue)
