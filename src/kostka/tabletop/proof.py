"""The proof of a record: the shuffle was fair, and every event follows from the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from kostka.events.errors import BadRecord
from kostka.events.game import Machine
from kostka.events.log import Log
from kostka.tabletop.events import Sealed
from kostka.tabletop.randomness import Contribution, list_contributions
from kostka.tabletop.state import AnyTableState, TableEdition, TableHeader
from kostka.tiles import shuffle

HeaderT = TypeVar("HeaderT", bound=TableHeader[TableEdition])
StateT = TypeVar("StateT", bound=AnyTableState)
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


class Proof(msgspec.Struct, frozen=True, gc=False):
    """What was checked."""

    commitment: str
    seed: str | None
    """None while the game is running."""
    orders: tuple[str, ...]
    """The hash of each order of the tiles."""
    commands: int
    """How many moves and other commands were carried out again, with the same outcome."""
    finished: bool
    names_chained: bool
    """Whether the chain of hashes covers the players' names; in newer records it does not."""
    rechained: bool
    """Whether a name was removed later, so that the hashes of lines are newer than the game."""
    contributions: tuple[Contribution, ...]
    """Which players added to the shuffle, or committed to it and did not."""


def check_seed(log: Log[HeaderT, EventT]) -> str:
    """Return the seed; refuse a log whose first event is not the seed its header commits to."""
    first = log.entries[0].event if log.entries else None
    if not isinstance(first, Sealed):
        raise BadRecord(2, "the seed of the shuffle is missing")
    if not shuffle.matches_commitment(first.seed, log.header.commitment):
        raise BadRecord(2, "the seed does not match the commitment in the header")
    return first.seed


def prove_log(
    machine: Machine[HeaderT, StateT, CommandT, EventT, ViewT],
    log: Log[HeaderT, EventT],
    find_command: Callable[[EventT], CommandT | None],
    simplify: Callable[[EventT], EventT],
    orders: tuple[str, ...],
) -> Proof:
    """Prove a record, or raise `BadRecord` with the first line that does not follow.

    The seed must have the hash that the header holds. Everything else is played again: each
    command that the log implies must lead, by the rules and the shuffle, to the events logged.
    """
    seed = check_seed(log)
    state, commands = machine.verify_log(log, find_command, simplify)
    finished = state.result is not None
    return Proof(
        commitment=log.header.commitment,
        seed=seed if finished else None,
        orders=orders,
        commands=commands,
        finished=finished,
        names_chained=not log.has_unchained_names,
        rechained=log.header.rechained is True,
        contributions=list_contributions(log.events),
    )
