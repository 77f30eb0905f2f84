"""Lets bots play thousands of word games and checks every command.

`python -m tests.tools.soak_word_bots --games 1000 --seed 1`. All levels meet in random mixes of two
to four, in every way to judge words, often with a player who bluffs. Stops at the first
fault, prints the command that replays that game, and exits with status 1.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from time import perf_counter
from traceback import print_exception
from typing import NamedTuple

from kostka.bots.word import WORD_LEVELS, make_word_bot, play_word_game
from kostka.bots.word.arena import WordPlayer, build_word_header
from kostka.word import (
    WORD,
    AnyCommand,
    Judging,
    Phase,
    Start,
    State,
    View,
    WordEdition,
    apply_word_house_rules,
    create_state,
    decide,
    evolve_all,
    view,
)
from kostka.word import events as ev
from tests.word.checks import check_between_commands, check_state
from tests.word.players import Habits, Player

MAX_COMMANDS = 2_000
"""A game with more commands counts as endless."""

BLUFFER = "bluffer"
BLUFFING = Habits(bluffs=0.3, challenges=0.2)


class Bluffer:
    """A player with few words who also places words that do not exist."""

    def __init__(self, seed: int) -> None:
        self.player = Player(Random(seed), BLUFFING)

    def choose_command(self, view: View) -> AnyCommand:
        return self.player.answer(view) or self.player.command(view)


class Setup(NamedTuple):
    """The start of a numbered game; depends on its number alone."""

    edition: WordEdition
    seed: bytes
    names: tuple[str, ...]
    seeds: tuple[int, ...]

    def make_players(self) -> list[WordPlayer]:
        return [
            Bluffer(seed) if name == BLUFFER else make_word_bot(name, seed, self.edition)
            for name, seed in zip(self.names, self.seeds, strict=True)
        ]


def make_setup(number: int) -> Setup:
    rng = Random(f"word soak {number}")
    judging = rng.choice([*Judging])
    kinds = [*WORD_LEVELS, BLUFFER] if judging is not Judging.CHECKED else [*WORD_LEVELS]
    names = tuple(rng.choice(kinds) for _ in range(rng.randint(2, 4)))
    edition = apply_word_house_rules(WORD, judging=judging.value)
    return Setup(edition, rng.randbytes(32), names, tuple(rng.getrandbits(32) for _ in names))


class Step(NamedTuple):
    """A command in a game, between two states."""

    before: State
    seat: int
    command: AnyCommand
    after: State


def iterate_checked_steps(game: Setup, players: Sequence[WordPlayer]) -> Iterator[Step]:
    """Play a game to the end, check it after every command, and yield every step."""
    state = evolve_all(
        create_state(build_word_header(game.edition, len(players), game.seed)),
        [ev.Sealed(game.seed.hex())],
    )
    state = evolve_all(state, decide(state, Start()))
    for _ in range(MAX_COMMANDS):
        if state.phase is Phase.FINISHED:
            return
        seat = state.waiting[0] if state.turn is None else state.turn
        command = players[seat].choose_command(view(state, seat))
        after = evolve_all(state, decide(state, command))
        check_state(after)
        check_between_commands(after)
        yield Step(state, seat, command, after)
        state = after
    raise AssertionError(f"no end after {MAX_COMMANDS} commands")


def play_game_twice(number: int) -> State:
    """Play the game with this number, and again in the arena: it has to be the same game."""
    game = make_setup(number)
    *_, last = iterate_checked_steps(game, game.make_players())
    assert play_word_game(game.edition, game.seed, game.make_players()) == last.after
    return last.after


def soak_bots(first: int, games: int) -> str:
    """Play games and return a summary with a hash, which is the same for the same games."""
    begin, turns, sum_ = perf_counter(), 0, sha256()
    for number in range(first, first + games):
        try:
            state = play_game_twice(number)
        except Exception as fault:
            again = f"python -m tests.tools.soak_word_bots --seed {number} --games 1"
            raise RuntimeError(f"{make_setup(number).names}: {fault!r}\n  {again}") from fault
        turns += state.turns
        sum_.update(repr((state.table, state.seats)).encode())
    seconds = perf_counter() - begin
    return f"word {games:6} games {turns:8} turns {seconds:7.0f} s  {sum_.hexdigest()[:12]}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="word_soak", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    args = parser.parse_args()
    try:
        print(soak_bots(args.seed, args.games))
    except RuntimeError as fault:
        print_exception(fault)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
