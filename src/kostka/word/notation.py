"""Words and racks as text: `KOSZYK sZCZYT`, where a small letter is a joker that stands for it."""

from __future__ import annotations

from collections.abc import Iterable

from kostka.events.errors import BadInput, quote
from kostka.tiles.box import TileId
from kostka.word.bag import JOKER, Bag
from kostka.word.turn import Letters, Words


class TileTaker:
    """Hands out the tiles of a bag for letters, none twice."""

    def __init__(self, bag: Bag) -> None:
        """Start with all tiles."""
        self.bag = bag
        self.left = list(bag.tiles)
        self.letters: dict[TileId, str] = {}

    def take_tile(self, face: str) -> TileId:
        """Take a tile that shows this letter, or a joker for `?`."""
        tile = next((tile for tile in self.left if self.bag.faces[tile] == face), None)
        if tile is None:
            many = self.bag.faces.count(face)
            if not many:
                raise BadInput(f"{quote(face)} is not a letter of this box (W-1)")
            raise BadInput(f"{many + 1} x {face}, but the box holds {many} (W-1)")
        self.left.remove(tile)
        return tile

    def take_word(self, text: str) -> tuple[TileId, ...]:
        """Take tiles for a word; a lower-case letter is a joker that stands for it (W-10)."""
        tiles = []
        for letter in text:
            if letter.islower():
                joker = self.take_tile(JOKER)
                if letter.upper() not in self.bag.alphabet:
                    raise BadInput(f"{quote(letter)} is not a letter of this box (W-10)")
                self.letters[joker] = letter.upper()
                tiles.append(joker)
            else:
                tiles.append(self.take_tile(letter))
        return tuple(tiles)

    def take_words(self, text: str) -> Words:
        """Take tiles for words separated by spaces."""
        return tuple([self.take_word(part) for part in text.split()])

    def take_rack(self, text: str) -> tuple[TileId, ...]:
        """Take tiles for a rack: capital letters and `?`, with or without spaces."""
        return tuple([self.take_tile(face) for face in text.upper() if not face.isspace()])


def format_words(bag: Bag, words: Iterable[Iterable[TileId]], letters: Letters) -> str:
    """Format words as `TileTaker.take_words` reads them."""
    return " ".join(
        "".join([letters[tile].lower() if bag.is_joker(tile) else bag.faces[tile] for tile in word])
        for word in words
    )
