"""N-7 against the second reading, in games that were really dealt."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from kostka.editions import CLASSIC, SIX, TOURNAMENT, apply_house_rules
from kostka.events.errors import Refused
from kostka.numbers import (
    AnyCommand,
    AskRedeal,
    Draw,
    EndTurn,
    Game,
    Place,
    RunOutOfTime,
    Start,
    State,
    decide,
)
from kostka.tiles import TileId
from tests.oracle.second_reading.sets import is_set
from tests.oracle.second_reading.three_doubles import RightToRedeal, count_doubles
from tests.positions import NAMES

GAMES = 1_000
OFTEN = 20
EDITIONS = [
    apply_house_rules(edition, opening_threshold=0, invalid_move=invalid_move)
    for edition in (CLASSIC, SIX, TOURNAMENT)
    for invalid_move in ("refused", "penalty")
]


def start_game(rng: Random) -> Game:
    edition = rng.choice(EDITIONS)
    players = rng.randint(edition.players_min, edition.players_max)
    game = Game.new(edition, NAMES[:players], rng.randbytes(32), starter=rng.randrange(players))
    game.do(Start())
    return game


def read_faces(state: State, tiles: tuple[TileId, ...]) -> list[str]:
    return [str(state.box.get_face(tile)) for tile in tiles]


def note_deal(state: State) -> RightToRedeal:
    return RightToRedeal([read_faces(state, seat.rack) for seat in state.seats])


def find_set(state: State, rack: tuple[TileId, ...]) -> tuple[TileId, ...] | None:
    return next((row for row in combinations(rack, 3) if is_set(read_faces(state, row))), None)


def choose_command(state: State, rng: Random) -> AnyCommand:
    """Draw mostly; seldom place, or try to place tiles that are not a set."""
    seat = state.turn
    assert seat is not None
    rack = state.seats[seat].rack
    if state.drawn is not None:
        return EndTurn(seat)
    if rng.random() < 0.07 and (row := find_set(state, rack)) is not None:
        return Place(seat, (row,))
    if rng.random() < 0.1:
        return Place(seat, (rack[:2],))
    return rng.choice((Draw(seat), Draw(seat), RunOutOfTime(seat), RunOutOfTime(seat, (rack[:2],))))


def can_ask(state: State, seat: int) -> bool:
    try:
        decide(state, AskRedeal(seat))
    except Refused:
        return False
    return True


def find_situation(state: State, right: RightToRedeal, seat: int) -> str:
    """Return what the answer should depend on."""
    if count_doubles(right.dealt[seat]) < 3:
        return "no doubles"
    if right.tile_was_placed:
        return "placed, own turn over" if seat in right.seats_after_first_turn else "placed"
    if seat in right.seats_after_first_turn:
        return "own turn over"
    if seat == state.turn:
        return "has drawn" if state.drawn is not None else "on turn"
    return "others drew" if right.seats_after_first_turn else "just dealt"


@pytest.mark.clause("N-7")
def test_the_right_to_a_new_deal_is_what_a_second_reading_says() -> None:
    rng, seen = Random("three doubles, read again"), Counter[str]()
    for _ in range(GAMES):
        game = start_game(rng)
        right = note_deal(game.state)
        for _ in range(2 * len(game.state.seats) + 2):
            state = game.state
            for seat in range(len(state.seats)):
                expected = right.may_ask(seat)
                assert can_ask(state, seat) == expected, (right, seat)
                assert bool(game.view(seat).can_ask_redeal) == expected
                seen[find_situation(state, right, seat)] += 1
            asking = [seat for seat in range(len(state.seats)) if right.may_ask(seat)]
            if asking and rng.random() < 0.1:
                game.do(AskRedeal(rng.choice(asking)))
                assert game.state.turn == game.state.starter
                right = note_deal(game.state)
                seen["dealt again"] += 1
                continue
            assert state.turn is not None
            try:
                game.do(choose_command(state, rng))
            except Refused:
                seen["not a set"] += 1
            if game.state.turn != state.turn:
                right.end_turn(state.turn, placed=bool(game.state.table))
    assert set(seen) == {
        *("no doubles", "placed", "placed, own turn over", "own turn over", "has drawn", "on turn"),
        *("others drew", "just dealt", "dealt again", "not a set"),
    }
    assert min(seen.values()) >= OFTEN, seen
