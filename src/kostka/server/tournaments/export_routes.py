"""Exports of a tournament: its file, its history, tables and papers to print."""

from __future__ import annotations

from asyncio import Lock, to_thread
from collections.abc import Callable
from datetime import date, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, format_input, make_refusal
from kostka.languages import LANGUAGES
from kostka.printing import KitPart, TableKind, build_export_table, render_kit, render_workbook
from kostka.server.api.requests import read_body
from kostka.server.api.task_runner import TaskRunner, run_task_for_request
from kostka.server.openapi.descriptions import (
    ANYTHING,
    LINES,
    Answer,
    build_error_answers,
    describe_parameter,
    describe_route,
)
from kostka.server.tournaments.endpoint import (
    BUSY_ERRORS,
    LENGTH_ERRORS,
    LINK_ERRORS,
    RULE_ERRORS,
    STAFF,
    TOURNAMENT_PATH,
    TournamentEndpoint,
    build_json_response,
    build_response,
    get_token,
    require_grant_with_role,
)
from kostka.server.tournaments.link_routes import LinkRoutes
from kostka.server.tournaments.live_tournament import LiveTournament
from kostka.server.tournaments.problems import NO_EXPORT, OTHER_FILE
from kostka.server.tournaments.registry import derive_tournament_name
from kostka.server.tournaments.schemas import History, UploadedTournament
from kostka.server.tournaments.seat_link_routes import SeatLinkRoutes
from kostka.server.workers.tasks.tournament_files import VERIFY_TOURNAMENT
from kostka.tournament import (
    FORMAT,
    TOURNAMENTS,
    Role,
    Tournament,
    list_history,
    list_regulation_notes,
    require_grant,
)
from kostka.tournament import problems as rules
from kostka.tournament.exports import (
    build_log_rows,
    build_result_rows,
    build_seat_rows,
    build_standings_rows,
    format_csv,
)

MAX_FILE_BYTES = 8_000_000
"""Of a tournament's file; one of 1,000 players and five rounds needs half of it."""

PDF, CSV = "application/pdf", "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

ALL = "all"

LANGUAGE_PARAMETER = describe_parameter(
    "language", "Of the papers.", {"type": "string", "enum": list(LANGUAGES)}
)


class ExportRoutes:
    """The routes that send files, tables and papers, and the one that takes a file back."""

    def __init__(
        self,
        endpoint: TournamentEndpoint,
        links: LinkRoutes,
        seat_links: SeatLinkRoutes,
        runner: TaskRunner,
    ) -> None:
        """Verify files with a runner. Links of helpers and players are printed."""
        self._runner = runner
        self._endpoint = endpoint
        self._links = links
        self._seat_links = seat_links
        self._printing = Lock()
        """Held while something is printed: that takes a processor of its own."""
        self._loading = Lock()
        """Held while a verified file is loaded, so that there is one in memory at a time."""

    @property
    def routes(self) -> list[Route]:
        """The routes of exports."""
        route = self._endpoint.build_route
        return [
            route("/api/tournaments/file", self.receive_log_file, "POST"),
            route(f"{TOURNAMENT_PATH}/file", self.send_log_file),
            route(f"{TOURNAMENT_PATH}/history", self.send_history),
            route(f"{TOURNAMENT_PATH}/kit.pdf", self.send_kit_pdf),
            route(f"{TOURNAMENT_PATH}/export/{{file:str}}", self.send_exported_tables),
        ]

    # --- the file -----------------------------------------------------------------------------

    @describe_route(
        "The log itself, for an organiser.",
        {200: Answer("JSON lines.", media=LINES)} | LINK_ERRORS,
        needs_link=True,
    )
    async def send_log_file(self, request: Request) -> Response:
        """Answer with the whole log, for a USB stick."""
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, Role.ORGANISER)
        return build_response(
            tournament.saved_log.to_bytes(), LINES, filename=f"tournament-{tournament.name}.jsonl"
        )

    @describe_route(
        "Upload a tournament's file; every entry is verified. If the tournament is here, an"
        " organiser's file may continue where ours ends.",
        {200: Answer("The tournament is here.", UploadedTournament)}
        | BUSY_ERRORS
        | LENGTH_ERRORS
        | RULE_ERRORS
        | build_error_answers(
            s400="An entry does not follow from those before it.",
            s403="Only an organiser adds to a tournament that is here.",
        ),
        media=LINES,
        needs_link=True,
    )
    async def receive_log_file(self, request: Request) -> Response:
        """Save an uploaded tournament: a new one, or one that continues ours."""
        self._endpoint.enforce_rate_limit(self._endpoint.heavy_buckets, request)
        data = await read_body(request, MAX_FILE_BYTES)
        await run_task_for_request(self._runner, request, VERIFY_TOURNAMENT, data)
        async with self._loading:
            game = await to_thread(lambda: Tournament(TOURNAMENTS, FORMAT.parse_log(data)))
        name, registry = derive_tournament_name(game), self._endpoint.registry
        if await registry.has_tournament(name):
            tournament = await registry.get_tournament(name)
            organiser = get_token(request) or ""
            await tournament.apply_change(lambda ours: _append_new_entries(ours, game, organiser))
        else:
            self._endpoint.enforce_rate_limit(self._endpoint.creation_buckets, request)
            await registry.save_new_tournament(game)
        return build_json_response(UploadedTournament(name))

    # --- reading ------------------------------------------------------------------------------

    @describe_route(
        "Every entry in words, for staff.",
        {200: Answer("Who, when, what and why.", History)} | LINK_ERRORS,
        needs_link=True,
    )
    async def send_history(self, request: Request) -> Response:
        """Answer with every entry."""
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, *STAFF)
        log = tournament.saved_log
        entries = await to_thread(lambda: to_json(History(tuple(list_history(log)))))
        return build_json_response(entries)

    @describe_route(
        "Tables for staff: `standings`, `seats`, `results`, `log`, `choices` or `all`, with"
        " `.csv` (one alone), `.xlsx` or `.json`.",
        {200: Answer("The file.", media=ANYTHING)} | LINK_ERRORS,
        query=(LANGUAGE_PARAMETER,),
        needs_link=True,
    )
    async def send_exported_tables(self, request: Request) -> Response:
        """Answer with tables: `standings.csv`, `all.xlsx`."""
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, *STAFF)
        self._endpoint.enforce_rate_limit(self._endpoint.heavy_buckets, request)
        name, _, form = request.path_params["file"].rpartition(".")
        if name not in (*TableKind, ALL) or form not in _FORMATS or (name, form) == (ALL, "csv"):
            raise make_refusal(NO_EXPORT(file=format_input(request.path_params["file"])))
        kinds = tuple(TableKind) if name == ALL else (TableKind(name),)
        media, render = _FORMATS[form]
        language = _parse_language(request)
        body = await to_thread(render, tournament, kinds, language)
        return build_response(body, media, filename=f"{name}.{form}")

    # --- printing -----------------------------------------------------------------------------

    @describe_route(
        "The papers of a round, for staff; only an organiser's have the codes of links.",
        {200: Answer("A PDF.", media=PDF)} | LINK_ERRORS | RULE_ERRORS,
        query=(
            LANGUAGE_PARAMETER,
            describe_parameter("round", "Default: the last one.", {"type": "integer"}),
            describe_parameter(
                "part", "Which papers.", {"type": "string", "enum": [ALL, *KitPart]}
            ),
        ),
        needs_link=True,
    )
    async def send_kit_pdf(self, request: Request) -> Response:
        """Answer with the papers of a round; only an organiser's have the links on them."""
        tournament = await self._endpoint.get_tournament(request)
        role = require_grant_with_role(request, tournament, *STAFF).link.role
        self._endpoint.enforce_rate_limit(self._endpoint.heavy_buckets, request)
        state, language = tournament.saved.state, _parse_language(request)
        part = request.query_params.get("part", ALL)
        if part not in (*KitPart, ALL):
            raise BadInput(f"part must be {ALL} or one of {', '.join(KitPart)}")
        parts = tuple(KitPart) if part == ALL else (KitPart(part),)
        last = state.round.number if state.round else 1
        number = from_json(request.query_params.get("round", str(last)), int)
        links, seat_links = {}, {}
        if role is Role.ORGANISER:
            links = self._links.build_address_by_table(request, tournament, number)
            if number == last:
                seat_links = self._seat_links.build_addresses(request, tournament)
        day = date.today()  # noqa: DTZ011  (as on the calendar at the venue)
        async with self._printing:
            printed = await to_thread(
                render_kit, state, number, parts, language, links, day=day, seat_links=seat_links
            )
        return build_response(printed, PDF, filename=f"{part}-{number}.pdf")


def _append_new_entries(ours: Tournament, theirs: Tournament, organiser: str) -> int:
    """Append the entries that only the file of an organiser has; return how many."""
    old, new = ours.log.lines, theirs.log.lines
    for number, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            raise make_refusal(OTHER_FILE(entry=number))
    if len(new) <= len(old):
        return 0
    # Anybody with a copy of the file could append entries to it.
    role = require_grant(ours.state, organiser).link.role
    if role is not Role.ORGANISER:
        raise make_refusal(rules.WRONG_ROLE(role=role, roles=Role.ORGANISER))
    new_entries = theirs.log.entries[len(old) - 1 :]
    for entry in new_entries:
        ours.log.append(entry.event, entry.at, more=entry.more)
    ours.state = theirs.state
    return len(new_entries)


def _parse_language(request: Request) -> str:
    language = request.query_params.get("language", "en")
    if language not in LANGUAGES:
        raise BadInput(f"language must be one of {', '.join(LANGUAGES)}")
    return language


def _render_csv(tournament: LiveTournament, kinds: tuple[TableKind, ...], language: str) -> bytes:
    (kind,) = kinds
    rows = (
        {name: str(cell) if isinstance(cell, datetime) else cell for name, cell in row.items()}
        for row in build_export_table(kind, tournament.saved.state, tournament.saved_log, language)
    )
    return format_csv(rows).encode()


def _render_xlsx(tournament: LiveTournament, kinds: tuple[TableKind, ...], language: str) -> bytes:
    return render_workbook(tournament.saved.state, tournament.saved_log, language, kinds)


def _render_json(tournament: LiveTournament, kinds: tuple[TableKind, ...], _: str) -> bytes:
    """Return tables with names and codes for programs, whatever the language."""
    state = tournament.saved.state
    rows: dict[TableKind, Callable[[], object]] = {
        TableKind.STANDINGS: lambda: build_standings_rows(state),
        TableKind.SEATS: lambda: build_seat_rows(state),
        TableKind.RESULTS: lambda: build_result_rows(state),
        TableKind.LOG: lambda: build_log_rows(tournament.saved_log),
        TableKind.CHOICES: lambda: list_regulation_notes(state),
    }
    return to_json({kind: rows[kind]() for kind in kinds})


_FORMATS: dict[str, tuple[str, Callable[[LiveTournament, tuple[TableKind, ...], str], bytes]]] = {
    "csv": (CSV, _render_csv),
    "xlsx": (XLSX, _render_xlsx),
    "json": ("application/json", _render_json),
}
