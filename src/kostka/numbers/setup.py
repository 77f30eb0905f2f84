"""Before the first move: who starts, stacks, and the deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kostka.editions.model import Deal, Edition, FirstStarter
from kostka.numbers import events as ev
from kostka.numbers.state import State
from kostka.tabletop.lots import Draws
from kostka.tabletop.setup import find_starter, mix_tiles_with_commitment
from kostka.tiles.box import TileId


def arrange_tiles(state: State) -> list[TileId]:
    """Return the mixed tiles in the order in which they are stacked and dealt.

    Where everybody begins with jokers (M-2), the first ones in the mixed order are set aside, so
    many for each rack; the first number tiles fill the racks, and all others follow. So the deal
    still follows from the mixed order alone, to which everybody committed.
    """
    edition, box = state.edition, state.box
    each, players = edition.jokers_each, len(state.seats)
    if not each:
        return list(state.order)
    jokers = [tile for tile in state.order if not box.get_face(tile).number]
    numbers = [tile for tile in state.order if box.get_face(tile).number]
    rest = edition.rack_size - each
    dealt = [
        tile
        for rack in range(players)
        for tile in (
            *jokers[rack * each : (rack + 1) * each],
            *numbers[rack * rest : (rack + 1) * rest],
        )
    ]
    return [*dealt, *(tile for tile in state.order if tile not in set(dealt))]


def stack_tiles(edition: Edition, order: Sequence[TileId]) -> list[tuple[TileId, ...]]:
    """Stack the tiles in their order; an odd stack is the last (N-5)."""
    stacks, start = [], 0
    for height in edition.stack_heights:
        stacks.append(tuple(order[start : start + height]))
        start += height
    return stacks


def build_start_events(state: State) -> list[ev.AnyEvent]:
    """Return the events of a start: find the starter, mix and deal."""
    rounds, starter = _find_starter(state)
    drawn = [ev.StartDrawn(draws) for draws in rounds]
    return [*drawn, ev.StarterFound(starter), *build_deal_events(state, starter, 1)]


def _find_starter(state: State) -> tuple[list[Draws], int]:
    """Find who starts: a fixed seat (N-3, Z-3), or the highest number drawn (N-2)."""
    if state.header.starter is None and state.edition.first_starter is FirstStarter.FIRST_SEAT:
        return [], 0
    return find_starter(state, state.box.tiles, lambda tile: -state.box.get_face(tile).number)


def build_deal_events(state: State, starter: int, deal: int) -> list[ev.AnyEvent]:
    """Return the events of a deal: mix, commit to the order, and hand out the stacks."""
    order, commitment = mix_tiles_with_commitment(state, deal, state.box.tiles)
    gifts = tuple(_iterate_stack_deals(state.edition, starter, len(state.seats)))
    first = state.list_present_seats_after(starter - 1)[0]
    return [ev.Mixed(deal, order, commitment), ev.Dealt(gifts), ev.TurnBegan(first)]


def _iterate_stack_deals(
    edition: Edition, starter: int, players: int
) -> Iterable[tuple[int, int, int]]:
    """Yield who gives which stack to whom; stacks of odd height are not dealt (N-6, Z-10)."""
    heights = edition.stack_heights
    even = (number for number, height in enumerate(heights) if height == edition.stack_height)
    for turn in range(players):
        seat = (starter + turn) % players
        if edition.deal is Deal.NEIGHBOURS:
            yield seat, (seat + 1) % players, next(even)
            yield seat, (seat - 1) % players, next(even)
        else:
            for _ in range(edition.stacks_each):
                yield seat, seat, next(even)
