"""A running number game: how it is opened, saved and loaded."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.editions.model import LATER_FIELDS, Edition
from kostka.events import game
from kostka.events.game import Machine
from kostka.events.log import LogFormat
from kostka.numbers import events as ev
from kostka.numbers.commands import AnyCommand
from kostka.numbers.decisions import decide
from kostka.numbers.evolution import evolve
from kostka.numbers.state import Header, State, create_state
from kostka.numbers.views import View, view
from kostka.tabletop.proof import check_seed
from kostka.tiles import shuffle

FORMAT: LogFormat[Header, ev.AnyEvent] = LogFormat(
    "numbers",
    2,
    Header,
    ev.AnyEvent,
    unchained_names_since=2,
    later_fields={"edition": LATER_FIELDS},
)
"""How games of numbers are saved. A change of shape is a new schema version, and an upgrade here
for every older one."""

NUMBERS: Machine[Header, State, AnyCommand, ev.AnyEvent, View] = Machine(
    FORMAT, AnyCommand, create_state, decide, evolve, view
)


class Game(game.Game[Header, State, AnyCommand, ev.AnyEvent, View]):
    """A game of numbers, from its header on."""

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
        header = Header(edition, tuple(names), shuffle.compute_seed_commitment(seed), starter)
        opened = cls(NUMBERS, FORMAT.new_log(header))
        opened._record_events([ev.Sealed(seed.hex())], at)
        return opened

    @classmethod
    def load(cls, data: bytes) -> Game:
        """Continue a saved game."""
        log = FORMAT.parse_log(data)
        check_seed(log)
        return cls(NUMBERS, log)
