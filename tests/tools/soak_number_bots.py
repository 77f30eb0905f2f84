"""Lets bots play thousands of number games and checks every command.

`python -m tests.tools.soak_number_bots --games 10000 --edition twist --seed 1`. Levels 1 to 5 meet
in random mixes, with any number of players that the edition allows. Stops at the first fault,
prints the command that replays that game, and exits with status 1.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import chain
from random import Random
from time import perf_counter
from traceback import print_exception
from typing import NamedTuple

from kostka.bots import arena
from kostka.bots.bot import Bot
from kostka.bots.levels import LEVELS, make_bot
from kostka.editions import EDITIONS, Edition
from kostka.events.errors import Refused
from kostka.numbers import Start, decide, evolve_all, view
from kostka.numbers.events import Sealed
from kostka.numbers.state import Phase, State, create_state

QUICK = [*LEVELS][:5]
"""The levels that answer fast enough for very many games."""

MAX_COMMANDS = 5_000
"""A game with more commands counts as endless."""

Maker = Callable[[str, int], Bot]


class Fault(Exception):  # noqa: N818  (it is one)
    """Something that must not happen in a game."""


class Setup(NamedTuple):
    """The start of a numbered game; depends on edition and number alone."""

    edition: Edition
    seed: bytes
    levels: tuple[str, ...]
    bot_seeds: tuple[int, ...]

    def make_bots(self, make: Maker) -> list[Bot]:
        return [make(level, seed) for level, seed in zip(self.levels, self.bot_seeds, strict=True)]


def make_setup(edition: Edition, number: int) -> Setup:
    rng = Random(f"soak {edition.key} {number}")
    players = rng.randint(edition.players_min, edition.players_max)
    levels = tuple(rng.choice(QUICK) for _ in range(players))
    return Setup(edition, rng.randbytes(32), levels, tuple(rng.getrandbits(32) for _ in levels))


# --- one game ---------------------------------------------------------------------------------


def play_checked_game(game: Setup, make: Maker = make_bot) -> State:
    """Play a game to its end and check it after every command."""
    bots = game.make_bots(make)
    header = arena.build_header(game.edition, len(bots), game.seed)
    state = evolve_all(create_state(header), [Sealed(game.seed.hex())])
    state = evolve_all(state, decide(state, Start()))
    check_tiles(state)
    for _ in range(MAX_COMMANDS):
        seat = state.turn
        if seat is None:
            check_end(state)
            return state
        command = bots[seat].choose_command(view(state, seat))
        try:
            state = evolve_all(state, decide(state, command))
        except Refused as refused:
            raise Fault(f"turn {state.turns}: {game.levels[seat]}: {refused}") from refused
        check_tiles(state)
    raise Fault(f"no end after {MAX_COMMANDS} commands")


def check_tiles(state: State) -> None:
    """Every tile of the box is in one place: on the table, on a rack or in the pool."""
    places = chain(state.table, (seat.rack for seat in state.seats), state.stacks)
    tiles = sorted(chain.from_iterable(places))
    if tiles != list(state.box.tiles):
        raise Fault(f"turn {state.turns}: tiles are lost or doubled")


def check_end(state: State) -> None:
    """Somebody has won, and what one wins the others lose."""
    if state.phase is not Phase.FINISHED or state.result is None:
        raise Fault("nobody is on turn, but the game is not over")
    sheet = state.result.sheet
    if not sheet.winners or sum(line.points for line in sheet.lines) != 0:
        raise Fault(f"the points do not add up: {[str(line.points) for line in sheet.lines]}")


def play_game_twice(edition: Edition, number: int, make: Maker = make_bot) -> State:
    """Play the game with this number, and again in the arena: it has to be the same game."""
    game = make_setup(edition, number)
    state = play_checked_game(game, make)
    if arena.play_game(edition, game.seed, game.make_bots(make)) != state:
        raise Fault("played again, it is another game")
    return state


# --- a run ------------------------------------------------------------------------------------


def soak_bots(edition: Edition, first: int, games: int, make: Maker = make_bot) -> str:
    """Play games; return their number, turns and seconds, and a hash of all results.

    The hash is the same for the same games, so two runs can be compared.
    """
    begin, turns, sum_ = perf_counter(), 0, sha256()
    for number in range(first, first + games):
        try:
            state = play_game_twice(edition, number, make)
        except Exception as fault:  # report how to play this game again
            options = f"--edition {edition.key} --seed {number} --games 1"
            again = f"python -m tests.tools.soak_number_bots {options}"
            raise Fault(f"{edition.key}: {fault!r}\n  {again}") from fault
        turns += state.turns
        sum_.update(repr((state.table, state.seats)).encode())
    seconds = perf_counter() - begin
    done = f"{games:6} games {turns:8} turns {seconds:7.0f} s"
    return f"{edition.key:10} {done}  {sum_.hexdigest()[:12]}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="for each edition")
    parser.add_argument("--edition", choices=EDITIONS, action="append")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    args = parser.parse_args()
    for key in args.edition or EDITIONS:
        try:
            print(soak_bots(EDITIONS[key], args.seed, args.games), flush=True)
        except Fault as fault:
            print_exception(fault)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
