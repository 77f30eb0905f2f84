"""The positions and answers of the word solver."""

from __future__ import annotations

import msgspec

from kostka.tiles.box import TileId
from kostka.word import Letters, Turn, WordEdition, Words


class Position(msgspec.Struct, frozen=True, gc=False):
    """A table and a rack."""

    edition: WordEdition
    table: Words
    letters: Letters
    """The letter of every joker on the table."""
    rack: tuple[TileId, ...]
    opened: bool = True
    """Whether the player has laid a first word in an earlier turn (W-4)."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The best turn found: the table after it, and its points."""

    table: Words
    """Kept words, then the word that counts, then the other new words."""
    letters: dict[TileId, str]
    """The letter of every joker on the table."""
    placed: tuple[TileId, ...]
    """The tiles from the rack; none if there is no turn."""
    word: str
    """The word that counts (W-7)."""
    points: int
    """The length of that word, twice if the whole rack is placed (W-7, W-8)."""
    kept: int
    """The count of words that are unchanged, apart from jokers taken from them."""
    proven: bool
    """Whether it is proven that no turn gives more points."""
    kept_most: bool
    """Whether it is proven that no turn with as many points keeps more words."""

    @property
    def doubled(self) -> bool:
        """Whether the whole rack is placed (W-8)."""
        return self.points > len(self.word)

    def build_turn(self, position: Position) -> Turn:
        """Return the turn in the form that the rules check."""
        return Turn(
            edition=position.edition,
            before=position.table,
            letters_before=position.letters,
            rack=position.rack,
            after=self.table,
            letters=self.letters,
            opened=position.opened,
        )
