"""How routes hand work on a request's data to the worker processes."""

from __future__ import annotations

from typing import Protocol

from starlette.requests import Request

from kostka.server.api.requests import get_client_address
from kostka.server.workers.fair_queue import Disconnect
from kostka.server.workers.task import Task


class TaskRunner(Protocol):
    """Runs tasks, as `WorkerPool` does."""

    async def run_task(
        self, task: Task, payload: bytes, address: str, gone: Disconnect | None = None
    ) -> bytes:
        """Run a task for an address and return its result, or raise what it raises."""


async def run_task_for_request(
    runner: TaskRunner, request: Request, task: Task, payload: bytes
) -> bytes:
    """Run a task for a request whose body was read; a client that disconnects stops waiting."""

    async def wait_for_disconnect() -> None:
        await request.receive()  # after the body, nothing else can come

    return await runner.run_task(task, payload, get_client_address(request), wait_for_disconnect)
