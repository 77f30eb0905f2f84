"""A match: several games, who starts each, the sums and the ranking."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from kostka.editions.model import Edition, MatchCounts
from kostka.events.errors import BadInput, format_input
from kostka.events.game import check_names
from kostka.numbers.scoring import ScoreSheet
from kostka.tabletop.match import MAX_GAMES, Sheet, Standing, find_next_starter, rank_players


class Match(msgspec.Struct, frozen=True, gc=False):
    """An agreed number of games by the same players (N-60)."""

    edition: Edition
    names: tuple[str, ...]
    games: int
    """How many games are agreed."""
    first_starter: int = 0
    sheets: tuple[ScoreSheet, ...] = ()
    """The score sheets of the games played."""

    def __post_init__(self) -> None:
        """Refuse an impossible match."""
        check_names(self.names)
        if not 1 <= self.games <= MAX_GAMES:
            raise BadInput(
                f"{format_input(self.games)} games are not within 1 to {MAX_GAMES} (N-60)"
            )
        if len(self.sheets) > self.games:
            raise BadInput(f"only {self.games} games are agreed (N-60)")
        if any(len(sheet.lines) != len(self.names) for sheet in self.sheets):
            raise BadInput(f"every game of the match has {len(self.names)} players (N-60)")

    @property
    def is_over(self) -> bool:
        """Whether all games are played."""
        return len(self.sheets) == self.games

    @property
    def next_starter(self) -> int:
        """The seat that starts the next game: each time the player to the left (N-3)."""
        seat = self.first_starter
        for _ in self.sheets:
            seat = find_next_starter(seat, len(self.names))
        return seat

    @property
    def standings(self) -> list[Standing]:
        """The ranking after the games played."""
        return list_standings(self.edition, self.sheets)

    def add_game(self, sheet: ScoreSheet) -> Match:
        """Add the score sheet of a game."""
        return replace(self, sheets=(*self.sheets, sheet))


def list_standings(edition: Edition, games: Sequence[Sheet]) -> list[Standing]:
    """Rank the players over all games, the best first (N-60, N-61)."""
    return rank_players(games, wins_first=edition.match_counts is MatchCounts.WINS_THEN_POINTS)
