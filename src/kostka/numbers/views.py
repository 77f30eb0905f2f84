"""What a seat or a spectator may know: the only way from a game's state to the outside (N-28).

Racks, the order of the pool and the secret of the shuffle are hidden until the game is over; the
tiles on the table, all counts and who has opened are open.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from kostka.events.game import Viewer
from kostka.melds.turn import Table
from kostka.numbers import events as ev
from kostka.numbers.state import Header, Phase, Result, State
from kostka.tiles.box import TileId

HIDDEN = TileId(-1)
"""Stands in an event for a tile that the viewer may not know."""


class SeatView(msgspec.Struct, frozen=True):
    """What is known of a player."""

    name: str
    tiles: int
    """How many tiles are on the rack (Z-19)."""
    rack: tuple[TileId, ...] | None
    """None where it is hidden."""
    opened: bool
    announced: bool
    present: bool


class View(msgspec.Struct, frozen=True):
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
    """Is the turn still open after a draw (N-20)?"""
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


def view(state: State, viewer: Viewer) -> View:
    """Show a game to a seat, or to a spectator."""
    return views(state, [viewer])[0]


def views(state: State, viewers: Sequence[Viewer], header: Header | None = None) -> list[View]:
    """Show a game to several seats or spectators; what all of them know is put together once.

    Who writes the views down may have the header in them as it is written.
    """
    known = _known_to_all(state, header or state.header)
    return [_with_own(known, state, viewer) for viewer in viewers]


def _known_to_all(state: State, header: Header) -> View:
    """Show what a spectator may know; once the game is over, that is everything."""
    over = state.phase is Phase.FINISHED
    names = state.header.names
    return View(
        viewer=None,
        header=header,
        phase=state.phase,
        seats=tuple(
            [
                SeatView(
                    name=names[number],
                    tiles=len(seat.rack),
                    rack=seat.rack if over else None,
                    opened=seat.opened,
                    announced=seat.announced,
                    present=seat.present,
                )
                for number, seat in enumerate(state.seats)
            ]
        ),
        table=state.table,
        pool=state.pool,
        stacks=tuple(map(len, state.stacks)),
        middle=state.middle,
        turn=state.turn,
        turns=state.turns,
        drawn=None,
        turn_open=state.drawn is not None,
        added=state.added,
        start_draws=state.start_draws,
        starter=state.starter,
        deal=state.deal,
        order_commitment=state.order_commitment,
        last_round=state.last_round,
        round_over=state.round_over,
        result=state.result,
        seed=state.seed if over else None,
    )


def _with_own(known: View, state: State, viewer: Viewer) -> View:
    """Add what a seat alone knows: its rack, and the tile that it has just drawn."""
    if viewer is None or not 0 <= viewer < len(state.seats) or state.phase is Phase.FINISHED:
        return replace(known, viewer=viewer)
    seats = list(known.seats)
    seats[viewer] = replace(seats[viewer], rack=state.seats[viewer].rack)
    drawn = state.drawn if viewer == state.turn else None
    return replace(known, viewer=viewer, seats=tuple(seats), drawn=drawn)


def view_event(event: ev.AnyEvent, viewer: Viewer, *, over: bool = False) -> ev.AnyEvent:
    """Show an event to a seat or to a spectator; once the game is over, everything."""
    if over:
        return event
    match event:
        case ev.Sealed():
            return replace(event, seed="")
        case ev.Mixed():
            return replace(event, order=(HIDDEN,) * len(event.order))
        case ev.Drew() if event.seat != viewer:
            return replace(event, tiles=(HIDDEN,) * len(event.tiles))
        case ev.TimedOut() if event.seat != viewer:
            return replace(event, draft=None)
        case ev.MoveFailed() if event.seat != viewer:
            return replace(event, draft=None)
        case _:
            return event
