"""What players who never opened lose, recounted from the events of generated games (N-41)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kostka.editions import CLASSIC, apply_house_rules
from kostka.editions.model import Announced, InvalidMove
from kostka.numbers import (
    Announce,
    AnyCommand,
    AnyEvent,
    Draw,
    EndTurn,
    Pass,
    Penalise,
    Place,
    RunOutOfTime,
    State,
    decide,
    evolve_all,
)
from kostka.numbers import events as ev
from kostka.solver.opening import can_open
from kostka.tiles import parse_set
from tests.oracle.never_opened import Turn, could_open, recount_loss
from tests.positions import build_position, list_points

pytestmark = pytest.mark.clause("N-41")

GAMES = 1000
NUMBERS = ("8", "9", "10", "11", "12", "13")
"""Few numbers, so that openings come about and fail by a tile."""
RUN = ("B7", "B8", "B9", "B10")
"""What seat 0 goes out with."""


def mix_tiles(rng: Random) -> list[str]:
    """Return the tiles of a small box in random order; blue ones are for seat 0."""
    tiles = 2 * [f"{colour}{number}" for colour in "KRO" for number in NUMBERS] + ["J", "J"]
    rng.shuffle(tiles)
    return tiles


def play_game(rng: Random) -> tuple[State, State, list[AnyEvent]]:
    """Play a game in which seat 0 places a tile a turn until it is out, and no other opens."""
    house = apply_house_rules(
        CLASSIC,
        opening_threshold=rng.choice((0, 30, 30, 50)),
        announced_opening=rng.choice(("flat", "count_rack")),
        failed_move_penalty=rng.choice((0, 1, 3)),
        invalid_move=rng.choice(("refused", "penalty")),
    )
    tiles = mix_tiles(rng)
    racks = [
        " ".join(tiles.pop() for _ in range(rng.randint(1, 6))) for _ in range(rng.randint(1, 3))
    ]
    start = build_position(
        house,
        racks=(" ".join(RUN[: rng.randint(1, 4)]), *racks),
        table="B4 B5 B6",
        pool=" ".join(tiles),
        opened=(True, *(False for _ in racks)),
        had_turn=False,
        turn=rng.randrange(1, 1 + len(racks)),
    )
    began = ev.TurnBegan(start.turn or 0)
    state, events = evolve_all(start, [began]), list[AnyEvent]([began])
    while state.result is None:
        happened = decide(state, choose_command(state, rng))
        events += happened
        state = evolve_all(state, happened)
    return start, state, events


def choose_command(state: State, rng: Random) -> AnyCommand:
    seat = state.turn
    assert seat is not None
    if state.drawn is not None and not state.seats[seat].announced and rng.random() < 0.5:
        return Announce(seat)
    if rng.random() < 0.1:
        return Penalise(rng.randrange(1, len(state.seats)), rng.randint(1, 2), "Ref", "talked")
    if state.drawn is not None:
        return EndTurn(seat)
    if seat == 0:
        return Place(0, ((*state.table[0], state.seats[0].rack[0]),))
    if not state.pool_size or state.last_round is not None:
        return Pass(seat)
    draft = (*state.table, state.seats[seat].rack[:1])
    if rng.random() < 0.3:
        return RunOutOfTime(seat, rng.choice((None, draft)))
    if rng.random() < 0.2 and state.edition.invalid_move is InvalidMove.PENALTY:
        return Place(seat, draft)
    return Draw(seat)


def read_turns(start: State, events: list[AnyEvent], seat: int) -> tuple[list[Turn], list[str]]:
    """Return the turns of a seat and its rack at the end, from the events alone."""
    name = [str(face) for face in start.box.faces]
    rack, turns, on_turn = [name[tile] for tile in start.seats[seat].rack], list[Turn](), 0
    for event in events:
        match event:
            case ev.TurnBegan(began):
                on_turn = began
                if began == seat:
                    turns.append(Turn(held=rack.copy()))
            case ev.Drew(drew, tiles) if drew == seat:
                rack += [name[tile] for tile in tiles]
                if on_turn == seat:
                    turns[-1].drawn += [name[tile] for tile in tiles]
            case ev.OpeningAnnounced(announced) if announced == seat:
                turns[-1].announced = True
    return turns, rack


def test_every_loss_is_as_recounted() -> None:
    rng, seen, played = Random(41), Counter[tuple[int, bool]](), 0
    while played < GAMES:
        start, over, events = play_game(rng)
        assert over.result is not None
        if over.result.ending is not ev.Ending.WENT_OUT:
            continue
        played += 1
        edition = over.edition
        for seat in range(1, len(over.seats)):
            turns, rack = read_turns(start, events, seat)
            counts_rack = edition.announced_opening is Announced.COUNT_RACK
            loss = recount_loss(turns, rack, edition.opening_threshold, counts_rack=counts_rack)
            assert -list_points(over)[seat] == loss, (turns, rack, edition)
            announced = bool(turns) and turns[-1].announced
            seen[loss if loss in (100, 200) else 0, announced] += 1
    # Every outcome came about, with announcements that help, that do not, and without any.
    assert min(seen[loss, said] for loss in (100, 200) for said in (True, False)) > GAMES // 20
    assert seen[0, True] > GAMES // 50
    assert not seen[0, False]


def test_every_opening_is_found_by_trying() -> None:
    rng, found = Random(22), Counter[bool]()
    for _ in range(GAMES):
        rack = mix_tiles(rng)[: rng.randint(3, 9)]
        threshold = rng.choice((0, 30, 50))
        could = could_open(rack, threshold)
        found_by_solver = can_open(parse_set(" ".join(rack)), threshold, CLASSIC.set_rules)
        assert could == found_by_solver, (rack, threshold)
        found[could] += 1
    assert min(found.values()) > GAMES // 5
