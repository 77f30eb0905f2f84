"""What a seat or a spectator may know (N-28)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kostka.editions import CLASSIC, EDITIONS, TOURNAMENT, Edition, apply_house_rules
from kostka.events.codec import to_json
from kostka.numbers import (
    SPECTATOR,
    Announce,
    Draw,
    EndGame,
    Leave,
    Phase,
    Place,
    RunOutOfTime,
    Start,
    State,
    Viewer,
    decide,
    view,
    view_event,
)
from kostka.numbers import events as ev
from kostka.tabletop.views import HIDDEN
from kostka.tiles import TileId
from tests.positions import build_position, find_only_event, lay_proposal, open_game, play_commands

VIEWERS: list[Viewer] = [0, 1, 2, SPECTATOR]


def game(edition: Edition = CLASSIC) -> State:
    return build_position(
        edition,
        racks=("B7 K1", "K10 R10 K2", "K3 J"),
        table="B4 B5 B6",
        pool=["R1 R2", "B10 R3"],
        opened=(True, False, True),
        turn=1,
    )


def change_hidden_state(state: State, viewer: Viewer) -> State:
    """Swap everything that the viewer may not know for something else."""
    everything = [tile for seat in state.seats for tile in seat.rack]
    everything += [tile for stack in state.stacks for tile in stack]
    known = set() if viewer is None else set(state.seats[viewer].rack)
    secret = [tile for tile in everything if tile not in known]
    other = dict(zip(secret, secret[1:] + secret[:1], strict=True))

    def swapped(tiles: tuple[TileId, ...]) -> tuple[TileId, ...]:
        return tuple(other.get(tile, tile) for tile in tiles)

    drawn = state.drawn if state.drawn is None else swapped((state.drawn,))[0]
    return replace(
        state,
        seats=tuple(replace(seat, rack=swapped(seat.rack)) for seat in state.seats),
        stacks=tuple(map(swapped, state.stacks)),
        drawn=drawn,
        seed="another",
        order=state.order[::-1],
    )


@pytest.mark.clause("N-28", "Z-19")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_counts_table_and_who_has_opened_are_open(viewer: Viewer) -> None:
    state = play_commands(game(), Draw(1), Announce(1))
    seen = view(state, viewer)
    assert [seat.tiles for seat in seen.seats] == [2, 4, 2]
    assert [seat.opened for seat in seen.seats] == [True, False, True]
    assert [seat.announced for seat in seen.seats] == [False, True, False]
    assert (seen.pool, seen.stacks, seen.middle) == (3, (2, 1), 1)
    assert seen.table == state.table
    assert (seen.turn, seen.turn_open, seen.phase) == (1, True, Phase.PLAYING)
    assert [seat.name for seat in seen.seats] == ["Ala", "Bob", "Cyd"]


@pytest.mark.clause("N-28")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_seat_sees_its_own_rack_alone(viewer: Viewer) -> None:
    state = game()
    seen = view(state, viewer)
    for number, seat in enumerate(seen.seats):
        assert seat.rack == (state.seats[number].rack if number == viewer else None)
    assert seen.seed is None


@pytest.mark.clause("N-28")
@pytest.mark.parametrize("viewer", [*VIEWERS, 3, -1])
@pytest.mark.parametrize("edition", [CLASSIC, TOURNAMENT], ids=lambda e: e.key)
def test_a_view_does_not_depend_on_anything_hidden(edition: Edition, viewer: Viewer) -> None:
    for state in (game(edition), play_commands(game(edition), Draw(1))):
        if viewer == 1 and state.drawn is not None:
            continue  # the viewer knows the tile just drawn
        known = viewer if viewer in range(3) else None
        other = change_hidden_state(state, known)
        assert other != state
        assert to_json(view(other, viewer)) == to_json(view(state, viewer))


@pytest.mark.clause("N-28")
def test_only_who_drew_knows_the_tile_drawn() -> None:
    state = play_commands(game(), Draw(1))
    assert view(state, 1).drawn == state.seats[1].rack[-1]
    for viewer in (0, 2, SPECTATOR):
        seen = view(state, viewer)
        assert seen.drawn is None
        assert seen.turn_open


@pytest.mark.clause("N-28")
def test_when_the_game_is_over_all_is_shown() -> None:
    over = play_commands(game(), Draw(1), EndGame("Ref", "time"))
    for viewer in VIEWERS:
        seen = view(over, viewer)
        assert [seat.rack for seat in seen.seats] == [seat.rack for seat in over.seats]
        assert seen.seed == over.seed
        assert seen.result == over.result
        assert (seen.turn, seen.turn_open, seen.drawn) == (None, False, None)


@pytest.mark.clause("N-28")
def test_a_view_tells_who_has_left() -> None:
    seen = view(play_commands(game(), Leave(2)), SPECTATOR)
    assert [seat.present for seat in seen.seats] == [True, True, False]


@pytest.mark.clause("N-28", "N-2")
def test_the_tiles_drawn_for_the_start_are_open() -> None:
    game_on = open_game(CLASSIC, 3)
    game_on.do(Start())
    seen = game_on.view(SPECTATOR)
    assert seen.start_draws == game_on.state.start_draws
    assert len(seen.start_draws[0]) == 3
    assert seen.starter == game_on.state.starter
    assert seen.order_commitment == game_on.state.order_commitment


# --- events -----------------------------------------------------------------------------------


@pytest.mark.clause("N-28")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_seed_and_order_are_shown_to_nobody(edition: Edition, viewer: Viewer) -> None:
    game_on = open_game(edition, edition.players_max)
    game_on.do(Start())
    shown = [view_event(event, viewer) for event in game_on.log.events]
    assert find_only_event(shown, ev.Sealed).seed == ""
    mixed = find_only_event(shown, ev.Mixed)
    assert mixed.order == (HIDDEN,) * edition.tile_count
    assert mixed.commitment == game_on.state.order_commitment
    assert game_on.state.seed.encode() not in to_json(shown)


@pytest.mark.clause("N-28")
def test_a_draw_is_shown_with_its_tiles_only_to_who_drew() -> None:
    drew = find_only_event(decide(game(), Draw(1)), ev.Drew)
    assert view_event(drew, 1) == drew
    for viewer in (0, 2, SPECTATOR):
        assert view_event(drew, viewer) == replace(drew, tiles=(HIDDEN,))


@pytest.mark.clause("N-28", "N-26")
def test_a_draft_of_rack_tiles_that_was_undone_is_shown_only_to_its_player() -> None:
    state = replace(game(), turn=0)
    events = decide(state, RunOutOfTime(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    late, failed = find_only_event(events, ev.TimedOut), find_only_event(events, ev.MoveFailed)
    assert view_event(late, 0) == late
    assert view_event(failed, 0) == failed
    for viewer in (1, 2, SPECTATOR):
        assert view_event(late, viewer) == ev.TimedOut(0, None)
        assert view_event(failed, viewer) == ev.MoveFailed(0, None, ("N-26",))


@pytest.mark.clause("N-28", "N-26")
def test_a_failed_move_does_not_show_the_tiles_that_went_back() -> None:
    state = build_position(
        apply_house_rules(CLASSIC, invalid_move="penalty"), racks=("B7", "K2"), table="B4 B5 B6"
    )
    (failed, *_) = decide(state, Place(0, lay_proposal(state, 0, "B4 B5 | B6 B7")))
    assert isinstance(failed, ev.MoveFailed)
    assert failed.draft
    assert view_event(failed, 0) == failed
    assert view_event(failed, 1) == replace(failed, draft=None)
    assert view_event(failed, 1, over=True) == failed


@pytest.mark.clause("N-28")
def test_what_happens_on_the_table_is_shown_to_all() -> None:
    state = replace(game(), turn=0)
    events = decide(state, Place(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    for viewer in VIEWERS:
        assert [view_event(event, viewer) for event in events] == events
