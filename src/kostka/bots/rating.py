"""Ratings for bots in games of any number of players (Plackett-Luce, from openskill)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating


class Rating(msgspec.Struct, frozen=True, gc=False):
    """The rating of a bot; all start with 25 ± 25/3."""

    mu: float
    sigma: float
    ordinal: float
    """Three sigma below mu: a conservative estimate of the bot's strength."""


class Ratings:
    """Rates bots game by game. The order of games matters a little, so it has to be fixed."""

    def __init__(self, names: Iterable[str]) -> None:
        """Start with the same rating for all."""
        self._model = PlackettLuce(tau=0.0)  # a bot does not get better with time
        self._ratings: dict[str, PlackettLuceRating] = {
            name: self._model.rating(name=name) for name in names
        }

    def add_game(self, names: Sequence[str], ranks: Sequence[int]) -> None:
        """Update the ratings from a game: its bots, and how many were ahead of each."""
        teams = [[self._ratings[name]] for name in names]
        for name, (rating,) in zip(
            names, self._model.rate(teams, ranks=[*map(float, ranks)]), strict=True
        ):
            self._ratings[name] = rating

    def get_rating(self, name: str) -> Rating:
        """Return the rating of a bot."""
        rating = self._ratings[name]
        return Rating(rating.mu, rating.sigma, rating.ordinal())
