"""What becomes of a turn whose time runs out."""

from __future__ import annotations

import pytest

from kostka.editions import (
    CLASSIC,
    EDITIONS,
    SIX,
    TOURNAMENT,
    TRAVEL,
    TWIST,
    Edition,
    apply_house_rules,
)
from kostka.numbers import SPECTATOR, Ending, RunOutOfTime, State, decide, view_event
from kostka.numbers import events as ev
from kostka.tabletop.views import HIDDEN
from kostka.tiles import TileId, format_set
from tests.positions import (
    build_position,
    explain_refusal,
    find_only_event,
    format_rack,
    format_table_of,
    get_result,
    lay_proposal,
    list_event_names,
    play_commands,
)

TIMED_MOVES = {key: book for key, book in EDITIONS.items() if book.turn_seconds is not None}
UNDONE = {key: book for key, book in TIMED_MOVES.items() if key != "tournament"}


def game(
    edition: Edition,
    mine: str = "B3 K1",
    lies: str = "B4 B5 B6",
    pool: str = "R1 R2 R3 R4",
    *,
    opened: bool = True,
) -> State:
    racks = [mine, "K2"] + ["K3"] * (edition.players_min - 2)
    return build_position(edition, racks=racks, table=lies, pool=pool, opened=opened)


def time_out(state: State, text: str) -> RunOutOfTime:
    return RunOutOfTime(0, lay_proposal(state, 0, text))


# --- undone (N-26) ----------------------------------------------------------------------------


@pytest.mark.clause("N-26")
@pytest.mark.parametrize("edition", UNDONE.values(), ids=UNDONE)
@pytest.mark.parametrize("draft", ["B3 B4 B5 B6", "B3 B4 B5 B6 K1", "B4 B6"])
def test_an_unfinished_move_is_undone_entirely_with_the_penalty(
    edition: Edition, draft: str
) -> None:
    """Even if the table is valid at that moment."""
    state = game(edition)
    drawn = {CLASSIC: "R1", SIX: "R1", TRAVEL: "R1 R2 R3", TWIST: "R1 R2 R3"}[edition]
    events = decide(state, time_out(state, draft))
    assert list_event_names(events) == ["TimedOut", "MoveFailed", "Drew", "TurnBegan"]
    assert find_only_event(events, ev.MoveFailed).clauses[0] == "N-26"
    assert find_only_event(events, ev.Drew).reason is ev.DrawReason.PENALTY
    after = play_commands(state, time_out(state, draft))
    assert after.table == state.table
    assert format_rack(after, 0) == f"B3 K1 {drawn}"
    assert after.turn == 1


@pytest.mark.clause("N-26")
@pytest.mark.parametrize(
    ("tiles", "drawn"), [(0, ""), (1, "R1"), (3, "R1 R2 R3"), (9, "R1 R2 R3 R4")]
)
def test_a_house_rule_makes_an_idle_turn_cost_the_penalty(tiles: int, drawn: str) -> None:
    edition = apply_house_rules(TWIST, idle_time_out="penalty", failed_move_penalty=tiles)
    state = game(edition)
    events = decide(state, RunOutOfTime(0, None))
    after = play_commands(state, RunOutOfTime(0, None))
    assert format_rack(after, 0) == f"B3 K1 {drawn}".strip()
    assert after.turn == 1
    if drawn:
        assert find_only_event(events, ev.Drew).reason is ev.DrawReason.PENALTY
    else:
        assert list_event_names(events) == ["TimedOut", "Passed", "TurnBegan"]


@pytest.mark.clause("N-26", "N-50")
def test_an_idle_turn_of_the_last_round_is_a_pass_in_spite_of_the_house_rule() -> None:
    edition = apply_house_rules(CLASSIC, idle_time_out="penalty")
    after = play_commands(game(edition, pool=""), RunOutOfTime(0, None))
    assert format_rack(after, 0) == "B3 K1"


@pytest.mark.clause("N-26")
def test_an_opening_not_finished_in_time_is_no_opening() -> None:
    state = game(TRAVEL, "K10 R10 O10", opened=False)
    after = play_commands(state, time_out(state, "B4 B5 B6 | K10 R10 O10"))
    assert not after.seats[0].opened
    assert format_rack(after, 0) == "K10 R10 O10 R1 R2 R3"
    assert format_table_of(after) == "B4 B5 B6"


@pytest.mark.clause("N-26")
def test_a_last_tile_laid_too_late_does_not_end_the_game() -> None:
    state = game(CLASSIC, "B3")
    after = play_commands(state, time_out(state, "B3 B4 B5 B6"))
    assert format_rack(after, 0) == "B3 R1"
    assert after.turn == 1


@pytest.mark.clause("N-26", "N-55")
@pytest.mark.parametrize("pool", ["R1 R2", "R1"])
def test_the_penalty_is_what_the_pool_holds(pool: str) -> None:
    state = game(TRAVEL, pool=pool)
    after = play_commands(state, time_out(state, "B3 B4 B5 B6"))
    assert format_rack(after, 0) == f"B3 K1 {pool}"
    assert after.last_round == (1,)


@pytest.mark.clause("N-26")
@pytest.mark.parametrize("edition", TIMED_MOVES.values(), ids=TIMED_MOVES)
@pytest.mark.parametrize("seen", [True, False], ids=["as it lies", "nothing known"])
def test_time_running_out_on_an_untouched_table_is_a_draw_of_one(
    edition: Edition, seen: bool
) -> None:
    state = game(edition)
    command = RunOutOfTime(0, state.table if seen else None)
    events = decide(state, command)
    assert list_event_names(events) == ["TimedOut", "Drew", "TurnBegan"]
    assert find_only_event(events, ev.Drew).reason is ev.DrawReason.TIME_OUT
    after = play_commands(state, command)
    assert (format_rack(after, 0), after.turn) == ("B3 K1 R1", 1)
    assert after.table == state.table


@pytest.mark.clause("N-26")
def test_an_empty_table_that_stays_empty_is_untouched() -> None:
    state = game(TRAVEL, lies="", opened=False)
    after = play_commands(state, RunOutOfTime(0, ()))
    assert (format_rack(after, 0), after.turn) == ("B3 K1 R1", 1)


@pytest.mark.clause("N-26")
def test_the_sets_of_an_untouched_table_may_be_named_in_another_order() -> None:
    state = game(TRAVEL, lies="B4 B5 B6 | K7 R7 O7")
    after = play_commands(state, RunOutOfTime(0, state.table[::-1]))
    assert format_rack(after, 0) == "B3 K1 R1"


@pytest.mark.clause("N-26")
@pytest.mark.parametrize("key", ["classic", "tournament"])
def test_a_draft_that_cannot_lie_there_is_undone_like_any_other(key: str) -> None:
    """The clock does not wait for a mended draft."""
    state = game(EDITIONS[key])
    foreign = (*state.table, state.seats[1].rack, (TileId(-5), TileId(4_000)))
    after = play_commands(state, RunOutOfTime(0, foreign))
    assert (format_rack(after, 0), format_rack(after, 1), after.turn) == ("B3 K1 R1", "K2", 1)


@pytest.mark.clause("N-26")
def test_without_a_penalty_nothing_is_drawn() -> None:
    state = game(apply_house_rules(CLASSIC, failed_move_penalty=0))
    after = play_commands(state, time_out(state, "B3 B4 B5 B6"))
    assert (format_rack(after, 0), after.turn) == ("B3 K1", 1)


@pytest.mark.clause("N-26")
def test_only_the_player_on_turn_runs_out_of_time() -> None:
    assert explain_refusal(game(CLASSIC), RunOutOfTime(1)) == ["not_your_turn N-4"]


# --- the move may stand (Z-12) ----------------------------------------------------------------


@pytest.mark.clause("Z-12")
def test_a_valid_table_with_an_own_tile_stands() -> None:
    state = game(TOURNAMENT)
    events = decide(state, time_out(state, "B3 B4 B5 B6"))
    assert list_event_names(events) == ["TimedOut", "Placed", "TurnBegan"]
    after = play_commands(state, time_out(state, "B3 B4 B5 B6"))
    assert (format_table_of(after), format_rack(after, 0), after.pool_size) == (
        "B3 B4 B5 B6",
        "K1",
        4,
    )
    assert after.turn == 1


@pytest.mark.clause("Z-12")
def test_a_rack_tile_still_in_the_hand_goes_back_to_the_rack() -> None:
    state = game(TOURNAMENT, "B3 B7 K1")
    after = play_commands(state, time_out(state, "B3 B4 B5 B6"))
    assert format_rack(after, 0) == "B7 K1"


@pytest.mark.clause("Z-12")
@pytest.mark.parametrize(
    ("draft", "broken"),
    [
        ("B3 B4 B5 B6 | K8 O8 R8", "N-23"),  # B8 is in the hand
        ("B3 B4 B5 B6 | K8 R8 | B8 O8", "N-10"),  # not finished
        ("B3 B4 B5 B6 K8 R8 B8 O8", "N-11"),
        ("B4 B5 B6 | K8 R8 B8 | O8", "N-20"),  # no own tile
    ],
)
def test_an_unfinished_table_is_undone_and_one_tile_drawn(draft: str, broken: str) -> None:
    state = game(TOURNAMENT, lies="B4 B5 B6 | K8 R8 B8 O8")
    events = decide(state, time_out(state, draft))
    assert list_event_names(events) == ["TimedOut", "MoveFailed", "Drew", "TurnBegan"]
    assert broken in find_only_event(events, ev.MoveFailed).clauses
    after = play_commands(state, time_out(state, draft))
    assert after.table == state.table
    assert (format_rack(after, 0), after.turn) == ("B3 K1 R1", 1)


@pytest.mark.clause("Z-12")
def test_a_joker_in_the_hand_undoes_the_move() -> None:
    state = game(TOURNAMENT, "O3 K1", "K3 R3 J")
    after = play_commands(state, time_out(state, "K3 R3 O3"))
    assert (format_table_of(after), format_rack(after, 0)) == ("K3 R3 J", "O3 K1 R1")


@pytest.mark.clause("N-12", "Z-12")
def test_a_set_that_house_rules_forbid_goes_back_to_the_rack() -> None:
    edition = apply_house_rules(TOURNAMENT, box={"ordinary": 3}, joker_only_sets=False)
    state = game(edition, "B3 J J J")
    after = play_commands(state, time_out(state, "B3 B4 B5 B6 | J J J"))
    assert (format_table_of(after), format_rack(after, 0)) == ("B3 B4 B5 B6", "J J J")


@pytest.mark.clause("Z-12")
@pytest.mark.parametrize(
    ("lies", "draft", "table", "back"),
    [
        ("B4 B5 B6", "B3 B4 B5 B6 | K9", "B3 B4 B5 B6", "K9"),  # alone
        ("B4 B5 B6", "B3 B4 B5 B6 | K9 O2", "B3 B4 B5 B6", "K9 O2"),  # a set not finished
        ("B4 B5 B6 | R3 R4 R5", "B3 B4 B5 B6 | R3 R4 R5 K9", "B3 B4 B5 B6 | R3 R4 R5", "K9"),
        ("B4 B5 B6 | R1 R2 R3", "B3 B4 B5 B6 | R1 K9 R2 R3", "B3 B4 B5 B6 | R1 R2 R3", "K9"),
        # what is left is one set, whether it lay as one before or not
        (
            "B4 B5 B6 | R1 R2 R3 | R4 R5 R6",
            "B3 B4 B5 B6 | R1 R2 R3 K9 R4 R5 R6",
            "B3 B4 B5 B6 | R1 R2 R3 R4 R5 R6",
            "K9",
        ),
        # of a set that is not valid every own tile goes back, those that would fit too
        ("B4 B5 B6 | K8 R8 O8", "B3 B4 B5 B6 | K8 R8 O8 B8 O2", "B3 B4 B5 B6 | K8 R8 O8", "O2 B8"),
        ("B4 B5 B6 | K3 R3 J", "B3 B4 B5 B6 | K3 R3 J O2", "B3 B4 B5 B6 | K3 R3 J", "O2"),
    ],
)
def test_loose_own_tiles_go_back_and_the_rest_of_the_move_stands(
    lies: str, draft: str, table: str, back: str
) -> None:
    state = game(TOURNAMENT, "B3 K9 O2 B8", lies)
    events = decide(state, time_out(state, draft))
    assert list_event_names(events) == ["TimedOut", "Placed", "TurnBegan"]
    assert format_set(state.box.get_faces(find_only_event(events, ev.TimedOut).returned)) == back
    after = play_commands(state, time_out(state, draft))
    assert (format_table_of(after), format_rack(after, 0)) == (table, "K9 O2 B8")
    assert (after.pool_size, after.turn) == (4, 1)


@pytest.mark.clause("Z-12")
@pytest.mark.parametrize(
    ("lies", "draft", "broken"),
    [
        ("K8 R8 B8 O8", "K8 R8 B8 | O8 K9", "N-10"),  # a tile of the table is left alone
        ("R3 R4 R5 R6", "R3 R4 K9 | R5 R6 R7", "N-11"),  # valid with other own tiles only
        ("R1 R2 R3 | R7 R8 R9", "R1 R2 R3 K9 R7 R8 R9 | R5 R6 R7", "N-11"),  # one set, with a gap
        ("B4 B5 B6", "B4 B5 B6 | K9", "N-20"),  # no own tile was added
        ("B4 B5 B6", "B4 B5 B6 K9", "N-20"),
        ("K3 R3 J", "K3 R3 O3 | J K9", "N-11"),  # a freed joker is a tile of the table
        ("K3 R3 J", "K3 R3 O3 | K9", "N-24"),
    ],
)
def test_a_loose_tile_of_the_table_undoes_the_move(lies: str, draft: str, broken: str) -> None:
    state = game(TOURNAMENT, "K9 R5 R6 R7 O3", lies, pool="O13 O12 O11")
    events = decide(state, time_out(state, draft))
    assert list_event_names(events) == ["TimedOut", "MoveFailed", "Drew", "TurnBegan"]
    assert find_only_event(events, ev.TimedOut).returned == ()
    assert broken in find_only_event(events, ev.MoveFailed).clauses
    after = play_commands(state, time_out(state, draft))
    assert (after.table, format_rack(after, 0)) == (state.table, "K9 R5 R6 R7 O3 O13")


@pytest.mark.clause("Z-12", "N-12")
def test_a_set_that_house_rules_forbid_goes_back_as_loose_tiles() -> None:
    edition = apply_house_rules(SIX, time_out="valid_part_stands", joker_only_sets=False)
    state = game(edition, "B3 J J J K9")
    after = play_commands(state, time_out(state, "B3 B4 B5 B6 | J J J"))
    assert (format_table_of(after), format_rack(after, 0)) == ("B3 B4 B5 B6", "J J J K9")


@pytest.mark.clause("Z-12", "N-22")
@pytest.mark.parametrize(
    ("draft", "table"),
    [
        ("B4 B5 B6 | K10 R10 O10 | K9", "B4 B5 B6 | K10 R10 O10"),
        ("B4 B5 B6 K9 | K10 R10 O10", "B4 B5 B6 | K10 R10 O10"),  # the old set is as it was
        ("B4 B5 B6 | K10 R10 O10 K9", None),  # the only set of the opening is not valid
        ("B4 B5 B6 | K9 R9 O9 | K10", None),  # below the threshold
        ("B3 B4 B5 B6 | K10 R10 O10", None),  # a set of the table was touched
        ("B4 B5 B6 | B3 K9", None),
    ],
)
def test_before_the_opening_the_threshold_counts_what_is_left(
    draft: str, table: str | None
) -> None:
    rack = "K10 R10 O10 K9 R9 O9 B3"
    state = game(TOURNAMENT, rack, opened=False)
    after = play_commands(state, time_out(state, draft))
    assert format_table_of(after) == (table or "B4 B5 B6")
    assert format_rack(after, 0) == ("K9 R9 O9 B3" if table else f"{rack} R1")
    assert after.seats[0].opened == (table is not None)


@pytest.mark.clause("Z-12", "N-28")
def test_only_the_player_sees_which_tiles_went_back() -> None:
    state = game(TOURNAMENT, "B3 K9 O2")
    late = find_only_event(decide(state, time_out(state, "B3 B4 B5 B6 | K9 O2")), ev.TimedOut)
    assert view_event(late, 0) == late
    for viewer in (1, SPECTATOR):
        assert view_event(late, viewer) == ev.TimedOut(0, None, (HIDDEN, HIDDEN))


@pytest.mark.clause("Z-12")
def test_with_the_older_rule_a_loose_own_tile_undoes_the_move() -> None:
    state = game(apply_house_rules(TOURNAMENT, time_out="stands"))
    after = play_commands(state, time_out(state, "B3 B4 B5 B6 | K1"))
    assert (format_table_of(after), format_rack(after, 0)) == ("B4 B5 B6", "B3 K1 R1")


@pytest.mark.clause("Z-12")
def test_a_valid_table_without_an_own_tile_is_undone() -> None:
    state = game(TOURNAMENT, lies="B4 B5 B6 B7 B8 B9")
    after = play_commands(state, time_out(state, "B4 B5 B6 | B7 B8 B9"))
    assert (format_table_of(after), format_rack(after, 0)) == ("B4 B5 B6 B7 B8 B9", "B3 K1 R1")


@pytest.mark.clause("Z-12", "Z-15")
def test_an_opening_stands_if_it_is_worth_enough() -> None:
    state = game(TOURNAMENT, "K10 R10 O10 K9 R9 O9", opened=False)
    below = play_commands(state, time_out(state, "B4 B5 B6 | K9 R9 O9"))
    assert not below.seats[0].opened
    assert format_rack(below, 0) == "K10 R10 O10 K9 R9 O9 R1"
    enough = play_commands(state, time_out(state, "B4 B5 B6 | K10 R10 O10"))
    assert enough.seats[0].opened
    assert format_rack(enough, 0) == "K9 R9 O9"


@pytest.mark.clause("Z-11", "Z-12", "N-40")
def test_a_last_tile_laid_in_time_ends_the_game_when_time_runs_out() -> None:
    state = game(TOURNAMENT, "B3")
    after = play_commands(state, time_out(state, "B3 B4 B5 B6"))
    assert get_result(after).ending is Ending.WENT_OUT
    assert get_result(after).sheet.winners == (0,)


@pytest.mark.clause("Z-11")
def test_after_time_nothing_is_changed() -> None:
    state = game(TOURNAMENT)
    after = play_commands(state, RunOutOfTime(0))
    assert explain_refusal(after, RunOutOfTime(0, lay_proposal(after, 0, "B3 B4 B5 B6"))) == [
        "not_your_turn N-4"
    ]


@pytest.mark.clause("Z-12")
def test_whether_a_move_stands_is_a_field_of_the_edition() -> None:
    stands = game(apply_house_rules(CLASSIC, time_out="stands"))
    assert format_table_of(play_commands(stands, time_out(stands, "B3 B4 B5 B6"))) == "B3 B4 B5 B6"
    undone = game(apply_house_rules(TOURNAMENT, time_out="undone"))
    assert format_table_of(play_commands(undone, time_out(undone, "B3 B4 B5 B6"))) == "B4 B5 B6"
