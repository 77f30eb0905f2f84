"""What a bot does in a position built from notation."""

from __future__ import annotations

from kostka.bots.levels import make_bot
from kostka.numbers import AnyCommand, Place, State, decide, evolve_all, view
from kostka.tiles import format_table


def choose_command(state: State, name: str, seed: int = 1) -> AnyCommand:
    """Return the command of a new bot for the player on turn, which the game accepts."""
    assert state.turn is not None
    chosen = make_bot(name, seed).choose_command(view(state, state.turn))
    decide(state, chosen)
    return chosen


def describe_choice(state: State, name: str, seed: int = 1) -> str:
    """Describe what a bot does: the tiles it places, or the name of its command."""
    chosen = choose_command(state, name, seed)
    if not isinstance(chosen, Place):
        return type(chosen).__name__
    after = evolve_all(state, decide(state, chosen))
    rack = after.seats[chosen.seat].rack
    gone = [tile for tile in state.seats[chosen.seat].rack if tile not in rack]
    return " ".join(sorted(map(str, state.box.get_faces(gone))))


def format_table_after(state: State, name: str) -> str:
    """Return the table after a bot has placed."""
    chosen = choose_command(state, name)
    assert isinstance(chosen, Place)
    return format_table([state.box.get_faces(meld) for meld in chosen.table])
