"""The last turns, when there is nothing left to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random

import pytest

from kostka.bots import endgame
from kostka.bots.determinization import World
from kostka.bots.face_view import FaceView, Sets
from kostka.editions import CLASSIC, TWIST, Edition
from kostka.numbers import view
from kostka.solver import Objective, iterate_plays, solve
from kostka.solver.task import count_faces
from kostka.tiles import Face, format_table, parse_set, parse_table
from kostka.tiles.tile import FACES
from tests.bots.positions import describe_choice
from tests.positions import build_position

TABLE = "B4 B5 B6 | K9 R9 O9"


def choose_in_endgame(
    edition: Edition,
    mine: str,
    *others: str,
    last_round: tuple[int, ...] | None,
    opened: bool = True,
) -> str:
    """Return what is laid when the racks of all others are known."""
    state = build_position(
        edition,
        table=TABLE,
        racks=[mine, *others],
        pool="",
        last_round=last_round,
        opened=[opened, *([True] * len(others))],
    )
    world = World(tuple(count_faces(parse_set(rack)) for rack in others), ())
    sets = endgame.find_endgame_play(FaceView(view(state, 0)), [world])
    return "nothing" if sets is None else format_table(sets)


@pytest.mark.clause("N-52")
def test_who_has_the_lowest_rack_ends_the_game_rather_than_help_another_out() -> None:
    assert choose_in_endgame(TWIST, "B7 K1", "B8 B9 B10", last_round=None) == "nothing"
    assert "B4 B5 B6 B7" in choose_in_endgame(TWIST, "B7 K1", "K2 K3", last_round=None)


@pytest.mark.clause("N-50")
def test_in_a_last_round_all_is_laid_that_does_not_lose() -> None:
    assert "B4 B5 B6 B7" in choose_in_endgame(CLASSIC, "B7 K1", "K2 K3", last_round=(0, 1))
    # With B7 on the table the other goes out; without it 8 points beat 17 that cannot be laid.
    assert choose_in_endgame(CLASSIC, "B7 K1", "B8 B9", last_round=(0, 1)) == "nothing"
    # Who has had the last turn already cannot use it.
    assert "B4 B5 B6 B7" in choose_in_endgame(CLASSIC, "B7 K1", "B8 B10", last_round=(0,))


@pytest.mark.clause("N-22", "N-50")
def test_who_has_not_opened_lays_an_opening() -> None:
    laid = choose_in_endgame(CLASSIC, "K10 R10 B10 K1", "K2 K3", last_round=(0, 1), opened=False)
    assert laid == f"{TABLE} | K10 R10 B10"


@pytest.mark.clause("N-50")
@pytest.mark.parametrize("seed", range(30))
def test_between_two_a_play_that_wins_is_found_if_there_is_one(seed: int) -> None:
    """Try every play and every answer to it."""
    rng = Random(seed)
    table = "B4 B5 B6 | K9 R9 O9 | R3 R4 R5 R6 | K5 R5 O5"
    used = Counter(face for meld in parse_table(table) for face in meld)
    low = [face for face in FACES if 2 < (face.number or 0) < 11]
    tiles = sorted((Counter(low * 2) - used).elements())
    hand = rng.sample(tiles, 12)
    mine, theirs = (" ".join(map(str, part)) for part in (hand[:7], hand[7:]))
    state = build_position(table=table, racks=[mine, theirs], pool="", last_round=(0, 1))
    face_view = FaceView(view(state, 0))
    sets = endgame.find_endgame_play(face_view, [World((count_faces(hand[7:]),), ())])
    chosen = () if sets is None else list_placed(face_view, sets)
    outcomes = {
        play: score_outcome(face_view, play, hand[7:])
        for play in [
            (),
            *(answer.placed for answer in iterate_plays(CLASSIC, face_view.table, face_view.rack)),
        ]
    }
    assert outcomes[chosen] == max(outcomes.values())


def list_placed(face_view: FaceView, sets: Sets) -> tuple[Face, ...]:
    after = Counter(chain.from_iterable(sets)) - Counter(chain.from_iterable(face_view.table))
    return tuple(sorted(after.elements()))


def score_outcome(face_view: FaceView, mine: tuple[Face, ...], theirs: Sequence[Face]) -> float:
    """1 for a win, a half for a tie, 0 for a loss, when the other does its best after this play."""
    table = solve(CLASSIC, face_view.table, mine).table
    left = Counter(face_view.rack) - Counter(mine)
    if not left:
        return 1.0
    answer = solve(CLASSIC, table, theirs, objective=Objective.POINTS)
    own = sum(face.number or 30 for face in left.elements())
    other = sum(face.number or 30 for face in theirs) - answer.points
    return (own < other) + 0.5 * (own == other)


def test_the_thinker_uses_it() -> None:
    state = build_position(table=TABLE, racks=["B7 K1", "K2"], pool="", last_round=(0, 1))
    assert describe_choice(state, "thinker") == "B7"
