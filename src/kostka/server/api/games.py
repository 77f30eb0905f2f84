"""`GET /api/games/...` and `POST /api/steps`: records of finished games, and their steps."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, BadRecord, format_input, make_refusal
from kostka.numbers.replay import Replay
from kostka.server import problems
from kostka.server.api import problems as http_problems
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.games import read_record
from kostka.server.games.game_kind import GameRecord
from kostka.server.openapi.descriptions import LINES, Answer, build_error_answers, describe_route
from kostka.server.storage.store import Store, StoreFailed
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.word.replay import Replay as WordReplay

MAX_RECORD_BYTES = 1_000_000
"""Of an uploaded record; a long game with six players needs a tenth of it."""

UPLOAD_RATE = Rate(burst=10, each_second=0.2)
"""Uploads from one address: each game is replayed, which takes a moment."""


GAME_ERRORS = build_error_answers(
    s403="The game is not over yet.",
    s404="There is no such game.",
    s503="The server cannot read its data: try again later.",
)


class GameRecords:
    """Routes for finished games of the store, and for records that people upload."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        """Read games from a store; `now` returns milliseconds."""
        self.store = store
        self.now = now
        self._upload_rates = Buckets(UPLOAD_RATE)

    @property
    def routes(self) -> list[Route]:
        """The routes of finished games."""
        return [
            Route("/api/games/{game:str}", self.send_record),
            Route("/api/games/{game:str}/steps", self.send_steps),
            Route("/api/steps", self.send_steps_of_upload, methods=["POST"]),
        ]

    @describe_route(
        "The record of a finished game.",
        {200: Answer("Its log, as JSON lines.", media=LINES)} | GAME_ERRORS,
    )
    async def send_record(self, request: Request) -> Response:
        """Return the lines of a game's log."""
        game = await self._load_finished_game(request)
        return Response(game.to_bytes(), media_type="application/x-ndjson")

    @describe_route(
        "A finished game step by step.",
        {200: Answer("All racks are visible.", (Replay, WordReplay))} | GAME_ERRORS,
    )
    async def send_steps(self, request: Request) -> Response:
        """Return a game step by step."""
        game = await self._load_finished_game(request)
        return await to_thread(_build_steps_response, game)

    async def _load_finished_game(self, request: Request) -> GameRecord:
        name = request.path_params["game"]
        data = await self.store.load_game_log(name)
        if data is None:
            raise make_refusal(http_problems.NO_GAME(game=format_input(name)))
        try:
            game = await to_thread(read_record, data)
        except BadRecord as error:
            raise StoreFailed(f"the game {name} is damaged: {error}") from error
        if game.result is None:  # its log holds hidden tiles
            raise make_refusal(http_problems.GAME_NOT_OVER())
        return game

    @describe_route(
        "The game in an uploaded record, step by step.",
        {200: Answer("All racks are visible.", (Replay, WordReplay))}
        | build_error_answers(
            s400="A line does not follow from those before it, or the game is not over.",
            s413="The record is too long.",
            s429="Too many records from one address: wait a moment.",
        ),
        media=LINES,
    )
    async def send_steps_of_upload(self, request: Request) -> Response:
        """Return the game in an uploaded record step by step."""
        if not self._upload_rates.try_take_tokens(get_client_address(request), self.now()):
            raise make_refusal(problems.TOO_MANY())
        data = await read_body(request, MAX_RECORD_BYTES)
        return await to_thread(_build_verified_steps_response, data)


def _build_verified_steps_response(data: bytes) -> Response:
    """Return the steps of a record that anybody may have written: every line is verified."""
    game = read_record(data)
    game.verify_record()
    if game.result is None:
        raise BadInput("the game in this file is not over yet")
    return _build_steps_response(game)


def _build_steps_response(game: GameRecord) -> Response:
    replay = game.build_replay()
    return Response(to_json(replay), media_type="application/json")
