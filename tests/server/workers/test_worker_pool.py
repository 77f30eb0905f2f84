"""Worker processes: what they answer, how they are limited, replaced and ended."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kostka.events.errors import BadInput, Refused
from kostka.server.ops.metrics import Metrics
from kostka.server.transport.request_cost import CURRENT_COST, RequestCost
from kostka.server.workers import worker_process
from kostka.server.workers.task import Task
from kostka.server.workers.tasks import TASKS
from kostka.server.workers.worker_pool import WorkerPool

HERE = "127.0.0.1"

CHILD = """
import sys, time
from kostka.server.workers import child
from kostka.server.workers.task import Task

def hog(payload):
    kept = []
    while True:
        kept.append(bytes(2**20))

def spin(payload):
    while True:
        pass

def die(payload):
    import os
    os.abort()

def fail(payload):
    print("this is not a reply")
    return 1 / 0

def write(payload):
    with open(payload.decode(), "w") as file:
        file.write("x")

tasks = {name: function for name, function in globals().items() if callable(function)}
for name in ("hog", "spin", "die", "fail", "write"):
    child.TASKS[name] = Task(name, tasks[name], seconds=1)
child.TASKS["echo"] = Task("echo", lambda payload: payload, seconds=5)
child.run_worker()
"""
"""A worker with further tasks, all of them bad."""

Work = Callable[[WorkerPool], Awaitable[None]]


def run(work: Work) -> None:
    async def main() -> None:
        pool = WorkerPool()
        try:
            await asyncio.wait_for(work(pool), 60)
        finally:
            await pool.close()

    asyncio.run(main())


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> dict[str, Task]:
    """Let workers have the bad tasks too."""
    monkeypatch.setattr(worker_process, "WORKER_COMMAND", (sys.executable, "-P", "-c", CHILD))
    names = ("hog", "spin", "die", "fail", "write", "echo")
    return {name: Task(name, bytes, seconds=30) for name in names}


async def get_refusal(working: Awaitable[bytes]) -> str:
    with pytest.raises(Refused) as caught:
        await working
    return caught.value.violations[0].code


def test_tasks_answer_and_raise_as_they_would_here() -> None:
    async def look(pool: WorkerPool) -> None:
        good = b'{"edition":"classic","before":"","rack":"B3","after":"","opened":true}'
        check = TASKS["check_turn"]
        assert await pool.run_task(check, good, HERE) == check.function(good)
        with pytest.raises(BadInput, match="'chess' is not an edition"):
            await pool.run_task(check, good.replace(b"classic", b"chess"), HERE)
        theme = TASKS["read_theme"]
        with pytest.raises(Refused) as caught:
            await pool.run_task(theme, b"\x82\xa5title\xa1A\xa4data\xc4\x00", HERE)
        assert str(caught.value) == "the word list of the theme A is empty (W-15)"
        assert len(pool.workers) == 1  # it was kept

    run(look)


def test_two_workers_run_at_a_time_and_are_counted() -> None:
    async def look(pool: WorkerPool) -> None:
        metrics = Metrics()
        pool.add_gauges(metrics)
        question = b'{"edition":"classic","rack":"B3 B5 B6","table":"B4 R4 O4 K4"}'
        many = [pool.run_task(TASKS["solve_position"], question, HERE) for _ in range(10)]
        working = asyncio.gather(*many)
        await asyncio.sleep(0)
        assert b"kostka_tasks_running 2.0" in metrics.render()
        assert b"kostka_tasks_waiting 8.0" in metrics.render()
        assert len(set(await working)) == 1
        assert b"kostka_tasks_running 0.0" in metrics.render()
        assert b"kostka_workers 2.0" in metrics.render()

    run(look)


def test_the_processor_time_is_charged(tasks: dict[str, Task]) -> None:
    async def look(pool: WorkerPool) -> None:
        cost = RequestCost(HERE)
        CURRENT_COST.set(cost)
        await pool.run_task(tasks["echo"], b"x", HERE)
        first = cost.seconds
        assert first > 0.01  # the process had to start
        await pool.run_task(tasks["echo"], b"x", HERE)
        assert first < cost.seconds < 2 * first
        before = cost.seconds
        await get_refusal(pool.run_task(tasks["spin"]._replace(seconds=0.2), b"", HERE))
        assert cost.seconds >= before + 0.2

    run(look)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a worker")
def test_a_task_that_takes_all_memory_is_refused(tasks: dict[str, Task]) -> None:
    async def look(pool: WorkerPool) -> None:
        assert await pool.run_task(tasks["echo"], b"1", HERE) == b"1"
        (first,) = pool.workers
        assert await get_refusal(pool.run_task(tasks["hog"], b"", HERE)) == "too_much_work"
        assert first not in pool.workers
        assert await pool.run_task(tasks["echo"], b"2", HERE) == b"2"

    run(look)


@pytest.mark.parametrize(
    ("name", "code"), [("spin", "too_much_work"), ("die", "too_much_work"), ("fail", "failed")]
)
def test_a_worker_that_fails_is_replaced(tasks: dict[str, Task], name: str, code: str) -> None:
    async def look(pool: WorkerPool) -> None:
        task = tasks[name]._replace(seconds=0.5 if name == "spin" else 30)
        assert await get_refusal(pool.run_task(task, b"", HERE)) == code
        assert pool.workers == []
        assert await pool.run_task(tasks["echo"], b"x", HERE) == b"x"

    run(look)


def test_workers_write_no_files(tasks: dict[str, Task], tmp_path: Path) -> None:
    async def look(pool: WorkerPool) -> None:
        path = tmp_path / "file"
        await get_refusal(pool.run_task(tasks["write"], str(path).encode(), HERE))
        assert not path.exists() or path.read_text() == ""

    run(look)


def test_a_worker_that_was_killed_or_has_worked_enough_is_replaced(
    tasks: dict[str, Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "MAX_TASKS", 2)

    async def look(pool: WorkerPool) -> None:
        async def echo() -> list[int]:
            before = [worker.pid for worker in pool.workers]
            assert await pool.run_task(tasks["echo"], b"x" * 3_000_000, HERE) == b"x" * 3_000_000
            return before

        await echo()
        (first,) = pool.workers
        os.kill(first.pid, signal.SIGKILL)
        await asyncio.sleep(0.2)
        await echo()
        (second,) = pool.workers
        assert second.pid != first.pid
        assert await echo() == [second.pid]
        assert pool.workers == []

    run(look)


def test_a_worker_that_has_grown_is_replaced(
    tasks: dict[str, Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "RETIRING_BYTES", 1)

    async def look(pool: WorkerPool) -> None:
        await pool.run_task(tasks["echo"], b"x", HERE)
        assert pool.workers == []

    run(look)


def test_a_pool_that_closes_ends_running_tasks(tasks: dict[str, Task]) -> None:
    async def look(pool: WorkerPool) -> None:
        await pool.run_task(tasks["echo"], b"x", HERE)
        spinning = asyncio.create_task(pool.run_task(tasks["spin"], b"", HERE))
        await asyncio.sleep(0.05)
        (worker,) = pool.workers
        await pool.close()
        assert await get_refusal(spinning) == "too_much_work"
        assert not worker.is_usable

    run(look)


def test_a_system_that_starts_no_processes_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: str, **__: int) -> None:
        raise BlockingIOError

    monkeypatch.setattr(worker_process, "create_subprocess_exec", fail)

    async def look(pool: WorkerPool) -> None:
        assert await get_refusal(pool.run_task(TASKS["check_turn"], b"", HERE)) == "full"

    run(look)
