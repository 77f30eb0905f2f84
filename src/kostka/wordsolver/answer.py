"""What is asked of the solver of the word game, and what it answers."""

from __future__ import annotations

import msgspec

from kostka.tiles.box import TileId
from kostka.word import Letters, Turn, WordEdition, Words


class Position(msgspec.Struct, frozen=True, gc=False):
    """A table and a rack."""

    edition: WordEdition
    table: Words
    letters: Letters
    """Of every joker on the table."""
    rack: tuple[TileId, ...]
    opened: bool = True
    """Has the player laid a first word in an earlier turn (W-4)?"""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The best turn found: the table after it, and what it is worth."""

    table: Words
    """Words that lie as before come first, then those made, the one that counts first."""
    letters: dict[TileId, str]
    """Of every joker on the table."""
    placed: tuple[TileId, ...]
    """The tiles from the rack; none if there is no turn."""
    word: str
    """The word that counts (W-7)."""
    points: int
    """The length of that word, twice if the whole rack is placed (W-7, W-8)."""
    kept: int
    """How many words lie there as before, but for jokers that were taken."""
    proven: bool
    """Is it proven that no turn gives more points?"""
    kept_most: bool
    """Is it proven that no turn with as many points keeps more words?"""

    @property
    def doubled(self) -> bool:
        """Whether the whole rack is placed (W-8)."""
        return self.points > len(self.word)

    def build_turn(self, position: Position) -> Turn:
        """Give the turn as the rules judge it."""
        return Turn(
            edition=position.edition,
            before=position.table,
            letters_before=position.letters,
            rack=position.rack,
            after=self.table,
            letters=self.letters,
            opened=position.opened,
        )
