"""Hints in word games against bots, as much of them as was asked for."""

from __future__ import annotations

from kostka.protocol.asking import AskHint
from kostka.protocol.telling import WordHint
from kostka.server.hints import TILES, WHOLE
from kostka.word.bag import bag_of
from kostka.word.edition import WordEdition
from kostka.word.table import check_turn
from kostka.word.validity import judge_of
from kostka.word.views import View
from kostka.wordsolver import Position, solve, vocabulary_of


def word_hint(view: View, book: WordEdition, asked: AskHint) -> WordHint:
    """Give a hint: 1 whether there is a move and its points, 2 which tiles can go, 3 all of it."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    position = Position(book, view.table, view.letters, own.rack or (), own.opened)
    best = solve(vocabulary_of(book), position)
    if not best.placed:
        return WordHint(asked.id, possible=False)
    faces = bag_of(book.bag).faces
    whole = asked.grade >= WHOLE
    check = check_turn(best.turn(position), judge_of(book))
    return WordHint(
        asked.id,
        possible=True,
        points=best.points,
        tiles=tuple(faces[tile] for tile in best.placed) if asked.grade >= TILES else None,
        words=check.words if whole else None,
        table=best.table if whole else None,
        letters=best.letters if whole else None,
    )
