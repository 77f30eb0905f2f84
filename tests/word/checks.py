"""What must be true of every state of a word game, and of what is shown of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from msgspec.structs import replace

from kostka.events.codec import to_json
from kostka.tiles import TileId
from kostka.word import (
    SPECTATOR,
    AnyEvent,
    Judging,
    Phase,
    State,
    Viewer,
    get_word_judge,
    spell_words,
    view,
    view_event,
)
from kostka.word import events as ev


def list_viewers(state: State) -> list[Viewer]:
    return [SPECTATOR, *range(len(state.seats))]


def check_state(state: State) -> None:
    """Tiles are kept, words are valid and single, turns and points are in order."""
    held = chain.from_iterable(seat.rack for seat in state.seats)
    tiles = sorted([*held, *chain.from_iterable(state.table), *state.pool])
    gathering = state.phase is Phase.GATHERING
    assert tiles == ([] if gathering and not state.pool else list(state.bag.tiles))
    on_table = set(chain.from_iterable(state.table))
    assert {tile for tile in on_table if state.bag.is_joker(tile)} == state.letters.keys()
    words = spell_words(state.bag, state.table, state.letters)
    assert len(set(words)) == len(words)
    assert all(len(word) >= state.edition.shortest_word for word in words)
    if state.edition.judging is Judging.CHECKED:
        assert not [word for word in words if get_word_judge(state.edition)(word)]
    assert (state.result is not None) == (state.phase is Phase.FINISHED)
    assert bool(state.waiting) <= (state.phase is Phase.ACCEPTING)
    if state.turn is not None:
        assert state.phase is Phase.PLAYING
    for seat in state.seats:
        assert seat.opened or not seat.turns
        for turn in seat.turns:
            longest = max(map(len, turn.words), default=0)
            assert turn.points == longest * (2 if turn.doubled else 1)


def check_between_commands(state: State) -> None:
    """Between two commands it is clear who is to act."""
    if state.phase is Phase.PLAYING:
        assert state.turn is not None
        assert state.seats[state.turn].present
        assert all(seat.rack for seat in state.seats if seat.present)
        assert state.last_round is None or state.last_round[0] == state.turn
        assert state.last_round is None or not state.pool
        # Nobody has fewer than seven as long as there is something to draw (W-9).
        fewest = min(len(seat.rack) for seat in state.seats if seat.present)
        assert not state.pool or fewest >= state.edition.refill_to
    elif state.phase is Phase.ACCEPTING:
        assert state.waiting
        assert state.last_move is not None
        assert all(state.seats[seat].present for seat in state.waiting)


def change_hidden_state(state: State, viewer: Viewer, rng: Random) -> State:
    """The same game as far as a viewer knows, with all that is hidden mixed, and another seed."""
    others = [number for number in range(len(state.seats)) if number != viewer]
    hidden = [tile for number in others for tile in state.seats[number].rack] + [*state.pool]
    rng.shuffle(hidden)
    seats = list(state.seats)
    for number in others:
        many = len(seats[number].rack)
        seats[number] = replace(seats[number], rack=tuple(hidden[:many]))
        del hidden[:many]
    move = state.last_move
    if move is not None:
        move = replace(move, before=change_hidden_state(move.before, viewer, rng))
    return replace(
        state,
        seats=tuple(seats),
        pool=tuple(hidden),
        seed=rng.randbytes(32).hex(),
        last_move=move,
    )


def check_nothing_hidden_is_shown(state: State, rng: Random) -> None:
    """No view depends on what its viewer cannot know."""
    if state.phase is Phase.FINISHED:
        return
    for viewer in list_viewers(state):
        other = change_hidden_state(state, viewer, rng)
        assert to_json(view(state, viewer)) == to_json(view(other, viewer))


def check_event(event: AnyEvent, after: State, rng: Random) -> None:
    """An event shows hidden tiles to nobody but who drew them, until the game is over."""
    if after.phase is Phase.FINISHED:
        return
    for viewer in list_viewers(after):
        shown = to_json(view_event(event, viewer))
        for other in change_hidden_event(event, viewer, rng):
            assert shown == to_json(view_event(other, viewer))


def change_hidden_event(event: AnyEvent, viewer: Viewer, rng: Random) -> Iterator[AnyEvent]:
    """The same event with other secrets."""
    match event:
        case ev.Sealed():
            yield replace(event, seed=rng.randbytes(32).hex())
        case ev.Mixed():
            yield replace(event, order=tuple(rng.sample(event.order, len(event.order))))
        case ev.Drew() if event.seat != viewer:
            yield replace(event, tiles=tuple(TileId(rng.randrange(112)) for _ in event.tiles))
