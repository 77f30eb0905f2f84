"""N-41 against the second reading, in games that somebody else wins by going out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kostka.editions import CLASSIC, SIX, TOURNAMENT, apply_house_rules
from kostka.editions.model import Announced
from kostka.numbers import (
    Announce,
    AnyCommand,
    Draw,
    Ending,
    EndTurn,
    Pass,
    Penalise,
    Phase,
    Place,
    RunOutOfTime,
    State,
    decide,
    evolve_all,
)
from kostka.numbers import events as ev
from kostka.tiles import TileId
from tests.oracle.second_reading.never_opened import (
    LastTurn,
    can_open,
    count_rack,
    judge_unopened,
)
from tests.positions import build_position, list_points

CASES = 1_000
OFTEN = 20
EDITIONS = [
    apply_house_rules(edition, opening_threshold=threshold, announced_opening=announced)
    for edition in (CLASSIC, SIX, TOURNAMENT)
    for threshold in (30, 30, 0)
    for announced in ("flat", "count_rack")
]


def list_faces(state: State, tiles: tuple[TileId, ...]) -> list[str]:
    return [str(state.box.get_face(tile)) for tile in tiles]


def make_position(rng: Random) -> State:
    """Seat 0 goes out in a few turns. The others hold tiles that nearly open, or just do."""
    edition = rng.choice(EDITIONS)
    tiles = [f"{colour}{number}" for colour in "KRO" for number in range(1, 14)]
    tiles = tiles * edition.box.copies + ["J"] * edition.box.ordinary
    rng.shuffle(tiles)
    sizes = (6, 11) if edition.opening_threshold else (2, 6)
    others = max(rng.randint(1, 3), edition.players_min - 1)
    racks = [[tiles.pop() for _ in range(rng.randint(*sizes))] for _ in range(others)]
    state = build_position(
        edition,
        racks=["B4 B5 B6 B7"[: 3 * rng.randint(1, 4) - 1], *map(" ".join, racks)],
        table="B1 B2 B3",
        pool=" ".join(tiles[: rng.choice((2, 4, 8, 99))]),
        opened=[True, *(False for _ in racks)],
        had_turn=False,
        turn=rng.randrange(1 + len(racks)),
    )
    return evolve_all(state, [ev.TurnBegan(state.turn or 0)])


def play_game(state: State, rng: Random) -> tuple[State, dict[int, LastTurn]]:
    """Let the others draw until seat 0 is out; return the last turn of everybody who had one."""

    def do(command: AnyCommand) -> None:
        nonlocal state
        state = evolve_all(state, decide(state, command))

    last_turns: dict[int, LastTurn] = {}
    while (seat := state.turn) is not None and state.phase is Phase.PLAYING:
        rack = state.seats[seat].rack
        if seat == 0:
            do(Place(0, ((*state.table[0], rack[0]),)))
            continue
        is_last_round = state.pool_size == 0
        draw = Pass(seat) if is_last_round else Draw(seat)
        late = RunOutOfTime(seat, (*state.table, rack[:1]))
        do(rng.choice((draw, draw, RunOutOfTime(seat), late)))
        announces = not is_last_round and rng.random() < 0.5
        if announces:
            do(Announce(seat))
        if not is_last_round:
            do(EndTurn(seat))
        held = list_faces(state, state.seats[seat].rack)
        last_turns[seat] = LastTurn(list_faces(state, rack), held, announces)
        if rng.random() < 0.3 and state.phase is Phase.PLAYING:
            do(Penalise(seat, 3, "Ref", "talked"))
    return state, last_turns


def find_situation(last_turn: LastTurn | None, rack: list[str], threshold: int) -> str:
    """Return what the score should depend on."""
    if not can_open(rack, threshold):
        return "cannot open"
    if last_turn is None:
        return "no turn"
    if not can_open(last_turn.rack_after, threshold):
        return "given later"
    could = can_open(last_turn.rack_before, threshold)
    said = "announced" if last_turn.announced else "silent"
    return f"{'could before' if could else 'completed'}, {said}"


@pytest.mark.clause("N-41")
def test_what_it_costs_not_to_open_is_what_a_second_reading_says() -> None:
    rng, seen = Random("never opened, read again"), Counter[str]()
    played = 0
    while played < CASES:
        over, last_turns = play_game(make_position(rng), rng)
        assert over.result is not None
        if over.result.ending is not Ending.WENT_OUT:
            continue  # the pool ran out: N-53
        played += 1
        edition = over.edition
        points = list_points(over)
        for seat in range(1, len(over.seats)):
            rack = list_faces(over, over.seats[seat].rack)
            counts_rack = edition.announced_opening is Announced.COUNT_RACK
            saved = -count_rack(rack, edition.joker_penalty) if counts_rack else -100
            last_turn = last_turns.get(seat)
            expected = judge_unopened(last_turn, edition.opening_threshold, saved=saved)
            assert points[seat] == expected, (last_turn, rack, edition)
            situation = find_situation(last_turn, rack, edition.opening_threshold)
            seen[f"{situation}: {'counted' if counts_rack else expected}"] += 1
        assert points[0] == -sum(points[1:])
    assert min(seen.values()) >= OFTEN, seen
    assert len(seen) == 14, seen
