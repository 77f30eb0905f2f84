"""A running game: its log and its state, kept together. The one thing here that changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kostka.editions.edition import Edition
from kostka.events.errors import BadRecord
from kostka.events.log import Format, Log
from kostka.numbers import events as ev
from kostka.numbers.commands import AnyCommand
from kostka.numbers.decide import decide
from kostka.numbers.evolve import evolve
from kostka.numbers.state import Header, State, initial
from kostka.numbers.view import View, Viewer, view
from kostka.tiles import shuffle

FORMAT: Format[Header, ev.AnyEvent] = Format("numbers", 1, Header, ev.AnyEvent)
"""How games of numbers are saved. A change of shape is a new schema version, and an upgrade here
for every older one."""


class Game:
    """A game of numbers, from its header on."""

    def __init__(self, log: Log[Header, ev.AnyEvent], state: State) -> None:
        """Take up a log whose events give this state."""
        self.log = log
        self.state = state

    @classmethod
    def new(
        cls,
        edition: Edition,
        names: Sequence[str],
        seed: bytes,
        *,
        starter: int | None = None,
        at: int | None = None,
    ) -> Game:
        """Open a game. The seed is 32 secret random bytes; its hash goes into the header."""
        header = Header(edition, tuple(names), shuffle.commitment(seed), starter)
        game = cls(FORMAT.new_log(header), initial(header))
        game._append(ev.Sealed(seed.hex()), at)
        return game

    @classmethod
    def load(cls, data: bytes) -> Game:
        """Take up a saved game where it was left."""
        log = FORMAT.read(data)
        state = initial(log.header)
        for _, state in steps(log):  # noqa: B007  (the last one counts)
            pass
        return cls(log, state)

    def do(self, command: AnyCommand, at: int | None = None) -> list[ev.AnyEvent]:
        """Carry a command out, or raise `Refused` and change nothing."""
        events = decide(self.state, command)
        for event in events:
            self._append(event, at)
        return events

    def view(self, viewer: Viewer) -> View:
        """Show the game to a seat, or to a spectator (None)."""
        return view(self.state, viewer)

    def saved(self) -> bytes:
        """The game as the bytes of its file. It holds hidden tiles: not for players."""
        return self.log.saved()

    def _append(self, event: ev.AnyEvent, at: int | None) -> None:
        self.state = evolve(self.state, event)
        self.log.append(event, at)


def steps(log: Log[Header, ev.AnyEvent]) -> Iterator[tuple[ev.AnyEvent, State]]:
    """Replay a log: every event with the state after it."""
    state = initial(log.header)
    for entry in log.entries:
        try:
            state = evolve(state, entry.event)
        except (ArithmeticError, AssertionError, LookupError, StopIteration, ValueError):
            # Only a log that was not written by a game holds events that do not fit.
            name = type(entry.event).__name__
            raise BadRecord(entry.n + 1, f"{name} cannot follow on what was before") from None
        yield entry.event, state
