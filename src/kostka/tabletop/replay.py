"""A record, command by command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from kostka.events.game import Machine
from kostka.events.log import Log
from kostka.tabletop.state import GATHERING, AnyTableState

HeaderT = TypeVar("HeaderT")
StateT = TypeVar("StateT", bound=AnyTableState)
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


def iterate_events_by_command(
    machine: Machine[HeaderT, StateT, CommandT, EventT, ViewT], log: Log[HeaderT, EventT]
) -> Iterator[tuple[int | None, tuple[EventT, ...], StateT, StateT]]:
    """Yield the time, the events, and the states before and after each command.

    Everything up to the first turn counts as one command.
    """
    before = machine.create_state(log.header)
    events: list[EventT] = []
    for entry, (event, state) in zip(log.entries, machine.replay(log), strict=True):
        events.append(event)
        if not entry.more and state.phase != GATHERING:
            yield entry.at, tuple(events), before, state
            events, before = [], state
