"""Games of words: drawing, refilling, time, challenges, the end, and who leaves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kostka.events.errors import Refused
from kostka.word import (
    Accept,
    AnyCommand,
    Challenge,
    Draw,
    DrawReason,
    Ending,
    Leave,
    Pass,
    Phase,
    RunOutOfTime,
    State,
    TurnScore,
    apply_word_house_rules,
    decide,
    evolve_all,
    view,
)
from kostka.word import events as ev
from kostka.word.notation import format_words
from tests.word.positions import FEW, build_place_command, build_position

CHALLENGE = apply_word_house_rules(FEW, judging="challenge")


def play_commands(state: State, *commands: AnyCommand | str) -> State:
    """The state after commands; a text is what the player on turn places."""
    for command in commands:
        asked = build_place_command(state, command) if isinstance(command, str) else command
        state = evolve_all(state, decide(state, asked))
    return state


def get_refusal_code(state: State, command: AnyCommand) -> str:
    with pytest.raises(Refused) as caught:
        decide(state, command)
    (violation,) = caught.value.violations
    return f"{violation.clause} {violation.code}"


def list_rack_sizes(state: State) -> list[int]:
    return [len(seat.rack) for seat in state.seats]


def format_words_on_table(state: State) -> str:
    return format_words(state.bag, state.table, state.letters)


# --- drawing and refilling --------------------------------------------------------------------


@pytest.mark.clause("W-4", "W-5")
@pytest.mark.parametrize("table", ["", "SZCZYT"])
def test_who_does_not_place_draws_one_tile(table: str) -> None:
    state = build_position(["AZB", "A"], table)
    drawn = play_commands(state, Draw(0))
    assert (list_rack_sizes(drawn), drawn.turn) == ([4, 1], 1)
    assert drawn.seats[0].rack[3] == state.pool[0]
    assert get_refusal_code(state, Pass(0)) == "W-5 must_draw_or_place"
    assert get_refusal_code(state, Draw(1)) == "W-3 not_your_turn"
    assert get_refusal_code(state, Draw(-1)) == "W-1 no_seat"


@pytest.mark.clause("W-9")
def test_a_rack_is_filled_up_to_seven() -> None:
    few = play_commands(build_position(["AZB", "A"], "SZCZYT"), "ZASZCZYT")
    assert list_rack_sizes(few) == [7, 1]
    many = play_commands(build_position(["AZBBCCCDDDE", "A"], "SZCZYT"), "ZASZCZYT")
    assert list_rack_sizes(many) == [9, 1]
    seven = build_position(["AZBBCCCDE", "A"], "SZCZYT")
    assert [type(event) for event in decide(seven, build_place_command(seven, "ZASZCZYT"))] == [
        ev.Placed,
        ev.TurnBegan,
    ]
    last = play_commands(build_position(["AZB", "A"], "SZCZYT", pool="OO"), "ZASZCZYT")
    assert (list_rack_sizes(last), last.pool, last.turn) == ([3, 1], (), 1)


@pytest.mark.clause("W-8", "W-9")
def test_after_the_whole_rack_seven_are_drawn() -> None:
    state = play_commands(build_position(["AZ", "A"], "SZCZYT"), "ZASZCZYT")
    assert list_rack_sizes(state) == [7, 1]
    assert state.seats[0].turns == (TurnScore(1, ("ZASZCZYT",), doubled=True, points=16),)


@pytest.mark.clause("W-4")
def test_after_the_first_word_the_table_may_be_touched_in_the_next_turn() -> None:
    state = play_commands(build_position(["KOSZYK", "A"]), "KOSZYK")
    assert [seat.opened for seat in state.seats] == [True, False]
    again = replace(state, turn=0, seats=(replace(state.seats[0], rack=()), state.seats[1]))
    own = next(tile for tile in state.pool if state.bag.faces[tile] == "K")
    again = replace(again, seats=(replace(again.seats[0], rack=(own,)), again.seats[1]))
    assert format_words_on_table(play_commands(again, "KOK SZYK")) == "KOK SZYK"


# --- time -------------------------------------------------------------------------------------


@pytest.mark.clause("W-14")
def test_a_move_not_finished_costs_a_tile_and_the_turn() -> None:
    assert FEW.turn_seconds == 60
    state = build_position(["AZB", "A"], "SZCZYT")
    late = play_commands(state, RunOutOfTime(0))
    assert (list_rack_sizes(late), late.turn, late.table) == ([4, 1], 1, state.table)
    assert late.seats[0].turns == ()
    drew = decide(state, RunOutOfTime(0))[1]
    assert isinstance(drew, ev.Drew)
    assert drew.reason is DrawReason.TIME_OUT
    assert get_refusal_code(state, RunOutOfTime(1)) == "W-3 not_your_turn"


@pytest.mark.clause("W-14")
def test_without_a_limit_time_does_not_run_out() -> None:
    edition = apply_word_house_rules(FEW, turn_seconds=None)
    assert get_refusal_code(build_position(["A", "B"], edition=edition), RunOutOfTime(0)) == (
        "W-14 no_time_limit"
    )


# --- challenges -------------------------------------------------------------------------------


@pytest.mark.clause("W-13")
def test_in_challenge_play_a_wrong_word_stands_until_it_is_challenged() -> None:
    state = build_position(["KATB", "A", "B"], "KOT", edition=CHALLENGE)
    moved = play_commands(state, "KOT KTA")
    assert (format_words_on_table(moved), moved.turn, list_rack_sizes(moved)) == (
        "KOT KTA",
        1,
        [7, 1, 1],
    )
    assert view(moved, None).challengeable == 0
    events = decide(moved, Challenge(2))
    assert events[0] == ev.Challenged(2, ("KTA",))
    undone = evolve_all(moved, events)
    assert (format_words_on_table(undone), undone.turn) == ("KOT", 1)
    # The rack as before, and one penalty tile; no points, and the next player's turn.
    assert undone.seats[0].rack[:4] == state.seats[0].rack
    assert list_rack_sizes(undone) == [5, 1, 1]
    assert undone.seats[0].turns == ()
    assert undone.turns > moved.turns
    assert view(undone, None).challengeable is None


@pytest.mark.clause("W-13")
def test_the_tiles_that_go_back_are_mixed_into_the_bank() -> None:
    state = build_position(["KATB", "A"], "KOT", edition=CHALLENGE)
    moved = play_commands(state, "KOT KTA")
    undone = play_commands(moved, Challenge(1))
    assert sorted((*undone.pool, undone.seats[0].rack[-1])) == sorted(state.pool)
    assert undone.pool != state.pool[1:]
    assert undone.mixings == 2
    assert undone.order_commitment != moved.order_commitment
    # Where nothing was drawn, nothing is mixed.
    full = play_commands(build_position(["KATBBCCCCDD", "A"], "KOT", edition=CHALLENGE), "KOT KTA")
    assert play_commands(full, Challenge(1)).mixings == 1


@pytest.mark.clause("W-13")
def test_a_first_word_that_was_wrong_is_still_to_be_laid() -> None:
    state = build_position(["KOSZKYB", "A"], edition=CHALLENGE)
    moved = play_commands(state, "KOSZKY")
    assert moved.seats[0].opened
    assert not play_commands(moved, Challenge(1)).seats[0].opened


@pytest.mark.clause("W-13")
def test_a_challenge_of_a_good_word_costs_nothing() -> None:
    moved = play_commands(build_position(["KATB", "A", "B"], "KOT", edition=CHALLENGE), "KOT KAT")
    challenged = play_commands(moved, Challenge(1))
    assert (format_words_on_table(challenged), list_rack_sizes(challenged), challenged.turn) == (
        "KOT KAT",
        [7, 1, 1],
        1,
    )
    assert get_refusal_code(challenged, Challenge(2)) == "W-13 challenged_already"
    assert view(challenged, None).challengeable is None


@pytest.mark.clause("W-13")
def test_a_move_is_challenged_before_the_next_one_and_by_others() -> None:
    state = build_position(["KATB", "AC", "YC"], "KOT", edition=CHALLENGE)
    assert get_refusal_code(state, Challenge(1)) == "W-13 nothing_to_challenge"
    moved = play_commands(state, "KOT KTA")
    assert get_refusal_code(moved, Challenge(0)) == "W-13 nothing_to_challenge"
    for then in (Draw(1), RunOutOfTime(1)):
        assert (
            get_refusal_code(play_commands(moved, then), Challenge(2))
            == "W-13 nothing_to_challenge"
        )
    # The wrong word stays, and is no part of later moves.
    later = play_commands(moved, Draw(1), "KOTY KTA")
    assert format_words_on_table(later) == "KOTY KTA"
    assert decide(later, Challenge(1))[0] == ev.Challenged(1, ())
    checked = build_position(["KATB", "A"], "KOT")
    assert get_refusal_code(checked, Challenge(1)) == "W-13 no_challenges"


@pytest.mark.clause("W-13", "W-15")
def test_a_word_outside_the_theme_is_challenged_too() -> None:
    edition = apply_word_house_rules(CHALLENGE, theme={"title": "las", "words": ["KOT"]})
    moved = play_commands(build_position(["KATB", "A"], "KOT", edition=edition), "KOT KAT")
    assert decide(moved, Challenge(1))[0] == ev.Challenged(1, ("KAT",))


@pytest.mark.clause("W-13")
def test_with_an_empty_bank_there_is_no_penalty_tile() -> None:
    moved = play_commands(
        build_position(["KATB", "A"], "KOT", pool="", edition=CHALLENGE), "KOT KTA"
    )
    undone = play_commands(moved, Challenge(1))
    assert (list_rack_sizes(undone), undone.turn, undone.idle) == ([4, 1], 1, 1)


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.clause("W-16")
def test_the_game_ends_when_the_bank_is_empty_and_a_rack_too() -> None:
    state = build_position(["AZ", "AOK"], "SZCZYT", pool="")
    over = play_commands(state, "ZASZCZYT")
    assert over.phase is Phase.FINISHED
    assert over.result is not None
    assert over.result.ending is Ending.WENT_OUT
    assert [line.points for line in over.result.sheet.lines] == [16, 0]
    assert [line.tiles for line in over.result.sheet.lines] == [0, 3]  # and they cost nothing
    assert over.result.sheet.winners == (0,)
    for command in (Draw(1), Pass(1), Leave(0)):
        assert get_refusal_code(over, command) == "W-16 finished"
    # With a tile left in the bank it goes on.
    assert (
        play_commands(build_position(["AZ", "A"], "SZCZYT", pool="O"), "ZASZCZYT").phase
        is Phase.PLAYING
    )


@pytest.mark.clause("W-16")
def test_with_an_empty_bank_not_placing_is_passing() -> None:
    state = build_position(["AZB", "A"], "SZCZYT", pool="")
    assert get_refusal_code(state, Draw(0)) == "W-16 pool_empty"
    passed = play_commands(state, Pass(0))
    assert (list_rack_sizes(passed), passed.turn, passed.idle) == ([3, 1], 1, 1)
    late = play_commands(state, RunOutOfTime(0))
    assert (list_rack_sizes(late), late.turn, late.idle) == ([3, 1], 1, 1)


@pytest.mark.clause("W-16")
def test_after_a_round_in_which_nobody_places_everybody_has_one_last_turn() -> None:
    state = build_position(["AZB", "KB", "C"], "SZCZYT", pool="")
    idle = play_commands(state, Pass(0), RunOutOfTime(1))
    assert idle.last_round is None
    last = play_commands(idle, Pass(2))
    assert (last.last_round, last.turn) == ((0, 1, 2), 0)
    rebuilt = play_commands(last, "ZASZCZYT")
    assert (rebuilt.last_round, rebuilt.turn) == ((1, 2), 1)
    over = play_commands(rebuilt, Pass(1), Pass(2))
    assert over.result is not None
    assert over.result.ending is Ending.NOBODY_PLACED
    assert [line.points for line in over.result.sheet.lines] == [8, 0, 0]


@pytest.mark.clause("W-16")
def test_who_places_begins_the_round_anew() -> None:
    state = build_position(["AZB", "C", "B"], "SZCZYT", pool="")
    again = play_commands(replace(state, turn=1), Pass(1), Pass(2), "ZASZCZYT", Pass(1), Pass(2))
    assert (again.idle, again.last_round) == (2, None)
    assert play_commands(again, Pass(0)).last_round == (1, 2, 0)


@pytest.mark.clause("W-16")
def test_the_draw_of_the_last_tile_is_no_pass() -> None:
    state = build_position(["AZB", "C"], "SZCZYT", pool="O")
    assert play_commands(state, Draw(0)).idle == 0
    assert play_commands(state, Draw(0), Pass(1)).last_round is None
    # Nor is a time-out that still costs a tile.
    assert play_commands(state, RunOutOfTime(0)).idle == 0


@pytest.mark.clause("W-16")
def test_in_the_last_round_an_empty_rack_ends_the_game() -> None:
    state = build_position(["AZ", "C"], "SZCZYT", pool="")
    over = play_commands(replace(state, turn=1), Pass(1), Pass(0), Pass(1), "ZASZCZYT")
    assert over.result is not None
    assert over.result.ending is Ending.WENT_OUT


@pytest.mark.clause("W-16")
def test_a_tie_is_shared() -> None:
    state = build_position(["ATB", "ABC"], "KOT KOS", pool="")
    over = play_commands(state, "KOTA KOS", "KOTA KOSA", Pass(0), Pass(1), Pass(0), Pass(1))
    assert over.result is not None
    assert [line.points for line in over.result.sheet.lines] == [4, 4]
    assert over.result.sheet.winners == (0, 1)


@pytest.mark.clause("W-13", "W-16")
def test_the_move_that_ends_the_game_may_still_be_challenged() -> None:
    state = build_position(["KTA", "A", "B"], "KOT", pool="", edition=CHALLENGE)
    made = play_commands(state, "KOT KTA")
    assert (made.phase, made.turn, made.waiting) == (Phase.ACCEPTING, None, (1, 2))
    for command in (Pass(1), Draw(1)):
        assert get_refusal_code(made, command) == "W-16 last_move_made"
    assert get_refusal_code(made, Accept(0)) == "W-13 nothing_to_accept"
    accepted = play_commands(made, Accept(1))
    assert get_refusal_code(accepted, Accept(1)) == "W-13 nothing_to_accept"
    undone = play_commands(accepted, Challenge(2))
    assert (undone.phase, undone.turn, list_rack_sizes(undone)) == (Phase.PLAYING, 1, [3, 1, 1])
    assert undone.waiting == ()
    # To wait for it counted, so that nothing comes late unnoticed, but is no turn on the sheet.
    assert (state.turns, made.turns, undone.turns) == (1, 2, 3)
    assert play_commands(undone, "KOTA").seats[1].turns[0].turn == 2
    over = play_commands(accepted, Accept(2))
    assert over.result is not None
    assert over.result.ending is Ending.WENT_OUT
    assert over.result.sheet.lines[0].points == 6


@pytest.mark.clause("W-13", "W-14", "W-16")
def test_a_last_move_stands_when_the_time_for_it_is_over_or_it_is_found_good() -> None:
    state = build_position(["KAT", "A", "B"], "KOT", pool="", edition=CHALLENGE)
    made = play_commands(state, "KOT KAT")
    assert play_commands(made, RunOutOfTime(1)).phase is Phase.FINISHED
    assert get_refusal_code(made, RunOutOfTime(0)) == "W-16 last_move_made"
    assert play_commands(made, Challenge(1)).phase is Phase.FINISHED
    assert get_refusal_code(state, Accept(1)) == "W-13 nothing_to_accept"


@pytest.mark.clause("W-13", "W-16")
def test_a_wrong_move_at_the_end_of_the_last_round_ends_the_game_without_it() -> None:
    state = build_position(["AZB", "KTAB"], "SZCZYT", pool="", edition=CHALLENGE)
    made = play_commands(state, Pass(0), Pass(1), Pass(0), "SZCZYT KTA")
    assert made.phase is Phase.ACCEPTING
    over = play_commands(made, Challenge(0))
    assert over.result is not None
    assert over.result.ending is Ending.NOBODY_PLACED
    assert [line.points for line in over.result.sheet.lines] == [0, 0]


# --- leaving ----------------------------------------------------------------------------------


def test_who_is_left_alone_wins() -> None:
    over = play_commands(build_position(["AZB", "A"], "SZCZYT"), "ZASZCZYT", Leave(0))
    assert over.result is not None
    assert over.result.ending is Ending.ALONE
    assert [(line.points, line.big) for line in over.result.sheet.lines] == [(8, 0), (0, 1)]
    # Nor does who left share a win.
    level = play_commands(build_position(["AZB", "A"], "SZCZYT"), Leave(0))
    assert level.result is not None
    assert level.result.sheet.winners == (1,)


def test_the_rest_plays_on() -> None:
    state = build_position(["AZB", "A", "C"], "SZCZYT")
    gone = play_commands(state, Leave(0))
    assert gone.turn == 1
    assert play_commands(gone, Draw(1), Draw(2)).turn == 1
    assert get_refusal_code(gone, Leave(0)) == "W-1 not_present"
    assert get_refusal_code(gone, Challenge(0)) == "W-1 not_present"
    assert play_commands(state, Leave(1)).turn == 0
    assert play_commands(state, Leave(1), Draw(0)).turn == 2


@pytest.mark.clause("W-16")
def test_who_left_has_no_last_turn() -> None:
    state = build_position(["AZB", "B", "C", "D"], "SZCZYT", pool="")
    last = play_commands(state, Pass(0), Pass(1), Pass(2), Pass(3), Leave(1))
    assert last.last_round == (0, 2, 3)
    assert play_commands(last, Leave(0)).turn == 2
    # A round without placing is one of those who are there.
    assert play_commands(state, Pass(0), Pass(1), Pass(2), Leave(3)).last_round == (0, 1, 2)


@pytest.mark.clause("W-13")
def test_a_move_is_undone_also_after_somebody_else_has_left() -> None:
    state = build_position(["KATB", "A", "B", "C"], "KOT", pool="", edition=CHALLENGE)
    last = play_commands(state, Pass(0), Pass(1), Pass(2), Pass(3), "KOT KTA", Leave(1))
    assert last.turn == 2
    undone = play_commands(last, Challenge(3))
    assert (format_words_on_table(undone), undone.turn, undone.last_round) == ("KOT", 2, (2, 3))


@pytest.mark.clause("W-13")
def test_nobody_is_waited_for_who_left_and_no_move_of_theirs_is_undone() -> None:
    state = build_position(["KTA", "A", "B"], "KOT", pool="", edition=CHALLENGE)
    made = play_commands(state, "KOT KTA")
    assert play_commands(made, Leave(2)).waiting == (1,)
    assert play_commands(made, Leave(2)).phase is Phase.ACCEPTING
    assert play_commands(made, Accept(1), Leave(2)).phase is Phase.FINISHED
    over = play_commands(made, Leave(0))
    assert over.result is not None
    assert over.result.sheet.winners == (1, 2)
    going = play_commands(
        build_position(["KATB", "A", "B"], "KOT", edition=CHALLENGE), "KOT KTA", Leave(0)
    )
    assert get_refusal_code(going, Challenge(1)) == "W-13 nothing_to_challenge"
