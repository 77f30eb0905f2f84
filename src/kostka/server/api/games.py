"""`GET /api/games/...` and `POST /api/steps`: records of finished games, and their steps."""

from __future__ import annotations

from asyncio import to_thread
from collections import OrderedDict
from collections.abc import Callable
from gzip import decompress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.errors import BadInput, format_input, make_refusal
from kostka.numbers.replay import Replay
from kostka.server import problems
from kostka.server.api import problems as http_problems
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.api.task_runner import TaskRunner, run_task_for_request
from kostka.server.games import is_running_record
from kostka.server.openapi.descriptions import LINES, Answer, build_error_answers, describe_route
from kostka.server.storage.store import Store, StoreFailed
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.server.workers.task import Task
from kostka.server.workers.tasks.game_records import (
    BUILD_STEPS,
    BUILD_UPLOADED_STEPS,
    READ_RECORD,
)
from kostka.word.replay import Replay as WordReplay

MAX_RECORD_BYTES = 1_000_000
"""Of an uploaded record; a long game with six players needs a tenth of it."""

UPLOAD_RATE = Rate(burst=10, each_second=0.2)
"""Uploads from one address: each game is replayed, which takes a moment."""

MAX_CACHED_BYTES = 8_000_000
"""Steps of finished games, compressed: those of a long game take 20 KB."""

GAME_ERRORS = build_error_answers(
    s403="The game is not over yet.",
    s404="There is no such game.",
    s429="Too many games from one address: wait a moment.",
    s503="The server is busy or cannot read its data: try again later.",
)


class StepsCache:
    """The steps of finished games, which never change; the least recently used ones go first."""

    def __init__(self) -> None:
        """Start empty."""
        self._steps: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def find_steps(self, game: str) -> bytes | None:
        """Return the steps of a game, or None if they are not here."""
        if game in self._steps:
            self._steps.move_to_end(game)
        return self._steps.get(game)

    def add_steps(self, game: str, steps: bytes) -> None:
        """Keep the steps of a game."""
        self._size += len(steps) - len(self._steps.pop(game, b""))
        self._steps[game] = steps
        while self._size > MAX_CACHED_BYTES:
            _, dropped = self._steps.popitem(last=False)
            self._size -= len(dropped)


class GameRecords:
    """Routes for finished games of the store, and for records that people upload."""

    def __init__(self, store: Store, runner: TaskRunner, now: Callable[[], int]) -> None:
        """Read games from a store, and their records with a runner; `now` returns milliseconds."""
        self.store = store
        self._runner = runner
        self._steps = StepsCache()
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
        record = await self._run_for_finished_game(request, READ_RECORD)
        return Response(record, media_type="application/x-ndjson")

    @describe_route(
        "A finished game step by step.",
        {200: Answer("All racks are visible.", (Replay, WordReplay))} | GAME_ERRORS,
    )
    async def send_steps(self, request: Request) -> Response:
        """Return a game step by step."""
        name = request.path_params["game"]
        steps = self._steps.find_steps(name)
        if steps is None:
            steps = await self._run_for_finished_game(request, BUILD_STEPS)
            self._steps.add_steps(name, steps)
        return await _build_steps_response(request, steps)

    async def _run_for_finished_game(self, request: Request, task: Task) -> bytes:
        """Return what a task makes of a game's record; refuse a game that is not over."""
        name = request.path_params["game"]
        data = await self.store.load_game_log(name)
        if data is None:
            raise make_refusal(http_problems.NO_GAME(game=format_input(name)))
        if is_running_record(data):  # its log holds hidden tiles, and reading it takes a while
            raise make_refusal(http_problems.GAME_NOT_OVER())
        try:
            return await run_task_for_request(self._runner, request, task, data)
        except BadInput as error:
            raise StoreFailed(f"the game {name} is damaged: {error}") from error

    @describe_route(
        "The game in an uploaded record, step by step.",
        {200: Answer("All racks are visible.", (Replay, WordReplay))}
        | build_error_answers(
            s400="A line does not follow from those before it, or the game is not over.",
            s413="The record is too long.",
            s429="Too many records from one address: wait a moment.",
            s503="Too many records in all: wait a moment.",
        ),
        media=LINES,
    )
    async def send_steps_of_upload(self, request: Request) -> Response:
        """Return the game in an uploaded record step by step."""
        if not self._upload_rates.try_take_tokens(get_client_address(request), self.now()):
            raise make_refusal(problems.TOO_MANY())
        data = await read_body(request, MAX_RECORD_BYTES)
        steps = await run_task_for_request(self._runner, request, BUILD_UPLOADED_STEPS, data)
        return await _build_steps_response(request, steps)


async def _build_steps_response(request: Request, steps: bytes) -> Response:
    """Return the response with steps that a worker has compressed."""
    headers = {"vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(steps, 200, headers | {"content-encoding": "gzip"}, "application/json")
    return Response(await to_thread(decompress, steps), 200, headers, "application/json")
