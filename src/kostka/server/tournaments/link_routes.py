"""Links for an organiser to hand out: seen again at any time, with addresses and QR codes."""

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
from kostka.server.tournaments.endpoint import ONE, Door, granted, json, token_of
from kostka.server.tournaments.live_tournament import Tournament
from kostka.server.tournaments.schemas import GiveLink, GivenLink, Links
from kostka.server.tournaments.tokens import granting, secret_of
from kostka.server.transport.addresses import (
    WILDCARDS,
    find_reachable_host,
    format_host,
    is_local_name,
)
from kostka.tournament import Role, State, hash_token
from kostka.tournament import events as ev
from kostka.tournament.roles import Grant

LONGEST_REQUEST = 10_000

drawn = lru_cache(maxsize=2000)(make_qr_code)
"""A hundred codes take a second to draw, and are looked at again and again."""


class Linking:
    """Answers what an organiser asks about links."""

    def __init__(self, door: Door, listens: str) -> None:
        """Tell phones to come to where the server listens."""
        self._door = door
        self._listens = listens

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            self._door.route(f"{ONE}/links", self.see),
            self._door.route(f"{ONE}/links", self.give, "POST"),
        ]

    async def see(self, request: Request) -> Response:
        """Show all links, with the secrets of those that this organiser gave out."""
        found = await self._door.found(request)
        granted(request, found, Role.ORGANISER)
        base, others = self.base(request)
        links = await to_thread(_links, found, token_of(request) or "", base)
        return json(Links(base, others, links))

    async def give(self, request: Request) -> Response:
        """Give a link out."""
        asked = from_json(await read_body(request, LONGEST_REQUEST), GiveLink)
        found = await self._door.found(request)
        organiser = token_of(request) or ""
        wanted = (asked.role, asked.label, asked.table)
        await found.do(
            lambda game: len(game.do(granting(game, organiser, [wanted]), self._door.now()))
        )
        return await self.see(request)

    def base(self, request: Request) -> tuple[str, bool]:
        """Give the address of this server for phones, and whether they reach it there."""
        try:
            scheme, host, port = request.url.scheme, request.url.hostname, request.url.port
        except ValueError:
            raise BadInput("the header Host names no machine") from None
        others = host is not None and not is_local_name(host)
        if not others and self._listens in WILDCARDS:
            host = find_reachable_host(self._listens)
            others = not is_local_name(host)
        at = f":{port}" if port else ""
        return f"{scheme}://{format_host(host or 'localhost')}{at}", others

    def tables(self, request: Request, found: Tournament, round_number: int) -> dict[int, str]:
        """Give the addresses of helpers for the tables of a round, as far as they are known."""
        base, _ = self.base(request)
        organiser, state = token_of(request) or "", found.shown.state
        return {
            grant.link.table: _address(base, found, secret)
            for grant, secret in _secrets(state, organiser)
            if grant.link.table is not None
            and grant.round == round_number
            and secret is not None
            and not grant.old
        }


def _address(base: str, found: Tournament, secret: str) -> str:
    return f"{base}/tournament/{found.name}#{secret}"


def _links(found: Tournament, organiser: str, base: str) -> tuple[GivenLink, ...]:
    state = found.shown.state
    return tuple(
        _link(state, grant, secret, _address(base, found, secret) if secret else None)
        for grant, secret in _secrets(state, organiser)
    )


def _link(state: State, grant: Grant, secret: str | None, url: str | None) -> GivenLink:
    link = grant.link
    past = grant.round is not None and (not state.round or grant.round != state.round.number)
    code: QrCode | None = None if url is None or grant.old or past else drawn(url)
    return GivenLink(
        grant.number, link.role, link.name, link.table, grant.round, secret, url, code, grant.old
    )


def _secrets(state: State, organiser: str) -> list[tuple[Grant, str | None]]:
    """Give every link with its secret, where that follows from this organiser's own."""
    entries = {
        link.token_hash: number
        for number, event in enumerate(state.events, start=1)
        if isinstance(event, ev.LinksGranted)
        for link in event.links
    }
    found: list[tuple[Grant, str | None]] = []
    for grant in state.grants:
        link, kept = grant.link, grant.link.token_hash
        secret = organiser
        if kept in entries and kept != hash_token(organiser):
            secret = secret_of(organiser, link.role, link.name, link.table, entries[kept])
        found.append((grant, secret if hash_token(secret) == kept else None))
    return found
