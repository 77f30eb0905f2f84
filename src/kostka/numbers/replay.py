"""The replay of a finished game: a step for every command, with all racks open."""

from __future__ import annotations

import msgspec

from kostka.events.log import Log, Milliseconds
from kostka.melds.jokers import find_joker_meanings
from kostka.melds.turn import Table, check_turn
from kostka.numbers import events as ev
from kostka.numbers.game import NUMBERS
from kostka.numbers.score_explanation import Sum, explain_score_sheet
from kostka.numbers.state import Header, State
from kostka.numbers.views import view
from kostka.tabletop.replay import iterate_events_by_command
from kostka.tiles.box import TileId, get_box


class StepSeat(msgspec.Struct, frozen=True, gc=False):
    """A player after a step."""

    rack: tuple[TileId, ...]
    opened: bool
    announced: bool
    present: bool
    time_left: int | None = None
    """What is left of the main time, in milliseconds (M-3)."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """What one command led to, and the game after it.

    Everything before the first turn is the first step.
    """

    at: Milliseconds | None
    events: tuple[ev.AnyEvent, ...]
    seats: tuple[StepSeat, ...]
    table: Table
    jokers: dict[int, str]
    """What each joker on the table stands for, by its tile."""
    pool: int
    turn: int | None
    turns: int
    """How many turns have begun."""
    opening: int | None
    """What a first move was worth (N-22)."""


class Replay(msgspec.Struct, frozen=True, gc=False):
    """A game from its deal to its end."""

    header: Header
    faces: tuple[str, ...]
    """What each tile of the box shows, by its id."""
    steps: tuple[Step, ...]
    sums: tuple[Sum, ...]
    """A line for every seat, as on the score sheet."""


def build_replay(log: Log[Header, ev.AnyEvent]) -> Replay | None:
    """Return all steps of a game; None while it is running, since they contain hidden tiles."""
    steps, last = [], None
    for at, events, before, after in iterate_events_by_command(NUMBERS, log):
        steps.append(_build_step(at, events, before, after))
        last = after
    if last is None or last.result is None:
        return None
    faces = tuple(map(str, get_box(log.header.edition.box).faces))
    return Replay(log.header, faces, tuple(steps), explain_score_sheet(last))


def _build_step(
    at: int | None, events: tuple[ev.AnyEvent, ...], before: State, state: State
) -> Step:
    placed = next((event for event in events if isinstance(event, ev.Placed)), None)
    seen = view(state, None)
    # Racks come from each seat's own view, like all that leaves a game.
    racks = [view(state, seat).seats[seat].rack or () for seat in range(len(seen.seats))]
    seats = [
        StepSeat(rack, seat.opened, seat.announced, seat.present, seat.time_left)
        for rack, seat in zip(racks, seen.seats, strict=True)
    ]
    return Step(
        at=at,
        events=events,
        seats=tuple(seats),
        table=seen.table,
        jokers=find_joker_meanings(state.box, seen.table),
        pool=seen.pool,
        turn=seen.turn,
        turns=seen.turns,
        opening=None if placed is None else find_opening_value(before, placed),
    )


def find_opening_value(before: State, event: ev.Placed) -> int | None:
    """Return what an opening was worth; None if the player had already opened (N-22)."""
    seat = before.seats[event.seat]
    if seat.opened:
        return None
    return check_turn(before.edition, before.table, seat.rack, event.table, opened=False).value
