"""What a turn may do to the table, and every violation of a table that may not lie there."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, EDITIONS, TOURNAMENT, TWIST, Edition, apply_house_rules
from kostka.melds import TurnCheck, check_turn
from kostka.numbers import State
from kostka.tiles import TileId, format_set
from tests.positions import (
    build_position,
    check_proposal,
    lay_proposal,
    list_clauses,
    list_violations,
)


def turn(
    rack: str, before: str, after: str, *, edition: Edition = CLASSIC, opened: bool = True
) -> TurnCheck:
    others = [""] * (edition.players_min - 1)
    state = build_position(edition, racks=(rack, *others), table=before, opened=opened)
    return check_proposal(state, 0, after)


def own(rack: str, *, edition: Edition = CLASSIC) -> TurnCheck:
    """Check an opening of the whole rack, on an empty table."""
    return turn(rack.replace("|", ""), "", rack, edition=edition, opened=False)


# --- the worked examples ----------------------------------------------------------------------

EXAMPLES = {
    "E-1": ("B3 B8", "B4 B5 B6 | K8 R8 O8", "B3 B4 B5 B6 | K8 R8 B8 O8"),
    "E-2": ("B3 B5 B6", "K4 R4 B4 O4", "B3 B4 B5 B6 | K4 R4 O4"),
    "E-3": ("B11 R8 O8", "B8 B9 B10", "B9 B10 B11 | R8 B8 O8"),
    "E-4": ("R6", "R4 R5 R6 R7 R8", "R4 R5 R6 | R6 R7 R8"),
    "E-5": ("B1", "O1 O2 O3 O4 | K1 R1 B1 O1", "O2 O3 O4 | K1 B1 O1 | R1 B1 O1"),
    "E-6": (
        "K10 B5",
        "R5 R6 R7 | O5 O6 O7 | K5 K6 K7 K8 K9",
        "K5 R5 B5 O5 | K6 R6 O6 | K7 R7 O7 | K8 K9 K10",
    ),
}

every_example = pytest.mark.parametrize(
    ("rack", "before", "after"), EXAMPLES.values(), ids=EXAMPLES
)


@pytest.mark.clause("N-23")
@every_example
def test_an_example_is_legal_and_places_the_whole_rack(rack: str, before: str, after: str) -> None:
    state = build_position(racks=(rack, ""), table=before)
    outcome = check_proposal(state, 0, after)
    assert list_violations(outcome) == []
    assert outcome.possible
    assert format_set(state.box.get_faces(outcome.placed)) == rack


@pytest.mark.clause("N-22", "N-23")
@every_example
def test_an_example_is_refused_before_the_opening(rack: str, before: str, after: str) -> None:
    found = list_clauses(turn(rack, before, after, opened=False))
    assert found
    assert set(found) == {"N-22"}


@pytest.mark.clause("N-20", "N-23")
@every_example
def test_an_example_without_its_rack_tiles_is_refused(rack: str, before: str, after: str) -> None:
    assert list_violations(turn(rack, before, before)) == ["nothing_placed N-20"]
    assert list_violations(turn(rack, before, after)) == []


# Rack, table before, table after but for the joker, where the joker goes with further rack tiles.
FREED = {
    "E-7 with B3": ("B3 O3 K7 R7", "K3 R3 J", "K3 R3 B3", "K7 R7 J"),
    "E-7 with O3": ("B3 O3 K7 R7", "K3 R3 J", "K3 R3 O3", "K7 R7 J"),
    "E-7 with both": ("B3 O3 K7 R7", "K3 R3 J", "K3 R3 B3 O3", "K7 R7 J"),
    "E-8": ("K1 K7 R9 R11", "K2 K3 J K5 K6", "K1 K2 K3 | K5 K6 K7", "R9 J R11"),
    "E-9": ("B5 K1 R1", "B6 B7 J", "B5 B6 B7", "K1 R1 J"),
    "E-10": (
        "K9 R9",
        "K1 K2 J | R1 B1 O1 | R2 B2 O2",
        "K1 R1 B1 O1 | K2 R2 B2 O2",
        "K9 R9 J",
    ),
}

every_freed_joker = pytest.mark.parametrize(
    ("rack", "before", "after", "joker"), FREED.values(), ids=FREED
)


@pytest.mark.clause("N-24", "Z-20")
@every_freed_joker
@pytest.mark.parametrize("edition", [CLASSIC, TOURNAMENT], ids=lambda e: e.key)
def test_a_freed_joker_is_placed_with_rack_tiles(
    edition: Edition, rack: str, before: str, after: str, joker: str
) -> None:
    assert list_violations(turn(rack, before, f"{after} | {joker}", edition=edition)) == []


@pytest.mark.clause("N-24")
@every_freed_joker
def test_a_freed_joker_may_not_leave_the_table(
    rack: str, before: str, after: str, joker: str
) -> None:
    assert "J" in joker
    faults = list_violations(turn(rack, before, after))
    assert "joker_not_placed N-24" in faults
    assert set(faults) <= {"joker_not_placed N-24", "nothing_placed N-20"}


@pytest.mark.clause("N-24", "Z-20")
def test_the_tenth_example_alone_lacks_a_rack_tile_and_the_joker() -> None:
    before, after = "K1 K2 J | R1 B1 O1 | R2 B2 O2", "K1 R1 B1 O1 | K2 R2 B2 O2"
    assert list_violations(turn("K9", before, after)) == [
        "nothing_placed N-20",
        "joker_not_placed N-24",
    ]


# --- the opening ------------------------------------------------------------------------------

with_thirty_points = pytest.mark.parametrize(
    "edition",
    [book for book in EDITIONS.values() if book.opening_threshold == 30],
    ids=lambda book: book.key,
)


@pytest.mark.clause("N-22", "Z-15")
@with_thirty_points
@pytest.mark.parametrize(
    ("sets", "value"),
    [
        ("K10 R10 O10", 30),
        ("R1 R2 R3 | K8 B8 O8", 30),
        ("R1 R2 R3 | K1 R1 B1 O1 | B2 B3 B4 B5 B6", 30),
        ("R9 J R11", 30),
        ("J J B5 | K4 R4 O4", 30),
        ("K11 K12 K13", 36),
    ],
)
def test_thirty_points_open_in_any_number_of_sets(edition: Edition, sets: str, value: int) -> None:
    outcome = own(sets, edition=edition)
    assert list_violations(outcome) == []
    assert outcome.value == value


@pytest.mark.clause("N-22", "Z-15")
@with_thirty_points
@pytest.mark.parametrize(
    ("sets", "value"),
    [
        ("R2 R3 R4 | B2 B3 B4 B5 B6", 29),
        ("K9 R9 O9", 27),
        ("K9 J O9", 27),
        ("J J B4 | K4 R4 O4", 27),
    ],
)
def test_less_than_thirty_points_do_not_open(edition: Edition, sets: str, value: int) -> None:
    outcome = own(sets, edition=edition)
    assert list_violations(outcome) == ["below_threshold N-22"]
    assert outcome.violations[0].text == f"the opening is worth {value} points; it needs 30"
    assert outcome.value == value


@pytest.mark.clause("N-22")
def test_a_threshold_of_a_house_rule_holds() -> None:
    higher = apply_house_rules(CLASSIC, opening_threshold=50)
    assert list_violations(own("K11 K12 K13", edition=higher)) == ["below_threshold N-22"]
    assert list_violations(own("K11 K12 K13 | R5 B5 O5", edition=higher)) == []


@pytest.mark.clause("N-22")
def test_without_a_threshold_any_own_set_opens_but_the_table_stays() -> None:
    free = apply_house_rules(CLASSIC, opening_threshold=0)
    assert list_violations(own("K1 R1 B1", edition=free)) == []
    assert list_violations(turn("B7", "B4 B5 B6", "B4 B5 B6 B7", edition=free, opened=False)) == [
        "table_touched N-22"
    ]


@pytest.mark.clause("N-20", "N-22")
def test_who_places_nothing_has_no_opening_to_be_worth_anything() -> None:
    assert list_violations(turn("K1", "B4 B5 B6", "B4 B5 B6", opened=False)) == [
        "nothing_placed N-20"
    ]


@pytest.mark.clause("N-22")
def test_an_opening_lies_beside_the_table() -> None:
    outcome = turn("K10 R10 O10", "B4 B5 B6", "B4 B5 B6 | K10 R10 O10", opened=False)
    assert list_violations(outcome) == []
    assert outcome.value == 30


@pytest.mark.clause("N-13", "N-22", "N-25")
@pytest.mark.parametrize(
    ("before", "laid", "is_touched"),
    [
        ("J K2 K3 K4", "K2 K3 K4 J", True),  # the joker was K1, and is K5 now
        ("K2 J K4 J", "J K2 J K4", True),
        ("J K2 K3 K4", "K4 K3 K2 J", False),
        ("K2 K3 K4", "K4 K3 K2", False),
        ("K3 R3 J", "J K3 R3", False),
        ("K3 R3 B3", "B3 K3 R3", False),
    ],
)
def test_an_opening_moves_no_joker_to_another_place(
    before: str, laid: str, *, is_touched: bool
) -> None:
    outcome = turn("K10 R10 O10", before, f"{laid} | K10 R10 O10", opened=False)
    assert list_violations(outcome) == (["joker_touched N-25"] if is_touched else [])


@pytest.mark.clause("N-22", "Z-15")
@pytest.mark.parametrize("edition", [CLASSIC, TOURNAMENT], ids=lambda e: e.key)
@pytest.mark.parametrize(
    "after",
    [
        "B4 B5 B6 B7 | K10 R10 O10",  # added to
        "B4 B5 B6 | B7 B8 B9 | K10 R10 O10",  # split
        "B4 B5 B6 B7 B8 | K10 R10 O10 | B9 R9 O9",  # taken from
    ],
)
def test_an_opening_does_not_touch_the_table(edition: Edition, after: str) -> None:
    before = "B4 B5 B6" if "B4 B5 B6 B7 |" in after else "B4 B5 B6 B7 B8 B9"
    outcome = turn("B7 K10 R10 O10 R9 O9", before, after, edition=edition, opened=False)
    assert list_violations(outcome) == ["table_touched N-22"]


@pytest.mark.clause("N-22")
@pytest.mark.parametrize("turned", ["O8 R8 K8", "K8 O8 R8"])
def test_a_table_set_turned_round_is_worth_nothing_in_an_opening(turned: str) -> None:
    outcome = turn("B3 B4 B5", "K8 R8 O8", f"{turned} | B3 B4 B5", opened=False)
    assert list_violations(outcome) == ["below_threshold N-22"]
    assert outcome.value == 12


@pytest.mark.clause("N-22")
def test_a_table_run_read_backwards_is_worth_nothing_in_an_opening() -> None:
    outcome = turn("B3 B4 B5", "K8 K9 K10", "K10 K9 K8 | B3 B4 B5", opened=False)
    assert list_violations(outcome) == ["below_threshold N-22"]


@pytest.mark.clause("N-25")
@pytest.mark.parametrize(
    ("rack", "before", "after"),
    [
        ("B3 K10 R10 O10", "K3 R3 J", "K3 R3 B3 | K10 R10 O10 J"),
        ("K4 R10 O10", "K3 J K5", "K3 K4 K5 | J R10 O10"),
    ],
)
def test_before_the_opening_no_joker_is_replaced(rack: str, before: str, after: str) -> None:
    assert "joker_touched N-25" in list_violations(turn(rack, before, after, opened=False))
    assert list_violations(turn(rack, before, after, opened=True)) == []


# --- after the opening ------------------------------------------------------------------------


@pytest.mark.clause("N-23")
def test_after_the_opening_no_threshold_holds() -> None:
    outcome = turn("K1 R1 B1", "B4 B5 B6", "B4 B5 B6 | K1 R1 B1")
    assert list_violations(outcome) == []
    assert outcome.value == 0


@pytest.mark.clause("N-23")
def test_every_tile_on_the_table_is_in_a_valid_set() -> None:
    outcome = turn("R4", "K4 B4 O4 | B5 B6 B7", "K4 R4 O4 | B4 B5 B6 B7")
    assert list_violations(outcome) == []
    broken = turn("R4", "K4 B4 O4 | B5 B6 B7", "K4 R4 | O4 | B4 B5 B6 B7")
    assert list_violations(broken) == ["short_group N-10", "short_group N-10"]


@pytest.mark.clause("N-23")
def test_no_tile_goes_from_the_table_to_the_rack() -> None:
    outcome = turn("R4", "K4 B4 O4", "K4 B4 R4")
    assert list_violations(outcome) == ["taken_from_table N-23"]
    assert outcome.violations[0].text == "O4 was on the table and must stay there"


@pytest.mark.clause("N-23")
def test_a_twin_from_the_rack_does_not_stand_in_for_a_tile_of_the_table() -> None:
    state = build_position(racks=("O4 R4", ""), table="K4 B4 O4")
    black, blue, _ = state.table[0]
    orange, red = state.seats[0].rack
    after = ((black, blue, red, orange),)
    outcome = check_turn(CLASSIC, state.table, state.seats[0].rack, after, opened=True)
    assert list_violations(outcome) == ["taken_from_table N-23"]


@pytest.mark.clause("N-20", "N-23", "Z-20")
def test_rearranging_without_an_own_tile_is_refused() -> None:
    outcome = turn("K1", "B1 B2 B3 B4 B5 B6", "B1 B2 B3 | B4 B5 B6", edition=TOURNAMENT)
    assert list_violations(outcome) == ["nothing_placed N-20"]


@pytest.mark.clause("N-23")
def test_an_empty_set_on_the_table_is_refused() -> None:
    state = build_position(racks=("B7", ""), table="B4 B5 B6")
    after = (*lay_proposal(state, 0, "B4 B5 B6 B7"), ())
    outcome = check_turn(CLASSIC, state.table, state.seats[0].rack, after, opened=True)
    assert list_violations(outcome) == ["empty_set N-11"]


@pytest.mark.clause("N-24", "Z-20")
def test_a_joker_is_replaced_with_a_tile_of_the_table() -> None:
    before, after = "K3 K4 J | K5 R5 B5 O5", "K3 K4 K5 | R5 B5 O5"
    assert list_violations(turn("R9 B9", before, f"{after} | R9 B9 J", edition=TOURNAMENT)) == []


@pytest.mark.clause("N-24", "N-20", "Z-20")
def test_replacing_a_joker_from_the_table_needs_an_own_tile() -> None:
    before, after = "K3 K4 J | K5 R5 B5 O5", "K3 K4 K5 J | R5 B5 O5"
    assert list_violations(turn("K7", before, after, edition=TOURNAMENT)) == ["nothing_placed N-20"]
    after = "K3 K4 K5 J K7 | R5 B5 O5"
    assert list_violations(turn("K7", before, after, edition=TOURNAMENT)) == []


@pytest.mark.clause("N-24", "Z-20")
def test_a_set_with_a_joker_is_split() -> None:
    before = "R1 R2 R3 J R5"
    assert list_violations(turn("K5 O5", before, "R1 R2 R3 | J R5 K5 O5", edition=TOURNAMENT)) == []


@pytest.mark.clause("N-24")
def test_a_freed_joker_may_enlarge_a_set_that_lies_there() -> None:
    assert list_violations(turn("B3", "K3 R3 J | O7 O8 O9", "K3 R3 B3 | O7 O8 O9 J")) == []


@pytest.mark.clause("N-24")
@pytest.mark.parametrize(
    ("before", "rack", "after", "fault"),
    [
        ("B6 B7 J", "B9 K1 R1", "B6 B7 B9", "run_gap N-11"),
        ("B6 B7 J", "R8 K1 R1", "B6 B7 R8", "run_colours N-11"),
        ("K3 R3 J", "K3 K1 R1", "K3 R3 K3", "colour_twice N-10"),
        ("K3 R3 J", "B4 K1 R1", "K3 R3 B4", "neither N-11"),
    ],
)
def test_only_a_tile_that_a_joker_stands_for_takes_its_place(
    before: str, rack: str, after: str, fault: str
) -> None:
    assert list_violations(turn(rack, before, f"{after} | K1 R1 J")) == [fault]


@pytest.mark.clause("N-24")
def test_only_the_table_at_the_end_is_judged_not_what_took_the_jokers_place() -> None:
    # The joker stood for B8; nothing that it stands for takes its place.
    assert list_violations(turn("B5 K1 R1", "B6 B7 J", "B5 B6 B7 | K1 R1 J")) == []


@pytest.mark.clause("N-24")
def test_a_freed_joker_in_a_set_that_is_none_is_refused() -> None:
    assert list_violations(turn("B3", "K3 R3 J | O7 O8 O9", "K3 R3 B3 | J | O7 O8 O9")) == [
        "short_run N-11"
    ]


# --- special jokers ---------------------------------------------------------------------------


@pytest.mark.clause("T-5")
@pytest.mark.parametrize(
    ("rack", "before", "after", "joker"),
    [
        ("B3 B4 K9 R9", "B2 D B5", "B2 B3 B4 B5", "K9 R9 D"),
        ("K3 O3 R7 R8", "B3 R3 D", "B3 R3 K3 O3", "R7 R8 D"),
        ("R8 B8 K1 K2", "R6 R7 C B9 B10", "R6 R7 R8 | B8 B9 B10", "K1 K2 C"),
        ("R5 R5 K7 K7", "R3 R4 M R4 R3", "R3 R4 R5 | R3 R4 R5", "K7 M K7"),
    ],
)
def test_special_jokers_are_freed_like_ordinary_ones(
    rack: str, before: str, after: str, joker: str
) -> None:
    assert list_violations(turn(rack, before, f"{after} | {joker}", edition=TWIST)) == []
    assert list_violations(turn(rack, before, after, edition=TWIST)) == ["joker_not_placed N-24"]
    assert "N-25" in list_clauses(
        turn(rack, before, f"{after} | {joker}", edition=TWIST, opened=False)
    )


@pytest.mark.clause("T-5")
def test_a_double_joker_is_replaced_by_both_tiles_only() -> None:
    outcome = turn("B3 K9 R9", "B2 D B5", "B2 B3 B5 | K9 R9 D", edition=TWIST)
    assert list_violations(outcome) == ["run_gap N-11"]


@pytest.mark.clause("T-33")
@pytest.mark.parametrize(
    ("rack", "after"),
    [
        ("R2 R2", "R2 R3 R4 M R4 R3 R2"),
        ("R2 J", "R2 R3 R4 M R4 R3 J"),
        ("B3 K3 O3 B3", "R4 M R4 | R3 B3 K3 | R3 B3 O3"),
    ],
)
def test_a_mirrored_set_grows_and_shrinks_at_both_ends(rack: str, after: str) -> None:
    assert list_violations(turn(rack, "R3 R4 M R4 R3", after, edition=TWIST)) == []


@pytest.mark.clause("T-33")
@pytest.mark.parametrize(
    ("rack", "after"),
    [
        ("R2", "R2 R3 R4 M R4 R3"),
        ("J", "R3 R4 M R4 R3 J"),
        ("B3 K3", "R4 M R4 R3 | R3 B3 K3"),
    ],
)
def test_a_mirrored_set_does_not_change_at_one_end(rack: str, after: str) -> None:
    assert list_violations(turn(rack, "R3 R4 M R4 R3", after, edition=TWIST)) == [
        "mirror_middle T-30"
    ]


@pytest.mark.clause("T-33")
def test_different_tiles_do_not_go_to_the_ends_of_a_mirrored_set() -> None:
    outcome = turn("R2 R5", "R3 R4 M R4 R3", "R2 R3 R4 M R4 R3 R5", edition=TWIST)
    assert list_violations(outcome) == ["mirror_facing T-34"]


# --- tiles that cannot lie there --------------------------------------------------------------


def middle_of_a_game(*, opened: bool = True) -> State:
    return build_position(
        racks=("B3 B7 K8", "O1 O2"), table="B4 B5 B6 | K8 R8 O8 | K3 R3 J", opened=opened
    )


def proposed(state: State, *melds: tuple[TileId, ...]) -> TurnCheck:
    mover = state.seats[0]
    return check_turn(state.edition, state.table, mover.rack, melds, opened=mover.opened)


@pytest.mark.clause("N-23")
def test_a_tile_of_somebody_else_cannot_be_laid() -> None:
    state = middle_of_a_game()
    outcome = proposed(state, *lay_proposal(state, 0, "B4 B5 B6"), state.seats[1].rack)
    assert "not_your_tile N-23" in list_violations(outcome)
    assert not outcome.possible
    assert outcome.placed == ()


@pytest.mark.clause("N-23")
def test_one_tile_cannot_lie_twice() -> None:
    state = middle_of_a_game()
    blue = state.seats[0].rack[0]
    outcome = proposed(state, (blue, *state.table[0]), *state.table[1:], (blue, *state.table[0]))
    assert list_violations(outcome) == ["tile_twice N-23"] * 4
    assert [fault.values["tile"] for fault in outcome.violations] == ["B3", "B4", "B5", "B6"]
    assert not outcome.possible


@pytest.mark.clause("N-23")
def test_a_tile_of_somebody_else_that_lies_twice_is_named_once() -> None:
    state = build_position(racks=("B3", "K1 O2"), table="B4 B5 B6")
    (first, _), (blue,) = state.seats[1].rack, state.seats[0].rack
    assert first == 0  # the first tile of the box is a tile like any other
    outcome = proposed(state, (blue, *state.table[0]), (first, first))
    assert list_violations(outcome) == ["not_your_tile N-23", "short_group N-10"]


@pytest.mark.clause("N-1", "N-23")
@pytest.mark.parametrize("number", [-1, 106, 10**9])
def test_a_tile_that_the_box_does_not_hold_cannot_be_laid(number: int) -> None:
    state = middle_of_a_game()
    blue = state.seats[0].rack[0]
    outcome = proposed(state, (blue, *state.table[0]), *state.table[1:], (TileId(number),))
    assert "unknown_tile N-1" in list_violations(outcome)
    assert not outcome.possible


# --- all violations at once -------------------------------------------------------------------


@pytest.mark.clause("N-20", "N-23", "N-24")
def test_every_fault_of_a_possible_table_is_named() -> None:
    state = middle_of_a_game()
    outcome = check_proposal(state, 0, "B4 B6 | K8 O8 R8 K3 R3")
    assert sorted(list_violations(outcome)) == [
        "joker_not_placed N-24",
        "neither N-11",
        "nothing_placed N-20",
        "short_run N-11",
        "taken_from_table N-23",
    ]
    assert outcome.possible


@pytest.mark.clause("N-1", "N-23")
def test_every_impossible_tile_is_named() -> None:
    state = middle_of_a_game()
    blue = state.seats[0].rack[0]
    foreign, unknown = state.seats[1].rack[0], TileId(200)
    outcome = proposed(
        state, (blue, *state.table[0]), (blue, foreign, unknown, foreign), *state.table[1:]
    )
    named = {"not_your_tile N-23", "tile_twice N-23", "unknown_tile N-1"}
    assert named <= set(list_violations(outcome))


@pytest.mark.clause("N-1", "N-20", "N-23", "N-24")
def test_impossible_tiles_do_not_hide_other_faults() -> None:
    state = middle_of_a_game()
    four, _, six = state.table[0]
    foreign, unknown = state.seats[1].rack[0], TileId(200)
    outcome = proposed(state, (four, six, four), state.table[1], (foreign, unknown))
    assert sorted(list_violations(outcome)) == [
        "joker_not_placed N-24",
        "not_your_tile N-23",
        "nothing_placed N-20",
        "run_gap N-11",
        "taken_from_table N-23",  # B5
        "taken_from_table N-23",  # K3
        "taken_from_table N-23",  # R3
        "tile_twice N-23",
        "unknown_tile N-1",
    ]
    assert not outcome.possible


@pytest.mark.clause("N-22", "N-25")
def test_every_fault_of_an_opening_is_named() -> None:
    state = build_position(
        racks=("B8 B3 B4 B5 O3 R1 R2", ""), table="K8 R8 O8 | K3 R3 J", opened=False
    )
    outcome = check_proposal(state, 0, "K8 R8 O8 B8 | K3 R3 O3 J | B3 B4 B5 | R1 R2")
    assert sorted(list_violations(outcome)) == [
        "below_threshold N-22",
        "joker_touched N-25",
        "short_run N-11",
        "table_touched N-22",
    ]
    assert "the opening is worth 12 points; it needs 30" in [
        fault.text for fault in outcome.violations
    ]


@pytest.mark.clause("N-1", "N-22", "N-23", "N-24")
def test_every_violation_of_a_turn_names_what_is_wrong() -> None:
    state = build_position(racks=("B8", "K13"), table="K8 R8 O8 | K3 R3 J", opened=False)
    first, second = state.table
    foreign = state.seats[1].rack[0]
    outcome = proposed(state, (*first, first[0]), second[:2], (foreign, TileId(200)))
    texts = [violation.text for violation in outcome.violations]
    for text in (
        "K13 is neither on the table nor on the player's rack",
        "the box has no tile number 200",
        "K8 is one tile, but lies on the table twice",
        "the freed joker J must be placed in a set again",
        "no tile from the rack was placed",
        "the joker in K3 R3 J may not be replaced before the opening",
    ):
        assert text in texts
    touched = proposed(state, (*first, state.seats[0].rack[0]), second)
    assert "K8 R8 O8 on the table may not be touched before the opening" in [
        violation.text for violation in touched.violations
    ]


@pytest.mark.clause("N-1")
def test_more_tiles_than_the_box_holds_are_not_looked_at() -> None:
    state = build_position(racks=("B8", "K1"), table="K8 R8 O8")
    flood = proposed(state, (state.table[0][0],) * 107)
    assert list_violations(flood) == ["too_many_tiles N-1"]
    assert flood.violations[0].text == "the table has 107 tiles, more than the 106 of the box"
    assert not flood.possible
    assert flood.placed == ()
    assert flood.value == 0
    full = proposed(state, (state.table[0][0],) * 106)
    assert "tile_twice N-23" in list_violations(full)
