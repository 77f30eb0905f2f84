"""Moves found by the solver, with all words of a table or with some of them."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from kostka.lexicon import Tier
from kostka.lexicon.word_list import MAX_WORD_LENGTH
from kostka.tiles.box import TileId
from kostka.word import View, WordEdition, get_bag, spell_words
from kostka.word.turn import Word, Words
from kostka.wordsolver import Answer, Position, Vocabulary, build_vocabulary, solve


def build_polite_vocabulary(edition: WordEdition, tier: Tier) -> Vocabulary:
    """Return the words of an edition up to a tier, without vulgar ones."""
    return build_vocabulary(replace(edition, vulgar=False), tier)


def build_position(view: View, edition: WordEdition) -> Position:
    """Return the position of the viewer; the edition must include the words of its theme."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    return Position(edition, view.table, view.letters, own.rack or (), own.opened)


def find_best_move(
    vocabulary: Vocabulary, position: Position, *, rebuilt: int | None, effort: int
) -> Answer:
    """Return the best turn found.

    Words longer than any valid word occur only if words can be challenged (W-13); they are left
    as they are.
    """
    table = tuple([word for word in position.table if len(word) <= MAX_WORD_LENGTH])
    return _solve_part_of_table(vocabulary, position, table, rebuilt, effort)


def find_lengthening_move(
    vocabulary: Vocabulary, position: Position, word: Word, *, effort: int
) -> Answer | None:
    """Return a turn that makes this word longer and moves no other word, or None."""
    if len(word) > MAX_WORD_LENGTH:
        return None
    answer = _solve_part_of_table(vocabulary, position, (word,), 1, effort)
    bag = get_bag(position.edition.bag)
    (text,) = spell_words(bag, [word], position.letters)
    names = spell_words(bag, answer.table, answer.letters)
    twice = len(set(names)) < len(names)  # the search did not see the other words (W-6)
    return None if twice or text not in answer.word or text == answer.word else answer


def _solve_part_of_table(
    vocabulary: Vocabulary, position: Position, table: Words, rebuilt: int | None, effort: int
) -> Answer:
    """Solve with some words of the table, and leave the others as they are."""
    if len(table) == len(position.table):
        return solve(vocabulary, position, rebuilt=rebuilt, effort=effort)
    others = tuple([word for word in position.table if word not in table])
    within = replace(position, table=table, letters=_select_joker_letters(position, table))
    answer = solve(vocabulary, within, rebuilt=rebuilt, effort=effort)
    letters = {**_select_joker_letters(position, others), **answer.letters}
    return replace(answer, table=(*others, *answer.table), letters=letters)


def _select_joker_letters(position: Position, words: Collection[Word]) -> dict[TileId, str]:
    tiles = {tile for word in words for tile in word}
    return {tile: letter for tile, letter in position.letters.items() if tile in tiles}
