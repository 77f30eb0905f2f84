"""Whose task is next, and what does not fit into the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from kostka.events.errors import Refused
from kostka.server.workers import fair_queue
from kostka.server.workers.fair_queue import HALF_LIFE_SECONDS, MAX_RUNNING, FairQueue, Turn
from kostka.server.workers.task import Task

LIGHT = Task("light", bytes, seconds=1)
HEAVY = Task("heavy", bytes, seconds=1, is_heavy=True)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Hall:
    """A queue, and the order in which tasks start."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.queue = FairQueue(self.clock)
        self.started: list[str] = []
        self.turns: dict[str, Turn] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, address: str, task: Task = LIGHT, size: int = 1) -> None:
        """Ask for a turn; returns when it has begun or waits."""

        async def wait() -> None:
            self.turns[name] = await self.queue.wait_for_turn(task, address, size)
            self.started.append(name)

        self.tasks[name] = asyncio.create_task(wait())
        await let_things_happen()

    async def end(self, name: str, seconds: float = 0) -> None:
        self.queue.end_turn(self.turns[name], seconds)
        await let_things_happen()

    async def get_refusal(self, name: str) -> str:
        """Return why a task was refused."""
        with pytest.raises(Refused) as caught:
            await self.tasks[name]
        return caught.value.violations[0].code


async def let_things_happen() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def test_few_run_at_a_time_and_one_heavy_task() -> None:
    async def look() -> None:
        hall = Hall()
        await hall.ask("first heavy", "a", HEAVY)
        await hall.ask("second heavy", "b", HEAVY)
        await hall.ask("light", "c")
        await hall.ask("late", "d")
        assert hall.started == ["first heavy", "light"]
        assert len(hall.queue.running) == MAX_RUNNING
        await hall.end("light")
        assert hall.started[2:] == ["late"]
        await hall.end("first heavy")
        assert hall.started[3:] == ["second heavy"]
        await hall.end("second heavy")
        await hall.end("late")
        assert hall.queue.running == hall.queue.waiting == []

    run(look())


def test_hard_questions_of_one_address_wait_behind_the_easy_ones_of_others() -> None:
    async def look() -> None:
        hall = Hall()
        for number in range(6):
            await hall.ask(f"hard {number}", "greedy")
        await hall.ask("easy", "modest")
        assert hall.started == ["hard 0", "hard 1"]
        await hall.end("hard 0", seconds=2)
        assert hall.started[2:] == ["easy"]
        await hall.ask("easy too", "another")
        await hall.end("easy", seconds=0.01)
        assert hall.started[3:] == ["easy too"]
        await hall.ask("easy again", "modest")
        await hall.end("hard 1", seconds=2)
        assert hall.started[4:] == ["easy again"]
        for number in range(2, 6):  # nobody else waits: all of them are answered
            await hall.end(hall.started[-1], seconds=0.01)
            assert hall.started[-1] == f"hard {number}"

    run(look())


def test_a_running_task_counts_before_it_ends() -> None:
    async def look() -> None:
        hall = Hall()
        await hall.ask("long", "greedy")
        await hall.ask("short", "modest")
        await hall.ask("second", "greedy")
        await hall.ask("third", "modest")
        hall.clock.now += 5
        await hall.end("short", seconds=0.1)
        assert hall.started == ["long", "short", "third"]

    run(look())


def test_use_is_forgotten_over_time() -> None:
    async def look() -> None:
        hall = Hall()
        use = hall.queue.use
        use.add_seconds("a", 8)
        assert use.get_seconds("a") == 8
        assert use.get_seconds("b") == 0
        hall.clock.now += 3 * HALF_LIFE_SECONDS
        assert use.get_seconds("a") == pytest.approx(1)
        for number in range(fair_queue.MAX_ADDRESSES + 10):
            use.add_seconds(str(number), 1)
        assert len(use._used) == fair_queue.MAX_ADDRESSES

    run(look())


def test_an_address_has_so_many_places_but_this_machine_as_many_as_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAITING_PER_ADDRESS", 3)

    async def look() -> None:
        hall = Hall()
        for number in range(MAX_RUNNING + 4):
            await hall.ask(str(number), "192.0.2.7")
        assert await hall.get_refusal(str(MAX_RUNNING + 3)) == "too_many"
        for number in range(5):
            await hall.ask(f"here {number}", "127.0.0.1")
        assert len(hall.queue.waiting) == 8
        hall.queue.refuse_all()
        assert await hall.get_refusal("here 0") == "full"

    run(look())


def test_in_a_full_queue_the_address_that_has_used_most_gives_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAITING", 4)

    async def look() -> None:
        hall = Hall()
        hall.queue.use.add_seconds("greedy", 10)
        hall.queue.use.add_seconds("equal", 0)
        for number in range(MAX_RUNNING + 4):
            await hall.ask(f"hard {number}", "greedy" if number > 2 else "equal")
        await hall.ask("easy", "modest")
        assert await hall.get_refusal("hard 3") == "full"
        assert len(hall.queue.waiting) == 4
        await hall.ask("more", "greedy")
        assert await hall.get_refusal("more") == "full"
        hall.queue.refuse_all()
        for name in ("hard 2", "hard 4", "hard 5", "easy"):
            assert await hall.get_refusal(name) == "full"

    run(look())


def test_what_waits_is_limited_in_bytes() -> None:
    async def look() -> None:
        hall = Hall()
        size = fair_queue.MAX_WAITING_BYTES // 2
        for number in range(MAX_RUNNING + 2):
            await hall.ask(str(number), str(number), size=size)
        await hall.ask("one more", "x", size=1)
        assert await hall.get_refusal("one more") == "full"
        await hall.end("0")
        await hall.ask("again", "x", size=1)
        assert len(hall.queue.waiting) == 2
        hall.queue.refuse_all()
        await asyncio.gather(*hall.tasks.values(), return_exceptions=True)

    run(look())


def test_a_client_that_goes_leaves_the_queue() -> None:
    async def look() -> None:
        hall = Hall()
        gone = asyncio.Event()

        async def wait_for_disconnect() -> None:
            await gone.wait()

        await hall.ask("first", "a")
        await hall.ask("second", "a")
        waiting = asyncio.create_task(hall.queue.wait_for_turn(LIGHT, "b", 1, wait_for_disconnect))
        cancelled = asyncio.create_task(hall.queue.wait_for_turn(LIGHT, "c", 1))
        await let_things_happen()
        assert len(hall.queue.waiting) == 2
        gone.set()
        with pytest.raises(Refused, match="closed too early"):
            await waiting
        cancelled.cancel()
        await let_things_happen()
        assert hall.queue.waiting == []
        assert len(hall.queue.running) == 2

    run(look())
