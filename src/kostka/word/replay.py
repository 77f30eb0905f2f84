"""The replay of a finished game: a step for every command, with all racks open."""

from __future__ import annotations

import msgspec

from kostka.events.log import Log, Milliseconds
from kostka.tabletop.replay import iterate_events_by_command
from kostka.tiles.box import TileId
from kostka.word import events as ev
from kostka.word.game import WORD_GAME
from kostka.word.state import Header, State
from kostka.word.turn import Words
from kostka.word.views import hide_theme_words, view


class StepSeat(msgspec.Struct, frozen=True, gc=False):
    """A player after a step."""

    rack: tuple[TileId, ...]
    opened: bool
    present: bool
    points: int


class Step(msgspec.Struct, frozen=True, gc=False):
    """What one command led to, and the game after it.

    Everything before the first turn is the first step.
    """

    at: Milliseconds | None
    events: tuple[ev.AnyEvent, ...]
    seats: tuple[StepSeat, ...]
    table: Words
    letters: dict[TileId, str]
    pool: int
    turn: int | None
    turns: int
    """How many turns have begun."""


class Replay(msgspec.Struct, frozen=True, gc=False):
    """A game from its deal to its end."""

    header: Header
    """Without the words of the theme."""
    faces: tuple[str, ...]
    """What each tile of the box shows, by its id."""
    steps: tuple[Step, ...]


def build_replay(log: Log[Header, ev.AnyEvent]) -> Replay | None:
    """Return all steps of a game; None while it is running, since they contain hidden tiles."""
    steps, last = [], None
    for at, events, _, after in iterate_events_by_command(WORD_GAME, log):
        steps.append(_build_step(at, events, after))
        last = after
    if last is None or last.result is None:
        return None
    return Replay(hide_theme_words(log.header), last.bag.faces, tuple(steps))


def _build_step(at: int | None, events: tuple[ev.AnyEvent, ...], state: State) -> Step:
    seen = view(state, None)
    # Racks come from each seat's own view, like all that leaves a game.
    racks = [view(state, seat).seats[seat].rack or () for seat in range(len(seen.seats))]
    return Step(
        at=at,
        events=events,
        seats=tuple(
            StepSeat(rack, seat.opened, seat.present, seat.points)
            for rack, seat in zip(racks, seen.seats, strict=True)
        ),
        table=seen.table,
        letters=seen.letters,
        pool=seen.pool,
        turn=seen.turn,
        turns=seen.turns,
    )
