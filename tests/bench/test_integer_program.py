"""The integer program, against answers known by hand and the oracle's melds."""

from __future__ import annotations

import pytest

from bench.solver.integer_program import IntegerProgram, collect_max_faces
from bench.solver.judging import find_broken_rule
from bench.solver.play import Play
from bench.solver.positions import Position
from kostka.editions import CLASSIC, SIX, Edition
from kostka.melds.enumeration import enumerate_sets
from kostka.tiles import format_set, get_box
from tests.bench.fakes import make_position
from tests.oracle import columns, meanings

pytest.importorskip("highspy")


def answer(found: Position) -> Play:
    program = IntegerProgram.create_for_positions(found.edition, [found])
    solved = program.convert_answer_to_play(found, program.prepare_solve_call(found)())
    assert find_broken_rule(found, solved) is None
    assert solved.proven
    return solved


@pytest.mark.parametrize(
    ("book", "table", "rack", "placed"),
    [
        ("classic", "K4 R4 B4 O4", "B3 B5 K9", "B3 B5"),
        ("classic", "K5 R5 B5 J", "R8 R9 R10", "R8 R9 R10"),
        ("classic", "K1 K2 K3", "R9", ""),
        ("classic", "", "K1 R9", ""),
        # Of as many tiles the dearer ones.
        ("classic", "", "K1 R1 B1 K13", "K1 R1 B1"),
        ("classic", "", "K1 K2 K3 R3 B3", "K3 R3 B3"),
        ("twist", "R6 R7 R8", "C B10 B11", "B10 B11 C"),
        ("twist", "", "R3 R3 R4 R4 M", "R3 R3 R4 R4 M"),
        ("twist", "K1 K2 K3", "D", "D"),
    ],
)
def test_the_best_play(book: str, table: str, rack: str, placed: str) -> None:
    assert format_set(answer(make_position(table, rack, book=book)).placed) == placed


@pytest.mark.parametrize(
    ("book", "rack", "placed"),
    [
        ("classic", "K9 R9 B9", ""),
        ("classic", "K9 R9 B9 O9", "K9 R9 B9 O9"),
        ("classic", "K9 R9 J", ""),
        ("classic", "K12 K13 J", "K12 K13 J"),
        ("classic", "K1 K2 K3 R8 B8 O8", "K1 K2 K3 R8 B8 O8"),
        ("twist", "K9 R9 D", "K9 R9 D"),
    ],
)
@pytest.mark.clause("N-22")
def test_the_best_opening(book: str, rack: str, placed: str) -> None:
    found = make_position("R6 R7 R8", rack, opened=False, book=book)
    assert format_set(answer(found).placed) == placed


def test_the_sets_are_those_for_all_positions_together() -> None:
    positions = [make_position("K1 K2 K3", "K1 J"), make_position("K2 K3 K4", "J J")]
    assert format_set(collect_max_faces(positions)) == "K1 K1 K2 K3 K4 J J"


@pytest.mark.parametrize(("book", "box"), [(CLASSIC, meanings.CLASSIC), (SIX, meanings.SIX)])
def test_no_set_is_missing(book: Edition, box: meanings.Box) -> None:
    found = enumerate_sets(get_box(book.box).faces)
    named = {meanings.bag([str(face) for face in tiles]): value for tiles, value in found.items()}
    assert named == dict(columns.columns(box))
