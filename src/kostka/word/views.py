"""What a seat or a spectator may know: the only way from a game's state to the outside.

Racks, the order of the pool and the secret of the shuffle are hidden until the game is over; the
words on the table, all counts and points are open.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from kostka.events.game import Viewer
from kostka.tabletop.views import find_own_rack, hide_tiles
from kostka.tiles.box import TileId
from kostka.word import events as ev
from kostka.word.scoring import TurnScore, sum_turn_points
from kostka.word.state import Header, Phase, Result, State
from kostka.word.turn import Words


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What a viewer may know about a player."""

    name: str
    tiles: int
    """How many tiles are on the rack."""
    rack: tuple[TileId, ...] | None
    """None where it is hidden."""
    opened: bool
    """Whether the first word is laid (W-4)."""
    present: bool
    points: int
    turns: tuple[TurnScore, ...]
    """How the points were found."""


class View(msgspec.Struct, frozen=True, gc=False):
    """What a viewer knows of a game."""

    viewer: Viewer
    header: Header
    """Without the words of the theme: they are many, and never change."""
    phase: Phase
    seats: tuple[SeatView, ...]
    table: Words
    letters: dict[TileId, str]
    """What the jokers on the table stand for (W-10)."""
    pool: int
    turn: int | None
    turns: int
    added: tuple[tuple[int, str], ...]
    """The words that players added to the shuffle, so that each can see their own in it."""
    start_draws: tuple[tuple[tuple[int, TileId], ...], ...]
    starter: int
    mixings: int
    order_commitment: str
    last_round: tuple[int, ...] | None
    challengeable: int | None
    """The seat whose move can be challenged now (W-13)."""
    new_words: tuple[str, ...]
    """The words of that move that did not lie there before: those that would be looked up."""
    waiting: tuple[int, ...]
    """The seats that have yet to accept the move that ends the game, or to challenge it."""
    result: Result | None
    seed: str | None
    """The secret of the shuffle, once the game is over."""


def view(state: State, viewer: Viewer) -> View:
    """Show a game to a seat, or to a spectator."""
    return build_views(state, [viewer])[0]


def build_views(
    state: State, viewers: Sequence[Viewer], header: Header | None = None
) -> list[View]:
    """Show a game to several seats or spectators; what all of them know is built once.

    `header` replaces the header in the views, for callers that have it encoded already.
    """
    known = _build_shared_view(state, header or hide_theme_words(state.header))
    return [_add_own_rack(known, state, viewer) for viewer in viewers]


def hide_theme_words(header: Header) -> Header:
    """Return the header as views show it, without the words of a theme."""
    theme = header.edition.theme
    if theme is None:
        return header
    return replace(header, edition=replace(header.edition, theme=theme.without_words()))


def _build_shared_view(state: State, header: Header) -> View:
    """Show what a spectator may know; once the game is over, that is everything."""
    over = state.phase is Phase.FINISHED
    names, move = state.header.names, state.last_move
    if move is not None and move.found_good:
        move = None
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
                    present=seat.present,
                    points=sum_turn_points(seat.turns),
                    turns=seat.turns,
                )
                for number, seat in enumerate(state.seats)
            ]
        ),
        table=state.table,
        letters=state.letters,
        pool=len(state.pool),
        turn=state.turn,
        turns=state.turns,
        added=state.added,
        start_draws=state.start_draws,
        starter=state.starter,
        mixings=state.mixings,
        order_commitment=state.order_commitment,
        last_round=state.last_round,
        challengeable=None if move is None else move.seat,
        new_words=() if move is None else state.new_words,
        waiting=state.waiting,
        result=state.result,
        seed=state.seed if over else None,
    )


def _add_own_rack(known: View, state: State, viewer: Viewer) -> View:
    """Add what a seat alone may know."""
    rack = find_own_rack(state, viewer)
    if viewer is None or rack is None:
        return replace(known, viewer=viewer)
    seats = list(known.seats)
    seats[viewer] = replace(seats[viewer], rack=rack)
    return replace(known, viewer=viewer, seats=tuple(seats))


def view_event(event: ev.AnyEvent, viewer: Viewer, *, over: bool = False) -> ev.AnyEvent:
    """Show an event to a seat or to a spectator; once the game is over, everything."""
    if over:
        return event
    match event:
        case ev.Sealed():
            return replace(event, seed="")
        case ev.Mixed():
            return replace(event, order=hide_tiles(event.order))
        case ev.Drew() if event.seat != viewer:
            return replace(event, tiles=hide_tiles(event.tiles))
        case ev.WordRefused() if event.seat != viewer:  # its tiles are on the rack again
            return replace(event, table=(), letters={})
        case _:
            return event
