"""A running game takes each command whole or not at all, whoever sends it."""

from __future__ import annotations

from typing import Any

import pytest

from kostka.editions import CLASSIC, TRAVEL
from kostka.events.errors import BadInput, BadRecord
from kostka.numbers import (
    FORMAT,
    NUMBERS,
    AnyCommand,
    Draw,
    EndTurn,
    Game,
    Leave,
    Penalise,
    Place,
    RunOutOfTime,
    Start,
)
from kostka.tiles import TileId


def start_game(edition: Any = CLASSIC) -> Game:
    game = Game.new(edition, ["Ann", "Ben"], bytes(32), starter=0)
    game.do(Start())
    return game


@pytest.mark.parametrize(
    "command",
    [
        Draw(True),
        Draw("0"),  # type: ignore[arg-type]
        Draw(None),  # type: ignore[arg-type]
        Draw(0.0),  # type: ignore[arg-type]
        Place(0, [[1, 2, "3"]]),  # type: ignore[arg-type]
        Place(0, None),  # type: ignore[arg-type]
        Place(0, ((TileId(1), None),)),  # type: ignore[arg-type]
        Leave({}),  # type: ignore[arg-type]
        Penalise(0, 1.5, "Ref", "why"),  # type: ignore[arg-type]
        object(),
        None,
        "Draw",
        {"type": "Nonsense", "seat": 0},
    ],
)
def test_a_command_of_the_wrong_shape_is_refused_and_changes_nothing(command: Any) -> None:
    game = start_game()
    state, saved = game.state, game.to_bytes()
    with pytest.raises(BadInput):
        game.do(command)
    assert game.state is state
    assert game.to_bytes() == saved


@pytest.mark.parametrize("at", [-1, 10**15, "now", 1.5])
def test_a_wrong_time_changes_nothing(at: Any) -> None:
    game = start_game()
    state, saved = game.state, game.to_bytes()
    with pytest.raises(BadInput, match="is not a time in milliseconds"):
        game.do(Draw(0), at=at)
    assert game.state is state
    assert game.to_bytes() == saved


def test_a_list_of_lists_is_as_good_a_table() -> None:
    game = start_game()
    with pytest.raises(BadInput):
        game.do(Place(0, [["x"]]))  # type: ignore[arg-type]
    game.do(RunOutOfTime(0, [[1, 2]]))  # type: ignore[arg-type]
    assert Game.load(game.to_bytes()).state == game.state


def test_a_record_cut_in_the_middle_of_a_command_is_refused() -> None:
    """Half a command would let the same player go on, and could never be proved again."""
    game = start_game(TRAVEL)
    whole = game.to_bytes()
    game.do(Draw(0))
    lines = game.to_bytes().splitlines(keepends=True)
    with pytest.raises(BadRecord, match="the rest of what happened here is missing") as caught:
        Game.load(b"".join(lines[:-1]))
    assert caught.value.line == len(lines) - 1
    assert Game.load(b"".join(lines[:-2])).to_bytes() == whole


def test_a_game_without_its_seed_cannot_be_taken_up() -> None:
    game = Game.new(CLASSIC, ["Ann", "Ben"], bytes(32))
    with pytest.raises(BadRecord, match="the seed of the shuffle is missing"):
        Game.load(game.to_bytes().splitlines(keepends=True)[0])


def test_a_flood_of_tiles_is_refused_in_one_line() -> None:
    game = start_game()
    flood = ((TileId(0),) * 100_000,)
    with pytest.raises(Exception, match="the table has 100000 tiles, more than the 106") as caught:
        game.do(Place(0, flood))
    assert len(str(caught.value)) < 200
    game.do(RunOutOfTime(0, flood))
    assert len(game.to_bytes()) < 20_000


def test_the_machine_replays_what_the_game_did() -> None:
    game = start_game()
    commands: list[AnyCommand] = [Draw(0), EndTurn(0), Draw(1), EndTurn(1)]
    for command in commands:
        game.do(command)
    *_, (_, last) = NUMBERS.replay(FORMAT.parse_log(game.to_bytes()))
    assert last == game.state
