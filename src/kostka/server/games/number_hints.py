"""Hints in number games against bots."""

from __future__ import annotations

from kostka.bots.face_view import FaceView
from kostka.numbers.views import View
from kostka.protocol.requests import AskHint
from kostka.protocol.responses import Hint
from kostka.solver import solve

TILES, WHOLE_MOVE = 2, 3


def find_number_hint(view: View, request: AskHint) -> Hint:
    """Return a hint by grade: 1 whether there is a move, 2 which tiles, 3 the whole move."""
    face_view = FaceView(view)
    answer = solve(face_view.edition, face_view.table, face_view.rack, opened=face_view.opened)
    if not answer.placed:
        return Hint(request.id, possible=False)
    tiles = tuple(map(str, answer.placed)) if request.grade >= TILES else None
    if request.grade < WHOLE_MOVE:
        return Hint(request.id, possible=True, tiles=tiles)
    steps = tuple(map(str, answer.steps))
    table = face_view.build_tile_table(answer.table)
    return Hint(request.id, possible=True, tiles=tiles, table=table, steps=steps)
