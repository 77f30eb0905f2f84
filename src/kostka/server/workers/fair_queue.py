"""Queues tasks for workers. The address with the least recent processor time goes next.

One guest's hard questions wait behind the easy ones of others. The queue is bounded in all, for
each address and in bytes; what does not fit is refused at once.
"""

from __future__ import annotations

from asyncio import FIRST_COMPLETED, CancelledError, Future, get_running_loop, wait
from asyncio import ensure_future as start
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic

from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.transport.client_addresses import find_counted_address
from kostka.server.workers.task import Task

MAX_RUNNING = 2
"""Tasks at the same time. At most one of them is heavy, so quick questions never wait for two."""

MAX_WAITING = 60
MAX_WAITING_PER_ADDRESS = 20
MAX_WAITING_BYTES = 24_000_000
"""Three files of tournaments as long as they may be."""

HALF_LIFE_SECONDS = 60
"""After this time, processor time that an address has used counts half."""

MAX_ADDRESSES = 10_000
"""Addresses whose use is remembered; the least recent ones are forgotten."""

THIS_MACHINE = "this machine"
"""The address of tasks that count only in total."""

Disconnect = Callable[[], Awaitable[None]]
"""Returns when the client of a request has gone."""


class RecentUse:
    """How much processor time each address has used, fading over time."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Start with none; `now` returns seconds."""
        self._now = now
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The seconds of each address, and the time at which it was so much."""

    def get_seconds(self, address: str) -> float:
        """Return what an address has used lately."""
        seconds, at = self._used.get(address, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._now() - at) / HALF_LIFE_SECONDS))

    def add_seconds(self, address: str, seconds: float) -> None:
        """Add to what an address has used."""
        self._used[address] = (self.get_seconds(address) + seconds, self._now())
        self._used.move_to_end(address)
        if len(self._used) > MAX_ADDRESSES:
            self._used.popitem(last=False)


class Turn:
    """A task that waits or runs."""

    def __init__(self, task: Task, address: str, size: int) -> None:
        """Start to wait."""
        self.task = task
        self.address = find_counted_address(address) or THIS_MACHINE
        self.size = size
        self.started_at = 0.0
        self.may_start: Future[None] = get_running_loop().create_future()


class FairQueue:
    """Lets few tasks run at a time, and says whose is next."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Start empty; `now` returns seconds."""
        self.waiting: list[Turn] = []
        self.running: list[Turn] = []
        self.use = RecentUse(now)
        self._now = now

    async def wait_for_turn(
        self, task: Task, address: str, size: int, wait_for_disconnect: Disconnect | None = None
    ) -> Turn:
        """Return once the task may run; then call `end_turn`. Refuse if too much waits already.

        A client that disconnects while it waits is refused too, so that it holds no place.
        """
        turn = Turn(task, address, size)
        self._make_room(turn)
        self.waiting.append(turn)
        self._start_next_turns()
        try:
            await self._wait_or_disconnect(turn, wait_for_disconnect)
        except CancelledError:
            self.end_turn(turn)
            raise
        return turn

    def end_turn(self, turn: Turn, seconds: float = 0) -> None:
        """Let others run after a task that took so much processor time."""
        self.use.add_seconds(turn.address, seconds)
        for turns in (self.waiting, self.running):
            if turn in turns:
                turns.remove(turn)
        self._start_next_turns()

    def refuse_all(self) -> None:
        """Refuse everything that waits, because the server stops."""
        for turn in self.waiting:
            _refuse_turn(turn)
        self.waiting.clear()

    def _make_room(self, turn: Turn) -> None:
        """Refuse the task, or in a full queue a waiting one of an address that has used more."""
        own = sum(other.address == turn.address for other in self.waiting)
        if own >= MAX_WAITING_PER_ADDRESS and turn.address != THIS_MACHINE:
            raise make_refusal(problems.TOO_MANY())
        if sum(other.size for other in self.waiting) + turn.size > MAX_WAITING_BYTES:
            raise make_refusal(problems.FULL())
        if len(self.waiting) < MAX_WAITING:
            return
        worst = max(self.waiting, key=self._compute_use)
        if self._compute_use(worst) <= self._compute_use(turn):
            raise make_refusal(problems.FULL())
        self.waiting.remove(worst)
        _refuse_turn(worst)

    async def _wait_or_disconnect(self, turn: Turn, wait_for_disconnect: Disconnect | None) -> None:
        if turn.may_start.done() or wait_for_disconnect is None:
            return await turn.may_start
        gone = start(wait_for_disconnect())
        try:
            await wait({turn.may_start, gone}, return_when=FIRST_COMPLETED)
        finally:
            gone.cancel()
        if not turn.may_start.done():
            self.end_turn(turn)
            raise make_refusal(problems.BAD_MESSAGE(why="the connection was closed too early"))
        return await turn.may_start

    def _start_next_turns(self) -> None:
        while startable := [turn for turn in self.waiting if self._may_start(turn)]:
            turn = min(startable, key=self._compute_use)  # the first of equals
            self.waiting.remove(turn)
            self.running.append(turn)
            turn.started_at = self._now()
            turn.may_start.set_result(None)

    def _may_start(self, turn: Turn) -> bool:
        is_heavy = turn.task.is_heavy
        return len(self.running) < MAX_RUNNING and not (
            is_heavy and any(other.task.is_heavy for other in self.running)
        )

    def _compute_use(self, turn: Turn) -> float:
        """Return what an address has used lately, with the tasks that still run."""
        running = (other for other in self.running if other.address == turn.address)
        used = self.use.get_seconds(turn.address)
        return used + sum(self._now() - other.started_at for other in running)


def _refuse_turn(turn: Turn) -> None:
    turn.may_start.set_exception(make_refusal(problems.FULL()))
