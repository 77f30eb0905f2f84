"""Moves found by the solver, on all of a table or on some of its words."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from kostka.lexicon import Tier
from kostka.tiles.box import TileId
from kostka.word import View, WordEdition, bag_of, texts
from kostka.word.table import Word, Words
from kostka.wordsolver import Answer, Position, Vocabulary, solve, vocabulary_of
from kostka.wordsolver.vocabulary import LONGEST_WORD


def polite_words(edition: WordEdition, tier: Tier) -> Vocabulary:
    """Give the words of an edition up to some tier but for vulgar ones: nobody asked for those."""
    return vocabulary_of(replace(edition, vulgar=False), tier)


def position_of(view: View, edition: WordEdition) -> Position:
    """Give the position of a viewer; the edition is one with the words of its theme."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    return Position(edition, view.table, view.letters, own.rack or (), own.opened)


def best_move(
    vocabulary: Vocabulary, position: Position, *, rebuilt: int | None, effort: int
) -> Answer:
    """Give the best turn found.

    Words longer than every word there is can only lie on a table where words are challenged
    (W-13); they stay as they are.
    """
    table = tuple([word for word in position.table if len(word) <= LONGEST_WORD])
    return _beside(vocabulary, position, table, rebuilt, effort)


def lengthened(
    vocabulary: Vocabulary, position: Position, word: Word, *, effort: int
) -> Answer | None:
    """Give a turn that makes a word of the table longer and moves no other; None for none."""
    if len(word) > LONGEST_WORD:
        return None
    answer = _beside(vocabulary, position, (word,), 1, effort)
    bag = bag_of(position.edition.bag)
    (text,) = texts(bag, [word], position.letters)
    names = texts(bag, answer.table, answer.letters)
    twice = len(set(names)) < len(names)  # the search knew of one word alone (W-6)
    return None if twice or text not in answer.word or text == answer.word else answer


def _beside(
    vocabulary: Vocabulary, position: Position, table: Words, rebuilt: int | None, effort: int
) -> Answer:
    """Solve for some words of the table, and leave the others where they are."""
    if len(table) == len(position.table):
        return solve(vocabulary, position, rebuilt=rebuilt, effort=effort)
    others = tuple([word for word in position.table if word not in table])
    within = replace(position, table=table, letters=_of(position, table))
    answer = solve(vocabulary, within, rebuilt=rebuilt, effort=effort)
    letters = {**_of(position, others), **answer.letters}
    return replace(answer, table=(*others, *answer.table), letters=letters)


def _of(position: Position, words: Collection[Word]) -> dict[TileId, str]:
    tiles = {tile for word in words for tile in word}
    return {tile: letter for tile, letter in position.letters.items() if tile in tiles}
