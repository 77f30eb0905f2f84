"""Links that an organiser hands out: listed at any time, with addresses and QR codes."""

from __future__ import annotations

from asyncio import to_thread
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json
from kostka.events.errors import BadInput
from kostka.printing import QrCode, make_qr_code
from kostka.server.api.requests import read_body
from kostka.server.openapi.descriptions import Answer, describe_route
from kostka.server.tournaments.endpoint import (
    LENGTH_ERRORS,
    LINK_ERRORS,
    RULE_ERRORS,
    TOURNAMENT_PATH,
    TournamentEndpoint,
    build_json_response,
    get_token,
    require_grant_with_role,
)
from kostka.server.tournaments.live_tournament import LiveTournament
from kostka.server.tournaments.schemas import GrantedLink, LinkRequest, Links
from kostka.server.tournaments.tokens import build_grant_command, derive_link_secret
from kostka.server.transport.addresses import (
    WILDCARDS,
    find_reachable_host,
    format_host,
    is_local_name,
)
from kostka.tournament import Role, State, Tournament, hash_token
from kostka.tournament import events as ev
from kostka.tournament.roles import Grant

MAX_REQUEST_BYTES = 10_000

draw_qr_code = lru_cache(maxsize=2000)(make_qr_code)
"""A hundred codes take a second to draw, and are shown again and again."""


class LinkRoutes:
    """The routes by which an organiser lists and grants links."""

    def __init__(self, endpoint: TournamentEndpoint, listen_host: str, base_path: str = "") -> None:
        """Make links to the host on which the server listens, and to its base path."""
        self._base_path = base_path
        self._endpoint = endpoint
        self._listen_host = listen_host

    @property
    def routes(self) -> list[Route]:
        """The routes of links."""
        return [
            self._endpoint.build_route(f"{TOURNAMENT_PATH}/links", self.send_links),
            self._endpoint.build_route(f"{TOURNAMENT_PATH}/links", self.grant_link, "POST"),
        ]

    @describe_route(
        "List all links, with the secrets of those that this organiser granted.",
        {200: Answer("Addresses and QR codes.", Links)} | LINK_ERRORS,
        needs_link=True,
    )
    async def send_links(self, request: Request) -> Response:
        """Answer with all links; only those of this organiser have secrets."""
        tournament = await self._endpoint.get_tournament(request)
        require_grant_with_role(request, tournament, Role.ORGANISER)
        base, is_reachable = self.find_base_url_and_reachability(request)
        links = await to_thread(_build_links, tournament, get_token(request) or "", base)
        return build_json_response(Links(base, is_reachable, links))

    @describe_route(
        "Grant a link.",
        {200: Answer("All links, the new one last.", Links)}
        | LINK_ERRORS
        | LENGTH_ERRORS
        | RULE_ERRORS,
        body=LinkRequest,
        needs_link=True,
    )
    async def grant_link(self, request: Request) -> Response:
        """Grant a link, and answer with all links."""
        wanted = from_json(await read_body(request, MAX_REQUEST_BYTES), LinkRequest)
        tournament = await self._endpoint.get_tournament(request)
        organiser = get_token(request) or ""

        def execute_grant(game: Tournament) -> int:
            link = (wanted.role, wanted.label, wanted.table)
            command = build_grant_command(game, organiser, [link])
            return len(game.do(command, self._endpoint.now()))

        await tournament.apply_change(execute_grant)
        return await self.send_links(request)

    def find_base_url_and_reachability(self, request: Request) -> tuple[str, bool]:
        """Return the address of this server for phones, and whether they can reach it."""
        try:
            scheme, host, port = request.url.scheme, request.url.hostname, request.url.port
        except ValueError:
            raise BadInput("the header Host does not name a machine") from None
        is_reachable = host is not None and not is_local_name(host)
        if not is_reachable and self._listen_host in WILDCARDS:
            host = find_reachable_host(self._listen_host)
            is_reachable = not is_local_name(host)
        suffix = f":{port}" if port else ""
        site = f"{scheme}://{format_host(host or 'localhost')}{suffix}"
        return site + self._base_path, is_reachable

    def build_address_by_table(
        self, request: Request, tournament: LiveTournament, round_number: int
    ) -> dict[int, str]:
        """Return the helpers' addresses of a round by table, as far as they are known."""
        base, _ = self.find_base_url_and_reachability(request)
        organiser, state = get_token(request) or "", tournament.saved.state
        return {
            grant.link.table: _build_link_address(base, tournament, secret)
            for grant, secret in _list_grants_with_secrets(state, organiser)
            if grant.link.table is not None
            and grant.round == round_number
            and secret is not None
            and not grant.old
        }


def _build_link_address(base: str, tournament: LiveTournament, secret: str) -> str:
    return f"{base}/tournament/{tournament.name}#{secret}"


def _build_links(tournament: LiveTournament, organiser: str, base: str) -> tuple[GrantedLink, ...]:
    state = tournament.saved.state
    return tuple(
        _build_link(
            state, grant, secret, _build_link_address(base, tournament, secret) if secret else None
        )
        for grant, secret in _list_grants_with_secrets(state, organiser)
    )


def _build_link(state: State, grant: Grant, secret: str | None, url: str | None) -> GrantedLink:
    link = grant.link
    past = grant.round is not None and (not state.round or grant.round != state.round.number)
    code: QrCode | None = None if url is None or grant.old or past else draw_qr_code(url)
    return GrantedLink(
        grant.number, link.role, link.name, link.table, grant.round, secret, url, code, grant.old
    )


def _list_grants_with_secrets(state: State, organiser: str) -> list[tuple[Grant, str | None]]:
    """Return every grant with its secret, where this organiser granted it."""
    entries = {
        link.token_hash: number
        for number, event in enumerate(state.events, start=1)
        if isinstance(event, ev.LinksGranted)
        for link in event.links
    }
    secrets: list[tuple[Grant, str | None]] = []
    for grant in state.grants:
        link, kept = grant.link, grant.link.token_hash
        secret = organiser
        if kept in entries and kept != hash_token(organiser):
            secret = derive_link_secret(organiser, link.role, link.name, link.table, entries[kept])
        secrets.append((grant, secret if hash_token(secret) == kept else None))
    return secrets
