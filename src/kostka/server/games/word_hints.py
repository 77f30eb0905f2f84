"""Hints in word games against bots."""

from __future__ import annotations

from kostka.bots.word import build_polite_vocabulary, build_position, find_best_move
from kostka.lexicon import Tier
from kostka.protocol.requests import AskHint
from kostka.protocol.responses import WordHint
from kostka.server.games.number_hints import TILES, WHOLE_MOVE
from kostka.word import View, WordEdition, check_turn, get_bag, get_word_judge

EFFORT = 100_000_000
"""How many words a hint may look at, which takes about half a second."""


def find_word_hint(view: View, edition: WordEdition, request: AskHint) -> WordHint:
    """Return a hint by grade: 1 whether there is a move, 2 which tiles, 3 the whole move."""
    position = build_position(view, edition)
    move = find_best_move(
        build_polite_vocabulary(edition, Tier.RARE), position, rebuilt=None, effort=EFFORT
    )
    if not move.placed:
        return WordHint(request.id, possible=False)
    check = check_turn(move.build_turn(position), get_word_judge(edition))
    faces = get_bag(edition.bag).faces
    whole = request.grade >= WHOLE_MOVE
    return WordHint(
        request.id,
        possible=True,
        points=check.points,
        tiles=tuple(faces[tile] for tile in check.placed) if request.grade >= TILES else None,
        words=check.words if whole else None,
        table=move.table if whole else None,
        letters=check.letters if whole else None,
    )
