"""A match of several games: the sums, the ranking, and who starts the next game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import msgspec

MAX_GAMES = 1000


class Line(Protocol):
    """What a match needs from one line of a score sheet."""

    @property
    def points(self) -> Fraction | int:
        """The points of the game."""
        ...

    @property
    def big(self) -> int:
        """1 for a win, also for one that is shared."""
        ...


class Sheet(Protocol):
    """The score sheet of one game."""

    @property
    def lines(self) -> Sequence[Line]:
        """A line for every seat."""
        ...


class Standing(msgspec.Struct, frozen=True, gc=False):
    """The rank of a seat after the games so far."""

    place: int
    """From 1; players who tie share a place."""
    seat: int
    big: int
    points: Fraction


def find_next_starter(starter: int, players: int) -> int:
    """Return the seat that starts the next game: the player to the left (N-3, N-4)."""
    return (starter + 1) % players


def rank_players(games: Sequence[Sheet], *, wins_first: bool) -> list[Standing]:
    """Rank the players over all games, the best first: by wins and then points, or by points."""
    players = len(games[0].lines) if games else 0
    totals = []
    for seat in range(players):
        lines = [game.lines[seat] for game in games]
        totals.append(
            (sum([line.big for line in lines]), _sum_points([line.points for line in lines]))
        )
    ranks = [(-big if wins_first else 0, -points) for big, points in totals]
    best_first = sorted(ranks)
    return [
        Standing(best_first.index(ranks[seat]) + 1, seat, *totals[seat])
        for seat in sorted(range(players), key=ranks.__getitem__)
    ]


def _sum_points(points: Sequence[Fraction | int]) -> Fraction:
    """Add points. Nearly all are whole numbers, which add ten times as fast as fractions."""
    whole, rest = 0, Fraction()
    for one in points:
        if one.denominator == 1:
            whole += one.numerator
        else:
            rest += one
    return rest + whole
