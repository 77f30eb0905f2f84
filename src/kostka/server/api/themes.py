"""Word lists that hosts bring for theme games (W-15), kept until a room is opened with them.

They are kept as they came: as separate words they take ten times as much memory.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.events.errors import refuse
from kostka.server import problems
from kostka.server.api.errors import build_error_response
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.openapi.descriptions import (
    TEXT,
    Answer,
    describe,
    describe_errors,
    describe_parameter,
)
from kostka.server.rooms.guests import create_id
from kostka.server.rooms.room import NOTHING
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.word.theme import MAX_LIST_BYTES, BadTheme, parse_theme

MOST_THEMES = 50
"""Kept at a time; the oldest go first."""

KEPT = 3_600_000
"""Milliseconds that a host has to open a room."""

BROUGHT = Rate(burst=10, each_second=0.02)
"""Lists from one address: each is kept in memory, also by the rooms that play with it."""

BAD_THEME_STATUS = 400


class Brought(NamedTuple):
    """A word list, which can be read."""

    title: str
    data: bytes
    at: int
    """When it came."""


class ThemeBrought(msgspec.Struct, frozen=True):
    """What a host is told of a word list: the name by which `Create` may ask for it."""

    theme: str
    title: str
    words: int
    """How many words there are."""


class Themes:
    """The word lists that were brought of late."""

    def __init__(self, now: Callable[[], int]) -> None:
        """Begin without any; the time in milliseconds comes from outside."""
        self.now = now
        self._kept: dict[str, Brought] = {}
        self._brought = Buckets(BROUGHT)

    @property
    def routes(self) -> list[Route]:
        """The address."""
        return [Route("/api/themes", self.bring, methods=["POST"])]

    @describe(
        "Upload the word list of a theme for a word game, in UTF-8 (W-15).",
        {200: Answer("Its name, for `Create`.", ThemeBrought)}
        | describe_errors(
            s400="This is not a list of words, or it has no title.",
            s413="The list is too long.",
            s429="Too many lists from one address: wait a moment.",
        ),
        media=TEXT,
        query=(
            describe_parameter("title", "Title of the theme.", {"type": "string"}, required=True),
        ),
    )
    async def bring(self, request: Request) -> Response:
        """Take a word list, plain text in UTF-8: `POST /api/themes?title=Animals`."""
        if not self._brought.take(get_client_address(request), self.now()):
            raise refuse(problems.TOO_MANY())
        data = await read_body(request, MAX_LIST_BYTES)
        title = request.query_params.get("title", "")
        try:
            theme = await to_thread(parse_theme, title, data)
        except BadTheme as error:
            return build_error_response([error.violation], BAD_THEME_STATUS)
        told = ThemeBrought(self.keep(title, data), title, len(theme.words))
        return Response(to_json(told), media_type="application/json")

    def keep(self, title: str, data: bytes) -> str:
        """Keep a word list for a while; gives its name."""
        while len(self._kept) >= MOST_THEMES:
            del self._kept[next(iter(self._kept))]
        name = create_id()
        self._kept[name] = Brought(title, data, self.now())
        return name

    async def find_attachment(self, rules: dict[str, Any]) -> msgspec.Raw:
        """Return the theme that house rules name; refuse one that is no longer there."""
        name = rules.get("theme")
        if name is None:
            return NOTHING
        kept = self._kept.get(str(name))
        if kept is None or self.now() - kept.at > KEPT:
            raise refuse(problems.THEME_GONE())
        theme = await to_thread(parse_theme, kept.title, kept.data)
        return msgspec.Raw(to_json(theme))
