"""A running tournament: create, save and load it."""

from __future__ import annotations

from kostka.editions.model import LATER_FIELDS
from kostka.events import game
from kostka.events.game import Machine
from kostka.events.log import LogFormat
from kostka.tournament import events as ev
from kostka.tournament.commands import AnyCommand
from kostka.tournament.decisions import decide
from kostka.tournament.evolution import evolve
from kostka.tournament.state import Header, State, create_initial_state
from kostka.tournament.views import View, view

FORMAT: LogFormat[Header, ev.AnyEvent] = LogFormat(
    "tournaments", 1, Header, ev.AnyEvent, later_fields={"edition": LATER_FIELDS}
)
"""How tournaments are saved. A change of shape needs a new schema version and an upgrade from
every older one."""

TOURNAMENTS: Machine[Header, State, AnyCommand, ev.AnyEvent, View] = Machine(
    FORMAT, AnyCommand, create_initial_state, decide, evolve, view
)


class Tournament(game.Game[Header, State, AnyCommand, ev.AnyEvent, View]):
    """A tournament, from its header on."""

    @classmethod
    def new(cls, header: Header) -> Tournament:
        """Create a tournament."""
        return cls(TOURNAMENTS, FORMAT.new_log(header))

    @classmethod
    def load(cls, data: bytes) -> Tournament:
        """Load a saved tournament."""
        return cls(TOURNAMENTS, FORMAT.parse_log(data))
