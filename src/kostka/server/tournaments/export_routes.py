"""What is taken away from a tournament: its file, its history, tables and papers to print."""

from __future__ import annotations

from asyncio import Lock, to_thread
from collections.abc import Callable
from datetime import date, datetime
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, format_input, refuse
from kostka.printing import LANGUAGES, KitPart, TableKind, build_table, render_kit, render_workbook
from kostka.server.api.requests import read_body
from kostka.server.tournaments.endpoint import (
    ONE,
    STAFF,
    Door,
    answer,
    granted,
    json,
    token_of,
)
from kostka.server.tournaments.link_routes import Linking
from kostka.server.tournaments.live_tournament import Tournament
from kostka.server.tournaments.problems import NO_EXPORT, OTHER_FILE
from kostka.server.tournaments.registry import name_of
from kostka.server.tournaments.schemas import Brought, History
from kostka.tournament import (
    FORMAT,
    TOURNAMENTS,
    Game,
    Role,
    list_history,
    list_regulation_notes,
    prove_stepwise,
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

LONGEST_FILE = 10_000_000
"""Bytes of a tournament's file; one of 200 players and five rounds has a tenth of it."""

PROVEN_SECONDS = 20
"""For the proof of a file: one of 200 players and five rounds takes a quarter of a second."""

LINES, PDF, CSV = "application/x-ndjson", "application/pdf", "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

ALL = "all"


class Papers:
    """Answers those who take something away, or bring it back."""

    def __init__(self, door: Door, linking: Linking) -> None:
        """Give files out through a door; sheets have the addresses of helpers on them."""
        self._door = door
        self._linking = linking
        self._press = Lock()
        """Held while something is printed: that takes a processor of its own."""
        self._proof = Lock()
        """Held while a file is proven, so that files of strangers never take all threads."""

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        route = self._door.route
        return [
            route("/api/tournaments/file", self.bring, "POST"),
            route(f"{ONE}/file", self.file),
            route(f"{ONE}/history", self.history),
            route(f"{ONE}/kit.pdf", self.kit),
            route(f"{ONE}/export/{{file:str}}", self.export),
        ]

    # --- the file -----------------------------------------------------------------------------

    async def file(self, request: Request) -> Response:
        """Give the log itself: all that there is, for a USB stick."""
        found = await self._door.found(request)
        granted(request, found, Role.ORGANISER)
        return answer(found.log.to_bytes(), LINES, name=f"tournament-{found.name}.jsonl")

    async def bring(self, request: Request) -> Response:
        """Take a file in: one that is not here yet, or goes on where ours ends."""
        self._door.take(self._door.heavy, request)
        data = await read_body(request, LONGEST_FILE)
        async with self._proof:
            game = await to_thread(_proven, data)
        name, tournaments = name_of(game), self._door.tournaments
        if await tournaments.has(name):
            found = await tournaments.find(name)
            organiser = token_of(request) or ""
            await found.do(lambda ours: _continued(ours, game, organiser))
        else:
            self._door.take(self._door.opened, request)
            await tournaments.keep(game)
        return json(Brought(name))

    # --- reading ------------------------------------------------------------------------------

    async def history(self, request: Request) -> Response:
        """Tell every entry."""
        found = await self._door.found(request)
        granted(request, found, *STAFF)
        log = found.log
        entries = await to_thread(lambda: to_json(History(tuple(list_history(log)))))
        return json(entries)

    async def export(self, request: Request) -> Response:
        """Give tables: `standings.csv`, `all.xlsx`."""
        found = await self._door.found(request)
        granted(request, found, *STAFF)
        self._door.take(self._door.heavy, request)
        name, _, form = request.path_params["file"].rpartition(".")
        if name not in (*TableKind, ALL) or form not in _FORMS or (name, form) == (ALL, "csv"):
            raise refuse(NO_EXPORT(file=format_input(request.path_params["file"])))
        kinds = tuple(TableKind) if name == ALL else (TableKind(name),)
        media, write = _FORMS[form]
        language = _language(request)
        body = await to_thread(write, found, kinds, language)
        return answer(body, media, name=f"{name}.{form}")

    # --- printing -----------------------------------------------------------------------------

    async def kit(self, request: Request) -> Response:
        """Print the papers of a round; only an organiser's sheets let helpers in."""
        found = await self._door.found(request)
        role = granted(request, found, *STAFF).link.role
        self._door.take(self._door.heavy, request)
        state, language = found.shown.state, _language(request)
        part = request.query_params.get("part", ALL)
        if part not in (*KitPart, ALL):
            raise BadInput(f"part is {ALL} or one of {', '.join(KitPart)}")
        parts = tuple(KitPart) if part == ALL else (KitPart(part),)
        last = state.round.number if state.round else 1
        number = from_json(request.query_params.get("round", str(last)), int)
        links = {}
        if role is Role.ORGANISER:
            links = self._linking.tables(request, found, number)
        day = date.today()  # noqa: DTZ011  (as the calendar in the hall)
        async with self._press:
            printed = await to_thread(render_kit, state, number, parts, language, links, day=day)
        return answer(printed, PDF, name=f"{part}-{number}.pdf")


def _proven(data: bytes) -> Game:
    log, until = FORMAT.read(data), monotonic() + PROVEN_SECONDS
    for _ in prove_stepwise(log):
        if monotonic() > until:
            raise BadInput(f"{len(log.entries)} entries take too long to prove")
    return Game(TOURNAMENTS, log)


def _continued(ours: Game, theirs: Game, organiser: str) -> int:
    """Add what a file has beyond ours, for an organiser; a beginning of ours adds nothing."""
    old, new = ours.log.lines, theirs.log.lines
    for number, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            raise refuse(OTHER_FILE(entry=number))
    if len(new) <= len(old):
        return 0
    # With a copy of the file alone anybody could write an end to it.
    role = require_grant(ours.state, organiser).link.role
    if role is not Role.ORGANISER:
        raise refuse(rules.WRONG_ROLE(role=role, roles=Role.ORGANISER))
    further = theirs.log.entries[len(old) - 1 :]
    for entry in further:
        ours.log.append(entry.event, entry.at, more=entry.more)
    ours.state = theirs.state
    return len(further)


def _language(request: Request) -> str:
    language = request.query_params.get("language", "en")
    if language not in LANGUAGES:
        raise BadInput(f"language is one of {', '.join(LANGUAGES)}")
    return language


def _csv(found: Tournament, kinds: tuple[TableKind, ...], language: str) -> bytes:
    (kind,) = kinds
    rows = (
        {name: str(cell) if isinstance(cell, datetime) else cell for name, cell in row.items()}
        for row in build_table(kind, found.shown.state, found.log, language)
    )
    return format_csv(rows).encode()


def _xlsx(found: Tournament, kinds: tuple[TableKind, ...], language: str) -> bytes:
    return render_workbook(found.shown.state, found.log, language, kinds)


def _json(found: Tournament, kinds: tuple[TableKind, ...], _: str) -> bytes:
    """Give tables with the names and codes that programs go by, whatever the language."""
    state = found.shown.state
    rows: dict[TableKind, Callable[[], object]] = {
        TableKind.STANDINGS: lambda: build_standings_rows(state),
        TableKind.SEATS: lambda: build_seat_rows(state),
        TableKind.RESULTS: lambda: build_result_rows(state),
        TableKind.LOG: lambda: build_log_rows(found.log),
        TableKind.CHOICES: lambda: list_regulation_notes(state),
    }
    return to_json({kind: rows[kind]() for kind in kinds})


_FORMS: dict[str, tuple[str, Callable[[Tournament, tuple[TableKind, ...], str], bytes]]] = {
    "csv": (CSV, _csv),
    "xlsx": (XLSX, _xlsx),
    "json": ("application/json", _json),
}
