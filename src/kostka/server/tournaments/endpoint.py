"""What all tournament routes share: rate limits, the origin check, links and responses."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable
from functools import wraps
from gzip import compress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.api.requests import get_client_address
from kostka.server.openapi.descriptions import build_error_answers
from kostka.server.tournaments.live_tournament import LiveTournament
from kostka.server.tournaments.problems import FOREIGN_PAGE
from kostka.server.tournaments.registry import TournamentRegistry
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.server.transport.websocket import is_same_origin
from kostka.tournament import Role, require_grant
from kostka.tournament import problems as rules
from kostka.tournament.roles import Grant

REQUEST_RATE = Rate(burst=3000, each_second=800)
"""Requests from one address: all phones of a venue may share it, each woken twice a second."""

HEAVY_RATE = Rate(burst=100, each_second=1)
"""Lists, files and papers, which take a moment."""

CREATION_RATE = Rate(burst=20, each_second=0.0005)
"""New tournaments from one address: they stay until their organiser deletes them."""

MIN_COMPRESSED_BYTES, COMPRESSION_LEVEL = 20_000, 1
"""Larger answers would block the event loop; they are compressed in a thread, quickly."""

TOURNAMENT_PATH = "/api/tournaments/{id:str}"

STAFF = (Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE)

BUSY_ERRORS = build_error_answers(
    s429="Too many requests from one address: wait a moment.",
    s503="The server cannot read or write its data: nothing has changed, try again.",
)
LINK_ERRORS = BUSY_ERRORS | build_error_answers(
    s400="The request cannot be read.",
    s403="The link is wrong or revoked, or its role may not do that.",
    s404="There is no such tournament here.",
)
LENGTH_ERRORS = build_error_answers(s413="The request is too long.")
RULE_ERRORS = build_error_answers(s409="The regulation, or an earlier entry, does not allow it.")


class TournamentEndpoint:
    """Guards all tournament routes with rate limits and an origin check; finds tournaments."""

    def __init__(self, registry: TournamentRegistry, now: Callable[[], int]) -> None:
        """Find tournaments in a registry; `now` returns milliseconds."""
        self.registry = registry
        self.now = now
        self.heavy_buckets = Buckets(HEAVY_RATE)
        self.creation_buckets = Buckets(CREATION_RATE)
        self._request_buckets = Buckets(REQUEST_RATE)

    def build_route(
        self, path: str, handler: Callable[[Request], Awaitable[Response]], method: str = "GET"
    ) -> Route:
        """Return a route whose handler runs only for requests that may be answered."""

        @wraps(handler)
        async def check_and_handle(request: Request) -> Response:
            self.enforce_rate_limit(self._request_buckets, request)
            if method != "GET" and not is_same_origin(request):
                raise make_refusal(FOREIGN_PAGE())
            return await handler(request)

        return Route(path, check_and_handle, methods=[method])

    def enforce_rate_limit(self, buckets: Buckets, request: Request) -> None:
        """Refuse an address that asks too often."""
        if not buckets.try_take_tokens(get_client_address(request), self.now()):
            raise make_refusal(problems.TOO_MANY())

    async def get_tournament(self, request: Request) -> LiveTournament:
        """Return the tournament that a request is about, or refuse."""
        return await self.registry.get_tournament(request.path_params["id"])


def build_json_response(value: object, status: int = 200) -> Response:
    """Return a JSON response; bytes are JSON already."""
    body = value if isinstance(value, bytes) else to_json(value)
    return build_response(body, "application/json", status)


async def build_large_json_response(request: Request, body: bytes) -> Response:
    """Return a JSON response that may be large; it is compressed in a thread."""
    accepted = request.headers.get("accept-encoding", "")
    if len(body) < MIN_COMPRESSED_BYTES or "gzip" not in accepted:
        return build_json_response(body)
    response = build_json_response(await to_thread(compress, body, COMPRESSION_LEVEL))
    response.headers["content-encoding"] = "gzip"
    response.headers["vary"] = "Accept-Encoding"
    return response


def build_response(
    body: bytes, media: str, status: int = 200, filename: str | None = None
) -> Response:
    """Return a response that is not cached, since it depends on the link."""
    headers = {"cache-control": "no-store"}
    if filename is not None:
        headers["content-disposition"] = f'attachment; filename="{filename}"'
    return Response(body, status, headers, media_type=media)


def get_token(request: Request) -> str | None:
    """Return the secret of the link that a request comes with; None if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def find_grant(request: Request, tournament: LiveTournament) -> Grant | None:
    """Return the grant of the request's link, None without a link; refuse a wrong one."""
    token = get_token(request)
    return None if token is None else require_grant(tournament.saved.state, token)


def require_grant_with_role(request: Request, tournament: LiveTournament, *roles: Role) -> Grant:
    """Return the grant of the request's link; refuse if it has none of these roles."""
    grant = require_grant(tournament.saved.state, get_token(request) or "")
    if grant.link.role not in roles:
        raise make_refusal(rules.WRONG_ROLE(role=grant.link.role, roles=", ".join(roles)))
    return grant
