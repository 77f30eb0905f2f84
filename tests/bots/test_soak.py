"""A short soak, and that a soak would see what it looks for."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from kostka.bots.bot import Bot
from kostka.bots.levels import make_bot
from kostka.editions import CLASSIC, EDITIONS
from kostka.numbers import AnyCommand, Draw, Pass, View
from kostka.tiles import TileId
from tests.positions import build_position
from tests.tools.soak_number_bots import (
    Fault,
    check_end,
    check_tiles,
    make_setup,
    play_checked_game,
    soak_bots,
)

GAMES = 25


@pytest.mark.parametrize("key", EDITIONS)
def test_no_command_is_refused_and_nothing_gets_lost(key: str) -> None:
    assert f"{GAMES} games" in soak_bots(EDITIONS[key], 0, GAMES)


def test_the_same_seed_gives_the_same_games() -> None:
    one, again, other = (soak_bots(CLASSIC, first, 5).split()[-1] for first in (0, 0, 5))
    assert one == again != other


def test_another_process_plays_the_same_games() -> None:
    """The order of tiles in a Python set is another one in every process; it must not matter."""
    command = [
        sys.executable,
        "-m",
        "tests.tools.soak_number_bots",
        "--edition",
        "classic",
        "--games",
        "30",
    ]
    runs = [subprocess.run(command, capture_output=True, check=True) for _ in range(2)]
    one, other = (run.stdout.split()[-1] for run in runs)
    assert one == other


class Stubborn:
    """Passes, whether it may or not."""

    def choose_command(self, view: View) -> AnyCommand:
        assert view.viewer is not None
        return Pass(view.viewer)


class Forgetful:
    """Draws or plays, but never twice by the same rule."""

    drawn = count()

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.idles = Random(next(self.drawn))

    def choose_command(self, view: View) -> AnyCommand:
        command = self.player.choose_command(view)
        if view.turn_open or not view.pool or view.last_round is not None:
            return command
        assert view.viewer is not None
        return Draw(view.viewer) if self.idles.random() < 0.5 else command


def test_a_refused_command_is_a_fault_with_the_game_to_play_again() -> None:
    with pytest.raises(Fault, match="N-20") as caught:
        soak_bots(CLASSIC, 7, 1, lambda _, __: Stubborn())
    assert "--edition classic --seed 7 --games 1" in str(caught.value)


def test_another_game_the_second_time_is_a_fault() -> None:
    with pytest.raises(Fault, match="another game"):
        soak_bots(CLASSIC, 0, 1, lambda level, seed: Forgetful(make_bot(level, seed)))


def test_a_lost_or_doubled_tile_is_a_fault() -> None:
    state = play_checked_game(make_setup(CLASSIC, 0))
    check_tiles(state)
    for table in (state.table[1:], ((TileId(0), TileId(0)), *state.table)):
        with pytest.raises(Fault, match="lost or doubled"):
            check_tiles(replace(state, table=table))


def test_a_game_without_a_result_is_a_fault() -> None:
    with pytest.raises(Fault, match="not over"):
        check_end(build_position(racks=["K1", "K2"]))
