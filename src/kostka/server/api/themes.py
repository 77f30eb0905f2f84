"""`POST /api/themes`: word lists for theme games (W-15), kept until a room is opened with them.

They are kept in the store, because another node may open the room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.api.task_runner import TaskRunner, run_task_for_request
from kostka.server.openapi.descriptions import (
    TEXT,
    Answer,
    build_error_answers,
    describe_parameter,
    describe_route,
)
from kostka.server.ops import logs
from kostka.server.rooms.guests import create_id
from kostka.server.rooms.room import NOTHING
from kostka.server.storage.store import Conflict, SavedUpload, Store, StoreFailed
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.server.workers.tasks.theme_lists import (
    READ_THEME,
    decode_parsed_theme,
    encode_theme_upload,
)
from kostka.word.theme import MAX_LIST_BYTES

LIFETIME = 3_600_000
"""Milliseconds that a host has to open a room."""

UPLOAD_RATE = Rate(burst=10, each_second=0.02)
"""Lists from one address: each is kept for an hour, and longer by rooms that play with it."""


class ThemeAnswer(msgspec.Struct, frozen=True):
    """The answer to an upload: the name by which `Create` may ask for the theme."""

    theme: str
    title: str
    words: int
    """How many words there are."""


class ThemeUploads:
    """Receives word lists, and keeps them for a while."""

    def __init__(self, runner: TaskRunner, store: Store, now: Callable[[], int]) -> None:
        """Read themes with a runner, and keep them in a store; `now` returns milliseconds."""
        self._runner = runner
        self._store = store
        self.now = now
        self._upload_rates = Buckets(UPLOAD_RATE)

    @property
    def routes(self) -> list[Route]:
        """The route `/api/themes`."""
        return [Route("/api/themes", self.receive_theme, methods=["POST"])]

    @describe_route(
        "Upload the word list of a theme for a word game, in UTF-8 (W-15).",
        {200: Answer("Its name, for `Create`.", ThemeAnswer)}
        | build_error_answers(
            s400="This is not a list of words, or it has no title.",
            s413="The list is too long.",
            s429="Too many lists from one address: wait a moment.",
            s503="Too many lists in all: wait a moment.",
        ),
        media=TEXT,
        query=(
            describe_parameter("title", "Title of the theme.", {"type": "string"}, required=True),
        ),
    )
    async def receive_theme(self, request: Request) -> Response:
        """Receive a word list, plain text in UTF-8: `POST /api/themes?title=Animals`."""
        if not self._upload_rates.try_take_tokens(get_client_address(request), self.now()):
            raise make_refusal(problems.TOO_MANY())
        data = await read_body(request, MAX_LIST_BYTES)
        title = request.query_params.get("title", "")
        upload = encode_theme_upload(title, data)
        result = await run_task_for_request(self._runner, request, READ_THEME, upload)
        parsed = decode_parsed_theme(result)
        answer = ThemeAnswer(await self.add_theme(parsed.theme), title, parsed.word_count)
        return Response(to_json(answer), media_type="application/json")

    async def add_theme(self, theme: bytes) -> str:
        """Keep a theme, as JSON, for a while; return its name."""
        name, now = create_id(), self.now()
        try:
            await self._store.write([SavedUpload(name, theme, now, now + LIFETIME)])
        except (Conflict, StoreFailed) as error:
            logs.log_failure("not_saved", error, text=str(error))
            raise make_refusal(problems.NOT_SAVED()) from None
        return name

    async def find_theme_for_rules(self, rules: dict[str, Any]) -> msgspec.Raw:
        """Return the theme that house rules name; refuse one that is no longer kept."""
        name = rules.get("theme")
        if name is None:
            return NOTHING
        kept = await self._store.find_upload(str(name), self.now())
        if kept is None:
            raise make_refusal(problems.THEME_GONE())
        return msgspec.Raw(kept)
