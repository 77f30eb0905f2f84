"""Hints in games against bots, as much of them as was asked for."""

from __future__ import annotations

from kostka.bots.face_view import FaceView
from kostka.numbers.views import View
from kostka.protocol.requests import AskHint
from kostka.protocol.responses import Hint
from kostka.solver import solve

TILES, WHOLE = 2, 3


def hint(view: View, asked: AskHint) -> Hint:
    """Give a hint: 1 whether there is a move, 2 which tiles can go, 3 the whole move."""
    face_view = FaceView(view)
    answer = solve(face_view.edition, face_view.table, face_view.rack, opened=face_view.opened)
    if not answer.placed:
        return Hint(asked.id, possible=False)
    tiles = tuple(map(str, answer.placed)) if asked.grade >= TILES else None
    if asked.grade < WHOLE:
        return Hint(asked.id, possible=True, tiles=tiles)
    steps = tuple(map(str, answer.steps))
    table = face_view.build_tile_table(answer.table)
    return Hint(asked.id, possible=True, tiles=tiles, table=table, steps=steps)
