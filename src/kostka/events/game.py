"""What every kind of game shares: decide, evolve and view, together with a log.

A kind of game is a `Machine`: pure functions and the format of its log. A `Game` is one running
game of that kind: its log and its state. It is the only mutable object in the core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args

from kostka.events.codec import from_builtins, to_builtins
from kostka.events.errors import BadInput, BadRecord, Refused, quote
from kostka.events.log import Log, LogFormat

H = TypeVar("H")
S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
V = TypeVar("V")

Viewer = int | None
"""A seat, or None for a spectator."""

SPECTATOR = None

MAX_NAME_LENGTH = 40


MAX_TEXT_LENGTH = 200
"""Of words for the shuffle, or a referee's reason."""


def is_printable_text(text: str) -> bool:
    """Whether a text can be shown: not blank, on one line, and not too long."""
    return len(text.strip()) > 0 and len(text) <= MAX_TEXT_LENGTH and text.isprintable()


def check_names(names: tuple[str, ...]) -> None:
    """Refuse players' names that cannot be shown or distinguished."""
    for name in names:
        if not 1 <= len(name) <= MAX_NAME_LENGTH or not name.isprintable() or name != name.strip():
            raise BadInput(f"{quote(name)} is not a name of 1 to {MAX_NAME_LENGTH} characters")
    if len(set(names)) < len(names):
        raise BadInput(f"two players have one name: {quote(', '.join(names))}")


@dataclass(frozen=True)
class Machine(Generic[H, S, C, E, V]):
    """A kind of game."""

    log_format: LogFormat[H, E]
    command_type: Any
    create_state: Callable[[H], S]
    decide: Callable[[S, C], list[E]]
    """Returns the events that follow from a command, or raises `Refused`."""
    evolve: Callable[[S, E], S]
    """Returns the state after an event; never refuses."""
    view: Callable[[S, Viewer], V]
    """Returns what a viewer may know."""

    def replay(self, log: Log[H, E]) -> Iterator[tuple[E, S]]:
        """Replay a log: every event with the state after it."""
        state = self.create_state(log.header)
        for entry in log.entries:
            try:
                state = self.evolve(state, entry.event)
            except (ArithmeticError, AssertionError, LookupError, StopIteration, ValueError):
                # Only a log that no game wrote contains events that do not fit.
                name = type(entry.event).__name__
                raise BadRecord(entry.n + 1, f"{name} does not fit what happened before") from None
            yield entry.event, state

    def verify_log(
        self, log: Log[H, E], find_command: Callable[[E], C | None], simplify: Callable[[E], E]
    ) -> tuple[S, int]:
        """Play a log again, command by command: each must lead to the events that follow in it.

        The first event opens the game and has no command. `find_command` returns the command whose
        first event this is; `simplify` drops from an event what need not be the same. Returns
        the last state and the number of commands.
        """
        state = self.create_state(log.header)
        events = log.events
        state = self.evolve(state, events[0])
        at, commands = 1, 0
        while at < len(events):
            line = at + 2
            command = find_command(events[at])
            if command is None:
                raise BadRecord(line, f"no command leads to {type(events[at]).__name__} here")
            try:
                expected = self.decide(state, command)
            except Refused as refused:
                raise BadRecord(line, str(refused)) from None
            for event in expected:
                if at == len(events) or simplify(event) != simplify(events[at]):
                    raise BadRecord(at + 2, f"by the rules {type(event).__name__} follows here")
                state = self.evolve(state, event)
                at += 1
            commands += 1
        return state, commands


class Game(Generic[H, S, C, E, V]):
    """A running game."""

    def __init__(self, machine: Machine[H, S, C, E, V], log: Log[H, E]) -> None:
        """Continue a log from its end."""
        self.machine = machine
        self.log = log
        self.state = machine.create_state(log.header)
        for _, state in machine.replay(log):
            self.state = state

    def do(self, command: C, at: int | None = None) -> list[E]:
        """Carry out a command, or raise `Refused` or `BadInput` and change nothing."""
        return self.do_checked_command(self._check_command(command), at)

    def do_checked_command(self, command: C, at: int | None = None) -> list[E]:
        """Carry out a command whose fields were already checked when it was decoded."""
        events = self.machine.decide(self.state, command)
        self._record_events(events, at)
        return events

    def do_checked_commands(self, commands: Sequence[C], at: int | None = None) -> list[E]:
        """Carry out several commands as one: all of them, or none if one is refused."""
        state, events = self.state, list[E]()
        for command in commands:
            decided = self.machine.decide(state, command)
            for event in decided:
                state = self.machine.evolve(state, event)
            events += decided
        self._record_events(events, at)
        return events

    def _check_command(self, command: C) -> C:
        """Check every field of a command."""
        kinds, kind = self.machine.command_type, type(command)
        try:  # faster for one type than for the union of all
            checked: C = from_builtins(
                to_builtins(command), kind if kind in get_args(kinds) else kinds
            )
        except NotImplementedError:
            raise BadInput(f"{type(command).__name__} is not a command") from None
        return checked

    def _record_events(self, events: list[E], at: int | None) -> None:
        state, evolve = self.state, self.machine.evolve
        for event in events:
            state = evolve(state, event)
        self.log.append_all(events, at)
        self.state = state

    def view(self, viewer: Viewer) -> V:
        """Show the game to a seat, or to a spectator (None)."""
        return self.machine.view(self.state, viewer)

    def to_bytes(self) -> bytes:
        """Return the game as the bytes of its file. They contain hidden tiles: not for players."""
        return self.log.to_bytes()
