"""What all requests to the desk share: who asks, how much of it, and how they are refused."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable
from gzip import compress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.events.errors import refuse
from kostka.server import problems
from kostka.server.api.requests import get_client_address
from kostka.server.tournaments.live_tournament import Tournament
from kostka.server.tournaments.problems import FOREIGN_PAGE
from kostka.server.tournaments.registry import Tournaments
from kostka.server.transport.rate_limits import Buckets, Rate, is_loopback
from kostka.server.transport.websocket import is_same_origin
from kostka.tournament import Role, require_grant
from kostka.tournament import problems as rules
from kostka.tournament.roles import Grant

ASKED = Rate(burst=3000, each_second=800)
"""Requests from one address: all phones of a hall may be behind it, each woken twice a second."""

HEAVY = Rate(burst=100, each_second=1)
"""Lists, files and papers, which take a moment."""

OPENED = Rate(burst=20, each_second=0.01)
"""New tournaments from one address: each is kept for ever."""

LONG, QUICKLY = 20_000, 1
"""Bytes of an answer that would hold others up, and how hard to try with it."""

ONE = "/api/tournaments/{id:str}"

STAFF = (Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE)


class Door:
    """Lets requests in, and has them answered."""

    def __init__(self, tournaments: Tournaments, now: Callable[[], int]) -> None:
        """Let people in to tournaments; the time in milliseconds comes from outside."""
        self.tournaments = tournaments
        self.now = now
        self.heavy = Buckets(HEAVY)
        self.opened = Buckets(OPENED)
        self._asked = Buckets(ASKED)

    def route(
        self, path: str, answer: Callable[[Request], Awaitable[Response]], method: str = "GET"
    ) -> Route:
        """Give an address at which something is answered, or refused for good reasons."""

        async def answered(request: Request) -> Response:
            self.take(self._asked, request)
            if method != "GET" and not is_same_origin(request):
                raise refuse(FOREIGN_PAGE())
            return await answer(request)

        return Route(path, answered, methods=[method])

    def take(self, buckets: Buckets, request: Request) -> None:
        """Refuse an address that asks too much; this machine, or a proxy on it, may."""
        address = get_client_address(request)
        if not is_loopback(address) and not buckets.take(address, self.now()):
            raise refuse(problems.TOO_MANY())

    async def found(self, request: Request) -> Tournament:
        """Find the tournament that a request is about."""
        return await self.tournaments.find(request.path_params["id"])


def json(value: object, status: int = 200) -> Response:
    """Give an answer; what is in bytes is JSON already."""
    body = value if isinstance(value, bytes) else to_json(value)
    return answer(body, "application/json", status)


async def packed(request: Request, body: bytes) -> Response:
    """Give JSON that may be long; it is made small aside from the event loop."""
    if len(body) < LONG or "gzip" not in request.headers.get("accept-encoding", ""):
        return json(body)
    found = json(await to_thread(compress, body, QUICKLY))
    found.headers["content-encoding"] = "gzip"
    found.headers["vary"] = "Accept-Encoding"
    return found


def answer(body: bytes, media: str, status: int = 200, name: str | None = None) -> Response:
    """Give an answer that nobody keeps, as it depends on the link; with a name, it is a file."""
    headers = {"cache-control": "no-store"}
    if name is not None:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    return Response(body, status, headers, media_type=media)


def token_of(request: Request) -> str | None:
    """Give the secret of the link through which somebody comes, if there is one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def grant(request: Request, found: Tournament) -> Grant | None:
    """Give the link through which somebody comes, None for anybody, or refuse a wrong one."""
    token = token_of(request)
    return None if token is None else require_grant(found.shown.state, token)


def granted(request: Request, found: Tournament, *roles: Role) -> Grant:
    """Give the link of somebody in one of these roles, or refuse."""
    found_grant = require_grant(found.shown.state, token_of(request) or "")
    if found_grant.link.role not in roles:
        raise refuse(rules.WRONG_ROLE(role=found_grant.link.role, roles=", ".join(roles)))
    return found_grant
