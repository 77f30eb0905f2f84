"""`POST /api/solve`: the best plays for a table and a rack, with their steps; nothing is kept."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.errors import make_refusal
from kostka.protocol.solve_api import Solve, Solved, SolveFailure
from kostka.server import problems
from kostka.server.api.requests import get_client_address, read_body
from kostka.server.api.task_runner import TaskRunner, run_task_for_request
from kostka.server.openapi.descriptions import Answer, build_error_answers, describe_route
from kostka.server.ops.metrics import Metrics
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.server.workers.tasks.position_answers import SOLVE_POSITION, decode_position_answer

MAX_BYTES = 8 * 1024
"""Of a question; all tiles of the largest box and some house rules need a quarter of it."""

RATE = Rate(burst=60, each_second=4)
"""Questions from one address: the solver page asks again whenever a tile is placed."""

UNSOLVABLE_STATUS = 422
"""For positions that can be read, but that no game can reach."""


class SolveRoute:
    """Answers questions to the solver."""

    def __init__(self, runner: TaskRunner, now: Callable[[], int], metrics: Metrics) -> None:
        """Solve with a runner, and count in `metrics`; `now` returns milliseconds."""
        self._runner = runner
        self.now = now
        self.metrics = metrics
        self._rates = Buckets(RATE)

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
        result = await run_task_for_request(self._runner, request, SOLVE_POSITION, body)
        answer = decode_position_answer(result)
        if not answer.problem_code:
            return Response(answer.body, media_type="application/json")
        self.metrics.refusals.labels(answer.problem_code).inc()
        headers = {"cache-control": "no-store"}
        return Response(answer.body, UNSOLVABLE_STATUS, headers, "application/json")
