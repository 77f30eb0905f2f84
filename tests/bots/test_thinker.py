"""Level 6: what a tile gives away."""

from __future__ import annotations

import pytest

from kostka.bots.face_counts import add_counts, can_form_sets, count_table_tiles
from kostka.editions import CLASSIC
from kostka.editions.model import apply_house_rules
from kostka.numbers import State, decide, evolve_all
from kostka.solver.task import count_faces
from tests.bots.positions import choose_command, describe_choice
from tests.positions import build_position

SMALL_BOX = apply_house_rules(CLASSIC, box={"copies": 1, "ordinary": 1}, players_max=2)
"""One tile of each: with two players and one tile in the pool nearly nothing is hidden."""


def can_other_go_out(state: State, name: str) -> bool:
    """Whether the other player can go out after what a bot does."""
    after = evolve_all(state, decide(state, choose_command(state, name)))
    assert after.turn == 1
    table = count_table_tiles(map(state.box.get_faces, after.table))
    tiles = add_counts(table, count_faces(state.box.get_faces(after.seats[1].rack)))
    return can_form_sets(tiles, state.edition.set_rules)


def test_it_holds_and_goes_out_like_a_holder() -> None:
    table = "B4 B5 B6 | K9 R9 O9"
    assert (
        describe_choice(build_position(table=table, racks=["B7 B9 K1", "K2 K3"]), "thinker")
        == "Draw"
    )
    assert (
        describe_choice(build_position(table=table, racks=["B7 B9", "K2 K3"]), "thinker") == "B7 B9"
    )


@pytest.mark.clause("N-50")
def test_it_lays_a_tile_that_does_not_let_the_other_go_out() -> None:
    """A position of a real game, in which the dearest tile loses at once."""
    mine = "K1 K2 K12 R1 R10 R11 R12 R13 B1 B11 B13 O1 O2 O3 O11 O12 O13"
    theirs = "K3 K4 K10 K11 K13 R2 R3 R4 R5 B2 B3 B4 B6 B8 B12 O4 O10"
    table = "R6 R7 R8 | K5 B5 O5 | K6 K7 K8 K9 | O6 O7 O8 O9 | B7 J B9 B10"
    state = build_position(SMALL_BOX, table=table, racks=[mine, theirs], pool="R9")
    assert (
        len(describe_choice(state, "holder").split())
        == len(describe_choice(state, "thinker").split())
        == 1
    )
    assert can_other_go_out(state, "holder")
    assert not can_other_go_out(state, "thinker")


@pytest.mark.clause("N-50")
def test_it_takes_the_last_tile_where_every_tile_laid_would_lose() -> None:
    mine, theirs = "K1 K3 R1 R2 B2 O1 O2 O3", "K2 R3 R4 B1 B3 B5 O4 O5"
    rows = "R5 R6 R7 R8 R9 R10 R11 R12 R13 | B4 J B6 B7 B8 B9 B10 B11 B12 B13"
    table = f"O11 O12 O13 | K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 | O6 O7 O8 O9 | {rows}"
    state = build_position(SMALL_BOX, table=table, racks=[mine, theirs], pool="O10")
    assert can_other_go_out(state, "holder")
    assert describe_choice(state, "thinker") == "Draw"
