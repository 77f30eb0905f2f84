"""`POST /api/solve`: the best plays for a table and a rack, with their steps; nothing is kept."""

from __future__ import annotations

from asyncio import Semaphore, to_thread
from collections.abc import Callable
from itertools import chain
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import Refused, make_refusal
from kostka.protocol.http_errors import describe_violations
from kostka.protocol.responses import Problem, SetJudged
from kostka.protocol.solve_api import Solve, Solved, SolveFailure
from kostka.server import problems
from kostka.server.api.errors import build_error_response
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.games.set_verdict import judge_set
from kostka.server.openapi.descriptions import Answer, build_error_answers, describe_route
from kostka.server.ops.metrics import Metrics
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.solver import DEFAULT_EFFORT, KERNEL
from kostka.solver.wire import NOT_IN_BOX, Play, Position
from kostka.tiles.box import get_box

MAX_BYTES = 8 * 1024
"""Of a question; all tiles of the largest box and some house rules need a quarter of it."""

RATE = Rate(burst=60, each_second=4)
"""Questions from one address: the solver page asks again whenever a tile is placed."""

MAX_RUNNING = 2
"""Questions that are solved at the same time; others wait."""

MAX_OPEN = 30
"""Questions running or waiting; further ones are refused."""

TIMEOUT_SECONDS = 3.0
"""After this time no search for a further play starts."""

UNSOLVABLE_STATUS = 422
"""For positions that can be read, but that no game can reach."""

EFFORT = DEFAULT_EFFORT if KERNEL else DEFAULT_EFFORT // 100
"""Steps of a search. Without the compiled kernel each takes a hundred times as long."""


class SolveRoute:
    """Answers questions to the solver, a few at a time."""

    def __init__(self, now: Callable[[], int], metrics: Metrics) -> None:
        """Count in `metrics`; `now` returns milliseconds."""
        self.now = now
        self.metrics = metrics
        self._rates = Buckets(RATE)
        self._slots = Semaphore(MAX_RUNNING)
        self._open_count = 0

    @property
    def routes(self) -> list[Route]:
        """The route `/api/solve`."""
        return [Route("/api/solve", self.solve, methods=["POST"])]

    @describe_route(
        "The best plays for a table and a rack.",
        {
            200: Answer("The best play first.", Solved),
            UNSOLVABLE_STATUS: Answer("No game can reach this position.", SolveFailure),
        }
        | build_error_answers(
            s400="The request cannot be read.",
            s413="The request is too long.",
            s415="The request is not JSON.",
            s429="Too many questions from one address: wait a moment.",
            s503="Too many questions in all: wait a moment.",
        ),
        body=Solve,
    )
    async def solve(self, request: Request) -> Response:
        """Answer `POST /api/solve`."""
        self.metrics.requests.count_request("Solve")
        if not self._rates.try_take_tokens(get_client_address(request), self.now()):
            raise make_refusal(problems.TOO_MANY())
        content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if content_type != "application/json":
            raise make_refusal(problems.NOT_JSON())
        body = await read_body(request, MAX_BYTES)
        if self._open_count >= MAX_OPEN:
            raise make_refusal(problems.FULL())
        self._open_count += 1
        try:
            async with self._slots:
                return await self._solve_body(body)
        finally:
            self._open_count -= 1

    async def _solve_body(self, body: bytes) -> Response:
        question = from_json(body, Solve)
        position = question.parse_position()
        sets = tuple(map(judge_set, position.table))
        try:
            solved = await to_thread(_solve_position, position, question.moves, sets)
        except Refused as refused:
            violations = refused.violations
            self.metrics.refusals.labels(violations[0].code).inc()
            reasons = tuple(map(Problem.from_violation, violations))
            failure = SolveFailure(describe_violations(violations), reasons, sets)
            return build_error_response(violations, UNSOLVABLE_STATUS, failure)
        return Response(to_json(solved), media_type="application/json")


def _solve_position(position: Position, moves: int, sets: tuple[SetJudged, ...]) -> Solved:
    """Return the best plays found within `TIMEOUT_SECONDS`."""
    _check_tiles_in_box(position)
    until = monotonic() + TIMEOUT_SECONDS
    found: list[Play] = []
    for answer in position.find_answers(moves, EFFORT):
        found.append(Play.from_answer(answer))
        if len(found) < moves and monotonic() > until:
            return Solved(sets, tuple(found), complete=False)
    return Solved(sets, tuple(found), complete=True)


def _check_tiles_in_box(position: Position) -> None:
    """Refuse more tiles of a face than the box holds (N-1)."""
    tiles = chain(position.rack, *position.table)
    shortages = get_box(position.edition.box).describe_shortages(tiles)
    if shortages:
        raise make_refusal(*[NOT_IN_BOX(why=why) for why in shortages])
