"""Runs tasks in worker processes, a few at a time."""

from __future__ import annotations

import logging
from asyncio import gather
from time import monotonic

from kostka.events.codec import from_json
from kostka.events.errors import BadInput, Refused, Violation, make_refusal
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.ops.metrics import Metrics
from kostka.server.transport.request_cost import charge_seconds
from kostka.server.workers.fair_queue import Disconnect, FairQueue
from kostka.server.workers.frames import Outcome, Reply
from kostka.server.workers.task import Task
from kostka.server.workers.worker_process import WorkerDied, WorkerProcess


class WorkerPool:
    """Worker processes, started when they are needed and kept for further tasks."""

    def __init__(self) -> None:
        """Start without processes."""
        self._queue = FairQueue()
        self.workers: list[WorkerProcess] = []
        self._idle: list[WorkerProcess] = []

    def add_gauges(self, metrics: Metrics) -> None:
        """Show the queue and the processes in metrics."""
        waiting, running = self._queue.waiting, self._queue.running
        add = metrics.add_gauge
        add("kostka_tasks_waiting", "Tasks that wait for a worker", lambda: len(waiting))
        add("kostka_tasks_running", "Tasks that workers run", lambda: len(running))
        add("kostka_workers", "Worker processes", lambda: len(self.workers))

    async def run_task(
        self, task: Task, payload: bytes, address: str, gone: Disconnect | None = None
    ) -> bytes:
        """Run a task for an address and return its result.

        Raise what the task raises. Refuse it if the queue is full, if its client disconnects while
        it waits (`gone` returns), or if it takes too much time or memory.
        """
        turn = await self._queue.wait_for_turn(task, address, len(payload), gone)
        start, seconds = monotonic(), 0.0
        try:
            reply = await self._run_in_worker(task, payload)
            seconds = reply.seconds
        except BaseException:
            seconds = monotonic() - start  # nobody knows better
            raise
        finally:
            self._queue.end_turn(turn, seconds)
            charge_seconds(seconds)
        return _get_result(task, reply)

    async def close(self) -> None:
        """End all processes, and refuse what waits for them."""
        self._queue.refuse_all()
        workers, self.workers, self._idle = self.workers, [], []
        await gather(*(worker.stop() for worker in workers))

    async def _run_in_worker(self, task: Task, payload: bytes) -> Reply:
        worker: WorkerProcess | None = None
        reply: Reply | None = None
        try:
            worker = await self._take_worker()
            reply = await worker.run_task(task, payload)
        except WorkerDied as died:
            logs.log_event("worker_died", logging.WARNING, kind=task.name, text=died.why)
            raise make_refusal(problems.TOO_MUCH_WORK()) from None
        except OSError as error:
            logs.log_failure("worker_not_started", error)
            raise make_refusal(problems.FULL()) from None
        finally:
            if worker is not None:
                await self._put_back(worker, is_answered=reply is not None)
        return reply

    async def _take_worker(self) -> WorkerProcess:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_usable:
                return worker
            await self._put_back(worker, is_answered=False)  # it was killed from outside
        worker = await WorkerProcess.start()
        self.workers.append(worker)
        return worker

    async def _put_back(self, worker: WorkerProcess, *, is_answered: bool) -> None:
        """Keep a worker for further tasks, or end it."""
        if worker not in self.workers:
            await worker.stop()  # the pool was closed meanwhile
        elif is_answered and worker.is_usable:
            self._idle.append(worker)
        else:
            self.workers.remove(worker)
            await worker.stop()


def _get_result(task: Task, reply: Reply) -> bytes:
    """Return the result in a reply, or raise what the task has raised."""
    match reply.outcome:
        case Outcome.DONE:
            return reply.body
        case Outcome.BAD_INPUT:
            raise BadInput(reply.body.decode())
        case Outcome.REFUSED:
            raise Refused(from_json(reply.body, tuple[Violation, ...]))
        case Outcome.TOO_BIG:
            raise make_refusal(problems.TOO_MUCH_WORK())
        case Outcome.FAILED:
            error, where = from_json(reply.body, tuple[str, list[str]])
            logs.log_event("task_failed", logging.ERROR, kind=task.name, error=error, where=where)
            raise make_refusal(problems.FAILED())
