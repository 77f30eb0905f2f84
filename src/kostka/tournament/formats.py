"""The formats of a tournament as data. No code asks which format it has, only what a field says."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from kostka.editions import TOURNAMENT, Edition
from kostka.editions.books import MSO
from kostka.events.errors import Violation
from kostka.tournament import problems
from kostka.tournament.events import MOST_ROUNDS, SeatingMethod, Settings


class FormatKey(StrEnum):
    """The name of a format, as saved."""

    SCHOOL = "school"
    """The regulation: tables of four, three games a round."""
    SWISS = "swiss"
    """Tables of two, one game a round."""


class Format(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How players are seated, and what counts."""

    edition: Edition
    """The rules of each game."""
    settings: Settings
    """What a new tournament begins with."""
    table_size: int
    """How many players a full table has."""
    least_players: int
    most_rounds: int
    games: int | None = None
    """How many games a round always has; None if the organiser chooses."""
    later_rounds: SeatingMethod
    """How rounds after the first are seated."""
    has_byes: bool = False
    """A player without an opponent wins, without small points."""
    counts_opponents: bool = False
    """Players with equal big and small points are ranked by the points of their opponents."""

    def find_settings_problems(self, settings: Settings) -> Iterator[Violation]:
        """Find settings that this format does not have."""
        if settings.rounds > self.most_rounds:
            yield problems.FORMAT_ROUNDS(most=self.most_rounds)
        if self.games is not None and settings.games != self.games:
            yield problems.FORMAT_GAMES(games=self.games)
        if settings.avoid_repeats and self.later_rounds is not SeatingMethod.STANDINGS:
            yield problems.FORMAT_REPEATS()


FORMATS = {
    FormatKey.SCHOOL: Format(
        edition=TOURNAMENT,
        settings=Settings(),
        table_size=4,
        least_players=3,
        most_rounds=MOST_ROUNDS,
        later_rounds=SeatingMethod.STANDINGS,
    ),
    FormatKey.SWISS: Format(
        edition=MSO,
        settings=Settings(rounds=5, games=1),
        table_size=2,
        least_players=2,
        most_rounds=6,
        games=1,
        later_rounds=SeatingMethod.PAIRING,
        has_byes=True,
        counts_opponents=True,
    ),
}
