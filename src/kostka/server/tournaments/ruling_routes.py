"""The route by which referees rule about the game of an online table (Z-30).

A ruling is made while the clock of the table stands, so that no move comes in between. It is in the
log of the game with the referee's name and reason (Z-32), and everybody at the table sees it.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json
from kostka.events.errors import make_refusal
from kostka.server.api.requests import read_body
from kostka.server.openapi.descriptions import Answer, describe_route
from kostka.server.ops import logs
from kostka.server.tournaments.endpoint import (
    LENGTH_ERRORS,
    LINK_ERRORS,
    RULE_ERRORS,
    TOURNAMENT_PATH,
    TournamentEndpoint,
    build_json_response,
    require_grant_with_role,
)
from kostka.server.tournaments.online_tables import OnlineTables, find_online_table
from kostka.server.tournaments.problems import CLOCK_RUNS, NOT_ONLINE
from kostka.server.tournaments.schemas import OnlineTableRoom, RulingRequest
from kostka.tournament import Role

MAX_REQUEST_BYTES = 2000

PATH = f"{TOURNAMENT_PATH}/online/{{table:int}}/rulings"


class RulingRoutes:
    """Lets referees undo moves, give penalties and end games at online tables."""

    def __init__(self, endpoint: TournamentEndpoint, online: OnlineTables) -> None:
        """Find rooms among the online tables."""
        self._endpoint = endpoint
        self._online = online

    @property
    def routes(self) -> list[Route]:
        """The route of rulings."""
        return [self._endpoint.build_route(PATH, self.execute_ruling, "POST")]

    @describe_route(
        "Rule about the running game of an online table, while its clock stands (Z-30).",
        {200: Answer("It is done, and on disk.", OnlineTableRoom)}
        | LINK_ERRORS
        | LENGTH_ERRORS
        | RULE_ERRORS,
        body=RulingRequest,
        needs_link=True,
    )
    async def execute_ruling(self, request: Request) -> Response:
        """Carry out a ruling of the referee whose link it comes through."""
        wanted = from_json(await read_body(request, MAX_REQUEST_BYTES), RulingRequest)
        tournament = await self._endpoint.get_tournament(request)
        grant = require_grant_with_role(request, tournament, Role.HEAD_REFEREE, Role.REFEREE)
        table = request.path_params["table"]
        live_room = self._online.find_live_room(tournament, table)
        if live_room is None:
            raise make_refusal(NOT_ONLINE(table=table))
        async with live_room.lock:
            if live_room.room.paused_by is None:
                raise make_refusal(CLOCK_RUNS(table=table))
            await live_room.execute_ruling(wanted.ruling, grant.author.name, wanted.reason)
        kind = type(wanted.ruling).__name__
        logs.log_event("ruling", room=live_room.log_name, kind=kind)
        online = find_online_table(live_room.room)
        assert online is not None
        return build_json_response(OnlineTableRoom(online.round, table, live_room.room.code))
