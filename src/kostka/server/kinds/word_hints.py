"""Hints in word games against bots, as much of them as was asked for."""

from __future__ import annotations

from kostka.protocol.asking import AskHint
from kostka.protocol.telling import WordHint
from kostka.server.hints import TILES, WHOLE
from kostka.server.kinds.guesser import Guesser
from kostka.word.bag import bag_of
from kostka.word.commands import Place
from kostka.word.edition import WordEdition
from kostka.word.table import Turn, check_turn
from kostka.word.validity import judge_of
from kostka.word.views import View


def word_hint(view: View, book: WordEdition, asked: AskHint) -> WordHint:
    """Give a hint: 1 whether there is a move and its points, 2 which tiles can go, 3 all of it."""
    seat = view.viewer
    assert seat is not None
    move = Guesser(book, 0).choose(view)
    if not isinstance(move, Place):
        return WordHint(asked.id, possible=False)
    own = view.seats[seat]
    turn = Turn(
        edition=book,
        before=view.table,
        letters_before=view.letters,
        rack=own.rack or (),
        after=move.table,
        letters=move.letters,
        opened=own.opened,
    )
    check = check_turn(turn, judge_of(book))
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
