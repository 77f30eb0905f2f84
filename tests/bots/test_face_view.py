"""From views to faces and back to tiles."""

from __future__ import annotations

from kostka.bots.face_view import FaceView
from kostka.numbers import view
from kostka.tiles import parse_table
from tests.positions import build_position


def make_face_view(**position_of: object) -> FaceView:
    return FaceView(view(build_position(**position_of), 0))  # type: ignore[arg-type]


def test_sets_that_lie_there_keep_their_tiles_and_the_table_is_used_before_the_rack() -> None:
    face_view = make_face_view(table="B3 B4 B5 | K7 R7 B7 | B3 B4 B5", racks=["K5 B6 K1", "K2"])
    before = face_view.view.table
    after = face_view.build_tile_table(parse_table("B3 B4 B5 B6 | K7 R7 B7 | B3 B4 B5"))
    assert after[1] == before[1]
    assert after[2] in before
    assert set(after[0][:3]) | set(after[2]) == set(before[0]) | set(before[2])
    rack = face_view.view.seats[0].rack or ()
    assert [tile for tile in rack if tile in {tile for meld in after for tile in meld}] == [rack[1]]


def test_who_has_left_is_not_there() -> None:
    state = build_position(racks=["K1", "K2", "K3"], present=[True, False, True])
    assert [seat.tiles for seat in FaceView(view(state, 0)).other_players] == [1]


def test_nothing_is_drawn_in_a_last_round() -> None:
    assert make_face_view(racks=["K1", "K2"]).can_draw
    assert not make_face_view(racks=["K1", "K2"], last_round=(0, 1)).can_draw
    assert not make_face_view(racks=["K1", "K2"], pool="").can_draw
