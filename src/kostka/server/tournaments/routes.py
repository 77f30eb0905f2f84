"""The tournament desk: opening, looking and entering; links and papers are routes beside it."""

from __future__ import annotations

from asyncio import to_thread
from collections import Counter
from time import perf_counter

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, refuse
from kostka.server import problems
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.ops import logs
from kostka.server.rooms.guests import create_token
from kostka.server.rooms.lobby import Lobby
from kostka.server.tournaments.endpoint import (
    ONE,
    Door,
    grant,
    granted,
    json,
    packed,
    token_of,
)
from kostka.server.tournaments.export_routes import Papers
from kostka.server.tournaments.link_routes import Linking
from kostka.server.tournaments.live_tournament import Tournament
from kostka.server.tournaments.online_tables import Online
from kostka.server.tournaments.registry import Tournaments, new_seed
from kostka.server.tournaments.schemas import ListRead, NewTournament, Opened, at_time, command_of
from kostka.server.tournaments.tokens import carried_out
from kostka.server.transport.rate_limits import is_loopback
from kostka.tournament import (
    Game,
    Header,
    NewPlayer,
    Role,
    hash_token,
    parse_player_list,
    preview_command,
)
from kostka.tournament.player_list import MAX_BYTES as LONGEST_LIST

LONGEST_COMMAND = 250_000
"""Bytes: a thousand players in one go have half of it."""

ENCODINGS = ("utf-8", "cp1250", "cp1252", "iso-8859-2", "iso-8859-1", "utf-16")
"""How the letters of a list may be read."""

MOST_WAITING = 10_000
MOST_WAITING_OF_ONE = 2000
"""Who wait for news, from one address."""


class Desk:
    """Answers those who run a tournament, and those who look on."""

    def __init__(self, lobby: Lobby, listens: str) -> None:
        """Keep everything where the lobby does, and open rooms in it for tables that play online.

        `listens` is the address at which the server listens, for the links of phones.
        """
        self.now = lobby.now
        self.tournaments = Tournaments(lobby.store)
        metrics = self._metrics = lobby.metrics
        self._door = Door(self.tournaments, self.now)
        self.online = Online(self._door, lobby)
        self._linking = Linking(self._door, listens)
        self._papers = Papers(self._door, self._linking)
        self._waiting: Counter[str] = Counter()
        metrics.watch("kostka_tournaments", "Tournaments in memory", lambda: len(self.tournaments))
        metrics.watch(
            "kostka_tournament_waiting",
            "Pages that wait for news of a tournament",
            lambda: self.tournaments.waiting,
        )

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        route = self._door.route
        return [
            route("/api/tournaments", self.open, "POST"),
            *self._papers.routes,
            *self._linking.routes,
            *self.online.routes,
            route(ONE, self.see),
            route(f"{ONE}/commands", self.carry_out, "POST"),
            route(f"{ONE}/preview", self.preview, "POST"),
            route(f"{ONE}/list", self.read_list, "POST"),
        ]

    def close(self) -> None:
        """Let nobody wait any longer: the server stops."""
        self.tournaments.close()

    # --- opening and looking ------------------------------------------------------------------

    async def open(self, request: Request) -> Response:
        """Open a tournament; the answer holds the secret of its organiser."""
        asked = from_json(await read_body(request, LONGEST_COMMAND), NewTournament)
        token = create_token()
        header = Header(
            asked.title,
            new_seed(),
            hash_token(token),
            settings=asked.settings,
            rehearsal=asked.rehearsal,
        )
        self._door.take(self._door.opened, request)
        name = await self.tournaments.keep(Game.new(header))
        logs.note("tournament_opened", kind="rehearsal" if asked.rehearsal else "earnest")
        return json(Opened(name, token), 201)

    async def see(self, request: Request) -> Response:
        """Show a tournament; with `after`, as soon as there is anything else than that version."""
        found = await self._door.found(request)
        grant(request, found)  # a wrong link does not wait
        if "after" in request.query_params:
            after = from_json(request.query_params["after"].encode(errors="replace"), int)
            if not await self._awaited(request, found, after):
                return Response(status_code=204)
        return await self._seen(request, found)

    async def _awaited(self, request: Request, found: Tournament, after: int) -> bool:
        address = get_client_address(request)
        most = MOST_WAITING if is_loopback(address) else MOST_WAITING_OF_ONE
        if self._waiting[address] >= most or self._waiting.total() >= MOST_WAITING:
            raise refuse(problems.TOO_MANY())
        self._waiting[address] += 1
        try:
            return await found.newer(after)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    async def _seen(self, request: Request, found: Tournament, **more: int) -> Response:
        link = grant(request, found)
        version, view = await found.view(link)
        online = self.online.tables(found, link)
        seen = {"version": version, "now": self.now(), "view": Raw(view), "online": online}
        return await packed(request, to_json(seen | more))

    # --- entries ------------------------------------------------------------------------------

    async def carry_out(self, request: Request) -> Response:
        """Carry a command out: it is on disk before it is answered."""
        begun = perf_counter()
        data = await read_body(request, LONGEST_COMMAND)
        command = command_of(data, token_of(request) or "", self.now())
        self._metrics.requests.begun(type(command).__name__)
        found = await self._door.found(request)

        def work(game: Game) -> int:
            now = self.now()  # only now, as others may have come first
            return carried_out(game, at_time(command, now), now)

        events = await found.do(work)
        answer = await self._seen(request, found, events=events)
        self._metrics.requests.answered(perf_counter() - begun)
        return answer

    async def preview(self, request: Request) -> Response:
        """Say what a command would change."""
        data = await read_body(request, LONGEST_COMMAND)
        command = command_of(data, token_of(request) or "", self.now())
        state = (await self._door.found(request)).shown.state
        return json(await to_thread(lambda: to_json(preview_command(state, command))))

    async def read_list(self, request: Request) -> Response:
        """Read a list of players, to be looked at before they are registered."""
        data = await read_body(request, LONGEST_LIST)
        found = await self._door.found(request)
        granted(request, found, Role.ORGANISER)
        self._door.take(self._door.heavy, request)
        encoding = request.query_params.get("encoding")
        if encoding is not None and encoding not in ENCODINGS:
            raise BadInput(f"letters are read as {', '.join(ENCODINGS)}")
        players = found.shown.state.players.values()
        known = [NewPlayer(player.name, player.group) for player in players]
        return json(ListRead.of(await to_thread(parse_player_list, data, known, encoding)))
