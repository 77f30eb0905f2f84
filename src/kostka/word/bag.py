"""The letter tiles of a box: how many there are of each letter, and the jokers (W-1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from kostka.events.errors import BadInput, quote
from kostka.lexicon.language import MAX_TILES, MIN_LETTERS
from kostka.tiles.box import TileId

JOKER = "?"


class LetterBag(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a box holds: its letters in the order of the alphabet, how many of each, and jokers."""

    letters: tuple[tuple[str, int], ...]
    jokers: int

    def __post_init__(self) -> None:
        """Refuse a bag that nobody could play with."""
        alphabet = [letter for letter, _ in self.letters]
        for letter in alphabet:
            if len(letter) != 1 or not letter.isalpha() or letter != letter.upper():
                raise BadInput(f"{quote(letter)} is not a capital letter (W-1)")
        if len(set(alphabet)) < max(len(alphabet), MIN_LETTERS):
            raise BadInput(f"a bag has at least {MIN_LETTERS} letters, none twice (W-1)")
        if self.jokers < 0 or min(count for _, count in self.letters) < 0:
            raise BadInput("a letter cannot have fewer than 0 tiles (W-1)")
        if self.tile_count > MAX_TILES:
            raise BadInput(f"{self.tile_count} tiles, but a bag has at most {MAX_TILES} (W-1)")

    @property
    def tile_count(self) -> int:
        """How many tiles there are."""
        return sum(count for _, count in self.letters) + self.jokers


class Bag:
    """A bag laid out: which letter each tile shows, jokers last."""

    def __init__(self, spec: LetterBag) -> None:
        """Lay the tiles out in the order of the alphabet."""
        self.spec = spec
        self.alphabet = tuple(letter for letter, _ in spec.letters)
        letters = [letter for letter, count in spec.letters for _ in range(count)]
        self.faces = (*letters, *[JOKER] * spec.jokers)
        self.tiles = tuple(TileId(number) for number in range(len(self.faces)))

    def __len__(self) -> int:
        return len(self.faces)

    def __contains__(self, tile: int) -> bool:
        return 0 <= tile < len(self.faces)

    def is_joker(self, tile: TileId) -> bool:
        """Whether a tile stands for any letter (W-10)."""
        return self.faces[tile] == JOKER

    def get_letters(self, tiles: Iterable[TileId]) -> str:
        """Return the letters that tiles show."""
        return "".join([self.faces[tile] for tile in tiles])

    def get_alphabet_rank(self, tile: TileId) -> int:
        """Where a tile's letter stands in the alphabet; a joker comes last (W-3)."""
        face = self.faces[tile]
        return len(self.alphabet) if face == JOKER else self.alphabet.index(face)


@lru_cache(maxsize=64)
def get_bag(spec: LetterBag) -> Bag:
    """Return the bag of a spec, the same object every time."""
    return Bag(spec)


POLISH = LetterBag(
    letters=(
        ("A", 9),
        ("Ą", 2),
        ("B", 2),
        ("C", 4),
        ("Ć", 1),
        ("D", 3),
        ("E", 7),
        ("Ę", 2),
        ("F", 1),
        ("G", 2),
        ("H", 2),
        ("I", 8),
        ("J", 2),
        ("K", 4),
        ("L", 3),
        ("Ł", 2),
        ("M", 3),
        ("N", 6),
        ("Ń", 1),
        ("O", 7),
        ("Ó", 2),
        ("P", 4),
        ("R", 5),
        ("S", 4),
        ("Ś", 1),
        ("T", 4),
        ("U", 3),
        ("W", 4),
        ("Y", 4),
        ("Z", 6),
        ("Ź", 1),
        ("Ż", 1),
    ),
    jokers=2,
)
"""The box of the Polish word game: 110 letters and 2 jokers (W-1)."""
