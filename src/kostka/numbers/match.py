"""A match: several games, who starts each, the sums and the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from kostka.editions.model import Edition, MatchCounts
from kostka.numbers.scoring import ScoreSheet


class Standing(msgspec.Struct, frozen=True):
    """Where a seat stands after the games so far."""

    place: int
    """From 1; players who are level share a place."""
    seat: int
    big: int
    points: Fraction


def next_starter(starter: int, players: int) -> int:
    """Say who starts the next game: the player to the left (N-3, N-4)."""
    return (starter + 1) % players


def standings(edition: Edition, games: Sequence[ScoreSheet]) -> list[Standing]:
    """Rank the players over all games, the best first (N-60, N-61)."""
    players = len(games[0].lines) if games else 0
    totals = []
    for seat in range(players):
        lines = [game.lines[seat] for game in games]
        totals.append((sum(line.big for line in lines), sum((x.points for x in lines), Fraction())))

    def rank(seat: int) -> tuple[Fraction, Fraction]:
        big, points = totals[seat]
        wins = edition.match_counts is MatchCounts.WINS_THEN_POINTS
        return Fraction(-big if wins else 0), -points

    ranks = sorted(map(rank, range(players)))
    return [
        Standing(ranks.index(rank(seat)) + 1, seat, *totals[seat])
        for seat in sorted(range(players), key=rank)
    ]
