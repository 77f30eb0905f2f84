"""Hints in word games against bots, as much of them as was asked for."""

from __future__ import annotations

from kostka.bots.word import build_polite_vocabulary, build_position, find_best_move
from kostka.lexicon import Tier
from kostka.protocol.requests import AskHint
from kostka.protocol.responses import WordHint
from kostka.server.games.number_hints import TILES, WHOLE
from kostka.word import View, WordEdition, bag_of, check_turn, judge_of

EFFORT = 100_000_000
"""How many words a hint may look at, which takes about half a second."""


def word_hint(view: View, book: WordEdition, asked: AskHint) -> WordHint:
    """Give a hint: 1 whether there is a move and its points, 2 which tiles can go, 3 all of it."""
    position = build_position(view, book)
    move = find_best_move(
        build_polite_vocabulary(book, Tier.RARE), position, rebuilt=None, effort=EFFORT
    )
    if not move.placed:
        return WordHint(asked.id, possible=False)
    check = check_turn(move.build_turn(position), judge_of(book))
    faces = bag_of(book.bag).faces
    whole = asked.grade >= WHOLE
    return WordHint(
        asked.id,
        possible=True,
        points=check.points,
        tiles=tuple(faces[tile] for tile in check.placed) if asked.grade >= TILES else None,
        words=check.words if whole else None,
        table=move.table if whole else None,
        letters=check.letters if whole else None,
    )
