"""The addresses of the tournament desk. See docs/protocol.md for what each gives."""

from __future__ import annotations

from asyncio import to_thread
from collections import Counter
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import TypeVar

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, Refused, Violation, refuse
from kostka.protocol.telling import Problem
from kostka.server import identity, logs, problems
from kostka.server.bodies import read_body
from kostka.server.desk.asking import ListRead, NewTournament, NotDone, Opened, command_of
from kostka.server.desk.links import carried_out
from kostka.server.desk.problems import status_of
from kostka.server.desk.tournament import Tournament
from kostka.server.desk.tournaments import Tournaments, new_seed
from kostka.server.limits import Buckets, Rate, is_this_machine
from kostka.server.metrics import Metrics
from kostka.server.store import Store, StoreFailed
from kostka.tournament import Game, Header, NewPlayer, Role, grant_of, preview, read_list
from kostka.tournament import problems as rules
from kostka.tournament.lists import MOST_BYTES as LONGEST_LIST
from kostka.tournament.roles import Grant
from kostka.tournament.roles import token_hash as link_hash

T = TypeVar("T")

LONGEST_COMMAND = 250_000
"""Bytes: a thousand players in one go have half of it."""

ENCODINGS = ("utf-8", "cp1250", "cp1252", "iso-8859-2", "iso-8859-1", "utf-16")
"""How the letters of a list may be read."""

ASKED = Rate(burst=3000, each_second=800)
"""Requests from one address: all phones of a hall may be behind it, each woken twice a second."""

HEAVY = Rate(burst=100, each_second=1)
"""Lists and files, which take a moment to read."""

OPENED = Rate(burst=20, each_second=0.01)
"""New tournaments from one address: each is kept for ever."""

MOST_WAITING = 10_000
MOST_WAITING_OF_ONE = 2000
"""Who wait for news, from one address."""

STAFF = (Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE)


class Desk:
    """Answers those who run a tournament, and those who look on."""

    def __init__(self, store: Store, now: Callable[[], int], metrics: Metrics) -> None:
        """Keep everything in a store; the time in milliseconds comes from outside."""
        self.now = now
        self.tournaments = Tournaments(store)
        self._metrics = metrics
        self._asked = Buckets(ASKED)
        self._heavy = Buckets(HEAVY)
        self._opened = Buckets(OPENED)
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
        one = "/api/tournaments/{tournament:str}"
        return [
            self._route("/api/tournaments", self.open, "POST"),
            self._route(one, self.see),
            self._route(f"{one}/commands", self.carry_out, "POST"),
            self._route(f"{one}/preview", self.preview, "POST"),
            self._route(f"{one}/list", self.read_list, "POST"),
        ]

    def close(self) -> None:
        """Let nobody wait any longer: the server stops."""
        self.tournaments.close()

    # --- every request ------------------------------------------------------------------------

    def _route(
        self, path: str, answer: Callable[[Request], Awaitable[Response]], method: str = "GET"
    ) -> Route:
        async def answered(request: Request) -> Response:
            try:
                self._take(self._asked, request)
                return await answer(request)
            except Refused as refused:
                return self._refused(*refused.violations)
            except BadInput as error:
                return self._refused(problems.BAD_MESSAGE(why=str(error)))
            except StoreFailed as error:  # its reason names files: not for players
                logs.failed("not_read", error, text=str(error))
                return self._refused(problems.UNREADABLE())

        return Route(path, answered, methods=[method])

    def _refused(self, *violations: Violation) -> Response:
        self._metrics.refused.labels(violations[0].code).inc()
        told = tuple(Problem.of(violation) for violation in violations)
        body = NotDone("; ".join(problem.text for problem in told), told)
        return _json(body, status_of(violations[0]))

    def _take(self, buckets: Buckets, request: Request) -> None:
        """Refuse an address that asks too much; this machine, or a proxy on it, may."""
        address = _address(request)
        if not is_this_machine(address) and not buckets.take(address, self.now()):
            raise refuse(problems.TOO_MANY())

    async def _found(self, request: Request) -> Tournament:
        return await self.tournaments.find(request.path_params["tournament"])

    # --- opening and looking ------------------------------------------------------------------

    async def open(self, request: Request) -> Response:
        """Open a tournament; the answer holds the secret of its organiser."""
        asked = from_json(await _body(request, LONGEST_COMMAND), NewTournament)
        token = identity.new_token()
        header = Header(
            asked.title,
            new_seed(),
            link_hash(token),
            settings=asked.settings,
            rehearsal=asked.rehearsal,
        )
        self._take(self._opened, request)
        name = await self.tournaments.keep(Game.new(header))
        logs.note("tournament_opened", kind="rehearsal" if asked.rehearsal else "tournament")
        return _json(Opened(name, token), 201)

    async def see(self, request: Request) -> Response:
        """Show a tournament; with `after`, as soon as there is anything else than that version."""
        found = await self._found(request)
        _grant(request, found)
        if "after" in request.query_params:
            after = from_json(request.query_params["after"].encode(errors="replace"), int)
            if not await self._awaited(request, found, after):
                return Response(status_code=204)
        return await self._seen(request, found)

    async def _awaited(self, request: Request, found: Tournament, after: int) -> bool:
        address = _address(request)
        most = MOST_WAITING if is_this_machine(address) else MOST_WAITING_OF_ONE
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
        version, view = await found.view(_grant(request, found))
        return _json({"version": version, "now": self.now(), "view": Raw(view), **more})

    # --- entries ------------------------------------------------------------------------------

    async def carry_out(self, request: Request) -> Response:
        """Carry a command out: it is on disk before it is answered."""
        begun = perf_counter()
        now = self.now()
        data = await _body(request, LONGEST_COMMAND)
        command = command_of(data, _token(request) or "", now)
        self._metrics.request(type(command)).inc()
        found = await self._found(request)
        events = await found.do(lambda game: carried_out(game, command, now))
        answer = await self._seen(request, found, events=events)
        self._metrics.seconds.observe(perf_counter() - begun)
        return answer

    async def preview(self, request: Request) -> Response:
        """Say what a command would change."""
        data = await _body(request, LONGEST_COMMAND)
        command = command_of(data, _token(request) or "", self.now())
        state = (await self._found(request)).shown.state
        return _json(await to_thread(lambda: to_json(preview(state, command))))

    async def read_list(self, request: Request) -> Response:
        """Read a list of players, to be looked at before they are registered."""
        data = await _body(request, LONGEST_LIST)
        found = await self._found(request)
        _staff(request, found, Role.ORGANISER)
        self._take(self._heavy, request)
        encoding = request.query_params.get("encoding")
        if encoding is not None and encoding not in ENCODINGS:
            raise BadInput(f"letters are read as {', '.join(ENCODINGS)}")
        players = found.shown.state.players.values()
        known = [NewPlayer(player.name, player.group) for player in players]
        read = await to_thread(read_list, data, known, encoding)
        return _json(ListRead.of(read))


def _json(value: object, status: int = 200) -> Response:
    body = value if isinstance(value, bytes) else to_json(value)
    headers = {"cache-control": "no-store"}  # what is told depends on the link, and changes
    return Response(body, status, headers, media_type="application/json")


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _token(request: Request) -> str | None:
    """Give the secret of the link through which somebody comes, if there is one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _grant(request: Request, found: Tournament) -> Grant | None:
    """Give the link through which somebody comes, None for anybody, or refuse a wrong one."""
    token = _token(request)
    return None if token is None else grant_of(found.shown.state, token)


def _staff(request: Request, found: Tournament, *roles: Role) -> Grant:
    """Give the link of somebody in one of these roles, or refuse."""
    grant = grant_of(found.shown.state, _token(request) or "")
    if grant.link.role not in roles:
        raise refuse(rules.WRONG_ROLE(role=grant.link.role, roles=", ".join(roles)))
    return grant


async def _body(request: Request, most: int) -> bytes:
    data = await read_body(request, most)
    if data is None:
        raise refuse(problems.TOO_LONG(most=most))
    return data
