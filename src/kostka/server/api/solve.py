"""`POST /api/solve`: the best plays for a table and a rack, with their steps; nothing is kept."""

from __future__ import annotations

from asyncio import Semaphore, to_thread
from collections.abc import Callable, Sequence
from itertools import chain
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput, Refused, Violation, refuse
from kostka.protocol.responses import Problem, SetJudged
from kostka.protocol.solve_api import NotSolved, Solve, Solved
from kostka.server import problems
from kostka.server.api.body import read_body
from kostka.server.games.set_verdict import set_judged
from kostka.server.ops.metrics import Metrics
from kostka.server.transport.rate_limits import Buckets, Rate
from kostka.solver import DEFAULT_EFFORT, KERNEL
from kostka.solver.wire import NOT_IN_BOX, Play, Position
from kostka.tiles.box import box_of

LONGEST = 8 * 1024
"""Bytes of a question: all tiles of the largest box and some house rules need a quarter of it."""

RATE = Rate(burst=60, each_second=4)
"""Questions from one address: a page asks anew with every tile that is laid down."""

AT_ONCE = 2
"""So many questions are thought about at a time; others wait."""

MOST_WAITING = 30
"""With so many questions waiting or thought about, the next is refused."""

PATIENCE = 3.0
"""Seconds after which no further play is begun to be looked for."""

EFFORT = DEFAULT_EFFORT if KERNEL else DEFAULT_EFFORT // 100
"""Steps of a search. Without the compiled kernel each takes a hundred times as long."""

RETRY = {"retry-after": "1"}


class Solving:
    """Answers questions, a few at a time."""

    def __init__(self, now: Callable[[], int], metrics: Metrics) -> None:
        """Take the time in milliseconds from outside."""
        self.now = now
        self.metrics = metrics
        self._rates = Buckets(RATE)
        self._places = Semaphore(AT_ONCE)
        self._waiting = 0

    @property
    def routes(self) -> list[Route]:
        """The address."""
        return [Route("/api/solve", self.solve, methods=["POST"])]

    async def solve(self, request: Request) -> Response:
        """Answer a question, or say in a line what is wrong with it."""
        self.metrics.requests.begun("Solve")
        address = request.client.host if request.client else ""
        if not self._rates.take(address, self.now()):
            return self._refuse(429, problems.TOO_MANY(), headers=RETRY)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return self._refuse(415, problems.NOT_JSON())
        body = await read_body(request, LONGEST)
        if body is None:
            return self._refuse(413, problems.TOO_LONG(most=LONGEST))
        if self._waiting >= MOST_WAITING:
            return self._refuse(503, problems.FULL(), headers=RETRY)
        self._waiting += 1
        try:
            async with self._places:
                return await self._answered(body)
        finally:
            self._waiting -= 1

    async def _answered(self, body: bytes) -> Response:
        try:
            question = from_json(body, Solve)
            position = question.read()
        except BadInput as error:
            return self._refuse(400, problems.BAD_MESSAGE(why=str(error)))
        sets = tuple(map(set_judged, position.table))
        try:
            solved = await to_thread(_solved, position, question.moves, sets)
        except Refused as refused:
            return self._refuse(422, *refused.violations, sets=sets)
        return Response(to_json(solved), media_type="application/json")

    def _refuse(
        self,
        status: int,
        *violations: Violation,
        sets: Sequence[SetJudged] = (),
        headers: dict[str, str] | None = None,
    ) -> Response:
        first = violations[0]
        self.metrics.refused.labels(first.code).inc()
        found = tuple(map(Problem.of, violations))
        error = "; ".join(
            str(violation) if violation.clause else violation.text for violation in violations
        )
        body = NotSolved(first.code, first.clause, error, found, tuple(sets))
        return Response(to_json(body), status, headers, "application/json")


def _solved(position: Position, moves: int, sets: tuple[SetJudged, ...]) -> Solved:
    """Look for plays, as long as there is patience."""
    _check_box(position)
    until = monotonic() + PATIENCE
    found: list[Play] = []
    for answer in position.answers(moves, EFFORT):
        found.append(Play.from_answer(answer))
        if len(found) < moves and monotonic() > until:
            return Solved(sets, tuple(found), complete=False)
    return Solved(sets, tuple(found), complete=True)


def _check_box(position: Position) -> None:
    """Refuse more tiles of a face than the box holds (N-1)."""
    tiles = chain(position.rack, *position.table)
    shortages = box_of(position.edition.box).shortages(tiles)
    if shortages:
        raise refuse(*[NOT_IN_BOX(why=why) for why in shortages])
