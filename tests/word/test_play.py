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
    decide,
    evolve_all,
    view,
    word_house_rules,
)
from kostka.word import events as ev
from kostka.word.notation import format_words
from tests.word.positions import FEW, placing, position

CHALLENGE = word_house_rules(FEW, judging="challenge")


def after(state: State, *commands: AnyCommand | str) -> State:
    """The state after commands; a text is what the player on turn places."""
    for command in commands:
        asked = placing(state, command) if isinstance(command, str) else command
        state = evolve_all(state, decide(state, asked))
    return state


def refused_code(state: State, command: AnyCommand) -> str:
    with pytest.raises(Refused) as caught:
        decide(state, command)
    (violation,) = caught.value.violations
    return f"{violation.clause} {violation.code}"


def racks(state: State) -> list[int]:
    return [len(seat.rack) for seat in state.seats]


def words(state: State) -> str:
    return format_words(state.bag, state.table, state.letters)


# --- drawing and refilling --------------------------------------------------------------------


@pytest.mark.clause("W-4", "W-5")
@pytest.mark.parametrize("table", ["", "SZCZYT"])
def test_who_does_not_place_draws_one_tile(table: str) -> None:
    state = position(["AZB", "A"], table)
    drawn = after(state, Draw(0))
    assert (racks(drawn), drawn.turn) == ([4, 1], 1)
    assert drawn.seats[0].rack[3] == state.pool[0]
    assert refused_code(state, Pass(0)) == "W-5 must_draw_or_place"
    assert refused_code(state, Draw(1)) == "W-3 not_your_turn"
    assert refused_code(state, Draw(-1)) == "W-1 no_seat"


@pytest.mark.clause("W-9")
def test_a_rack_is_filled_up_to_seven() -> None:
    few = after(position(["AZB", "A"], "SZCZYT"), "ZASZCZYT")
    assert racks(few) == [7, 1]
    many = after(position(["AZBBCCCDDDE", "A"], "SZCZYT"), "ZASZCZYT")
    assert racks(many) == [9, 1]
    seven = position(["AZBBCCCDE", "A"], "SZCZYT")
    assert [type(event) for event in decide(seven, placing(seven, "ZASZCZYT"))] == [
        ev.Placed,
        ev.TurnBegan,
    ]
    last = after(position(["AZB", "A"], "SZCZYT", pool="OO"), "ZASZCZYT")
    assert (racks(last), last.pool, last.turn) == ([3, 1], (), 1)


@pytest.mark.clause("W-8", "W-9")
def test_after_the_whole_rack_seven_are_drawn() -> None:
    state = after(position(["AZ", "A"], "SZCZYT"), "ZASZCZYT")
    assert racks(state) == [7, 1]
    assert state.seats[0].turns == (TurnScore(1, ("ZASZCZYT",), doubled=True, points=16),)


@pytest.mark.clause("W-4")
def test_after_the_first_word_the_table_may_be_touched_in_the_next_turn() -> None:
    state = after(position(["KOSZYK", "A"]), "KOSZYK")
    assert [seat.opened for seat in state.seats] == [True, False]
    again = replace(state, turn=0, seats=(replace(state.seats[0], rack=()), state.seats[1]))
    own = next(tile for tile in state.pool if state.bag.faces[tile] == "K")
    again = replace(again, seats=(replace(again.seats[0], rack=(own,)), again.seats[1]))
    assert words(after(again, "KOK SZYK")) == "KOK SZYK"


# --- time -------------------------------------------------------------------------------------


@pytest.mark.clause("W-14")
def test_a_move_not_finished_costs_a_tile_and_the_turn() -> None:
    assert FEW.turn_seconds == 60
    state = position(["AZB", "A"], "SZCZYT")
    late = after(state, RunOutOfTime(0))
    assert (racks(late), late.turn, late.table) == ([4, 1], 1, state.table)
    assert late.seats[0].turns == ()
    drew = decide(state, RunOutOfTime(0))[1]
    assert isinstance(drew, ev.Drew)
    assert drew.reason is DrawReason.TIME_OUT
    assert refused_code(state, RunOutOfTime(1)) == "W-3 not_your_turn"


@pytest.mark.clause("W-14")
def test_without_a_limit_time_does_not_run_out() -> None:
    edition = word_house_rules(FEW, turn_seconds=None)
    assert refused_code(position(["A", "B"], edition=edition), RunOutOfTime(0)) == (
        "W-14 no_time_limit"
    )


# --- challenges -------------------------------------------------------------------------------


@pytest.mark.clause("W-13")
def test_in_challenge_play_a_wrong_word_stands_until_it_is_challenged() -> None:
    state = position(["KATB", "A", "B"], "KOT", edition=CHALLENGE)
    moved = after(state, "KOT KTA")
    assert (words(moved), moved.turn, racks(moved)) == ("KOT KTA", 1, [7, 1, 1])
    assert view(moved, None).challengeable == 0
    events = decide(moved, Challenge(2))
    assert events[0] == ev.Challenged(2, ("KTA",))
    undone = evolve_all(moved, events)
    assert (words(undone), undone.turn) == ("KOT", 1)
    # The rack as before, and one penalty tile; no points, and the next player's turn.
    assert undone.seats[0].rack[:4] == state.seats[0].rack
    assert racks(undone) == [5, 1, 1]
    assert undone.seats[0].turns == ()
    assert undone.turns > moved.turns
    assert view(undone, None).challengeable is None


@pytest.mark.clause("W-13")
def test_the_tiles_that_go_back_are_mixed_into_the_bank() -> None:
    state = position(["KATB", "A"], "KOT", edition=CHALLENGE)
    moved = after(state, "KOT KTA")
    undone = after(moved, Challenge(1))
    assert sorted((*undone.pool, undone.seats[0].rack[-1])) == sorted(state.pool)
    assert undone.pool != state.pool[1:]
    assert undone.mixings == 2
    assert undone.order_commitment != moved.order_commitment
    # Where nothing was drawn, nothing is mixed.
    full = after(position(["KATBBCCCCDD", "A"], "KOT", edition=CHALLENGE), "KOT KTA")
    assert after(full, Challenge(1)).mixings == 1


@pytest.mark.clause("W-13")
def test_a_first_word_that_was_wrong_is_still_to_be_laid() -> None:
    state = position(["KOSZKYB", "A"], edition=CHALLENGE)
    moved = after(state, "KOSZKY")
    assert moved.seats[0].opened
    assert not after(moved, Challenge(1)).seats[0].opened


@pytest.mark.clause("W-13")
def test_a_challenge_of_a_good_word_costs_nothing() -> None:
    moved = after(position(["KATB", "A", "B"], "KOT", edition=CHALLENGE), "KOT KAT")
    challenged = after(moved, Challenge(1))
    assert (words(challenged), racks(challenged), challenged.turn) == ("KOT KAT", [7, 1, 1], 1)
    assert refused_code(challenged, Challenge(2)) == "W-13 challenged_already"
    assert view(challenged, None).challengeable is None


@pytest.mark.clause("W-13")
def test_a_move_is_challenged_before_the_next_one_and_by_others() -> None:
    state = position(["KATB", "AC", "YC"], "KOT", edition=CHALLENGE)
    assert refused_code(state, Challenge(1)) == "W-13 nothing_to_challenge"
    moved = after(state, "KOT KTA")
    assert refused_code(moved, Challenge(0)) == "W-13 nothing_to_challenge"
    for then in (Draw(1), RunOutOfTime(1)):
        assert refused_code(after(moved, then), Challenge(2)) == "W-13 nothing_to_challenge"
    # The wrong word stays, and is no part of later moves.
    later = after(moved, Draw(1), "KOTY KTA")
    assert words(later) == "KOTY KTA"
    assert decide(later, Challenge(1))[0] == ev.Challenged(1, ())
    checked = position(["KATB", "A"], "KOT")
    assert refused_code(checked, Challenge(1)) == "W-13 no_challenges"


@pytest.mark.clause("W-13", "W-15")
def test_a_word_outside_the_theme_is_challenged_too() -> None:
    edition = word_house_rules(CHALLENGE, theme={"title": "las", "words": ["KOT"]})
    moved = after(position(["KATB", "A"], "KOT", edition=edition), "KOT KAT")
    assert decide(moved, Challenge(1))[0] == ev.Challenged(1, ("KAT",))


@pytest.mark.clause("W-13")
def test_with_an_empty_bank_there_is_no_penalty_tile() -> None:
    moved = after(position(["KATB", "A"], "KOT", pool="", edition=CHALLENGE), "KOT KTA")
    undone = after(moved, Challenge(1))
    assert (racks(undone), undone.turn, undone.idle) == ([4, 1], 1, 1)


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.clause("W-16")
def test_the_game_ends_when_the_bank_is_empty_and_a_rack_too() -> None:
    state = position(["AZ", "AOK"], "SZCZYT", pool="")
    over = after(state, "ZASZCZYT")
    assert over.phase is Phase.FINISHED
    assert over.result is not None
    assert over.result.ending is Ending.WENT_OUT
    assert [line.points for line in over.result.sheet.lines] == [16, 0]
    assert [line.tiles for line in over.result.sheet.lines] == [0, 3]  # and they cost nothing
    assert over.result.sheet.winners == (0,)
    for command in (Draw(1), Pass(1), Leave(0)):
        assert refused_code(over, command) == "W-16 finished"
    # With a tile left in the bank it goes on.
    assert after(position(["AZ", "A"], "SZCZYT", pool="O"), "ZASZCZYT").phase is Phase.PLAYING


@pytest.mark.clause("W-16")
def test_with_an_empty_bank_not_placing_is_passing() -> None:
    state = position(["AZB", "A"], "SZCZYT", pool="")
    assert refused_code(state, Draw(0)) == "W-16 pool_empty"
    passed = after(state, Pass(0))
    assert (racks(passed), passed.turn, passed.idle) == ([3, 1], 1, 1)
    late = after(state, RunOutOfTime(0))
    assert (racks(late), late.turn, late.idle) == ([3, 1], 1, 1)


@pytest.mark.clause("W-16")
def test_after_a_round_in_which_nobody_places_everybody_has_one_last_turn() -> None:
    state = position(["AZB", "KB", "C"], "SZCZYT", pool="")
    idle = after(state, Pass(0), RunOutOfTime(1))
    assert idle.last_round is None
    last = after(idle, Pass(2))
    assert (last.last_round, last.turn) == ((0, 1, 2), 0)
    rebuilt = after(last, "ZASZCZYT")
    assert (rebuilt.last_round, rebuilt.turn) == ((1, 2), 1)
    over = after(rebuilt, Pass(1), Pass(2))
    assert over.result is not None
    assert over.result.ending is Ending.NOBODY_PLACED
    assert [line.points for line in over.result.sheet.lines] == [8, 0, 0]


@pytest.mark.clause("W-16")
def test_who_places_begins_the_round_anew() -> None:
    state = position(["AZB", "C", "B"], "SZCZYT", pool="")
    again = after(replace(state, turn=1), Pass(1), Pass(2), "ZASZCZYT", Pass(1), Pass(2))
    assert (again.idle, again.last_round) == (2, None)
    assert after(again, Pass(0)).last_round == (1, 2, 0)


@pytest.mark.clause("W-16")
def test_the_draw_of_the_last_tile_is_no_pass() -> None:
    state = position(["AZB", "C"], "SZCZYT", pool="O")
    assert after(state, Draw(0)).idle == 0
    assert after(state, Draw(0), Pass(1)).last_round is None
    # Nor is a time-out that still costs a tile.
    assert after(state, RunOutOfTime(0)).idle == 0


@pytest.mark.clause("W-16")
def test_in_the_last_round_an_empty_rack_ends_the_game() -> None:
    state = position(["AZ", "C"], "SZCZYT", pool="")
    over = after(replace(state, turn=1), Pass(1), Pass(0), Pass(1), "ZASZCZYT")
    assert over.result is not None
    assert over.result.ending is Ending.WENT_OUT


@pytest.mark.clause("W-16")
def test_a_tie_is_shared() -> None:
    state = position(["ATB", "ABC"], "KOT KOS", pool="")
    over = after(state, "KOTA KOS", "KOTA KOSA", Pass(0), Pass(1), Pass(0), Pass(1))
    assert over.result is not None
    assert [line.points for line in over.result.sheet.lines] == [4, 4]
    assert over.result.sheet.winners == (0, 1)


@pytest.mark.clause("W-13", "W-16")
def test_the_move_that_ends_the_game_may_still_be_challenged() -> None:
    state = position(["KTA", "A", "B"], "KOT", pool="", edition=CHALLENGE)
    made = after(state, "KOT KTA")
    assert (made.phase, made.turn, made.waiting) == (Phase.ACCEPTING, None, (1, 2))
    for command in (Pass(1), Draw(1)):
        assert refused_code(made, command) == "W-16 last_move_made"
    assert refused_code(made, Accept(0)) == "W-13 nothing_to_accept"
    accepted = after(made, Accept(1))
    assert refused_code(accepted, Accept(1)) == "W-13 nothing_to_accept"
    undone = after(accepted, Challenge(2))
    assert (undone.phase, undone.turn, racks(undone)) == (Phase.PLAYING, 1, [3, 1, 1])
    assert undone.waiting == ()
    # To wait for it counted, so that nothing comes late unnoticed, but is no turn on the sheet.
    assert (state.turns, made.turns, undone.turns) == (1, 2, 3)
    assert after(undone, "KOTA").seats[1].turns[0].turn == 2
    over = after(accepted, Accept(2))
    assert over.result is not None
    assert over.result.ending is Ending.WENT_OUT
    assert over.result.sheet.lines[0].points == 6


@pytest.mark.clause("W-13", "W-14", "W-16")
def test_a_last_move_stands_when_the_time_for_it_is_over_or_it_is_found_good() -> None:
    state = position(["KAT", "A", "B"], "KOT", pool="", edition=CHALLENGE)
    made = after(state, "KOT KAT")
    assert after(made, RunOutOfTime(1)).phase is Phase.FINISHED
    assert refused_code(made, RunOutOfTime(0)) == "W-16 last_move_made"
    assert after(made, Challenge(1)).phase is Phase.FINISHED
    assert refused_code(state, Accept(1)) == "W-13 nothing_to_accept"


@pytest.mark.clause("W-13", "W-16")
def test_a_wrong_move_at_the_end_of_the_last_round_ends_the_game_without_it() -> None:
    state = position(["AZB", "KTAB"], "SZCZYT", pool="", edition=CHALLENGE)
    made = after(state, Pass(0), Pass(1), Pass(0), "SZCZYT KTA")
    assert made.phase is Phase.ACCEPTING
    over = after(made, Challenge(0))
    assert over.result is not None
    assert over.result.ending is Ending.NOBODY_PLACED
    assert [line.points for line in over.result.sheet.lines] == [0, 0]


# --- leaving ----------------------------------------------------------------------------------


def test_who_is_left_alone_wins() -> None:
    over = after(position(["AZB", "A"], "SZCZYT"), "ZASZCZYT", Leave(0))
    assert over.result is not None
    assert over.result.ending is Ending.ALONE
    assert [(line.points, line.big) for line in over.result.sheet.lines] == [(8, 0), (0, 1)]
    # Nor does who left share a win.
    level = after(position(["AZB", "A"], "SZCZYT"), Leave(0))
    assert level.result is not None
    assert level.result.sheet.winners == (1,)


def test_the_rest_plays_on() -> None:
    state = position(["AZB", "A", "C"], "SZCZYT")
    gone = after(state, Leave(0))
    assert gone.turn == 1
    assert after(gone, Draw(1), Draw(2)).turn == 1
    assert refused_code(gone, Leave(0)) == "W-1 not_present"
    assert refused_code(gone, Challenge(0)) == "W-1 not_present"
    assert after(state, Leave(1)).turn == 0
    assert after(state, Leave(1), Draw(0)).turn == 2


@pytest.mark.clause("W-16")
def test_who_left_has_no_last_turn() -> None:
    state = position(["AZB", "B", "C", "D"], "SZCZYT", pool="")
    last = after(state, Pass(0), Pass(1), Pass(2), Pass(3), Leave(1))
    assert last.last_round == (0, 2, 3)
    assert after(last, Leave(0)).turn == 2
    # A round without placing is one of those who are there.
    assert after(state, Pass(0), Pass(1), Pass(2), Leave(3)).last_round == (0, 1, 2)


@pytest.mark.clause("W-13")
def test_a_move_is_undone_also_after_somebody_else_has_left() -> None:
    state = position(["KATB", "A", "B", "C"], "KOT", pool="", edition=CHALLENGE)
    last = after(state, Pass(0), Pass(1), Pass(2), Pass(3), "KOT KTA", Leave(1))
    assert last.turn == 2
    undone = after(last, Challenge(3))
    assert (words(undone), undone.turn, undone.last_round) == ("KOT", 2, (2, 3))


@pytest.mark.clause("W-13")
def test_nobody_is_waited_for_who_left_and_no_move_of_theirs_is_undone() -> None:
    state = position(["KTA", "A", "B"], "KOT", pool="", edition=CHALLENGE)
    made = after(state, "KOT KTA")
    assert after(made, Leave(2)).waiting == (1,)
    assert after(made, Leave(2)).phase is Phase.ACCEPTING
    assert after(made, Accept(1), Leave(2)).phase is Phase.FINISHED
    over = after(made, Leave(0))
    assert over.result is not None
    assert over.result.sheet.winners == (1, 2)
    going = after(position(["KATB", "A", "B"], "KOT", edition=CHALLENGE), "KOT KTA", Leave(0))
    assert refused_code(going, Challenge(1)) == "W-13 nothing_to_challenge"
