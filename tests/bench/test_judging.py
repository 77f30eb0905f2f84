"""Who is right where two solvers differ."""

from __future__ import annotations

from itertools import chain

import pytest

from bench.solver.judging import Judge, find_broken_rule
from bench.solver.play import Play, remove_faces, sort_into_valid_order
from bench.solver.positions import Position
from bench.solver.rummikub_solver_peer import PeerSolver
from kostka.editions import CLASSIC
from kostka.melds import interpret_set
from kostka.tiles import parse_set
from tests.bench.fakes import FakeSolver, make_play, make_position

TABLE = "K7 R7 O7 | B1 B2 B3"
GROWN = "K7 R7 O7 | B1 B2 B3 B4"


def why_not(found: Position, bad: Play) -> str:
    wrong = find_broken_rule(found, bad)
    assert wrong is not None
    return wrong


def test_a_play_by_the_rules_has_no_fault() -> None:
    found = make_position(TABLE, "B4 B7 B7")
    assert find_broken_rule(found, Play()) is None
    assert find_broken_rule(found, make_play("B4", GROWN)) is None
    assert find_broken_rule(found, make_play("B4 B7", "K7 R7 B7 O7 | B1 B2 B3 B4")) is None


@pytest.mark.parametrize(
    ("placed", "table", "wrong"),
    [
        ("B4", TABLE, "its sets are not made of the table and the tiles placed"),
        ("B4", "K7 R7 O7 | B1 B2 B4 B3", "N-11"),
        ("B4", "B1 B2 B3 B4", "its sets are not made of"),
    ],
)
def test_a_play_against_the_rules(placed: str, table: str, wrong: str) -> None:
    assert wrong in why_not(make_position(TABLE, "B4 B7"), make_play(placed, table))


def test_tiles_that_are_not_on_the_rack() -> None:
    wrong = why_not(make_position(TABLE, "B7"), make_play("B4", GROWN))
    assert wrong == "it places tiles that are not on the rack"


def test_an_opening_leaves_the_table_alone() -> None:
    found = make_position(TABLE, "B4 K10 R10 B10", opened=False)
    assert find_broken_rule(found, make_play("K10 R10 B10", f"{TABLE} | K10 R10 B10")) is None
    assert "N-22" in why_not(found, make_play("B4 K10 R10 B10", f"{GROWN} | K10 R10 B10"))
    low = make_position(TABLE, "K1 R1 O1", opened=False)
    assert "N-22" in why_not(low, make_play("K1 R1 O1", f"{TABLE} | K1 R1 O1"))


# --- verdicts ---------------------------------------------------------------------------------


def verdict(found: Position, ours: Play, theirs: Play, *, points: bool = False) -> tuple[str, str]:
    judge = Judge(CLASSIC, FakeSolver(theirs, name="other", counts_points=points))
    difference = judge.find_difference(("somewhere", 7), found, ours, theirs)
    if difference is None:
        return "", ""
    assert (difference.positions, difference.line) == ("somewhere", 7)
    assert (difference.ours, difference.theirs) == (ours.tile_count, theirs.tile_count)
    return difference.right, difference.why


FOUND = make_position(TABLE, "B4 B7")
BOTH = make_play("B4 B7", "K7 R7 B7 O7 | B1 B2 B3 B4")
ONE = make_play("B4", GROWN)
OTHER = make_play("B7", "K7 R7 B7 O7 | B1 B2 B3")
ILLEGAL = make_play("B4 B7", "K7 R7 O7 | B1 B2 B3 B4 B7")


def test_as_many_tiles_are_no_difference() -> None:
    assert verdict(FOUND, BOTH, BOTH) == ("", "")
    assert verdict(FOUND, ONE, OTHER) == ("", "")


def test_points_count_where_the_rival_counts_them() -> None:
    assert verdict(FOUND, OTHER, ONE, points=True) == ("kostka", "other: worse")
    assert verdict(FOUND, ONE, OTHER, points=True) == ("other", "kostka: worse")


def test_the_better_play_is_right() -> None:
    assert verdict(FOUND, BOTH, ONE) == ("kostka", "other: worse")
    assert verdict(FOUND, Play(), ONE) == ("other", "kostka: no move though there is one")
    said = "kostka: worse, and not called the best"
    assert verdict(FOUND, make_play("B4", GROWN, proven=False), BOTH) == ("other", said)


def test_what_breaks_the_rules_is_never_right() -> None:
    assert verdict(FOUND, ONE, ILLEGAL)[0] == "kostka"
    assert verdict(FOUND, ILLEGAL, ONE)[0] == "other"
    assert verdict(FOUND, ILLEGAL, ILLEGAL)[0] == "neither"


# --- tiles in order ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "K3 R3 J",
        "B3 B6 B4 J",
        "R6 R7 B9 B10 C",
        "B3 B3 B4 B4 M",
        "K5 K5 R5 R5 B5 B5 M",
        "R3 R4 R5 R5 D M",
        "D D J J M",
    ],
)
def test_any_set_is_put_in_order(text: str) -> None:
    tiles = tuple(parse_set(text))
    found = sort_into_valid_order(tiles)
    assert interpret_set(found)
    assert sorted(found) == sorted(tiles)


@pytest.mark.parametrize("text", ["K3 R4 B5", "K3 R4 M", "K1 K3 K5 K7 K9 K11 K13"])
def test_what_is_no_set_stays_as_it_is(text: str) -> None:
    tiles = tuple(parse_set(text))
    assert sort_into_valid_order(tiles) == tiles


def test_tiles_are_taken_one_for_one() -> None:
    assert remove_faces(parse_set("B3 B3 K1"), parse_set("B3")) == tuple(parse_set("B3 K1"))


# --- the peer ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def peer() -> PeerSolver:
    pytest.importorskip("rummikub_solver", reason="make bench installs the peer")
    return PeerSolver(CLASSIC)


def theirs(peer: PeerSolver, found: Position) -> Play:
    return peer.convert_answer_to_play(found, peer.prepare_solve_call(found)())


@pytest.mark.xdist_group("peer")
def test_the_peer_gets_the_position_and_is_understood(peer: PeerSolver) -> None:
    found = make_position(TABLE, "B4 B7 O13")
    answer = theirs(peer, found)
    assert answer.placed == tuple(parse_set("B4 B7"))
    assert find_broken_rule(found, answer) is None
    opening = make_position(TABLE, "B4 B7 K10 R10 O10 K11", opened=False)
    answer = theirs(peer, opening)
    assert answer.placed == tuple(parse_set("K10 R10 O10"))
    assert find_broken_rule(opening, answer) is None
    assert theirs(peer, make_position(TABLE, "O13")) == Play()


@pytest.mark.xdist_group("peer")
def test_every_set_of_the_peer_is_one(peer: PeerSolver) -> None:
    assert all(interpret_set(sort_into_valid_order(tiles)) for tiles in peer.known_sets)


@pytest.mark.xdist_group("peer")
def test_the_peer_knows_no_redundant_joker(peer: PeerSolver) -> None:
    found = make_position("K5 R5 B5 J", "R8 R9 R10")
    better = make_play("R8 R9 R10", "K5 R5 B5 J | R8 R9 R10")
    difference = Judge(CLASSIC, peer).find_difference(("", 1), found, better, theirs(peer, found))
    assert difference is not None
    assert difference.right == "kostka"
    assert difference.why.endswith("it knows no set with a redundant joker")
    assert set(chain(*better.table)) >= set(better.placed)


@pytest.mark.xdist_group("peer")
def test_a_failure_of_the_peer_is_told_from_its_limits(peer: PeerSolver) -> None:
    judge = Judge(CLASSIC, peer)
    difference = judge.find_difference(("", 1), FOUND, BOTH, Play())
    assert difference is not None
    expected = "rummikub-solver: no move though there is one, though 2 with its own sets"
    assert difference.why == expected


@pytest.mark.xdist_group("peer")
def test_jokers_do_not_count_in_an_opening_of_the_peer(peer: PeerSolver) -> None:
    found = make_position("", "K10 R10 O10 J", opened=False)
    better = make_play("K10 R10 O10 J", "K10 R10 O10 J")
    worse = make_play("K10 R10 O10", "K10 R10 O10")
    difference = Judge(CLASSIC, peer).find_difference(("", 1), found, better, worse)
    assert difference is not None
    assert "number tiles only" in difference.why


@pytest.mark.xdist_group("peer")
def test_the_peer_misses_openings_with_few_numbers(peer: PeerSolver) -> None:
    found = make_position("", "K10 R10 O10 B4 B7", opened=False)
    better = make_play("K10 R10 O10", "K10 R10 O10")
    difference = Judge(CLASSIC, peer).find_difference(("", 1), found, better, theirs(peer, found))
    assert difference is not None
    assert difference.right == "kostka"
    assert difference.why.endswith("it counts each number on the rack only once")
