"""The frame of a turn: drawing, passing, and announcing an opening."""

from __future__ import annotations

import pytest

from kostka.bots import make_bot
from kostka.bots.levels import LEVELS
from kostka.editions import TOURNAMENT
from kostka.numbers import AnyCommand, Draw, view
from tests.bots.positions import describe_choice
from tests.positions import build_position, play_commands


@pytest.mark.parametrize("name", LEVELS)
def test_who_cannot_place_draws_or_passes(name: str) -> None:
    assert describe_choice(build_position(racks=["K1 R5", "K2 K3"]), name) == "Draw"
    assert (
        describe_choice(build_position(racks=["K1 R5", "K2 K3"], pool="", last_round=(0, 1)), name)
        == "Pass"
    )


@pytest.mark.clause("Z-10")
@pytest.mark.parametrize("name", ["holder", "shifter"])
def test_the_next_stack_is_chosen_when_the_middle_is_used_up(name: str) -> None:
    def choose(pool: list[str]) -> AnyCommand:
        state = build_position(TOURNAMENT, racks=["K1 R5", "K2 K3"], pool=pool)
        return make_bot(name, 1).choose_command(view(state, 0))

    assert choose(["R1 R2", "O1 O2", "B1"]) == Draw(0)
    assert choose(["", "O1 O2", "R1", ""]) == Draw(0, stack=1)


@pytest.mark.clause("N-41")
@pytest.mark.parametrize("name", LEVELS)
def test_an_opening_that_came_with_the_draw_is_announced(name: str) -> None:
    drawn = play_commands(
        build_position(racks=["K10 R10", "K2"], pool="B10 K1", opened=False), Draw(0)
    )
    assert describe_choice(drawn, name) == "Announce"
    nothing = play_commands(
        build_position(racks=["K10 R10", "K2"], pool="B9 K1", opened=False), Draw(0)
    )
    assert describe_choice(nothing, name) == "EndTurn"


@pytest.mark.clause("N-41")
def test_what_could_be_opened_before_the_draw_is_not_announced() -> None:
    could = play_commands(
        build_position(racks=["K10 R10 B10", "K2"], pool="O10 K1", opened=False), Draw(0)
    )
    assert describe_choice(could, "holder") == "EndTurn"
