"""Word lists that hosts bring for theme games (W-15), kept until a room is opened with them.

They are kept as they came: as separate words they take ten times as much memory.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.events.errors import refuse
from kostka.server import problems
from kostka.server.api.body import read_body
from kostka.server.rooms.guests import new_id
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.word.theme import LONGEST_LIST, BadTheme, Theme, read_theme

MOST_THEMES = 50
"""Kept at a time; the oldest go first."""

KEPT = 3_600_000
"""Milliseconds that a host has to open a room."""

BROUGHT = Rate(burst=10, each_second=0.02)
"""Lists from one address: each is kept in memory, also by the rooms that play with it."""


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

    async def bring(self, request: Request) -> Response:
        """Take a word list, plain text in UTF-8: `POST /api/themes?title=Animals`."""
        address = request.client.host if request.client else ""
        if not self._brought.take(address, self.now()):
            return _refused("too_many", "too many word lists: wait a moment", 429)
        data = await read_body(request, LONGEST_LIST)
        if data is None:
            why = f"a theme's word list has up to {LONGEST_LIST:,} bytes (W-15)"
            return _refused("too_long", why, 413)
        title = request.query_params.get("title", "")
        try:
            theme = await to_thread(read_theme, title, data)
        except BadTheme as error:
            found = error.violation
            return _refused(found.code, str(found), 400, **found.values)
        told = ThemeBrought(self.keep(title, data), title, len(theme.words))
        return Response(to_json(told), media_type="application/json")

    def keep(self, title: str, data: bytes) -> str:
        """Keep a word list for a while; gives its name."""
        while len(self._kept) >= MOST_THEMES:
            del self._kept[next(iter(self._kept))]
        name = new_id()
        self._kept[name] = Brought(title, data, self.now())
        return name

    async def chosen(self, rules: dict[str, Any]) -> Theme | None:
        """Give the theme that house rules name; refuse one that is no longer there."""
        name = rules.get("theme")
        if name is None:
            return None
        kept = self._kept.get(str(name))
        if kept is None or self.now() - kept.at > KEPT:
            raise refuse(problems.THEME_GONE())
        return await to_thread(read_theme, kept.title, kept.data)


def _refused(code: str, why: str, status: int, **values: str | int) -> Response:
    return JSONResponse({"code": code, "error": why, "values": values}, status_code=status)
