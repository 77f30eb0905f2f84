"""Tasks run in the test's own process, for tests of routes that are not about workers."""

from __future__ import annotations

from kostka.server.workers.fair_queue import Disconnect
from kostka.server.workers.task import Task


class TasksHere:
    """Runs tasks at once, as a `TaskRunner`."""

    async def run_task(
        self, task: Task, payload: bytes, _address: str, _gone: Disconnect | None = None
    ) -> bytes:
        return task.function(payload)
