"""Finds tiles for the words of an answer: the search knows letters only."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from kostka.tiles.box import TileId
from kostka.word import Words, bag_of
from kostka.wordsolver.answer import Position


class NewWord(NamedTuple):
    """A word that is made."""

    text: str
    taken: str = ""
    """The letter for which a joker stands in it that was taken from the table (W-11)."""
    own_jokers: str = ""
    """With such a joker: the letters for which jokers of the rack stand in it."""


class LaidWords(NamedTuple):
    """Words with tiles."""

    table: Words
    letters: dict[TileId, str]


Supply = defaultdict[str, list[TileId]]
"""Tiles by the letter that they are laid for."""


def assign_tiles(
    position: Position, kept: Iterable[int], made: Iterable[NewWord], own_jokers: str, taken: str
) -> LaidWords:
    """Give the table with these words kept and made.

    Jokers of the rack stand for the letters `own_jokers`, somewhere in the words without a joker
    that was taken; the jokers taken stood for the letters `taken` before.

    Tiles of the same letter are alike, so those of the rack go into the longest words: then the
    word that counts has one.
    """
    longest_first = sorted(made, key=lambda word: -len(word.text))
    return _TileAssigner(position, taken).assign([*kept], longest_first, own_jokers)


class _TileAssigner:
    """Hands out tiles of the table and of the rack."""

    def __init__(self, position: Position, taken: str) -> None:
        self.position = position
        self.faces = bag_of(position.edition.bag).faces
        self.rack = [*position.rack]
        self.letters = dict(position.letters)
        self.taken = [self._take_joker_from_table(letter) for letter in taken]

    def _take_joker_from_table(self, letter: str) -> TileId:
        joker = next(tile for tile, stands_for in self.letters.items() if stands_for == letter)
        del self.letters[joker]
        return joker

    def _take_from_rack(self, face: str) -> TileId:
        tile = next(tile for tile in self.rack if self.faces[tile] == face)
        self.rack.remove(tile)
        return tile

    def _take_joker_from_rack(self, letter: str) -> TileId:
        joker = self._take_from_rack("?")
        self.letters[joker] = letter
        return joker

    def _get_letter(self, tile: TileId) -> str:
        return self.letters.get(tile, self.faces[tile])

    def assign(self, kept: list[int], made: list[NewWord], own_jokers: str) -> LaidWords:
        """Lay the words: first where only tiles of the rack may lie, then all others."""
        before = self.position.table
        gone = set(self.taken)
        freed = iter(self.taken)
        claims = {
            word.text: self._assign_word_with_taken_joker(word, next(freed))
            for word in made
            if word.taken
        }
        others = [word for word in made if not word.taken]
        wanted = Counter("".join(word.text for word in others))
        wanted.update(
            self.position.letters[tile] for at in kept for tile in before[at] if tile in gone
        )
        broken = [word for at, word in enumerate(before) if at not in kept]
        table = self._sort_by_letter(tile for word in broken for tile in word if tile not in gone)
        own = self._take_missing_from_rack(wanted, table, own_jokers)
        laid = {
            word.text: tuple([_pop_tile(own, table, letter) for letter in word.text])
            for word in others
        }
        words = [
            tuple(
                [
                    _pop_tile(own, table, self.position.letters[tile]) if tile in gone else tile
                    for tile in before[at]
                ]
            )
            for at in kept
        ]
        words += [claims.get(word.text) or laid[word.text] for word in made]
        return LaidWords(tuple(words), self.letters)

    def _assign_word_with_taken_joker(self, word: NewWord, joker: TileId) -> tuple[TileId, ...]:
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
                tiles.append(self._take_joker_from_rack(letter))
            else:
                tiles.append(self._take_from_rack(letter))
        return tuple(tiles)

    def _sort_by_letter(self, tiles: Iterable[TileId]) -> Supply:
        """Sort tiles of broken words by letter."""
        table: Supply = defaultdict(list)
        for tile in tiles:
            table[self._get_letter(tile)].append(tile)
        return table

    def _take_missing_from_rack(
        self, wanted: Counter[str], table: Supply, own_jokers: str
    ) -> Supply:
        """Take what the table has not from the rack."""
        own: Supply = defaultdict(list)
        for letter in own_jokers:
            own[letter].append(self._take_joker_from_rack(letter))
        for letter, count in wanted.items():
            for _ in range(count - len(table[letter]) - len(own[letter])):
                own[letter].append(self._take_from_rack(letter))
        return own


def _pop_tile(own: Supply, table: Supply, letter: str) -> TileId:
    return (own[letter] or table[letter]).pop()
