"""Hidden tiles as they may lie."""

from __future__ import annotations

from itertools import islice
from random import Random

from kostka.bots.determinization import deal_worlds
from kostka.bots.face_counts import add_counts, count_table_tiles
from kostka.bots.face_view import FaceView
from kostka.numbers import view
from kostka.solver.input_check import count_box_faces
from kostka.solver.task import count_faces, list_faces
from kostka.tiles import get_box
from kostka.tiles.tile import FACES
from tests.positions import build_position

TABLE = "B4 B5 B6 | K9 R9 O9"


def list_all_tiles_but(*texts: str) -> str:
    """All tiles of the classic box but those named, as one text."""
    left = [str(face) for face in get_box(build_position(racks=["K1", "K2"]).edition.box).faces]
    for text in texts:
        for name in text.replace("|", " ").split():
            left.remove(name)
    return " ".join(left)


def test_every_tile_is_somewhere_and_racks_are_as_large_as_they_are() -> None:
    mine, others = "K1 K2 K3 J", ("R1 R2 R3 R4 R5", "B7 B8")
    pool = list_all_tiles_but(TABLE, mine, *others)
    face_view = FaceView(view(build_position(table=TABLE, racks=[mine, *others], pool=pool), 0))
    for world in islice(deal_worlds(face_view, Random(1), None), 20):
        assert [sum(rack) for rack in world.racks] == [5, 2]
        assert len(world.pool) == face_view.view.pool
        tiles = add_counts(count_table_tiles(face_view.table), count_faces(face_view.rack))
        for rack in world.racks:
            tiles = add_counts(tiles, rack)
        tiles = add_counts(tiles, count_faces(FACES[place] for place in world.pool))
        assert tiles == tuple(count_box_faces(face_view.edition.box))


def test_the_same_source_deals_the_same() -> None:
    face_view = FaceView(
        view(build_position(table=TABLE, racks=["K1", "R1 R2"], pool="K2 K3 K4"), 0)
    )
    first, again = (list(islice(deal_worlds(face_view, Random(5), None), 5)) for _ in range(2))
    assert first == again


def test_who_could_have_gone_out_would_have() -> None:
    """With one tile and the other hidden ones in the pool, only tiles that fit nowhere are left."""
    other, pool = "K1 R13", "B7 B3 O1 B9 K12 R6"
    hidden = f"{other} {pool}"
    mine = list_all_tiles_but(TABLE, hidden)
    face_view = FaceView(view(build_position(table=TABLE, racks=[mine, other], pool=pool), 0))
    table = count_table_tiles(face_view.table)
    dealt = list(islice(deal_worlds(face_view, Random(2), table), 60))
    fitting = {"B7", "B3", "B9"}
    both = [world for world in dealt if {*map(str, list_faces(world.racks[0]))} <= fitting]
    plain = list(islice(deal_worlds(face_view, Random(2), None), 60))
    more = [world for world in plain if {*map(str, list_faces(world.racks[0]))} <= fitting]
    assert not both
    assert more
