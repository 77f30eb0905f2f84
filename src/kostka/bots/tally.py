"""What simulated games add up to, with 95 % intervals.

The unit of every interval is the deal, not the game: the games of a deal are played with the same
tiles, so that they tell less than as many games of their own would, or more. Each deal gives one
number, the mean of its games; the interval is that of the mean of these numbers, by the normal
distribution, which takes some tens of deals to be about right. Where a bot won every game, or
none, that would be no interval at all; there it is what 95 % of such luck allows (rule of three).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist, fmean, stdev

import msgspec

from kostka.bots.simulation import Lineup, PlayedGame

HALF_WIDTH = NormalDist().inv_cdf(0.975)
"""Half of a 95 % interval, in standard errors."""


class Estimate(msgspec.Struct, frozen=True, gc=False):
    """A mean, and where the true one is with 95 %; one deal alone does not say."""

    mean: float
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """How far the interval goes from the mean."""
        if self.low is None or self.high is None:
            return None
        return max(self.high - self.mean, self.mean - self.low)


def estimate_mean(by_deal: Sequence[float]) -> Estimate:
    """Estimate the mean from a number for each deal."""
    mean = fmean(by_deal)
    if len(by_deal) == 1:
        return Estimate(mean, None, None)
    margin = HALF_WIDTH * stdev(by_deal) / sqrt(len(by_deal))
    return Estimate(mean, mean - margin, mean + margin)


def estimate_share(by_deal: Sequence[float]) -> Estimate:
    """Estimate a mean that is from 0 to 1, as a win rate."""
    found = estimate_mean(by_deal)
    if found.low is None or found.high is None:
        return found
    # What happens that seldom may not have been seen yet: about 3 by the number of deals. No
    # interval is narrower, however alike all deals went.
    never_seen = 1 - 0.05 ** (1 / len(by_deal))
    low, high = min(found.low, found.mean - never_seen), max(found.high, found.mean + never_seen)
    return Estimate(found.mean, max(low, 0.0), min(high, 1.0))


class Totals(msgspec.Struct):
    """What does not depend on the bot."""

    deals: int = 0
    games: int = 0
    turns: int = 0
    endings: dict[str, int] = msgspec.field(default_factory=dict)
    """How many games ended in which way."""

    def add_games(self, games: Sequence[PlayedGame]) -> None:
        """Count games; deals are counted by whoever knows them."""
        self.games += len(games)
        self.turns += sum(game.turns for game in games)
        for ending, many in Counter(game.ending.value for game in games).items():
            self.endings[ending] = self.endings.get(ending, 0) + many


class BotResult(msgspec.Struct, frozen=True, gc=False):
    """How a bot of the line-up did."""

    bot: str
    games: int
    wins: float
    """A win together with others counts its share."""
    win_rate: Estimate
    even_share: float
    """The win rate if all were equally good."""
    big_points: int
    points_per_game: Estimate
    """Small points."""


class Tally:
    """Counts the games of a line-up, deal by deal."""

    def __init__(self, lineup: Lineup) -> None:
        """Begin with nothing."""
        self.totals = Totals()
        self._bots = lineup.bots
        self._wins: list[list[Fraction]] = [[] for _ in lineup.bots]
        self._points: list[list[Fraction]] = [[] for _ in lineup.bots]
        self._big = [0 for _ in lineup.bots]

    def add_deal(self, games: Sequence[PlayedGame]) -> None:
        """Count all games of a deal."""
        self.totals.deals += 1
        self.totals.add_games(games)
        wins = [game.wins for game in games]
        for place in range(len(self._bots)):
            lines = [game.lines[place] for game in games]
            self._wins[place].append(_compute_mean([win[place] for win in wins]))
            self._points[place].append(_compute_mean([line.points for line in lines]))
            self._big[place] += sum(line.big for line in lines)

    def list_results(self) -> list[BotResult]:
        """Say how each bot did, in the order of the line-up."""
        players = len(self._bots)
        return [
            BotResult(
                bot=name,
                games=self.totals.games,
                wins=float(players * sum(self._wins[place])),
                win_rate=estimate_share([*map(float, self._wins[place])]),
                even_share=1 / players,
                big_points=self._big[place],
                points_per_game=estimate_mean([*map(float, self._points[place])]),
            )
            for place, name in enumerate(self._bots)
        ]


def _compute_mean(values: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(values), len(values))
