"""What a referee may do: take a move back, give a penalty, end the game; all of it in the log."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, TOURNAMENT, TRAVEL, TWIST, Edition
from kostka.numbers import (
    Announce,
    AnyCommand,
    AskRedeal,
    Draw,
    EndGame,
    Ending,
    EndRoundTime,
    EndTurn,
    Leave,
    Pass,
    Penalise,
    Phase,
    Place,
    RunOutOfTime,
    Start,
    State,
    Undo,
    decide,
)
from kostka.numbers import events as ev
from tests.positions import (
    build_position,
    explain_refusal,
    find_only_event,
    format_rack,
    format_table_of,
    get_result,
    lay_proposal,
    list_big_points,
    list_event_names,
    list_points,
    open_game,
    open_game_at,
    play_commands,
)

UNDO = Undo("Ref", "the run was counted wrong")


def game(edition: Edition = CLASSIC, **changes: object) -> State:
    fields: dict[str, object] = {
        "racks": ("B7 K1", "B8 K2", "B9 K3"),
        "table": "B4 B5 B6",
        "pool": "R1 R2 R3 R4",
    }
    return build_position(edition, **(fields | changes))  # type: ignore[arg-type]


def placing(state: State, text: str) -> Place:
    assert state.turn is not None
    return Place(state.turn, lay_proposal(state, state.turn, text))


# --- undo -------------------------------------------------------------------------------------


@pytest.mark.clause("Z-30")
def test_a_placed_move_is_taken_back() -> None:
    before = game()
    after = play_commands(before, placing(before, "B4 B5 B6 B7"))
    assert after != before
    assert play_commands(after, UNDO) == before


@pytest.mark.clause("Z-30")
def test_an_opening_is_taken_back() -> None:
    before = game(racks=("K10 R10 O10 K1", "K2"), opened=False)
    after = play_commands(before, placing(before, "B4 B5 B6 | K10 R10 O10"), UNDO)
    assert after == before
    assert not after.seats[0].opened


@pytest.mark.clause("Z-30")
def test_a_draw_is_taken_back_and_the_tile_lies_on_the_pool_again() -> None:
    before = game()
    after = play_commands(before, Draw(0), UNDO)
    assert after == before
    assert format_rack(play_commands(after, Draw(0)), 0) == "B7 K1 R1"


@pytest.mark.clause("Z-30")
@pytest.mark.parametrize("ended", [True, False], ids=["turn over", "turn open"])
def test_a_draw_and_what_was_announced_after_it_are_taken_back_together(ended: bool) -> None:
    before = game(racks=("K10 R10", "K2"), pool="B10 R1", opened=False)
    after = play_commands(before, Draw(0), Announce(0), *([EndTurn(0)] if ended else []))
    assert after.seats[0].announced
    assert play_commands(after, UNDO) == before


@pytest.mark.clause("Z-30")
def test_a_pass_is_taken_back() -> None:
    before = game(pool="", last_round=(0, 1, 2))
    after = play_commands(before, Pass(0))
    assert after.turn == 1
    assert play_commands(after, UNDO) == before


@pytest.mark.clause("Z-30", "N-26")
def test_a_failed_move_and_its_penalty_are_taken_back_together() -> None:
    before = game(TRAVEL)
    after = play_commands(before, RunOutOfTime(0, lay_proposal(before, 0, "B4 B5 | B6")))
    assert after.pool_size == 1
    assert play_commands(after, UNDO) == before


@pytest.mark.clause("Z-30", "N-41")
def test_an_announcement_that_lapsed_when_time_ran_out_comes_back_with_an_undo() -> None:
    before = game(
        racks=("K10 R10 O10", "K2"), opened=(False, True), announced=(True, False), pool="R1 R2"
    )
    after = play_commands(before, RunOutOfTime(0))
    assert not after.seats[0].announced
    assert play_commands(after, UNDO) == before


@pytest.mark.clause("Z-30", "Z-17")
def test_the_end_of_the_round_time_is_not_taken_back_with_a_move() -> None:
    state = play_commands(game(TOURNAMENT), Draw(0), EndRoundTime())
    assert explain_refusal(state, UNDO) == ["nothing_to_undo Z-30"]
    undone = play_commands(state, Draw(1), UNDO)
    assert (undone.turn, undone.round_over, undone.last_round) == (1, True, None)


@pytest.mark.clause("Z-30")
def test_a_draw_that_started_the_last_round_is_taken_back() -> None:
    before = game(pool="R1")
    after = play_commands(before, Draw(0))
    assert after.last_round is not None
    assert play_commands(after, UNDO) == before


@pytest.mark.clause("Z-30", "N-28")
def test_a_finished_game_whose_racks_were_shown_is_not_taken_up_again() -> None:
    before = game(racks=("B7", "B8 K2"))
    over = play_commands(before, placing(before, "B4 B5 B6 B7"))
    assert over.phase is Phase.FINISHED
    assert explain_refusal(over, UNDO) == ["finished N-40"]


@pytest.mark.clause("Z-30")
def test_only_the_last_move_is_taken_back() -> None:
    state = game()
    after = play_commands(state, Draw(0), Draw(1))
    undone = play_commands(after, UNDO)
    assert (undone.turn, format_rack(undone, 0), format_rack(undone, 1)) == (1, "B7 K1 R1", "B8 K2")
    assert explain_refusal(undone, UNDO) == ["nothing_to_undo Z-30"]
    assert format_rack(play_commands(undone, Draw(1), UNDO), 1) == "B8 K2"


@pytest.mark.clause("Z-30")
def test_before_the_first_move_nothing_is_taken_back() -> None:
    gathering = open_game(TOURNAMENT, 2)
    assert explain_refusal(gathering.state, UNDO) == ["not_started N-6"]
    gathering.do(Start())
    assert explain_refusal(gathering.state, UNDO) == ["nothing_to_undo Z-30"]


@pytest.mark.clause("Z-30", "N-7")
def test_a_new_deal_is_not_taken_back() -> None:
    state = game(racks=("B3 B3 R4 R4 K5 K5", "K1"), table="", turns=1, opened=False, pool="O1")
    assert explain_refusal(play_commands(state, AskRedeal(0)), UNDO) == ["nothing_to_undo Z-30"]


@pytest.mark.clause("Z-30")
def test_after_somebody_left_nothing_is_taken_back() -> None:
    state = play_commands(game(), Draw(0))
    assert explain_refusal(play_commands(state, Leave(2)), UNDO) == ["nothing_to_undo Z-30"]
    assert explain_refusal(play_commands(state, Leave(1)), UNDO) == ["nothing_to_undo Z-30"]
    alone = play_commands(state, Leave(1), Leave(2))
    assert alone.phase is Phase.FINISHED
    assert explain_refusal(alone, UNDO) == ["finished N-40"]


@pytest.mark.clause("Z-30")
def test_after_somebody_left_the_next_move_can_be_taken_back() -> None:
    state = play_commands(game(), Leave(1), Draw(0), UNDO)
    assert [seat.present for seat in state.seats] == [True, False, True]
    assert state.turn == 0


@pytest.mark.clause("Z-30")
def test_a_penalty_is_not_taken_back_with_a_move() -> None:
    state = play_commands(game(), Draw(0), Penalise(2, 1, "Ref", "talked"))
    assert explain_refusal(state, UNDO) == ["nothing_to_undo Z-30"]


# --- penalties --------------------------------------------------------------------------------


@pytest.mark.clause("Z-30")
@pytest.mark.parametrize(("seat", "tiles"), [(0, 1), (0, 3), (2, 2)])
def test_a_referee_makes_a_player_draw(seat: int, tiles: int) -> None:
    state = game()
    events = decide(state, Penalise(seat, tiles, "Ref", "talked"))
    assert list_event_names(events) == ["Penalised", "Drew"]
    assert find_only_event(events, ev.Drew).reason is ev.DrawReason.REFEREE
    after = play_commands(state, Penalise(seat, tiles, "Ref", "talked"))
    assert format_rack(after, seat) == " ".join(
        [format_rack(state, seat), "R1", "R2", "R3"][: tiles + 1]
    )
    assert (after.turn, after.moved, after.pool_size) == (0, False, 4 - tiles)


@pytest.mark.clause("Z-30", "N-20")
def test_who_is_penalised_on_turn_still_has_the_turn() -> None:
    state = play_commands(game(), Penalise(0, 1, "Ref", "talked"))
    assert format_table_of(play_commands(state, placing(state, "B4 B5 B6 B7"))) == "B4 B5 B6 B7"
    assert format_rack(play_commands(state, Draw(0)), 0) == "B7 K1 R1 R2"


@pytest.mark.clause("N-55")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_penalty_takes_the_last_tile(seat: int) -> None:
    state = play_commands(game(pool="R1"), Penalise(seat, 3, "Ref", "talked"))
    assert (state.pool_size, state.turn, state.last_round) == (0, 0, None)
    after = play_commands(state, placing(state, "B4 B5 B6 B7"))
    first = [(0, 1, 2), (1, 2, 0)][seat]
    assert after.last_round == first  # who took the last tile begins
    assert after.turn == seat


@pytest.mark.clause("N-55", "Z-32")
def test_a_penalty_on_an_empty_pool_stays_in_the_log_without_tiles() -> None:
    state = game(pool="", last_round=(0, 1, 2))
    events = decide(state, Penalise(1, 2, "Ref", "talked"))
    assert list_event_names(events) == ["Penalised"]
    assert play_commands(state, Penalise(1, 2, "Ref", "talked")).seats == state.seats


@pytest.mark.clause("Z-30")
@pytest.mark.parametrize("tiles", [-1, 0, 21])
def test_a_penalty_is_of_one_to_twenty_tiles(tiles: int) -> None:
    assert explain_refusal(game(), Penalise(0, tiles, "Ref", "talked")) == ["bad_penalty Z-30"]
    assert play_commands(game(), Penalise(0, 20, "Ref", "talked")).pool_size == 0


def test_only_who_plays_is_penalised() -> None:
    state = game()
    assert explain_refusal(state, Penalise(3, 1, "Ref", "talked")) == ["no_seat N-1"]
    assert explain_refusal(play_commands(state, Leave(2)), Penalise(2, 1, "Ref", "late")) == [
        "not_present N-1"
    ]
    assert explain_refusal(open_game(CLASSIC, 2).state, Penalise(0, 1, "Ref", "early")) == [
        "not_started N-6"
    ]


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.clause("Z-30", "N-53")
def test_a_referee_ends_the_game_and_the_lowest_rack_wins() -> None:
    state = game(racks=("K10", "K1", "K5"), opened=False)
    events = decide(state, EndGame("Ref", "fire alarm"))
    assert list_event_names(events) == ["EndedByReferee", "Finished"]
    over = play_commands(state, EndGame("Ref", "fire alarm"))
    assert get_result(over).ending is Ending.REFEREE
    assert list_points(over) == [-9, 13, -4]
    assert list_big_points(over) == [0, 1, 0]


@pytest.mark.clause("Z-30")
def test_the_end_that_a_referee_gave_is_not_taken_back_with_the_move_before_it() -> None:
    over = play_commands(game(), Draw(0), EndGame("Ref", "fire alarm"))
    assert explain_refusal(over, UNDO) == ["finished N-40"]


def test_a_game_ends_once_and_not_before_it_starts() -> None:
    over = play_commands(game(), EndGame("Ref", "fire alarm"))
    assert explain_refusal(over, EndGame("Ref", "again")) == ["finished N-40"]
    assert explain_refusal(open_game(TWIST, 2).state, EndGame("Ref", "early")) == [
        "not_started N-6"
    ]


# --- reasons and traces -----------------------------------------------------------------------


@pytest.mark.clause("Z-32")
@pytest.mark.parametrize(
    ("by", "reason"), [("", "why"), ("Ref", ""), (" ", "why"), ("Ref", "\t\n"), ("Ref", "x" * 201)]
)
def test_a_referee_gives_a_name_and_a_reason(by: str, reason: str) -> None:
    state = play_commands(game(), Draw(0))
    commands: list[AnyCommand] = [
        Undo(by, reason),
        Penalise(1, 1, by, reason),
        EndGame(by, reason),
    ]
    for command in commands:
        assert explain_refusal(state, command) == ["no_reason Z-32"]


@pytest.mark.clause("Z-32")
def test_a_name_may_be_one_letter_and_a_reason_a_long_sentence() -> None:
    assert get_result(play_commands(game(), EndGame("R", "x" * 200))).ending is Ending.REFEREE
    assert (
        get_result(play_commands(game(), EndGame("Sędzia Zażółć", "spóźnienie"))).ending
        is Ending.REFEREE
    )


@pytest.mark.clause("Z-32")
def test_whatever_a_referee_does_stays_in_the_log() -> None:
    game_on = open_game_at(game())
    game_on.do(Draw(0), at=1)
    game_on.do(Undo("Ref", "not your turn"), at=2)
    game_on.do(Penalise(1, 2, "Ref", "talked"), at=3)
    game_on.do(EndGame("Head", "fire alarm"), at=4)
    assert list_event_names(game_on.log.events) == [
        "Drew",
        "TurnBegan",
        "MoveUndone",
        "Penalised",
        "Drew",
        "EndedByReferee",
        "Finished",
    ]
    assert [entry.at for entry in game_on.log.entries] == [1, 1, 2, 3, 3, 4, 4]
    assert game_on.log.events[2] == ev.MoveUndone("Ref", "not your turn")
    assert game_on.log.events[3] == ev.Penalised(1, 2, "Ref", "talked")
    assert game_on.log.events[5] == ev.EndedByReferee("Head", "fire alarm")
