"""Assigns tiles to the words of an answer, because the search knows letters only."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kostka.tiles.box import TileId
from kostka.word import Words, get_bag
from kostka.wordsolver.answer import Position


class NewWord(NamedTuple):
    """A word that the turn makes."""

    text: str
    taken: str = ""
    """The letter of a joker in it that was taken from the table (W-11)."""
    own_jokers: str = ""
    """With such a joker: the letters of the rack's jokers in it."""


class LaidWords(NamedTuple):
    """A table of tiles, and the letters of its jokers."""

    table: Words
    letters: dict[TileId, str]


class _Supply(NamedTuple):
    """Tiles to lay, by letter."""

    own: defaultdict[str, list[TileId]]
    """Tiles of the rack: they are laid first."""
    table: defaultdict[str, list[TileId]]

    def pop_tile(self, letter: str) -> TileId:
        return (self.own[letter] or self.table[letter]).pop()


def assign_tiles(
    position: Position, kept: Iterable[int], made: Iterable[NewWord], own_jokers: str, taken: str
) -> LaidWords:
    """Return the table with these words kept and made.

    Jokers of the rack stand for the letters `own_jokers`, anywhere in the words without a taken
    joker. The taken jokers stood for the letters `taken` before.

    Tiles of the same letter are alike, so those of the rack go into the longest words. The word
    that counts then has one.
    """
    longest_first = sorted(made, key=lambda word: -len(word.text))
    return _TileAssigner(position, taken).lay_words([*kept], longest_first, own_jokers)


class _TileAssigner:
    """Hands out the tiles of the table and of the rack."""

    def __init__(self, position: Position, taken: str) -> None:
        self.position = position
        self.faces = get_bag(position.edition.bag).faces
        self.rack = [*position.rack]
        self.letters = dict(position.letters)
        self.taken = [self._take_joker_from_table(letter) for letter in taken]

    def lay_words(self, kept: list[int], made: list[NewWord], own_jokers: str) -> LaidWords:
        """Lay the words that need tiles of the rack only, then all others."""
        free_jokers = iter(self.taken)
        laid = {
            word.text: self._lay_word_with_taken_joker(word, next(free_jokers))
            for word in made
            if word.taken
        }
        others = [word.text for word in made if not word.taken]
        supply = self._collect_tile_supply(kept, others, own_jokers)
        for text in others:
            laid[text] = tuple([supply.pop_tile(letter) for letter in text])
        words = [self._replace_taken_jokers(self.position.table[at], supply) for at in kept]
        words += [laid[word.text] for word in made]
        return LaidWords(tuple(words), self.letters)

    def _collect_tile_supply(self, kept: list[int], texts: list[str], own_jokers: str) -> _Supply:
        """Collect the tiles of broken words, and what else the words need from the rack."""
        table = self.position.table
        broken = [word for at, word in enumerate(table) if at not in kept]
        supply = _Supply(defaultdict(list), defaultdict(list))
        for word in broken:
            for tile in word:
                if tile not in self.taken:
                    supply.table[self.letters.get(tile, self.faces[tile])].append(tile)
        for letter in own_jokers:
            supply.own[letter].append(self._take_joker_from_rack(letter))
        for letter, count in self._count_letters_to_lay(kept, texts).items():
            for _ in range(count - len(supply.table[letter]) - len(supply.own[letter])):
                supply.own[letter].append(self._take_letter_from_rack(letter))
        return supply

    def _count_letters_to_lay(self, kept: list[int], texts: list[str]) -> Counter[str]:
        """Count the letters of new words, and of the jokers taken from kept words."""
        letters = Counter("".join(texts))
        for at in kept:
            for tile in self.position.table[at]:
                if tile in self.taken:
                    letters[self.position.letters[tile]] += 1
        return letters

    def _lay_word_with_taken_joker(self, word: NewWord, joker: TileId) -> tuple[TileId, ...]:
        """Lay a word of tiles of the rack and a joker that was taken from the table."""
        own_jokers = [*word.own_jokers]
        is_joker_free = True
        tiles = []
        for letter in word.text:
            if is_joker_free and letter == word.taken:
                is_joker_free = False
                self.letters[joker] = letter
                tiles.append(joker)
            elif letter in own_jokers:
                own_jokers.remove(letter)
                tiles.append(self._take_joker_from_rack(letter))
            else:
                tiles.append(self._take_letter_from_rack(letter))
        return tuple(tiles)

    def _replace_taken_jokers(self, word: Sequence[TileId], supply: _Supply) -> tuple[TileId, ...]:
        """Put tiles in a kept word for the jokers that were taken from it."""
        return tuple(
            [
                supply.pop_tile(self.position.letters[tile]) if tile in self.taken else tile
                for tile in word
            ]
        )

    def _take_joker_from_table(self, letter: str) -> TileId:
        joker = next(tile for tile, stands_for in self.letters.items() if stands_for == letter)
        del self.letters[joker]
        return joker

    def _take_letter_from_rack(self, face: str) -> TileId:
        tile = next(tile for tile in self.rack if self.faces[tile] == face)
        self.rack.remove(tile)
        return tile

    def _take_joker_from_rack(self, letter: str) -> TileId:
        joker = self._take_letter_from_rack("?")
        self.letters[joker] = letter
        return joker
