"""Propose the seats of a round: by lot, by the standings, or as pairs of a Swiss round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from kostka.tournament.events import SeatingMethod
from kostka.tournament.pairing import Entrant, pair_players
from kostka.tournament.seating import (
    Tables,
    choose_seating_method,
    count_meetings,
    draw_seat_order,
    fill_tables,
    reduce_repeat_meetings,
)
from kostka.tournament.standings import list_free_wins, order_players_for_seating, sum_big_points
from kostka.tournament.state import Round, State, TournamentTable


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """Seats of a round that can be looked at."""

    tables: Tables
    lots: tuple[tuple[int, ...], ...] = ()
    """Players who were level, in the order that lots gave them."""
    bye: int | None = None
    """The player without an opponent."""


def propose_seats(  # noqa: PLR0913  (all that seats depend on)
    state: State,
    number: int,
    draw: int,
    players: Sequence[int],
    table_sizes: Sequence[int],
    *,
    words: str = "",
) -> Proposal:
    """Return proposed seats of a round."""
    match choose_seating_method(state.format, number):
        case SeatingMethod.DRAW:
            order = draw_seat_order(state.header.seed, draw, number, players, words)
            left_over = order[sum(table_sizes) :]
            return Proposal(fill_tables(order, table_sizes), bye=next(iter(left_over), None))
        case SeatingMethod.STANDINGS:
            order, lots = order_players_for_seating(state, number, players)
            tables = fill_tables(order, table_sizes)
            if state.settings.avoid_repeats:
                met = count_meetings(list_earlier_seats(state, number))
                tables = reduce_repeat_meetings(tables, met)
            return Proposal(tables, lots)
        case SeatingMethod.PAIRING:
            order, lots = order_players_for_seating(state, number, players)
            pairing = pair_players(list_entrants(state, number, order))
            tables = tuple(order_pair(state, number, *pair) for pair in pairing.pairs)
            return Proposal(tables, lots, pairing.bye)


def is_seating_basis_equal(a: State, b: State, number: int, players: Sequence[int]) -> bool:
    """Return whether everything that the seats of a round depend on is the same in two states."""
    return _list_seating_basis(a, number, players) == _list_seating_basis(b, number, players)


def _list_seating_basis(state: State, number: int, players: Sequence[int]) -> object:
    order, _ = order_players_for_seating(state, number, players)
    if choose_seating_method(state.format, number) is not SeatingMethod.PAIRING:
        return order
    starts = [_list_starts(state, number, player) for player in order]
    return list_entrants(state, number, order), starts


def list_earlier_seats(state: State, number: int) -> list[Tables]:
    """Return the seats of the rounds before one."""
    return [list_seats(round_) for round_ in state.rounds if round_.number < number]


def list_seats(round_: Round) -> Tables:
    """Return the seats of a round."""
    return tuple(table.seats for table in round_.tables)


def list_entrants(state: State, number: int, order: Sequence[int]) -> list[Entrant]:
    """Return what the pairing of a round has to know of each player."""
    earlier = [round_ for round_ in state.rounds if round_.number < number]
    scores = sum_big_points(state)
    byes = Counter(player for round_ in earlier for player in list_free_wins(round_))
    met: dict[int, Counter[int]] = {player: Counter() for player in order}
    for round_ in earlier:
        for table in _list_played_tables(round_):
            for a, b in (table.seats, table.seats[::-1]):
                if a in met:
                    met[a][b] += 1
    return [Entrant(player, scores[player], met[player], byes[player]) for player in order]


def _list_played_tables(round_: Round) -> Iterator[TournamentTable]:
    """List the tables of two whose game was played: otherwise they have not met."""
    for table in round_.tables:
        if any(versions[-1].paper is not None for versions in table.results.values()):
            yield table


def order_pair(state: State, number: int, better: int, other: int) -> tuple[int, int]:
    """Decide who is A, and so starts: who has started less often, else not the last time (M-13).

    Between players who have started alike, the better-placed one starts.
    """
    a, b = (_list_starts(state, number, player) for player in (better, other))
    swap = (_count_balance(b), b[::-1]) < (_count_balance(a), a[::-1])
    return (other, better) if swap else (better, other)


def _count_balance(starts: Sequence[bool]) -> int:
    return sum(1 if started else -1 for started in starts)


def _list_starts(state: State, number: int, player: int) -> tuple[bool, ...]:
    """Return for every game of a player before a round whether the player started it."""
    return tuple(
        table.seats[0] == player
        for round_ in state.rounds
        if round_.number < number
        for table in _list_played_tables(round_)
        if player in table.seats
    )
