"""A running word game: how it is opened, saved and loaded."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.events import game
from kostka.events.game import Machine
from kostka.events.log import LogFormat
from kostka.tabletop.proof import check_seed
from kostka.tiles import shuffle
from kostka.word import events as ev
from kostka.word.commands import AnyCommand
from kostka.word.decisions import decide
from kostka.word.edition import KIND, LATER_FIELDS, WordEdition
from kostka.word.evolution import evolve
from kostka.word.state import Header, State, create_state
from kostka.word.validity import check_theme, compute_version_hash
from kostka.word.views import View, view

FORMAT: LogFormat[Header, ev.AnyEvent] = LogFormat(
    KIND,
    2,
    Header,
    ev.AnyEvent,
    unchained_names_since=2,
    later_fields={"edition": LATER_FIELDS},
)
"""How word games are saved. A change of shape is a new schema version, and an upgrade here for
every older one."""

WORD_GAME: Machine[Header, State, AnyCommand, ev.AnyEvent, View] = Machine(
    FORMAT, AnyCommand, create_state, decide, evolve, view
)


class Game(game.Game[Header, State, AnyCommand, ev.AnyEvent, View]):
    """A word game, from its header on."""

    @classmethod
    def new(
        cls,
        edition: WordEdition,
        names: Sequence[str],
        seed: bytes,
        *,
        starter: int | None = None,
        at: int | None = None,
    ) -> Game:
        """Open a game. The seed is 32 secret random bytes; its hash goes into the header."""
        version = compute_version_hash(edition)  # refuses words that cannot be judged
        check_theme(edition)
        header = Header(
            edition,
            tuple(names),
            shuffle.compute_seed_commitment(seed),
            starter,
            lexicon_hash=version,
        )
        opened = cls(WORD_GAME, FORMAT.new_log(header))
        opened._record_events([ev.Sealed(seed.hex())], at)
        return opened

    @classmethod
    def load(cls, data: bytes) -> Game:
        """Continue a saved game."""
        log = FORMAT.parse_log(data)
        check_seed(log)
        return cls(WORD_GAME, log)
