"""One worker process, as the server sees it."""

from __future__ import annotations

import os
import sys
from asyncio import IncompleteReadError, create_subprocess_exec, timeout
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from kostka.server.workers.frames import (
    MAX_REPLY_BYTES,
    READY,
    REPLY_HEAD,
    Outcome,
    Reply,
    encode_request,
)
from kostka.server.workers.task import Task

WORKER_COMMAND = (sys.executable, "-P", "-m", "kostka.server.workers")

PATIENCE = 6
"""A task may take this many times its processor time by the clock: other programs run too."""

START_SECONDS = 60
"""A worker is ready after half a second; on a busy machine it takes longer."""

MAX_TASKS = 2000
RETIRING_BYTES = 80 * 2**20
"""After so many tasks, or with so much memory, a worker is replaced. A fresh one has 35 MB."""


class WorkerDied(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """A worker ended, or was killed, before it answered."""

    def __init__(self, why: str) -> None:
        """Store the reason, for the log."""
        super().__init__(why)
        self.why = why


class WorkerProcess:
    """A child process that runs one task at a time."""

    def __init__(self, process: Process) -> None:
        """Use a process that has been started."""
        self._process = process
        self._tasks = 0
        self._is_worn = False

    @classmethod
    async def start(cls) -> WorkerProcess:
        """Start a process, and return it when it can take tasks; raise `WorkerDied` if it ends."""
        worker = cls(
            await create_subprocess_exec(
                *WORKER_COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=_build_environment()
            )
        )
        try:
            await worker._read(len(READY), START_SECONDS)
        except BaseException:
            await worker.stop()
            raise
        return worker

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_usable(self) -> bool:
        """Whether it runs, and has neither grown nor done too many tasks."""
        return self._process.returncode is None and not self._is_worn

    async def run_task(self, task: Task, payload: bytes) -> Reply:
        """Run a task and return its reply; raise `WorkerDied` if there is none in time."""
        assert self._process.stdin is not None
        self._process.stdin.write(encode_request(task.name, payload))
        head = await self._read(REPLY_HEAD.size, PATIENCE * task.seconds)
        outcome, seconds, peak_bytes, length = REPLY_HEAD.unpack(head)
        assert length <= MAX_REPLY_BYTES  # the worker is our own
        body = await self._read(length, PATIENCE * task.seconds)
        reply = Reply(Outcome(outcome), seconds, peak_bytes, body)
        self._tasks += 1
        self._is_worn = (
            self._tasks >= MAX_TASKS
            or peak_bytes > RETIRING_BYTES
            or reply.outcome in (Outcome.TOO_BIG, Outcome.FAILED)
        )
        return reply

    async def stop(self) -> None:
        """End the process, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def _read(self, length: int, seconds: float) -> bytes:
        assert self._process.stdout is not None
        try:
            async with timeout(seconds):
                return await self._process.stdout.readexactly(length)
        except TimeoutError:
            await self.stop()
            raise WorkerDied("slow") from None
        except (IncompleteReadError, OSError):
            await self.stop()
            raise WorkerDied(f"status {self._process.returncode}") from None


def _build_environment() -> dict[str, str]:
    """Return the environment of a worker; one that crashes need not describe its stack."""
    return {**os.environ, "RUST_BACKTRACE": "0"}
