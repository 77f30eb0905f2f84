"""Few requests begin in each iteration of the event loop, in turn by address.

The event loop handles everything that has arrived before it looks for more. So thousands of
requests that arrive at the same moment would delay everybody until all of them are answered.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections import OrderedDict, deque
from collections.abc import Callable

MAX_STARTED = 20
"""Requests that begin in one iteration; together they take about six milliseconds."""


class RequestTurns:
    """Lets requests begin: at once while there are few, else one of each address in turn."""

    def __init__(self) -> None:
        """Start without requests."""
        self._started = 0
        """Requests that have begun in this iteration."""
        self._waiting: OrderedDict[str | None, deque[Callable[[], None]]] = OrderedDict()
        """What begins the requests of each address; the address whose turn is next comes first."""

    def try_start(self) -> bool:
        """Return whether a request may begin now, and count it if so."""
        if self._started >= MAX_STARTED:
            return False
        if not self._started:
            get_running_loop().call_soon(self._begin_iteration)
        self._started += 1
        return True

    def add_waiting(self, address: str | None, begin: Callable[[], None]) -> None:
        """Call `begin` when it is the turn of a request that could not start."""
        self._waiting.setdefault(address, deque()).append(begin)

    def _begin_iteration(self) -> None:
        self._started = 0
        while self._waiting and self.try_start():
            address, turns = self._waiting.popitem(last=False)
            begin = turns.popleft()
            if turns:
                self._waiting[address] = turns
            begin()
