"""A match: several games, who starts each, the sums and the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from kostka.editions.model import Edition, MatchCounts
from kostka.events.errors import BadInput, shown
from kostka.events.game import check_names
from kostka.numbers.scoring import ScoreSheet

MOST_GAMES = 1000


class Standing(msgspec.Struct, frozen=True):
    """Where a seat stands after the games so far."""

    place: int
    """From 1; players who are level share a place."""
    seat: int
    big: int
    points: Fraction


class Match(msgspec.Struct, frozen=True):
    """An agreed number of games by the same players (N-60)."""

    edition: Edition
    names: tuple[str, ...]
    games: int
    """How many games are agreed."""
    first_starter: int = 0
    sheets: tuple[ScoreSheet, ...] = ()
    """The score sheets of the games played."""

    def __post_init__(self) -> None:
        """Refuse a match that cannot be."""
        check_names(self.names)
        if not 1 <= self.games <= MOST_GAMES:
            raise BadInput(f"{shown(self.games)} games are not within 1 to {MOST_GAMES} (N-60)")
        if len(self.sheets) > self.games:
            raise BadInput(f"only {self.games} games are agreed (N-60)")
        if any(len(sheet.lines) != len(self.names) for sheet in self.sheets):
            raise BadInput(f"every game of the match has {len(self.names)} players (N-60)")

    @property
    def over(self) -> bool:
        """Whether all games are played."""
        return len(self.sheets) == self.games

    @property
    def starter(self) -> int:
        """Who starts the game to come: each time the player to the left (N-3)."""
        seat = self.first_starter
        for _ in self.sheets:
            seat = next_starter(seat, len(self.names))
        return seat

    @property
    def standings(self) -> list[Standing]:
        """The ranking after the games played."""
        return standings(self.edition, self.sheets)

    def played(self, sheet: ScoreSheet) -> Match:
        """Add the score sheet of a game."""
        return replace(self, sheets=(*self.sheets, sheet))


def next_starter(starter: int, players: int) -> int:
    """Say who starts the next game: the player to the left (N-3, N-4)."""
    return (starter + 1) % players


def standings(edition: Edition, games: Sequence[ScoreSheet]) -> list[Standing]:
    """Rank the players over all games, the best first (N-60, N-61)."""
    players = len(games[0].lines) if games else 0
    totals = []
    for seat in range(players):
        lines = [game.lines[seat] for game in games]
        totals.append((sum([line.big for line in lines]), _sum([line.points for line in lines])))

    def rank(seat: int) -> tuple[Fraction, Fraction]:
        big, points = totals[seat]
        wins = edition.match_counts is MatchCounts.WINS_THEN_POINTS
        return Fraction(-big if wins else 0), -points

    ranks = [rank(seat) for seat in range(players)]
    best_first = sorted(ranks)
    return [
        Standing(best_first.index(ranks[seat]) + 1, seat, *totals[seat])
        for seat in sorted(range(players), key=ranks.__getitem__)
    ]


def _sum(points: Iterable[Fraction]) -> Fraction:
    """Add points; nearly all are whole, and ten times as fast to add as fractions are."""
    whole, rest = 0, Fraction()
    for one in points:
        if one.denominator == 1:
            whole += one.numerator
        else:
            rest += one
    return rest + whole
