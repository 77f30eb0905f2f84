"""Removes a tournament with everything that belongs to it, for its organiser or by age."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.openapi.descriptions import Answer, describe_route
from kostka.server.ops import logs
from kostka.server.rooms.lobby import Lobby
from kostka.server.storage.store import Conflict, RemovedRoom, RemovedTournament, StoreFailed
from kostka.server.tournaments.endpoint import (
    LINK_ERRORS,
    TOURNAMENT_PATH,
    TournamentEndpoint,
    require_grant_with_role,
)
from kostka.server.tournaments.registry import TournamentRegistry
from kostka.tournament import Role


class RemovalRoute:
    """The route by which an organiser deletes a tournament."""

    def __init__(self, endpoint: TournamentEndpoint, lobby: Lobby) -> None:
        """Remove tournaments, and their rooms from a lobby."""
        self._endpoint = endpoint
        self._lobby = lobby

    @property
    def routes(self) -> list[Route]:
        """The route of removal."""
        return [self._endpoint.build_route(TOURNAMENT_PATH, self.remove_tournament, "DELETE")]

    @describe_route(
        "Delete a tournament for good, with the rooms and games of its online tables.",
        {204: Answer("It is gone.", media="")} | LINK_ERRORS,
        needs_link=True,
    )
    async def remove_tournament(self, request: Request) -> Response:
        """Remove a tournament; only its organiser may."""
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, Role.ORGANISER)
        try:
            await remove_tournament(self._lobby, self._endpoint.registry, tournament.name)
        except (Conflict, StoreFailed) as error:
            logs.log_failure("not_removed", error, text=str(error))
            raise make_refusal(problems.NOT_SAVED()) from None
        return Response(status_code=204)


async def remove_tournament(lobby: Lobby, registry: TournamentRegistry, name: str) -> None:
    """Remove a tournament's log, the rooms of its online tables and their games.

    Raise `StoreFailed`, `Conflict` or `Refused` if that cannot be saved; it may be repeated.
    """
    codes = await lobby.store.list_rooms_of_tournament(name)
    for code in codes:
        room = await lobby.registry.load_room(code)
        if room is not None:
            async with room.lock:
                await room.close("tournament_removed")
        await lobby.store.write([RemovedRoom(code)])
    await lobby.store.write([RemovedTournament(name)])
    registry.drop_tournament(name)
    logs.log_event("tournament_removed", rooms=len(codes))
