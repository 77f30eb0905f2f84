"""A rating for bots that meet in games of any number of players (Plackett-Luce, by openskill)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating


class Rating(msgspec.Struct, frozen=True, gc=False):
    """The rating of a bot; all begin with 25 ± 25/3."""

    mu: float
    sigma: float
    ordinal: float
    """Three sigma below mu: what the bot is worth at the least."""


class Ratings:
    """Rates bots, game by game. The order of the games matters a little, so it has to be fixed."""

    def __init__(self, names: Iterable[str]) -> None:
        """Begin with the same rating for all."""
        self._model = PlackettLuce(tau=0.0)  # a bot does not get better with time
        self._ratings: dict[str, PlackettLuceRating] = {
            name: self._model.rating(name=name) for name in names
        }

    def add_game(self, names: Sequence[str], ranks: Sequence[int]) -> None:
        """Learn from a game: who played, and how many were ahead of each."""
        teams = [[self._ratings[name]] for name in names]
        for name, (rating,) in zip(
            names, self._model.rate(teams, ranks=[*map(float, ranks)]), strict=True
        ):
            self._ratings[name] = rating

    def get_rating(self, name: str) -> Rating:
        """Give the rating of a bot."""
        rating = self._ratings[name]
        return Rating(rating.mu, rating.sigma, rating.ordinal())
