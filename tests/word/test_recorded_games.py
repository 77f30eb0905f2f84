"""Recorded whole games of words, at least one for each way a game can end.

`python -m tests.tools.record_word_games` made them. Each is replayed event by event under watch.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from kostka.cli.main import main
from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadRecord
from kostka.events.log import Log
from kostka.tabletop.events import Event
from kostka.word import (
    FORMAT,
    WORD_GAME,
    AnyEvent,
    Ending,
    Game,
    Header,
    ScoreSheet,
    spell_words,
    verify_log,
)
from kostka.word import events as ev
from kostka.word.replay import Replay, build_replay
from kostka.word.validity import compute_version_hash
from tests.test_recorded_games import find_unchained_names
from tests.word.checks import check_event, check_nothing_hidden_is_shown, check_state

GAMES = Path(__file__).parent.parent / "games" / "word"
FILES = sorted(GAMES.glob("*.jsonl"))
LARGEST_FILE = 100_000

every_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@pytest.mark.clause("W-13", "W-16")
def test_both_ways_of_play_have_a_game_for_every_way_to_end() -> None:
    recorded = {path.stem for path in FILES}
    wanted = {f"{kind}-{ending}" for kind in ("checked", "challenge") for ending in Ending}
    assert wanted <= recorded, "run python -m tests.tools.record_word_games"


def test_every_kind_of_event_is_on_record() -> None:
    held = {type(event) for path in FILES for event in FORMAT.parse_log(path.read_bytes()).events}
    kinds = {kind for kind in vars(ev).values() if isinstance(kind, type)}
    assert held == {kind for kind in kinds if issubclass(kind, Event) and kind is not Event}


@every_game
def test_it_loads_and_is_saved_the_same(path: Path) -> None:
    data = path.read_bytes()
    assert len(data) <= LARGEST_FILE
    assert Game.load(data).to_bytes() == data


@every_game
@pytest.mark.clause("W-2")
def test_it_is_proved(path: Path) -> None:
    game = Game.load(path.read_bytes())
    proof = verify_log(game.log)
    assert proof.finished
    assert proof.seed == game.state.seed
    assert proof.commitment == game.log.header.commitment
    assert proof.orders[-1] == game.state.order_commitment
    assert proof.commands > 10


@every_game
@pytest.mark.clause("W-7", "W-8", "W-16")
def test_its_end_is_the_one_on_record_and_its_points_add_up(path: Path) -> None:
    game = Game.load(path.read_bytes())
    last = game.log.events[-1]
    assert isinstance(last, ev.Finished)
    assert last.ending == path.stem.split("-")[1]
    state, sheet = game.state, last.sheet
    counted = [0] * len(state.seats)
    for event in list_standing_moves(game.log.events):
        longest = max(map(len, event.words), default=0)
        counted[event.seat] += longest * 2 if event.doubled else longest
    assert [line.points for line in sheet.lines] == counted
    most = max(points for points, seat in zip(counted, state.seats, strict=True) if seat.present)
    for line, seat in zip(sheet.lines, state.seats, strict=True):
        assert bool(line.big) == (seat.present and line.points == most)
        assert line.tiles == len(seat.rack)
    if last.ending is Ending.WENT_OUT:
        assert not state.pool
        assert 0 in [line.tiles for line in sheet.lines]


def list_events(name: str) -> list[AnyEvent]:
    return FORMAT.parse_log((GAMES / f"{name}.jsonl").read_bytes()).events


@pytest.mark.clause("W-13")
def test_a_refused_word_costs_the_penalty_tile_and_the_turn() -> None:
    events = list_events("penalty-went_out")
    refused = [at for at, event in enumerate(events) if isinstance(event, ev.WordRefused)]
    assert refused
    for at in refused:
        wrong, drew, began = events[at : at + 3]
        assert isinstance(wrong, ev.WordRefused)
        assert isinstance(drew, ev.Drew)
        assert (drew.seat, len(drew.tiles), drew.reason) == (wrong.seat, 1, "wrong_word")
        assert isinstance(began, ev.TurnBegan)
        assert began.seat != wrong.seat


@pytest.mark.clause("W-15")
@pytest.mark.parametrize(("name", "forms"), [("forms", True), ("theme", False)])
def test_forms_that_are_not_listed_count_in_newer_records(name: str, forms: bool) -> None:
    (path,) = GAMES.glob(f"{name}-*.jsonl")
    log = FORMAT.parse_log(path.read_bytes())
    theme = log.header.edition.theme
    assert theme is not None
    laid = {word for event in log.events if isinstance(event, ev.Placed) for word in event.words}
    assert (laid <= set(theme.words)) is not forms
    assert log.header.edition.uses_forms is forms


def list_standing_moves(events: list[AnyEvent]) -> list[ev.Placed]:
    """The moves that were not undone."""
    moves: list[ev.Placed] = []
    for event in events:
        if isinstance(event, ev.Placed):
            moves.append(event)
        elif isinstance(event, ev.Challenged) and event.wrong:
            moves.pop()
    return moves


@every_game
@pytest.mark.clause("W-5", "W-6", "W-10")
def test_tiles_and_words_are_in_order_and_nothing_hidden_is_shown(path: Path) -> None:
    rng = Random(path.stem)
    for event, state in WORD_GAME.replay(FORMAT.parse_log(path.read_bytes())):
        check_state(state)
        check_nothing_hidden_is_shown(state, rng)
        check_event(event, state, rng)


@every_game
def test_it_is_shown_step_by_step(path: Path) -> None:
    game = Game.load(path.read_bytes())
    shown = build_replay(game.log)
    assert shown is not None
    assert from_json(to_json(shown), Replay) == shown
    assert [event for step in shown.steps for event in step.events] == game.log.events[
        -sum(len(step.events) for step in shown.steps) :
    ]
    last = shown.steps[-1]
    assert last.table == game.state.table
    assert [seat.rack for seat in last.seats] == [seat.rack for seat in game.state.seats]
    lines = path.read_bytes().splitlines(keepends=True)
    cut = next(at for at in range(len(lines) - 1, 0, -1) if b'"more":true' not in lines[at - 1])
    assert build_replay(Game.load(b"".join(lines[:cut])).log) is None


@every_game
def test_it_is_told_read_and_proved_on_the_command_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.load(path.read_bytes())
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"word: {', '.join(game.log.header.names)}, 20")
    assert "The end: " in told
    assert main(["replay", str(path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 1 + len(game.log.entries)
    now = spell_words(game.state.bag, game.state.table, game.state.letters)
    assert [word.upper() for word in lines[-1]["table_now"]] == now
    assert main(["replay", str(path), "--verify"]) == 0
    assert "The record is complete" in capsys.readouterr().out


def test_a_game_that_goes_on_keeps_its_secrets_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = FILES[0].read_bytes().splitlines(keepends=True)
    cut = next(at for at in range(30, 1, -1) if b'"more":true' not in lines[at - 1])
    path = tmp_path / "running.jsonl"
    path.write_bytes(b"".join(lines[:cut]))
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "the racks stay hidden" in told
    assert "rack " not in told
    assert main(["replay", str(path), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()][1:]
    assert {"·"} == set("".join(e["tiles"] for e in events if e["type"] == "Drew"))
    assert {"·"} == set("".join(e["order"] for e in events if e["type"] == "Mixed"))
    assert [e["seed"] for e in events if e["type"] == "Sealed"] == [""]


# --- nor can a record be changed --------------------------------------------------------------


@every_game
def test_a_changed_byte_is_refused_with_its_line(path: Path) -> None:
    data, rng = path.read_bytes(), Random(path.stem)
    for at in rng.sample(range(len(data)), 15):
        if at in find_unchained_names(data):
            continue
        changed = bytearray(data)
        changed[at] ^= rng.choice((0x01, 0x20, 0x80))
        with pytest.raises(BadRecord) as refused:
            Game.load(bytes(changed))
        assert refused.value.line == 1 + data[:at].count(b"\n")


def iterate_forgeries(log: Log[Header, AnyEvent]) -> Iterator[tuple[int, AnyEvent]]:
    """Return where, and what stands there instead."""
    for at, event in enumerate(log.events):
        match event:
            case ev.Mixed():
                yield at, replace(event, order=event.order[::-1])
                yield at, replace(event, commitment="0" * 64)
            case ev.Placed():
                yield at, replace(event, points=event.points + 1)
                yield at, replace(event, doubled=not event.doubled)
                yield at, replace(event, words=("ŻÓŁW",))
                yield at, replace(event, tiles=event.tiles[1:])
            case ev.Drew():
                yield at, replace(event, tiles=(*event.tiles, *event.tiles))
            case ev.TurnBegan():
                yield at, replace(event, seat=(event.seat + 1) % len(log.header.names))
            case ev.Challenged():
                yield at, replace(event, wrong=() if event.wrong else ("KAT",))
            case ev.WordRefused():
                yield at, replace(event, wrong=())
                yield at, replace(event, wrong=("KAT",))
            case ev.Finished():
                lines = tuple(replace(line, big=1 - line.big) for line in event.sheet.lines)
                if any(line.big for line in lines):
                    yield at, replace(event, sheet=ScoreSheet(lines))


@every_game
@pytest.mark.clause("W-2", "W-7", "W-8", "W-9", "W-13")
def test_a_forged_record_is_not_proved(path: Path) -> None:
    log = FORMAT.parse_log(path.read_bytes())
    found = list(iterate_forgeries(log))
    for at, event in [*found[:4], *Random(path.stem).sample(found, 12)]:
        version = compute_version_hash(log.header.edition)
        forged = FORMAT.new_log(replace(log.header, lexicon_hash=version))
        for number, entry in enumerate(log.entries):
            forged.append(event if number == at else entry.event, entry.at, more=entry.more)
        with pytest.raises(BadRecord) as refused:
            verify_log(FORMAT.parse_log(forged.to_bytes()))
        assert refused.value.line == at + 2, event


def test_a_seed_that_was_not_promised_is_refused() -> None:
    game = Game.load(FILES[0].read_bytes())
    forged = FORMAT.new_log(game.log.header)
    forged.append(ev.Sealed("00" * 32))
    for data in (forged.to_bytes(), FORMAT.new_log(game.log.header).to_bytes()):
        with pytest.raises(BadRecord, match="line 2: the seed"):
            Game.load(data)
