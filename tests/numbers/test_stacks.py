"""The stacks of a tournament: who gives which, and where the next tile is drawn from (Z-10)."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, TOURNAMENT, TRAVEL, Edition, apply_house_rules
from kostka.numbers import Draw, EndTurn, Penalise, RunOutOfTime, Start, State
from kostka.numbers import events as ev
from kostka.tiles import TileId
from tests.positions import (
    build_position,
    explain_refusal,
    find_only_event,
    format_rack,
    lay_proposal,
    open_game,
    play_commands,
)

#: Without N-41 a draw ends the turn, which makes long lines of draws short.
QUICK = apply_house_rules(TOURNAMENT, not_opened=None, could_have_opened=None)


def gifts(players: int, starter: int) -> tuple[tuple[int, int, int], ...]:
    game = open_game(TOURNAMENT, players, starter=starter)
    return find_only_event(game.do(Start()), ev.Dealt).gifts


@pytest.mark.clause("Z-10")
@pytest.mark.parametrize(
    ("players", "starter", "given"),
    [
        (2, 0, ((0, 1, 0), (0, 1, 1), (1, 0, 2), (1, 0, 3))),
        (2, 1, ((1, 0, 0), (1, 0, 1), (0, 1, 2), (0, 1, 3))),
        (3, 0, ((0, 1, 0), (0, 2, 1), (1, 2, 2), (1, 0, 3), (2, 0, 4), (2, 1, 5))),
        (
            4,
            2,
            (
                (2, 3, 0),
                (2, 1, 1),
                (3, 0, 2),
                (3, 2, 3),
                (0, 1, 4),
                (0, 3, 5),
                (1, 2, 6),
                (1, 0, 7),
            ),
        ),
    ],
)
def test_the_starter_first_everybody_gives_a_stack_to_both_neighbours(
    players: int, starter: int, given: tuple[tuple[int, int, int], ...]
) -> None:
    """Giver, receiver, stack: the left neighbour first."""
    assert gifts(players, starter) == given


@pytest.mark.clause("Z-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_rack_is_the_two_stacks_that_the_neighbours_gave(players: int) -> None:
    game = open_game(TOURNAMENT, players)
    given = find_only_event(game.do(Start()), ev.Dealt).gifts
    state = game.state
    for seat in range(players):
        mine = [stack for _, receiver, stack in given if receiver == seat]
        assert len(mine) == 2
        tiles = [tile for stack in mine for tile in state.order[7 * stack : 7 * stack + 7]]
        assert list(state.seats[seat].rack) == tiles


@pytest.mark.clause("Z-10")
def test_fourteen_stacks_of_seven_and_one_of_eight_lie_there() -> None:
    game = open_game(TOURNAMENT, 4)
    game.do(Start())
    assert [len(stack) for stack in game.state.stacks] == [0] * 8 + [7] * 6 + [8]
    assert game.state.middle == 14
    assert game.state.stacks[14] == game.state.order[-8:]


def draw_alternately(state: State, draws: int) -> tuple[State, list[TileId]]:
    drawn = []
    for _ in range(draws):
        assert state.turn is not None
        seat = state.turn
        state = play_commands(state, Draw(seat))
        drawn.append(state.seats[seat].rack[-1])
    return state, drawn


@pytest.mark.clause("Z-10")
def test_drawing_starts_with_the_stack_of_eight() -> None:
    game = open_game(QUICK, 4)
    game.do(Start())
    state, drawn = draw_alternately(game.state, 8)
    assert tuple(drawn) == state.order[-8:]
    assert [len(stack) for stack in state.stacks] == [0] * 8 + [7] * 6 + [0]


@pytest.mark.clause("Z-10")
def test_who_has_to_draw_from_a_used_up_stack_chooses_the_next() -> None:
    game = open_game(QUICK, 4)
    game.do(Start())
    state, _ = draw_alternately(game.state, 8)
    chosen = play_commands(state, Draw(0, stack=11))
    assert chosen.middle == 11
    assert chosen.seats[0].rack[-1] == state.stacks[11][0]
    # From now on this one is in the middle, until it is used up.
    later, drawn = draw_alternately(chosen, 6)
    assert tuple(drawn) == state.stacks[11][1:]
    assert explain_refusal(chosen, Draw(1, stack=12)) == ["middle_left Z-10"]
    assert play_commands(later, Draw(3, stack=8)).middle == 8


@pytest.mark.clause("Z-10")
def test_another_stack_is_not_chosen_while_the_middle_has_tiles() -> None:
    state = build_position(QUICK, racks=("K1", "K2"), pool=["R1 R2", "", "R3"])
    assert explain_refusal(state, Draw(0, stack=0)) == ["middle_left Z-10"]
    assert explain_refusal(state, Draw(0, stack=-1)) == ["middle_left Z-10"]
    assert format_rack(play_commands(state, Draw(0, stack=2)), 0) == "K1 R3"
    assert format_rack(play_commands(state, Draw(0)), 0) == "K1 R3"


@pytest.mark.clause("Z-10")
@pytest.mark.parametrize("stack", [-1, 1, 2, 3, 99])
def test_only_a_stack_with_tiles_is_chosen(stack: int) -> None:
    state = build_position(QUICK, racks=("K1", "K2"), pool=["R1 R2", "", ""])
    assert explain_refusal(state, Draw(0, stack=stack)) == ["no_stack Z-10"]
    assert format_rack(play_commands(state, Draw(0, stack=0)), 0) == "K1 R1"


@pytest.mark.clause("Z-10")
def test_only_the_active_player_chooses_a_stack() -> None:
    state = build_position(QUICK, racks=("K1", "K2"), pool=["R1 R2", "R3", ""])
    assert explain_refusal(state, Draw(1, stack=0)) == ["not_your_turn N-4"]


@pytest.mark.clause("Z-10")
def test_a_draw_that_chooses_nothing_takes_the_next_stack() -> None:
    state = build_position(QUICK, racks=("K1", "K2"), pool=["", "R1 R2", "R3", ""])
    after = play_commands(state, Draw(0))
    assert format_rack(after, 0) == "K1 R1"
    assert after.middle == 1


@pytest.mark.clause("Z-10", "N-5")
@pytest.mark.parametrize("edition", [CLASSIC, TRAVEL], ids=lambda e: e.key)
def test_other_editions_have_one_heap_and_nothing_to_choose(edition: Edition) -> None:
    state = build_position(edition, racks=("K1", "K2"), pool="R1 R2")
    assert explain_refusal(state, Draw(0, stack=0)) == ["no_stacks N-5"]


@pytest.mark.clause("Z-10", "N-26")
def test_penalties_and_draws_of_the_clock_go_on_with_the_next_stack() -> None:
    state = build_position(
        QUICK,
        racks=("K1 B7", "K2"),
        table="B4 B5 B6",
        pool=["R1 R2", "R3", "R4"],
    )
    idle = play_commands(state, RunOutOfTime(0))
    assert format_rack(idle, 0) == "K1 B7 R4"
    again = play_commands(idle, RunOutOfTime(1, lay_proposal(idle, 1, "B4 B5 B6 K2")))
    assert format_rack(again, 1) == "K2 R1"
    assert again.middle == 0
    penalised = play_commands(state, Penalise(1, 3, "Ref", "talked"))
    assert format_rack(penalised, 1) == "K2 R4 R1 R2"
    assert [len(stack) for stack in penalised.stacks] == [0, 1, 0]


@pytest.mark.clause("Z-10")
def test_the_stack_chosen_is_in_the_log() -> None:
    state = build_position(TOURNAMENT, racks=("K1", "K2"), pool=["R1", "R2", ""], opened=False)
    after = play_commands(state, Draw(0, stack=1))
    assert format_rack(after, 0) == "K1 R2"
    assert play_commands(after, EndTurn(0)).turn == 1
