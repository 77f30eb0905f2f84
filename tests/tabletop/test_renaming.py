"""Names outside the chain of hashes, and records from which a name is removed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kostka.cli.main import main
from kostka.editions import CLASSIC
from kostka.events.errors import BadRecord
from kostka.events.unchained_names import make_neutral_name
from kostka.numbers import FORMAT, Game, Start, verify_log
from kostka.tabletop.renaming import remove_name

GAMES = Path(__file__).parents[1] / "games"
OLD, NEW = GAMES / "classic-went_out.jsonl", GAMES / "travel-went_out-names.jsonl"


def list_hashes(data: bytes) -> list[str]:
    return [json.loads(line)["hash"] for line in data.splitlines()]


def edit_head(data: bytes, old: bytes, new: bytes) -> bytes:
    head, rest = data.split(b"\n", 1)
    assert head.count(old) == 1
    return head.replace(old, new) + b"\n" + rest


def cut_names(data: bytes) -> bytes:
    head, rest = data.split(b"\n", 1)
    return head[: head.index(b',"names":')] + b"}\n" + rest


def test_a_new_record_has_no_name_inside_its_chain() -> None:
    game = Game.new(CLASSIC, ["Ann", "Ben"], bytes(32))
    game.do(Start())
    data = game.to_bytes()
    chained = data.split(b"\n", 1)[0].split(b',"hash":')[0] + data.split(b"\n", 1)[1]
    assert b"Ann" in data
    assert b"Ann" not in chained
    assert b"Ben" not in chained
    other = Game.new(CLASSIC, ["Cleo", "Dan"], bytes(32))
    other.do(Start())
    assert list_hashes(other.to_bytes()) == list_hashes(data)


def test_a_record_without_names_is_complete() -> None:
    data = cut_names(NEW.read_bytes())
    game = Game.load(data)
    assert game.log.header.names == ("Player 1", "Player 2", "Player 3")
    proof = verify_log(game.log)
    assert proof.finished
    assert not proof.names_chained
    assert list_hashes(game.to_bytes()) == list_hashes(data)


def test_names_can_change_but_nothing_else_in_the_line() -> None:
    data = NEW.read_bytes()
    assert Game.load(edit_head(data, b'"Ann"', b'"Zoe"')).log.header.names[0] == "Zoe"
    for old, new, why in (
        (b'"players":3', b'"players":2', "the line was changed"),
        (b'"Ann",', b"", "2 names for 3 players"),
        (b'"Ann"', b'"Gy\xc5\x91z\xc5\x91"', "two players have one name"),
        (b'"Ann"', b'""', "not a name"),
        (b'"Ann"', b"1", "not a saved game"),
        (b'["Ann"', b'[ "Ann"', "does not end with its hash"),
        (b'"names":', b'"more":1,"names":', "does not end with its hash"),
        (b'"names":', b'"schema":1,"names":', "does not end with its hash"),
    ):
        with pytest.raises(BadRecord, match=why) as refused:
            Game.load(edit_head(data, old, new))
        assert refused.value.line == 1


def test_a_second_header_after_the_hash_is_not_believed() -> None:
    data = NEW.read_bytes()
    other = b'"header":' + data.split(b'"header":')[1].split(b',"hash"')[0]
    with pytest.raises(BadRecord, match="does not end with its hash"):
        Game.load(edit_head(data, b',"names":', b"," + other + b',"names":'))


def test_a_name_goes_without_touching_a_hash() -> None:
    data = NEW.read_bytes()
    log = remove_name(FORMAT.parse_log(data), 1)
    assert log.header.names == ("Ann", "Player 2", "Győző")
    assert "Łucja".encode() not in log.to_bytes()
    assert list_hashes(log.to_bytes()) == list_hashes(data)
    proof = verify_log(FORMAT.parse_log(log.to_bytes()))
    assert not proof.rechained


def test_an_older_record_keeps_its_chain_until_a_name_goes() -> None:
    data = OLD.read_bytes()
    log = FORMAT.parse_log(data)
    assert log.to_bytes() == data
    assert verify_log(log).names_chained
    without = remove_name(log, 2)
    assert without.header.names == ("Ann", "Ben", "Player 3", "Győző")
    assert "Łucja".encode() not in without.to_bytes()
    again = FORMAT.parse_log(without.to_bytes())
    assert again.to_bytes() == without.to_bytes()
    assert set(list_hashes(again.to_bytes())).isdisjoint(list_hashes(data))
    proof = verify_log(again)
    assert proof.rechained
    assert not proof.names_chained
    assert again.events == log.events


def test_a_running_older_game_goes_on_in_its_chain() -> None:
    lines = OLD.read_bytes().splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if b'"TurnBegan"' in line) + 1
    game = Game.load(b"".join(lines[:start]))
    assert game.to_bytes() == b"".join(lines[:start])
    entry = FORMAT.parse_log(b"".join(lines)).entries[start - 1]
    game.log.append(entry.event, entry.at, more=entry.more)
    assert game.log.lines[-1] == lines[start].rstrip(b"\n")


def test_neutral_names_differ_from_the_others() -> None:
    assert make_neutral_name(1) == "Player 2"
    assert make_neutral_name(1, ["Player 2", "Ann"]) == "Player 2 (2)"
    assert make_neutral_name(1, ["Player 2", "Player 2 (2)"]) == "Player 2 (3)"


def test_verify_says_that_a_record_was_chained_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(remove_name(FORMAT.parse_log(OLD.read_bytes()), 0).to_bytes())
    assert main(["replay", str(path), "--verify"]) == 0
    told = capsys.readouterr().out
    assert "chained again" in told
    assert "names of the players are not part of the proof" in told
    assert main(["replay", str(path), "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rechained"]
    assert main(["replay", str(OLD), "--verify"]) == 0
    told = capsys.readouterr().out
    assert "chained again" not in told
    assert "not part of the proof" not in told
    assert main(["replay", str(NEW), "--verify"]) == 0
    told = capsys.readouterr().out
    assert "chained again" not in told
    assert "not part of the proof" in told
