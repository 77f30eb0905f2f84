"""What a seat or a spectator may know: the only way from a game's state to the outside (N-28).

Racks, the order of the pool and the secret of the shuffle are hidden until the game is over; the
tiles on the table, all counts and the openings are visible to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from kostka.events.game import SPECTATOR, Viewer
from kostka.melds.turn import Table
from kostka.numbers import events as ev
from kostka.numbers.redeal import can_ask_redeal
from kostka.numbers.state import Header, Phase, Result, State
from kostka.tabletop.views import find_own_rack, hide_tiles
from kostka.tiles.box import TileId


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What a viewer may know about a player."""

    name: str
    tiles: int
    """How many tiles are on the rack (Z-19)."""
    rack: tuple[TileId, ...] | None
    """None where it is hidden."""
    opened: bool
    announced: bool
    present: bool
    time_left: int | None = None
    """What is left of the main time after the player's last move, in milliseconds (M-3)."""


class View(msgspec.Struct, frozen=True, gc=False):
    """What a viewer knows of a game."""

    viewer: Viewer
    header: Header
    phase: Phase
    seats: tuple[SeatView, ...]
    table: Table
    pool: int
    stacks: tuple[int, ...]
    """How many tiles each stack of the pool holds."""
    middle: int
    turn: int | None
    turns: int
    drawn: TileId | None
    """The tile that the viewer drew in a turn that is still open."""
    turn_open: bool
    """Whether the turn is still open after a draw (N-20)."""
    added: tuple[tuple[int, str], ...]
    """The words that players added to the shuffle, so that each can see their own in it."""
    start_draws: tuple[tuple[tuple[int, TileId], ...], ...]
    starter: int
    deal: int
    order_commitment: str
    last_round: tuple[int, ...] | None
    round_over: bool
    result: Result | None
    seed: str | None
    """The secret of the shuffle, once the game is over."""
    can_ask_redeal: bool | None = None
    """True while the viewer may ask for a new deal (N-7), otherwise null. Nobody learns it of
    others."""


class PrivateParts(NamedTuple):
    """What of a view depends on who sees it."""

    racks: Sequence[tuple[TileId, ...] | None]
    drawn: TileId | None = None
    can_ask_redeal: bool | None = None


def view(state: State, viewer: Viewer) -> View:
    """Show a game to a seat, or to a spectator; once it is over, everything to everybody."""
    if state.phase is Phase.FINISHED:
        parts = PrivateParts([seat.rack for seat in state.seats])
    else:
        parts = find_own_parts(state, viewer)
    return build_view(state, viewer, state.header, parts)


def build_view(
    state: State,
    viewer: Viewer,
    header: Header,
    parts: PrivateParts,
) -> View:
    """Return what everybody may know, with what only the viewer knows in it.

    Every move builds a view, so the fields are given by position, in their order.
    """
    stacks = tuple([len(stack) for stack in state.stacks])
    return View(
        viewer,
        header,
        state.phase,
        tuple(
            [
                SeatView(
                    name,
                    len(seat.rack),
                    rack,
                    seat.opened,
                    seat.announced,
                    seat.present,
                    seat.time_left,
                )
                for name, seat, rack in zip(
                    state.header.names, state.seats, parts.racks, strict=True
                )
            ]
        ),
        state.table,
        sum(stacks),
        stacks,
        state.middle,
        state.turn,
        state.turns,
        parts.drawn,
        state.drawn is not None,
        state.added,
        state.start_draws,
        state.starter,
        state.deal,
        state.order_commitment,
        state.last_round,
        state.round_over,
        state.result,
        state.seed if state.phase is Phase.FINISHED else None,
        parts.can_ask_redeal,
    )


def find_own_parts(state: State, viewer: Viewer) -> PrivateParts:
    """Return what only a seat knows in a running game."""
    rack = find_own_rack(state, viewer)
    racks = [rack if seat == viewer else None for seat in range(len(state.seats))]
    if rack is None or viewer is None:
        return PrivateParts(racks)
    drawn = state.drawn if viewer == state.turn else None
    return PrivateParts(racks, drawn, can_ask_redeal(state, viewer) or None)


def view_event(event: ev.AnyEvent, viewer: Viewer, *, over: bool = False) -> ev.AnyEvent:
    """Show an event to a seat or to a spectator; once the game is over, everything."""
    hidden = None if over else _HIDING.get(type(event))
    if hidden is None or getattr(event, "seat", SPECTATOR) == viewer is not SPECTATOR:
        return event
    return hidden(event)


def _hide_seed(event: ev.Sealed) -> ev.Sealed:
    return replace(event, seed="")


def _hide_order(event: ev.Mixed) -> ev.Mixed:
    return replace(event, order=hide_tiles(event.order))


def _hide_tiles(event: ev.Drew) -> ev.Drew:
    return replace(event, tiles=hide_tiles(event.tiles))


def _hide_draft(event: ev.MoveFailed) -> ev.MoveFailed:
    return replace(event, draft=None)


def _hide_late_draft(event: ev.TimedOut) -> ev.TimedOut:
    return replace(event, draft=None, returned=hide_tiles(event.returned))


_HIDING: dict[type, Callable[[Any], ev.AnyEvent]] = {
    ev.Sealed: _hide_seed,
    ev.Mixed: _hide_order,
    ev.Drew: _hide_tiles,
    ev.TimedOut: _hide_late_draft,
    ev.MoveFailed: _hide_draft,
}
"""How to hide what only the event's own seat may know; all others are for everybody."""
