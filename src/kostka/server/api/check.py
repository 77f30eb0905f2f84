"""`POST /api/check`: is this a legal turn? For exercises and for programs; nothing is stored."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kostka.server.api.requests import read_body
from kostka.server.api.task_runner import TaskRunner, run_task_for_request
from kostka.server.openapi.descriptions import Answer, build_error_answers, describe_route
from kostka.server.workers.tasks.turn_verdicts import CHECK_TURN, TurnToCheck, TurnVerdict

MAX_BYTES = 8 * 1024
"""Of a request; all tiles of the largest box, written three times, need less."""


class CheckRoute:
    """Judges turns."""

    def __init__(self, runner: TaskRunner) -> None:
        """Judge turns with a runner."""
        self._runner = runner

    @property
    def routes(self) -> list[Route]:
        """The route `/api/check`."""
        return [Route("/api/check", self.send_turn_verdict, methods=["POST"])]

    @describe_route(
        "Judge a turn: is it legal?",
        {200: Answer("What the rules say about it.", TurnVerdict)}
        | build_error_answers(
            s400="The request cannot be read, or the box does not allow it.",
            s413="The request is too long.",
            s429="Too many questions from one address: wait a moment.",
            s503="Too many questions in all: wait a moment.",
        ),
        body=TurnToCheck,
    )
    async def send_turn_verdict(self, request: Request) -> Response:
        """Answer `POST /api/check`."""
        data = await read_body(request, MAX_BYTES)
        verdict = await run_task_for_request(self._runner, request, CHECK_TURN, data)
        return Response(verdict, media_type="application/json")
