"""What the solver answers, asked as bots, hints and people will ask it."""

from __future__ import annotations

import copy
import threading
from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from typing import Any

import pytest

from kostka.editions import CLASSIC, EDITIONS, SIX, TWIST, Edition, apply_house_rules
from kostka.editions.set_rules import ALL_SETS
from kostka.events.errors import BadInput, Refused
from kostka.melds import check_turn, interpret_set
from kostka.solver import KERNEL, Answer, Objective, engine, input_check, iterate_plays, solve
from kostka.solver.opening import can_open
from kostka.tiles import Face, format_set, format_table, get_box, parse_set, parse_table
from kostka.tiles.tile import FACES

EXAMPLES = {
    "E-1": ("B3 B8", "B4 B5 B6 | K8 R8 O8", 2),
    "E-2": ("B3 B5 B6", "K4 R4 B4 O4", 3),
    "E-3": ("B11 R8 O8", "B8 B9 B10", 3),
    "E-4": ("R6", "R4 R5 R6 R7 R8", 1),
    "E-5": ("B1", "O1 O2 O3 O4 | K1 R1 B1 O1", 1),
    "E-6": ("K10 B5", "R5 R6 R7 | O5 O6 O7 | K5 K6 K7 K8 K9", 2),
    "redundant joker": ("R8 R9 R10", "R5 B5 K5 J", 3),
}


def solve_notation(
    rack: str, table: str = "", edition: Edition = CLASSIC, **more: object
) -> Answer:
    return solve(edition, parse_table(table), parse_set(rack), **more)  # type: ignore[arg-type]


def is_legal(
    edition: Edition, rack: Sequence[Face], answer: Answer, *, opened: bool = True
) -> bool:
    """Play an answer with real tiles: kept sets come first, in the order in which they lay."""
    box = get_box(edition.box)
    ids = iter(box.pick_tiles(chain.from_iterable(answer.before)))
    before = tuple(tuple(next(ids) for _ in meld) for meld in answer.before)
    hand = box.pick_tiles(rack, list(chain.from_iterable(before)))
    kept = [before[at] for at in range(len(before)) if answer.before[at] in answer.table]
    kept = kept[: answer.kept]
    free = [tile for meld in before if meld not in kept for tile in meld] + hand
    after = [*kept]
    for meld in answer.table[len(kept) :]:
        tiles = []
        for face in meld:
            tile = next(tile for tile in free if box.get_face(tile) is face)
            free.remove(tile)
            tiles.append(tile)
        after.append(tuple(tiles))
    return not check_turn(edition, before, hand, tuple(after), opened=opened).violations


def test_the_kernel_was_built() -> None:
    """The README asks for a C compiler, so here it is needed."""
    assert KERNEL


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.clause("N-23")
def test_the_examples_of_the_rule_book_are_found(name: str) -> None:
    rack, table, tiles = EXAMPLES[name]
    answer = solve_notation(rack, table)
    assert answer.tile_count == tiles
    assert answer.optimal
    assert is_legal(CLASSIC, parse_set(rack), answer)


@pytest.mark.clause("N-40")
def test_tiles_count_first_or_points_do() -> None:
    rack, table = "K1 K2 R12", "K3 K4 K5 | B12 O12 K12 | K13 R13 O13"
    assert solve_notation(rack, table).placed == tuple(parse_set("K1 K2 R12"))
    joker = solve_notation("J K1 K2 K3 R1 B1", objective=Objective.POINTS)
    assert joker.points == 50 + 1 + 2 + 3 + 1 + 1 or joker.points == 50 + 1 + 2 + 3
    cheap = apply_house_rules(CLASSIC, joker_penalty=0)
    assert solve_notation("J K1 K2 K3", edition=cheap).tile_count == 4


@pytest.mark.clause("N-22")
def test_an_opening_reaches_the_threshold_with_most_or_fewest_tiles() -> None:
    rack = "K10 R10 B10 B4 B5 B6 O1 O2 O3"
    most = solve_notation(rack, "K1 K2 K3", opened=False)
    assert (most.tile_count, most.value, most.kept) == (9, 51, 1)
    fewest = solve_notation(rack, "K1 K2 K3", opened=False, objective=Objective.FEWEST)
    assert (fewest.tile_count, fewest.value) == (3, 30)
    assert solve_notation("B4 B5 B6 O1 O2 O3", opened=False).tile_count == 0
    assert solve_notation("B4 B5 J", opened=False).value == 0
    assert solve_notation("B9 B10 J", opened=False).value == 30
    assert is_legal(CLASSIC, parse_set(rack), most, opened=False)


@pytest.mark.clause("N-13")
def test_an_opening_counts_the_best_reading() -> None:
    free = apply_house_rules(CLASSIC, opening_threshold=0)
    assert solve_notation("J J B5", edition=free, opened=False).value == 18


def test_weights_decide_and_may_be_negative() -> None:
    table = "B4 B5 B6"
    weights = dict.fromkeys(FACES, 1) | {parse_set("B3")[0]: -5}
    assert format_set(solve_notation("B3 B7", table, weights=weights).placed) == "B7"
    assert solve_notation("B3", table, weights=weights).tile_count == 0
    weights[parse_set("B2")[0]] = 9
    assert format_set(solve_notation("B2 B3 B7", table, weights=weights).placed) == "B2 B3 B7"


def test_who_can_go_out_does_and_nobody_else() -> None:
    assert solve_notation("B3 B7", "B4 B5 B6", objective=Objective.OUT).tile_count == 2
    assert solve_notation("B3 B9", "B4 B5 B6", objective=Objective.OUT).tile_count == 0


def test_the_smallest_play_of_who_has_opened() -> None:
    answer = solve_notation("B3 B7 K1", "B4 B5 B6", objective=Objective.FEWEST)
    assert format_set(answer.placed) == "B7"
    assert solve_notation("K1", "B4 B5 B6", objective=Objective.FEWEST).tile_count == 0


def test_without_a_play_the_table_is_as_it_was() -> None:
    answer = solve_notation("K1", "K10 K9 K8 | K11 K12 K13")
    assert answer.table == answer.before
    assert (answer.tile_count, answer.points, answer.kept, answer.moved_tile_count) == (0, 0, 2, 0)
    assert answer.optimal
    assert answer.changes_least


def test_sets_that_need_not_be_touched_lie_still() -> None:
    table = "K1 K2 K3 | K4 K5 K6 | R7 B7 O7 | B8 B9 B10"
    answer = solve_notation("K7", table)
    assert format_table(answer.table) == "K1 K2 K3 | R7 B7 O7 | B8 B9 B10 | K4 K5 K6 K7"
    assert (answer.kept, answer.moved_tile_count, answer.changes_least) == (3, 0, True)


FEWEST_MOVED = {
    "a group spares a tile, a run would have to be split": (
        "K5 K6",
        "K4 K5 K6 K7 K8 K9 K10 | K7 R7 B7 O7",
        "K4 K5 K6 K7 K8 K9 K10 | R7 B7 O7 | K5 K6 K7",
        1,
    ),
    "a joker lies still if something else can move": (
        "B3 B4",
        "B5 R5 J | B2 K2 R2 O2",
        "B5 R5 J | K2 R2 O2 | B2 B3 B4",
        1,
    ),
    "one tile from each of two sets": (
        "B6",
        "K4 R4 B4 O4 | K5 R5 B5 O5",
        "K4 R4 O4 | K5 R5 O5 | B4 B5 B6",
        2,
    ),
}


@pytest.mark.parametrize("name", FEWEST_MOVED)
def test_of_plays_that_keep_as_many_sets_the_fewest_tiles_are_moved(name: str) -> None:
    rack, before, after, tiles = FEWEST_MOVED[name]
    answer = solve_notation(rack, before)
    assert Counter(map(tuple, map(sorted, answer.table))) == Counter(
        map(tuple, map(sorted, parse_table(after)))
    )
    assert (answer.moved_tile_count, answer.changes_least) == (tiles, True)


# --- all plays --------------------------------------------------------------------------------


def test_all_plays_come_best_first_and_each_once() -> None:
    rack, table = parse_set("K4 B7 R9 R8 R7"), parse_table("K1 K2 K3 | B4 B5 B6")
    every = list(iterate_plays(CLASSIC, table, rack))
    placed = [play.placed for play in every]
    assert len(set(placed)) == len(placed) == 7
    gains = [(play.tile_count, play.points) for play in every]
    assert gains == sorted(gains, reverse=True)
    assert all(play.optimal and is_legal(CLASSIC, rack, play) for play in every)
    assert every[0] == solve(CLASSIC, table, rack)


def test_plays_are_a_stream() -> None:
    """A rack with very many plays answers at once with the first few."""
    rack = [face for face in FACES if face.number]
    first = list(islice(iterate_plays(CLASSIC, [], rack), 3))
    assert [play.tile_count for play in first] == [52, 51, 51]


def test_plays_of_an_opening() -> None:
    every = list(iterate_plays(CLASSIC, [], parse_set("K10 R10 B10 O10"), opened=False))
    assert [play.value for play in every] == [40, 30, 30, 30, 30]


# --- bad questions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rack", "table", "clause"),
    [
        ("B3 B3 B3", "", "N-1"),
        ("B3", "B3 B4 B5 | B3 B4 B5", "N-1"),
        ("D", "", "N-1"),
        ("B3", "B4 B5", "N-11"),
        ("B3", "K4 K4 R4", "N-10"),
        ("B3", "B4 B5 B7", "N-11"),
        ("B3", "B12 B13 B1", "N-11"),
    ],
)
def test_bad_questions_name_the_clause(rack: str, table: str, clause: str) -> None:
    for opened in (True, False):
        with pytest.raises((BadInput, Refused), match=rf"\({clause}\)"):
            solve_notation(rack, table, opened=opened)
    with pytest.raises((BadInput, Refused), match=rf"\({clause}\)"):
        next(iterate_plays(CLASSIC, parse_table(table), parse_set(rack)))


def test_a_bad_question_after_a_good_one_is_still_refused() -> None:
    """Valid sets are remembered; that must not let anything else pass."""
    assert solve_notation("B3", "B4 B5 B6").tile_count == 1
    with pytest.raises(Refused):
        solve_notation("B3", "B4 B6 B5")
    with pytest.raises(BadInput):
        solve_notation("B3 B4 B4", "B4 B5 B6")


def test_what_is_remembered_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_check, "MAX_KNOWN_SETS", 0)
    known = input_check.KNOWN_VALID_SETS[ALL_SETS]
    known.add(b"x")
    input_check.check_position_tiles(CLASSIC, parse_table("B7 B8 B9"), [])
    assert b"x" not in known


def test_copies_of_faces_will_do() -> None:
    """Faces that come from another process are other objects."""
    table = copy.deepcopy(parse_table("B4 B5 B6"))
    assert solve(CLASSIC, table, copy.deepcopy(parse_set("B3 B9"))).tile_count == 1


def test_weights_beyond_all_reason_are_refused() -> None:
    for weight in (2**53 + 1, -(2**80)):
        with pytest.raises(BadInput, match="weight"):
            solve_notation("B3", "B4 B5 B6", weights=dict.fromkeys(FACES, weight))
    assert solve_notation("K1 K2 K3 K4", weights=dict.fromkeys(FACES, 2**53)).tile_count == 4


@pytest.mark.parametrize("count", [255, 256, 257, 512, 1000])
@pytest.mark.clause("N-1")
def test_absurdly_many_tiles_are_refused(count: int) -> None:
    with pytest.raises(BadInput, match="N-1"):
        solve_notation("B3 " * count)
    with pytest.raises(BadInput, match="N-1"):
        solve_notation("B1", " | ".join(["B3 B4 B5"] * count))


def test_sets_forgotten_meanwhile_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may empty what is remembered at any time."""
    check = input_check.check_position_tiles

    def checked(*question_asked: Any) -> set[bytes]:
        sets = check(*question_asked)
        input_check.KNOWN_VALID_SETS.clear()
        return sets

    monkeypatch.setattr(engine, "check_position_tiles", checked)
    assert solve_notation("B3", "B4 B5 B6").tile_count == 1


def test_nothing_is_claimed_about_change_that_was_not_looked_at() -> None:
    for rack, table, _ in EXAMPLES.values():
        assert not solve_notation(rack, table, least_change=False).kept_most


class Turncoat:
    """Empties the rack while it is read."""

    def __init__(self, rack: list[Any]) -> None:
        self.rack = rack

    @property
    def rank(self) -> int:
        self.rack.clear()
        return 1


def test_a_rack_that_empties_itself_while_it_is_read_is_empty() -> None:
    rack: list[Any] = []
    rack += [Turncoat(rack) for _ in range(200)]
    assert solve(CLASSIC, [], rack).tile_count == 0


# --- limits -----------------------------------------------------------------------------------

JOKERS = {name: edition.joker_count for name, edition in EDITIONS.items()}


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("tiles", [0, 14, 60])
@pytest.mark.parametrize("opened", [True, False])
def test_a_rack_with_all_jokers_is_answered(name: str, tiles: int, *, opened: bool) -> None:
    edition = EDITIONS[name]
    faces = get_box(edition.box).faces
    jokers = [face for face in faces if not face.number]
    rack = jokers + [face for face in faces[:: len(faces) // 60 or 1] if face.number][:tiles]
    answer = solve(edition, [], rack, opened=opened)
    assert Counter(answer.placed) <= Counter(rack)
    assert all(interpret_set(meld) for meld in answer.table)
    if len(jokers) > 2:
        assert answer.tile_count >= 3


def test_with_little_effort_there_is_an_answer_that_says_so() -> None:
    table = parse_table(
        "K4 R4 B4 | K6 R6 B6 | K10 B10 O10 | B11 R11 M R11 B11 | K12 B12 O12 | O1 O2 O3 O4"
        " | O7 J O9 | R9 D C K13 | D K12 K13"
    )
    rack = parse_set("K6 B2 R4 B3 O5 O7 O6 K9 B7 O10")
    quick = solve(TWIST, table, rack, effort=1)
    assert not quick.optimal
    assert not quick.kept_most or quick.tile_count == 0
    patient = solve(TWIST, table, rack, effort=4_000_000)
    assert (patient.tile_count, patient.points, patient.optimal) == (8, 49, True)
    assert is_legal(TWIST, rack, patient)


def test_several_threads_get_the_answers_of_one() -> None:
    positions = [
        (SIX, parse_table(table), parse_set(rack)) for rack, table, _ in EXAMPLES.values()
    ] * 8
    alone = [solve(*position) for position in positions]
    found: dict[int, list[Answer]] = {}

    def work(number: int) -> None:
        found[number] = [solve(*position) for position in positions]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[number] == alone for number in range(6))


# --- without the kernel -----------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_plain_search_answers_as_well(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rack, table, tiles = EXAMPLES[name]
    with_kernel = solve_notation(rack, table)
    monkeypatch.setattr(engine, "KERNEL", False)
    answer = solve_notation(rack, table)
    assert (answer.tile_count, answer.points) == (tiles, with_kernel.points)
    assert (answer.kept, answer.kept_most) == (with_kernel.kept, with_kernel.kept_most)
    assert is_legal(CLASSIC, parse_set(rack), answer)
    nothing = solve_notation("K1", "B4 B5 B6")
    assert nothing.table == nothing.before
    assert solve_notation("K10 R10 B10", "B4 B5 B6", opened=False).value == 30


@pytest.mark.clause("N-41")
def test_could_the_rack_open() -> None:
    assert can_open(parse_set("K10 R10 J"), 30, ALL_SETS)
    assert not can_open(parse_set("K9 R9 B9 K1"), 30, ALL_SETS)
    assert can_open(parse_set("K1 K2 K3"), 0, ALL_SETS)
    assert not can_open([], 0, ALL_SETS)


@pytest.mark.parametrize("colour", "KRBO")
def test_two_colour_change_jokers_can_begin_a_run_of_any_colour(colour: str) -> None:
    """Found by comparing with the program: the jokers have to come before the tile."""
    table = f"C C {colour}8 {colour}9 {colour}10 {colour}11"
    answer = solve_notation(f"{colour}13", table, TWIST)
    assert answer.tile_count == 1
    assert is_legal(TWIST, parse_set(f"{colour}13"), answer)
