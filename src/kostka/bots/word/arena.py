"""Plays a word game between bots by the full rules, but without log and hashes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kostka.tiles import shuffle
from kostka.word import (
    AnyCommand,
    Header,
    Phase,
    Start,
    State,
    View,
    WordEdition,
    create_state,
    decide,
    evolve_all,
    view,
)
from kostka.word import events as ev


class WordPlayer(Protocol):
    """Plays one seat in one game, and sees the views of that seat only."""

    def choose_command(self, view: View) -> AnyCommand:
        """Return the command for a view in which the game waits for the seat."""
        ...


def build_word_header(edition: WordEdition, players: int, seed: bytes) -> Header:
    """Return the header of a game between bots; refuse a wrong number of players."""
    names = tuple([f"seat {number + 1}" for number in range(players)])
    return Header(edition, names, shuffle.compute_seed_commitment(seed))


def play_word_game(edition: WordEdition, seed: bytes, bots: Sequence[WordPlayer]) -> State:
    """Play a game to its end, with one bot per seat, and return the final state."""
    state = create_state(build_word_header(edition, len(bots), seed))
    state = evolve_all(state, [ev.Sealed(seed.hex())])
    state = evolve_all(state, decide(state, Start()))
    while state.phase is not Phase.FINISHED:
        seat = state.waiting[0] if state.turn is None else state.turn
        command = bots[seat].choose_command(view(state, seat))
        state = evolve_all(state, decide(state, command))
    return state
