"""`kostka replay`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from kostka.cli.main import main
from kostka.editions import CLASSIC
from kostka.numbers import AddRandomness, Draw, EndTurn, Game, Start
from kostka.numbers import events as ev
from kostka.tiles import TileId
from kostka.tournament import FORMAT
from kostka.tournament import commands as cmd
from kostka.tournament.events import Seated
from tests.tournament.hall import ORGANISER, Hall

GAMES = Path(__file__).parent.parent / "games"
FINISHED = GAMES / "classic-went_out.jsonl"
EVERY_GAME = sorted(GAMES.glob("*.jsonl"))


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """Save a game in which one tile was drawn."""
    game = Game.new(CLASSIC, ["Ann", "Ben"], bytes(range(32)))
    game.do(AddRandomness(0, "any words"))
    game.do(Start())
    seat = game.state.turn
    assert seat is not None
    game.do(Draw(seat))
    game.do(EndTurn(seat))
    path = tmp_path / "running.jsonl"
    path.write_bytes(game.to_bytes())
    return path


def test_a_game_is_told_turn_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(FINISHED)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("classic: Ann, Ben, Łucja, Győző, ")
    assert "   1 Łucja places K12 R12 J and opens with 36\n" in told
    assert "          [K12] [R12] [J]\n" in told
    assert "The end: went out\n" in told
    assert "\x1b" not in told


def test_colour_is_painted_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(FINISHED), "--colour", "always"]) == 0
    painted = capsys.readouterr().out
    assert "\x1b[31mR12\x1b[0m" in painted
    main(["replay", str(FINISHED)])
    plain = capsys.readouterr().out
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == re.sub(r"\[([A-Z0-9]+)\]", r"\1", plain)


@pytest.mark.parametrize("path", EVERY_GAME, ids=lambda path: path.stem)
def test_every_recorded_game_can_be_told_read_and_proved(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert main(["replay", str(path), "--json"]) == 0
    header, *events = map(json.loads, capsys.readouterr().out.splitlines())
    last = [event for event in events if event["type"] == "Finished"][-1]
    assert f"The end: {last['ending'].replace('_', ' ')}" in told
    assert header["finished"] is True
    for name in header["players"]:
        assert name in told
    placed = [event for event in events if event["type"] == "Placed"]
    assert all(event["table"] == event["table_now"] for event in placed)
    assert main(["replay", str(path), "--verify"]) == 0
    proof = capsys.readouterr().out
    assert header["commitment"] in proof
    assert re.search(r"All \d+ commands were replayed and lead to the same events", proof)


@pytest.mark.clause("N-28")
def test_a_running_game_keeps_its_secrets(
    running: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(running)]) == 0
    told = capsys.readouterr().out
    assert "draws 1 hidden, 77 left" in told
    assert "rack" not in told.replace("the racks stay hidden", "")
    assert main(["replay", str(running), "--json"]) == 0
    printed = capsys.readouterr().out
    events = {event["type"]: event for event in map(json.loads, printed.splitlines()[1:])}
    assert events["Drew"]["tiles"] == ["?"]
    assert set(events["Mixed"]["order"]) == {"?"}
    assert events["Sealed"]["seed"] == ""
    assert bytes(range(32)).hex() not in printed


@pytest.mark.parametrize("line", [1, 2, 10, 40])
def test_a_changed_byte_is_refused_with_its_line(
    line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = FINISHED.read_bytes().split(b"\n")
    middle = len(lines[line - 1]) // 2
    changed = bytearray(lines[line - 1])
    changed[middle] ^= 1
    lines[line - 1] = bytes(changed)
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(b"\n".join(lines))
    assert main(["replay", str(forged)]) == 1
    error = capsys.readouterr().err
    assert f"forged.jsonl', line {line}: " in error or f"line {line}: " in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "event",
    [
        ev.Penalised(99, 1, "Ref", "why"),
        ev.StarterFound(99),
        ev.TurnEnded(99),
        ev.StartDrawn(((0, TileId(9999)),)),
        ev.Placed(0, ((TileId(9999),),), (TileId(9999),)),
    ],
)
def test_a_forged_record_with_a_chain_that_fits_is_refused(
    event: ev.AnyEvent, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.new(CLASSIC, ["Ann", "Ben"], bytes(32))
    game.do(Start())
    game.log.append(event)
    path = tmp_path / "forged.jsonl"
    path.write_bytes(game.to_bytes())
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["replay", str(path), "--verify"]) == 1
    assert f"line {len(game.log.entries) + 1}: " in capsys.readouterr().err


# --- tournaments --------------------------------------------------------------------------------


def test_a_tournament_is_told_and_its_draws_are_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = Hall(9, seed="5eed" * 8, committed=True)
    path = tmp_path / "cup.jsonl"
    path.write_bytes(hall.tournament.to_bytes())
    for options in ([], ["--json"], ["--verify"], ["--verify", "--json"]):
        assert main(["replay", str(path), *options]) == 0
        assert "5eed" * 8 not in capsys.readouterr().out
    hall.do(cmd.SeatRound(words="a red balloon", token=ORGANISER))
    path.write_bytes(hall.tournament.to_bytes())
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Spring cup\n")
    assert "words for the draw: a red balloon" in told
    assert main(["replay", str(path), "--verify"]) == 0
    told = capsys.readouterr().out
    assert f"the SHA-256 of the seed {'5eed' * 8}" in told
    assert "Draw 1 of round 1 follows from the seed, with the words 'a red balloon'." in told
    assert main(["replay", str(path), "--verify", "--json"]) == 0
    proof = json.loads(capsys.readouterr().out)
    assert proof["draws"] == [[1, 1, "a red balloon"]]
    assert main(["replay", str(path), "--json"]) == 0
    header, *entries = map(json.loads, capsys.readouterr().out.splitlines())
    assert header["seed"] == "5eed" * 8
    assert len(entries) == len(hall.tournament.log.entries)


def test_a_forged_draw_of_a_tournament_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = Hall(9, committed=True)
    hall.seat()
    log = FORMAT.new_log(hall.tournament.log.header)
    for entry in hall.tournament.log.entries:
        event = entry.event
        if isinstance(event, Seated):
            event = replace(event, tables=event.tables[::-1])
        log.append(event, entry.at, more=entry.more)
    path = tmp_path / "cup.jsonl"
    path.write_bytes(log.to_bytes())
    assert main(["replay", str(path), "--verify"]) == 1
    assert f"line {len(log.lines)}: " in capsys.readouterr().err
