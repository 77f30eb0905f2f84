"""`GET /readyz`: whether the server can save what players do, and is not about to stop."""

from __future__ import annotations

from asyncio import Task, create_task, get_running_loop, wait
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kostka.events.errors import make_refusal
from kostka.server.api.problems import NOT_READY
from kostka.server.openapi.descriptions import TEXT, Answer, build_error_answers, describe_route
from kostka.server.storage.store import Store, StoreFailed

MIN_INTERVAL = 1.0
"""Seconds between two probes, so that many requests cost no more than one."""

PROBE_TIMEOUT = 5.0
"""Seconds after which a store that does not answer counts as not ready."""


class ReadinessRoute:
    """The route by which a load balancer or an operator sees whether the server can write."""

    def __init__(self, store: Store, is_draining: Callable[[], bool]) -> None:
        """Probe a store; a server that is draining is not ready either."""
        self._store = store
        self._is_draining = is_draining
        self._probe: Task[str | None] | None = None
        """The last probe: its result is why the store cannot write, or None."""
        self._probe_ended = 0.0

    @property
    def routes(self) -> list[Route]:
        """The route of readiness."""
        return [Route("/readyz", self.send_readiness)]

    @describe_route(
        "Whether the server can save: proven by a commit, at most once a second.",
        {200: Answer("ok", media=TEXT)} | build_error_answers(s503="It cannot save at the moment."),
    )
    async def send_readiness(self, _: Request) -> Response:
        """Answer that the server is ready, or refuse with the reason."""
        reason = await self._find_problem()
        if reason is not None:
            raise make_refusal(NOT_READY(why=reason))
        return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})

    async def _find_problem(self) -> str | None:
        """Return why the server is not ready, or None; all callers of a second share a probe."""
        if self._is_draining():
            return "the server is about to stop"
        now = get_running_loop().time()
        probe = self._probe
        if probe is None or (probe.done() and now - self._probe_ended >= MIN_INTERVAL):
            probe = self._probe = create_task(self._commit_probe())
        done, _ = await wait({probe}, timeout=PROBE_TIMEOUT)
        return probe.result() if done else "the store does not answer"

    async def _commit_probe(self) -> str | None:
        try:
            await self._store.probe_write()
        except StoreFailed as error:
            return error.why
        else:
            return None
        finally:
            self._probe_ended = get_running_loop().time()
