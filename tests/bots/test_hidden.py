"""No bot reads hidden tiles: the same public history with two different deals, the same commands.

A twin of a game is another deal in which everything that one seat could see happened just the same:
the tiles that it has not seen until then have changed places, on the racks of the others and in
the pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from inspect import signature
from itertools import chain
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from kostka.bots import arena
from kostka.bots.bot import Bot
from kostka.bots.levels import LEVELS, make_bot
from kostka.editions import EDITIONS, Edition
from kostka.numbers import (
    Announce,
    AnyCommand,
    Draw,
    EndTurn,
    Phase,
    Start,
    State,
    View,
    decide,
    evolve_all,
    view,
)
from kostka.tiles import TileId
from kostka.tiles.shuffle import compute_seed_commitment
from tests.positions import make_seed, open_game

HISTORIES = 4
"""How many games each level is asked about, in each edition. In every other one of them all who
have opened draw until the pool is empty, where thinking begins in earnest."""

COMMANDS = (12, 120)
"""How long the other histories are, at least and at most."""

SLOW = ("thinker",)
"""Levels that are asked about the last turns of two games only."""


class History(NamedTuple):
    """A deal and what was done since; now a seat is on turn."""

    deal: State
    commands: tuple[AnyCommand, ...]

    def states(self) -> list[State]:
        states = [self.deal]
        for command in self.commands:
            states.append(evolve_all(states[-1], decide(states[-1], command)))
        return states


def play_recorded_game(edition: Edition, number: int) -> History:
    """Some game, up to somewhere in the middle.

    Nobody announces an opening: that tells something of a rack, which few other deals bear out.
    """
    rng = Random(number)
    late = number % 2
    players = edition.players_max if late else rng.randint(edition.players_min, edition.players_max)
    bots = [make_bot(rng.choice([*LEVELS][:5]), number) for _ in range(players)]
    length = rng.randint(*COMMANDS)
    game = open_game(edition, players, number)
    game.do(Start())
    deal = state = game.state
    commands: list[AnyCommand] = []
    while state.pool_size > count_last_tiles(players) if late else len(commands) < length:
        assert state.turn is not None
        command = bots[state.turn].choose_command(view(state, state.turn))
        if late and state.seats[state.turn].opened:
            command = Draw(state.turn)
        if isinstance(command, Announce):
            command = EndTurn(state.turn)
        after = evolve_all(state, decide(state, command))
        if after.phase is Phase.FINISHED:
            break
        state = after
        commands.append(command)
    return History(deal, tuple(commands))


def count_last_tiles(players: int) -> int:
    """With two players the pool keeps some tiles: otherwise each knows the rack of the other."""
    return 0 if players > 2 else 3


def swap_hidden_tiles(history: History, seat: int, rng: Random) -> History:
    """Another deal with the same public history for this seat."""
    now = history.states()[-1]
    racks = [other.rack for number, other in enumerate(now.seats) if number != seat]
    hidden = list(chain(*racks, *now.stacks))
    places = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return History(relabel_tiles(history.deal, places), history.commands)


def relabel_tiles(deal: State, places: dict[TileId, TileId]) -> State:
    """The deal with other tiles in hidden places, and so with other hashes."""

    def moved(tiles: Sequence[TileId]) -> tuple[TileId, ...]:
        return tuple(places.get(tile, tile) for tile in tiles)

    return replace(
        deal,
        header=replace(deal.header, commitment=compute_seed_commitment(make_seed(999))),
        order_commitment=compute_seed_commitment(make_seed(998)),
        seed=make_seed(999).hex(),
        order=moved(deal.order),
        seats=tuple(replace(one, rack=moved(one.rack)) for one in deal.seats),
        stacks=tuple(map(moved, deal.stacks)),
    )


def list_views(history: History, seat: int) -> list[View]:
    """What a seat saw whenever it was on turn."""
    return [view(state, seat) for state in history.states() if state.turn == seat]


def remove_hashes(seen: View) -> View:
    """A view without what binds the dealer: hashes of secrets, which no two deals share."""
    return replace(seen, header=replace(seen.header, commitment=""), order_commitment="")


@cache
def list_histories(key: str) -> list[tuple[History, History, int]]:
    """Games in the middle, each with a twin and the seat that cannot tell them apart."""
    found = []
    for number in range(HISTORIES):
        history = play_recorded_game(EDITIONS[key], number)
        seat = history.states()[-1].turn
        assert seat is not None
        found.append((history, swap_hidden_tiles(history, seat, Random(number)), seat))
    return found


@pytest.mark.clause("N-28")
@pytest.mark.parametrize("key", EDITIONS)
def test_another_hidden_deal_looks_the_same(key: str) -> None:
    at_the_end = 0
    for history, other, seat in list_histories(key):
        one, two = history.states()[-1], other.states()[-1]
        assert [set(s.rack) for s in one.seats] != [set(s.rack) for s in two.seats]
        at_the_end += one.pool_size <= count_last_tiles(len(one.seats))
        seen = [[remove_hashes(v) for v in list_views(h, seat)] for h in (history, other)]
        assert seen[0] == seen[1]
    assert at_the_end == HISTORIES // 2


@pytest.mark.clause("N-28")
@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("level", LEVELS)
def test_no_bot_reads_hidden_tiles(level: str, key: str) -> None:
    for history, other, seat in list_histories(key)[-2 if level in SLOW else 0 :]:
        answers = []
        for deal in (history, other):
            player = make_bot(level, 7)
            seen = list_views(deal, seat)[-3 if level in SLOW else 0 :]
            answers.append([player.choose_command(one) for one in seen])
        assert answers[0] == answers[1]


class Nosy:
    """A bot that writes down what it is given."""

    def __init__(self, player: Bot, given: list[tuple[object, ...]]) -> None:
        self.player, self.given = player, given

    def choose_command(self, *things: object) -> AnyCommand:
        self.given.append(things)
        (seen,) = things
        assert isinstance(seen, View)
        return self.player.choose_command(seen)


@pytest.mark.parametrize("key", EDITIONS)
def test_a_bot_is_given_the_view_of_its_seat_and_nothing_else(key: str) -> None:
    edition = EDITIONS[key]
    given: list[list[tuple[object, ...]]] = [[] for _ in range(edition.players_min)]
    arena.play_game(
        edition, make_seed(1), [Nosy(make_bot("placer", 0), things) for things in given]
    )
    for seat, things in enumerate(given):
        assert things
        for (seen,) in things:
            assert isinstance(seen, View)
            assert seen.viewer == seen.turn == seat
            assert [number for number, s in enumerate(seen.seats) if s.rack is not None] == [seat]


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_asks_for_nothing_but_a_view(level: str) -> None:
    assert list(signature(make_bot(level, 0).choose_command).parameters) == ["view"]
