"""Plays a game between bots by the full rules, but without log and hashes."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.bots.bot import Bot
from kostka.editions.model import Edition
from kostka.numbers import events as ev
from kostka.numbers.commands import Start
from kostka.numbers.decisions import decide
from kostka.numbers.evolution import evolve, evolve_all
from kostka.numbers.state import Header, Phase, State, create_state
from kostka.numbers.views import view
from kostka.tiles import shuffle


def build_header(edition: Edition, players: int, seed: bytes) -> Header:
    """Return the header of a game between bots; refuse a wrong number of players."""
    names = tuple([f"seat {number + 1}" for number in range(players)])
    return Header(edition, names, shuffle.compute_seed_commitment(seed))


def play_game(edition: Edition, seed: bytes, bots: Sequence[Bot]) -> State:
    """Play a game to its end, with one bot per seat, and return the final state."""
    state = evolve(create_state(build_header(edition, len(bots), seed)), ev.Sealed(seed.hex()))
    state = evolve_all(state, decide(state, Start()))
    while state.phase is Phase.PLAYING:
        seat = state.turn
        assert seat is not None
        command = bots[seat].choose_command(view(state, seat))
        state = evolve_all(state, decide(state, command))
    return state
