"""HTTP errors: one JSON body on every route, a status for every problem, no library texts.

Handlers raise: `Refused` for what is not allowed, `BadInput` for what cannot be read, `StoreFailed`
when the store does not answer. `HttpErrors` turns these exceptions, and those of Starlette itself,
into responses with a `Failure`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, Refused, Violation, format_input
from kostka.protocol.http_errors import Failure
from kostka.server import problems
from kostka.server.api import problems as http_problems
from kostka.server.ops import logs
from kostka.server.ops.metrics import Metrics
from kostka.server.storage.store import OwnedElsewhere, StoreFailed
from kostka.word.problems import THEME_PROBLEMS

RULE_STATUS = 409
"""The status of problems without one of their own: a rule does not allow it."""

STATUSES = {
    problems.BAD_MESSAGE.code: 400,
    problems.UNKNOWN_TOKEN.code: 401,
    http_problems.GAME_NOT_OVER.code: 403,
    http_problems.NO_EDITION.code: 404,
    http_problems.NO_FILE.code: 404,
    http_problems.NO_GAME.code: 404,
    http_problems.NO_ROUTE.code: 404,
    http_problems.WRONG_METHOD.code: 405,
    **{problem.code: 400 for problem in THEME_PROBLEMS},
    problems.TOO_LONG.code: 413,
    problems.TOO_MUCH_WORK.code: 413,
    problems.NOT_JSON.code: 415,
    problems.OVER_BUDGET.code: 429,
    problems.TOO_MANY.code: 429,
    problems.TOO_MANY_ROOMS.code: 429,
    problems.FAILED.code: 500,
    problems.FULL.code: 503,
    http_problems.NOT_READY.code: 503,
    problems.NODE_AWAY.code: 503,
    problems.NOT_SAVED.code: 503,
    problems.UNREADABLE.code: 503,
}
"""The HTTP status of each problem of the server itself, by code."""

RETRY_STATUSES = (429, 503)
"""Statuses after which the same request may work a second later."""

API_PREFIXES = ("/api/", "/static/")
"""Addresses below these are for programs. All others are pages."""

ErrorHandler = Callable[[Request, Any], Awaitable[Response]]


def build_error_response(
    violations: Iterable[Violation], status: int, body: Failure | None = None
) -> Response:
    """Return the response for violations; `body` replaces the plain `Failure`."""
    headers = {"cache-control": "no-store"}
    if status in RETRY_STATUSES:
        headers["retry-after"] = "1"
    content = to_json(body or Failure.from_violations(violations))
    return Response(content, status, headers, "application/json")


class HttpErrors:
    """Turns exceptions of all routes into responses, and counts them."""

    def __init__(
        self,
        metrics: Metrics,
        statuses: Mapping[str, int],
        build_index_response: Callable[[int], Response],
    ) -> None:
        """Add `statuses` of further problems; `build_index_response` returns the client's page."""
        self._metrics = metrics
        self._statuses = {**STATUSES, **statuses}
        self._build_index_response = build_index_response

    @property
    def handlers_by_exception(self) -> dict[Any, ErrorHandler]:
        """The handlers by exception, as Starlette takes them."""
        return {
            Refused: self._handle_refusal,
            BadInput: self._handle_bad_input,
            StoreFailed: self._handle_store_failure,
            OwnedElsewhere: self._handle_wrong_node,
            HTTPException: self._handle_http_exception,
            Exception: self._handle_crash,
        }

    def _count_and_build_response(
        self, *violations: Violation, status: int | None = None
    ) -> Response:
        code = violations[0].code
        self._metrics.refusals.labels(code).inc()
        return build_error_response(violations, status or self._statuses.get(code, RULE_STATUS))

    async def _handle_refusal(self, _: Request, error: Refused) -> Response:
        return self._count_and_build_response(*error.violations)

    async def _handle_bad_input(self, _: Request, error: BadInput) -> Response:
        return self._count_and_build_response(problems.BAD_MESSAGE(why=str(error)))

    async def _handle_store_failure(self, _: Request, error: StoreFailed) -> Response:
        logs.log_failure("not_read", error, text=str(error))  # it names files: not for clients
        return self._count_and_build_response(problems.UNREADABLE())

    async def _handle_wrong_node(self, _: Request, __: OwnedElsewhere) -> Response:
        """Answer a request that came here while another node took what it is about."""
        return self._count_and_build_response(problems.NODE_AWAY())

    async def _handle_crash(self, _: Request, __: Exception) -> Response:
        return self._count_and_build_response(problems.FAILED())

    async def _handle_http_exception(self, request: Request, error: HTTPException) -> Response:
        """Answer what Starlette itself refuses: unknown addresses and methods."""
        path, status = request.url.path, error.status_code
        is_page = not path.startswith(API_PREFIXES) and request.method in ("GET", "HEAD")
        if status == HTTPStatus.NOT_FOUND and is_page:
            return self._build_index_response(status)
        if status == HTTPStatus.NOT_FOUND:
            violation = http_problems.NO_ROUTE(path=format_input(path))
        elif status == HTTPStatus.METHOD_NOT_ALLOWED:
            violation = http_problems.WRONG_METHOD(
                method=format_input(request.method), path=format_input(path)
            )
        else:
            violation = http_problems.HTTP_ERROR(status=status, phrase=HTTPStatus(status).phrase)
        response = self._count_and_build_response(violation, status=status)
        response.headers.update(error.headers or {})
        return response
