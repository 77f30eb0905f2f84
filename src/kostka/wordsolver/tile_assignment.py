"""Finds tiles for the words of an answer: the search knows letters only."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from kostka.tiles.box import TileId
from kostka.word import Words, bag_of
from kostka.wordsolver.answer import Position


class Made(NamedTuple):
    """A word that is made."""

    text: str
    taken: str = ""
    """The letter for which a joker stands in it that was taken from the table (W-11)."""
    own_jokers: str = ""
    """With such a joker: the letters for which jokers of the rack stand in it."""


class Laid(NamedTuple):
    """Words with tiles."""

    table: Words
    letters: dict[TileId, str]


Supply = defaultdict[str, list[TileId]]
"""Tiles by the letter that they are laid for."""


def lay(
    position: Position, kept: Iterable[int], made: Iterable[Made], own_jokers: str, taken: str
) -> Laid:
    """Give the table with these words kept and made.

    Jokers of the rack stand for the letters `own_jokers`, somewhere in the words without a joker
    that was taken; the jokers taken stood for the letters `taken` before.

    Tiles of the same letter are alike, so those of the rack go into the longest words: then the
    word that counts has one.
    """
    longest_first = sorted(made, key=lambda word: -len(word.text))
    return _Layer(position, taken).lay([*kept], longest_first, own_jokers)


class _Layer:
    """Hands out tiles of the table and of the rack."""

    def __init__(self, position: Position, taken: str) -> None:
        self.position = position
        self.faces = bag_of(position.edition.bag).faces
        self.rack = [*position.rack]
        self.letters = dict(position.letters)
        self.taken = [self._table_joker(letter) for letter in taken]

    def _table_joker(self, letter: str) -> TileId:
        joker = next(tile for tile, stands_for in self.letters.items() if stands_for == letter)
        del self.letters[joker]
        return joker

    def _from_rack(self, face: str) -> TileId:
        tile = next(tile for tile in self.rack if self.faces[tile] == face)
        self.rack.remove(tile)
        return tile

    def _own_joker(self, letter: str) -> TileId:
        joker = self._from_rack("?")
        self.letters[joker] = letter
        return joker

    def _letter(self, tile: TileId) -> str:
        return self.letters.get(tile, self.faces[tile])

    def lay(self, kept: list[int], made: list[Made], own_jokers: str) -> Laid:
        """Lay the words: first where only tiles of the rack may lie, then all others."""
        before = self.position.table
        gone = set(self.taken)
        freed = iter(self.taken)
        claims = {word.text: self._claim(word, next(freed)) for word in made if word.taken}
        others = [word for word in made if not word.taken]
        wanted = Counter("".join(word.text for word in others))
        wanted.update(
            self.position.letters[tile] for at in kept for tile in before[at] if tile in gone
        )
        broken = [word for at, word in enumerate(before) if at not in kept]
        table = self._from_table(tile for word in broken for tile in word if tile not in gone)
        own = self._from_rack_for(wanted, table, own_jokers)
        laid = {
            word.text: tuple([_next(own, table, letter) for letter in word.text]) for word in others
        }
        words = [
            tuple(
                [
                    _next(own, table, self.position.letters[tile]) if tile in gone else tile
                    for tile in before[at]
                ]
            )
            for at in kept
        ]
        words += [claims.get(word.text) or laid[word.text] for word in made]
        return Laid(tuple(words), self.letters)

    def _claim(self, word: Made, joker: TileId) -> tuple[TileId, ...]:
        """Lay a word of tiles of the rack and a joker that was taken."""
        jokers = [*word.own_jokers]
        free = [joker]
        tiles = []
        for letter in word.text:
            if free and letter == word.taken:
                self.letters[joker] = letter
                tiles.append(free.pop())
            elif letter in jokers:
                jokers.remove(letter)
                tiles.append(self._own_joker(letter))
            else:
                tiles.append(self._from_rack(letter))
        return tuple(tiles)

    def _from_table(self, tiles: Iterable[TileId]) -> Supply:
        """Sort tiles of broken words by letter."""
        table: Supply = defaultdict(list)
        for tile in tiles:
            table[self._letter(tile)].append(tile)
        return table

    def _from_rack_for(self, wanted: Counter[str], table: Supply, own_jokers: str) -> Supply:
        """Take what the table has not from the rack."""
        own: Supply = defaultdict(list)
        for letter in own_jokers:
            own[letter].append(self._own_joker(letter))
        for letter, count in wanted.items():
            for _ in range(count - len(table[letter]) - len(own[letter])):
                own[letter].append(self._from_rack(letter))
        return own


def _next(own: Supply, table: Supply, letter: str) -> TileId:
    return (own[letter] or table[letter]).pop()
