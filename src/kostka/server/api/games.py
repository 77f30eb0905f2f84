"""Games that are over, for everybody: their records, and their steps to look at again."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.events.errors import BadRecord
from kostka.server.api.body import read_body
from kostka.server.games import AnyGame, kind_of, load
from kostka.server.storage.store import Store
from kostka.server.transport.rate_limits import Buckets, Rate

LONGEST_RECORD = 1_000_000
"""Bytes of a file that somebody brings; a long game with six players has a tenth of it."""

BROUGHT = Rate(burst=10, each_second=0.2)
"""Files from one address: each is played again, which takes a moment."""


class Records:
    """Shows what a store keeps of games, and files that people bring."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        """Look into a store; the time in milliseconds comes from outside."""
        self.store = store
        self.now = now
        self._brought = Buckets(BROUGHT)

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/api/games/{game:str}", self.record),
            Route("/api/games/{game:str}/steps", self.steps),
            Route("/api/steps", self.steps_of_file, methods=["POST"]),
        ]

    async def record(self, request: Request) -> Response:
        """Give the very lines of a log."""
        found = await self._finished(request)
        if isinstance(found, Response):
            return found
        return Response(found.saved(), media_type="application/x-ndjson")

    async def steps(self, request: Request) -> Response:
        """Give a game step by step."""
        found = await self._finished(request)
        return found if isinstance(found, Response) else await to_thread(_steps, found)

    async def _finished(self, request: Request) -> AnyGame | Response:
        data = await self.store.load(request.path_params["game"])
        if data is None:
            return _error(404, "there is no such game")
        game = await to_thread(load, data)
        if game.state.result is None:  # its log holds hidden tiles
            return _error(403, "the game is not over yet")
        return game

    async def steps_of_file(self, request: Request) -> Response:
        """Give the game in a file step by step."""
        address = request.client.host if request.client else ""
        if not self._brought.take(address, self.now()):
            return _error(429, "too many files: wait a moment")
        data = await read_body(request, LONGEST_RECORD)
        if data is None:
            return _error(413, f"a record has at most {LONGEST_RECORD} bytes")
        try:
            return await to_thread(_proven_steps, data)
        except BadRecord as error:
            return _error(400, str(error))


def _proven_steps(data: bytes) -> Response:
    """Give the steps of a file, which may be anybody's work: every line has to follow."""
    game = load(data)
    kind_of(game).verify(game.log)
    return _steps(game)


def _steps(game: AnyGame) -> Response:
    found = kind_of(game).replay(game.log)
    if found is None:
        return _error(400, "the game in this file is not over yet")
    return Response(to_json(found), media_type="application/json")


def _error(status: int, why: str) -> Response:
    return JSONResponse({"error": why}, status_code=status)
