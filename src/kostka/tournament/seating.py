"""Seating: table sizes, the draw, seats by standings, and warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from itertools import combinations, pairwise, product

import msgspec

from kostka.events.errors import make_refusal
from kostka.tournament import problems
from kostka.tournament.commands import FivePlayers
from kostka.tournament.events import SeatingMethod
from kostka.tournament.formats import Format
from kostka.tournament.score_sheet import LETTERS

SMALL_TABLE = 3
"""The last tables may have three players (Z-6)."""
FIVE = 5

Tables = tuple[tuple[int, ...], ...]
"""Players by table and seat."""

Met = Mapping[frozenset[int], int]
"""How often two players sat at one table."""


def choose_table_sizes(
    format_: Format, players: int, five: FivePlayers | None = None
) -> tuple[int, ...]:
    """Return how many players each table has (Z-6); one player may be left over (M-12)."""
    full = format_.table_size
    if players < format_.least_players:
        raise make_refusal(problems.TOO_FEW(players=players, least=format_.least_players))
    if format_.has_byes:
        return (full,) * (players // full)
    if players == FIVE:
        if five is None:
            raise make_refusal(problems.CHOOSE_FIVE())
        return (FIVE,) if five is FivePlayers.ONE_TABLE else (SMALL_TABLE, 2)
    small = -players % full
    return (full,) * ((players - small * SMALL_TABLE) // full) + (SMALL_TABLE,) * small


def draw_lot(seed: str, purpose: str, player: int) -> str:
    """Return a player's lot, which does not depend on the other players."""
    return sha256(f"kostka lot 1:{seed}:{purpose}:{player}".encode()).hexdigest()


def compute_draw_commitment(seed: str) -> str:
    """Hash the secret seed of a tournament: this is published long before the draw."""
    return sha256(f"kostka draw 1:{seed}".encode()).hexdigest()


def draw_seat_order(
    seed: str, draw: int, number: int, players: Iterable[int], words: str = ""
) -> list[int]:
    """Draw the seats of a round: 1A, 1B, 1C, 1D, 2A, ... (Z-1).

    Words that were said in the hall make it another draw.
    """
    purpose = f"round {number} draw {draw}" + (f" words {words}" if words else "")
    return sorted(players, key=lambda player: draw_lot(seed, purpose, player))


def fill_tables(order: Sequence[int], table_sizes: Sequence[int]) -> Tables:
    """Fill the tables one after the other: the best at table 1, the best of a table is A (Z-5)."""
    places = iter(order)
    return tuple(tuple(next(places) for _ in range(size)) for size in table_sizes)


def count_meetings(rounds: Iterable[Tables]) -> Counter[frozenset[int]]:
    """Count how often each pair sat at one table."""
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


def reduce_repeat_meetings(tables: Tables, met: Met) -> Tables:
    """Swap neighbours in the standings between tables to reduce repeat meetings.

    Nobody moves further than to the next table. At each table the best player is still A.
    """
    rank = {player: place for place, player in enumerate(p for table in tables for p in table)}
    found, moved = [list(table) for table in tables], set[int]()
    for upper, lower in pairwise(found):
        while swap := _find_best_swap(upper, lower, met, rank, moved):
            a, b = swap
            upper[upper.index(a)], lower[lower.index(b)] = b, a
            moved |= {a, b}
    return tuple(tuple(sorted(table, key=rank.__getitem__)) for table in found)


def _find_best_swap(
    upper: list[int], lower: list[int], met: Met, rank: Mapping[int, int], moved: set[int]
) -> tuple[int, int] | None:
    """Find the swap that saves most repeats; of equal ones, that between the nearest places."""
    now = _count_repeat_meetings(upper, met) + _count_repeat_meetings(lower, met)
    best, found = (0, 0), None
    for a, b in product(upper, lower):
        if a in moved or b in moved:
            continue
        after = [b if p == a else p for p in upper], [a if p == b else p for p in lower]
        saved = now - sum(_count_repeat_meetings(table, met) for table in after)
        worth = (saved, rank[a] - rank[b])
        if saved > 0 and worth > best:
            best, found = worth, (a, b)
    return found


def _count_repeat_meetings(table: Iterable[int], met: Met) -> int:
    return sum(met.get(frozenset(pair), 0) for pair in combinations(table, 2))


class SeatConcern(StrEnum):
    """What an organiser may want to know before locking seats."""

    MET_BEFORE = "met_before"
    SAME_GROUP = "same_group"
    SMALL_AGAIN = "small_again"
    """A second time at a table of 3 (or 2)."""
    NO_SEAT = "no_seat"
    """Checked in after the draw."""
    GONE = "gone"
    """Withdrew after the draw."""


class SeatWarning(msgspec.Struct, frozen=True, gc=False):
    """Something about the seats that is allowed, but perhaps unwanted."""

    concern: SeatConcern
    table: int | None
    players: tuple[int, ...]


def find_seat_warnings(
    tables: Tables, before: Sequence[Tables], groups: Mapping[int, str], full: int
) -> list[SeatWarning]:
    """Find what an organiser may want to change before the seats are locked."""
    found, met = [], count_meetings(before)
    small = {p for earlier in before for table in earlier if len(table) < full for p in table}
    for number, table in enumerate(tables, start=1):
        for a, b in combinations(table, 2):
            if met[frozenset((a, b))]:
                found.append(SeatWarning(SeatConcern.MET_BEFORE, number, (a, b)))
            if groups.get(a) and groups.get(a) == groups.get(b):
                found.append(SeatWarning(SeatConcern.SAME_GROUP, number, (a, b)))
        if len(table) < full:
            found += [
                SeatWarning(SeatConcern.SMALL_AGAIN, number, (p,)) for p in table if p in small
            ]
    return found


def find_starting_seat(game: int, players: int) -> str:
    """Return which seat starts a game: A the first, B the second, and so on (Z-3)."""
    return LETTERS[(game - 1) % players]


def choose_seating_method(format_: Format, number: int) -> SeatingMethod:
    """Return how a round is seated: the first by draw, later ones as the format says (Z-1)."""
    return SeatingMethod.DRAW if number == 1 else format_.later_rounds
