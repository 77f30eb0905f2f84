"""How the shared events change the state of a game."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from kostka.tabletop import events as ev
from kostka.tabletop.state import AnyTableState, TableSeat

StateT = TypeVar("StateT", bound=AnyTableState)
SeatT = TypeVar("SeatT", bound=TableSeat)


def replace_seat_fields(
    seats: tuple[SeatT, ...],
    seat: int,
    **changes: Any,  # noqa: ANN401  (fields of a seat)
) -> tuple[SeatT, ...]:
    """Return the seats with some fields of one of them changed."""
    changed = list(seats)
    changed[seat] = replace(changed[seat], **changes)
    return tuple(changed)


def remove_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the seats without one of them."""
    return tuple(other for other in seats if other != seat)


def skip_last_round_to_seat(
    last_round: tuple[int, ...] | None, seat: int
) -> tuple[int, ...] | None:
    """Return what is left of a last round when the turn of a seat begins."""
    return None if last_round is None else last_round[last_round.index(seat) :]


def remove_from_last_round(state: AnyTableState, seat: int) -> tuple[int, ...] | None:
    """Return what is left of a last round when a player leaves; the turn itself is kept."""
    if state.last_round is None or seat == state.turn:
        return state.last_round
    return remove_seat(state.last_round, seat)


def apply_sealed(state: StateT, event: ev.Sealed) -> StateT:
    """Keep the seed."""
    return replace(state, seed=event.seed)


def apply_randomness_committed(state: StateT, event: ev.RandomnessCommitted) -> StateT:
    """Add the commitment of a player."""
    return replace(state, committed=(*state.committed, (event.seat, event.commitment)))


def apply_randomness_added(state: StateT, event: ev.RandomnessAdded) -> StateT:
    """Add the words of a player."""
    return replace(state, added=(*state.added, (event.seat, event.words)))


def apply_start_drawn(state: StateT, event: ev.StartDrawn) -> StateT:
    """Add a round of draws."""
    return replace(state, start_draws=(*state.start_draws, event.draws))


def apply_starter_found(state: StateT, event: ev.StarterFound) -> StateT:
    """Set the starter."""
    return replace(state, starter=event.seat)
