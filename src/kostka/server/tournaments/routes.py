"""The tournament routes: creating, viewing and commands. Links and exports have their own."""

from __future__ import annotations

from asyncio import to_thread
from time import perf_counter

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, make_refusal
from kostka.server import problems
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.api.task_runner import TaskRunner, run_task_for_request
from kostka.server.openapi.descriptions import (
    ANYTHING,
    Answer,
    build_error_answers,
    describe_parameter,
    describe_route,
)
from kostka.server.ops import logs
from kostka.server.rooms.guests import create_token
from kostka.server.rooms.lobby import Lobby
from kostka.server.tournaments.commands import SERVER_FIELDS, decode_command
from kostka.server.tournaments.endpoint import (
    BUSY_ERRORS,
    LENGTH_ERRORS,
    LINK_ERRORS,
    RULE_ERRORS,
    TOURNAMENT_PATH,
    TournamentEndpoint,
    build_json_response,
    build_large_json_response,
    find_grant,
    get_token,
    require_grant_with_role,
)
from kostka.server.tournaments.export_routes import ExportRoutes
from kostka.server.tournaments.link_routes import LinkRoutes
from kostka.server.tournaments.live_tournament import LiveTournament
from kostka.server.tournaments.online_tables import OnlineTables
from kostka.server.tournaments.registry import TournamentRegistry, create_draw_seed
from kostka.server.tournaments.removal import RemovalRoute
from kostka.server.tournaments.ruling_routes import RulingRoutes
from kostka.server.tournaments.schemas import (
    CommandAnswer,
    CreatedTournament,
    NewTournament,
    PlayerListAnswer,
    TournamentAnswer,
)
from kostka.server.tournaments.seat_link_routes import SeatLinkRoutes
from kostka.server.transport.client_addresses import AddressCounts
from kostka.server.workers.tasks.player_lists import (
    READ_PLAYER_LIST,
    decode_player_list,
    encode_player_list_upload,
)
from kostka.tournament import (
    FORMATS,
    AnyCommand,
    Change,
    Header,
    NewPlayer,
    Role,
    Tournament,
    hash_token,
    preview_command,
)
from kostka.tournament.player_list import MAX_BYTES as MAX_LIST_BYTES
from kostka.tournament.seating import compute_draw_commitment

MAX_COMMAND_BYTES = 250_000
"""A thousand players in one command need half of it."""

ENCODINGS = ("utf-8", "cp1250", "cp1252", "iso-8859-2", "iso-8859-1", "utf-16")
"""Character encodings of player lists."""

MAX_WAITING = 10_000
MAX_WAITING_PER_ADDRESS = 2000
"""Clients that wait for a change."""


class TournamentRoutes:
    """The routes of those who run a tournament, and of those who watch it."""

    def __init__(
        self, lobby: Lobby, runner: TaskRunner, listen_host: str, base_path: str = ""
    ) -> None:
        """Use the store of a lobby, and open rooms in it for tables that play online.

        `runner` reads what organisers upload.
        `listen_host` and `base_path` are where the server is reached, for the links of phones.
        """
        self.now = lobby.now
        self.registry = TournamentRegistry(lobby.store, self.now, lobby.name_filter)
        metrics = self._metrics = lobby.metrics
        self._endpoint = TournamentEndpoint(self.registry, self.now)
        self.online = OnlineTables(self._endpoint, lobby)
        self.registry.watch_loads(self.online.load_rooms)
        self._links = LinkRoutes(self._endpoint, listen_host, base_path)
        self._removal = RemovalRoute(self._endpoint, lobby)
        self._seat_links = SeatLinkRoutes(self._endpoint, self.online, self._links)
        self._rulings = RulingRoutes(self._endpoint, self.online)
        self._exports = ExportRoutes(self._endpoint, self._links, self._seat_links, runner)
        self._runner = runner
        self._waiting = AddressCounts(MAX_WAITING_PER_ADDRESS, MAX_WAITING)
        metrics.add_gauge("kostka_tournaments", "Tournaments in memory", lambda: len(self.registry))
        metrics.add_gauge(
            "kostka_tournament_waiting",
            "Pages that wait for news of a tournament",
            lambda: self.registry.waiter_count,
        )

    @property
    def routes(self) -> list[Route]:
        """All routes of tournaments."""
        route = self._endpoint.build_route
        return [
            route("/api/tournaments", self.create_tournament, "POST"),
            *self._exports.routes,
            *self._links.routes,
            *self.online.routes,
            *self._seat_links.routes,
            *self._rulings.routes,
            *self._removal.routes,
            route(TOURNAMENT_PATH, self.send_view),
            route(f"{TOURNAMENT_PATH}/commands", self.execute_command, "POST"),
            route(f"{TOURNAMENT_PATH}/preview", self.preview_command, "POST"),
            route(f"{TOURNAMENT_PATH}/list", self.read_player_list, "POST"),
        ]

    async def drain(self) -> None:
        """Hand all tournaments over, because the server stops."""
        await self.registry.drain()

    # --- creating and viewing -----------------------------------------------------------------

    @describe_route(
        "Create a tournament.",
        {201: Answer("Its id, and the secret of the organiser's link.", CreatedTournament)}
        | BUSY_ERRORS
        | LENGTH_ERRORS
        | build_error_answers(
            s400="The request cannot be read, or such a tournament cannot be run.",
            s403="The request comes from a page of another site.",
        ),
        body=NewTournament,
    )
    async def create_tournament(self, request: Request) -> Response:
        """Create a tournament, and answer with the secret of its organiser."""
        wanted = from_json(await read_body(request, MAX_COMMAND_BYTES), NewTournament)
        token = create_token()
        seed = create_draw_seed()
        rules = FORMATS[wanted.format]
        header = Header(
            wanted.title,
            seed,
            hash_token(token),
            edition=rules.edition,
            settings=wanted.settings or rules.settings,
            rehearsal=wanted.rehearsal,
            commitment=compute_draw_commitment(seed),
            format=wanted.format,
        )
        self._endpoint.enforce_rate_limit(self._endpoint.creation_buckets, request)
        name = await self.registry.save_new_tournament(Tournament.new(header))
        logs.log_event("tournament_opened", kind="rehearsal" if wanted.rehearsal else "earnest")
        return build_json_response(CreatedTournament(name, token), 201)

    @describe_route(
        "A tournament as the bearer of the link may see it; without a link, as anybody may.",
        {
            200: Answer("The current state.", TournamentAnswer),
            204: Answer("Nothing has changed for 25 seconds: ask again.", media=""),
        }
        | LINK_ERRORS,
        query=(describe_parameter("after", "Wait for another version.", {"type": "integer"}),),
        needs_link=True,
    )
    async def send_view(self, request: Request) -> Response:
        """Answer with a tournament; with `after`, as soon as it has another version."""
        tournament = await self._endpoint.get_tournament(request)
        find_grant(request, tournament)  # refuses a wrong link before waiting
        if "after" in request.query_params:
            after = from_json(request.query_params["after"].encode(errors="replace"), int)
            if not await self._wait_for_change(request, tournament, after):
                return Response(status_code=204)
        return await self._build_view_response(request, tournament)

    async def _wait_for_change(
        self, request: Request, tournament: LiveTournament, version: int
    ) -> bool:
        address = get_client_address(request)
        if not self._waiting.can_add(address):
            raise make_refusal(problems.TOO_MANY())
        self._waiting.add(address)
        try:
            return await tournament.wait_for_change(version)
        finally:
            self._waiting.remove(address)

    async def _build_view_response(
        self, request: Request, tournament: LiveTournament, **more: int
    ) -> Response:
        grant = find_grant(request, tournament)
        version, view = await tournament.render_view(grant)
        online = self.online.list_visible_tables(tournament, grant)
        body = {"version": version, "now": self.now(), "view": Raw(view), "online": online}
        return await build_large_json_response(request, to_json(body | more))

    # --- commands -----------------------------------------------------------------------------

    @describe_route(
        "Execute a command.",
        {200: Answer("It is on disk.", CommandAnswer)} | LINK_ERRORS | LENGTH_ERRORS | RULE_ERRORS,
        body=AnyCommand,
        omitted_fields=SERVER_FIELDS,
        needs_link=True,
    )
    async def execute_command(self, request: Request) -> Response:
        """Execute a command, and answer once it is on disk."""
        start = perf_counter()
        command = await self._read_command(request)
        self._metrics.requests.count_request(type(command).__name__)
        tournament = await self._endpoint.get_tournament(request)
        events = await tournament.execute_command(command, self.now)
        if events:
            await self.online.sync_pauses(tournament)
        response = await self._build_view_response(request, tournament, events=events)
        self._metrics.requests.record_duration(perf_counter() - start)
        return response

    @describe_route(
        "What a command would change.",
        {200: Answer("Events, rows of the standings and seats.", Change)}
        | LINK_ERRORS
        | LENGTH_ERRORS
        | RULE_ERRORS,
        body=AnyCommand,
        omitted_fields=SERVER_FIELDS,
        needs_link=True,
    )
    async def preview_command(self, request: Request) -> Response:
        """Answer with what a command would change, without executing it."""
        command = await self._read_command(request)
        state = (await self._endpoint.get_tournament(request)).saved.state
        return build_json_response(
            await to_thread(lambda: to_json(preview_command(state, command)))
        )

    async def _read_command(self, request: Request) -> AnyCommand:
        data = await read_body(request, MAX_COMMAND_BYTES)
        return decode_command(data, get_token(request) or "", self.now())

    @describe_route(
        "Read a list of players: text, CSV, XLSX, XLS or ODS. Nobody is registered yet.",
        {200: Answer("Players, and the lines that were skipped.", PlayerListAnswer)}
        | LINK_ERRORS
        | LENGTH_ERRORS,
        media=ANYTHING,
        query=(
            describe_parameter(
                "encoding", "Character encoding.", {"type": "string", "enum": list(ENCODINGS)}
            ),
        ),
        needs_link=True,
    )
    async def read_player_list(self, request: Request) -> Response:
        """Answer with the players in a list, to be checked before they are registered."""
        data = await read_body(request, MAX_LIST_BYTES)
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, Role.ORGANISER)
        self._endpoint.enforce_rate_limit(self._endpoint.heavy_buckets, request)
        encoding = request.query_params.get("encoding")
        if encoding is not None and encoding not in ENCODINGS:
            raise BadInput(f"encoding must be one of {', '.join(ENCODINGS)}")
        players = tournament.saved.state.players.values()
        known = (NewPlayer(player.name, player.group) for player in players)
        upload = encode_player_list_upload(data, known, encoding)
        result = await run_task_for_request(self._runner, request, READ_PLAYER_LIST, upload)
        found = decode_player_list(result)
        return build_json_response(PlayerListAnswer.from_player_list(found))
