"""Adds up simulated games, with 95 % confidence intervals.

The unit of every interval is the deal, not the game, because the games of a deal share their tiles
and are not independent. Each deal contributes one number, the mean of its games. The interval of
the mean of these numbers uses the normal distribution, which needs some tens of deals. If a bot won
every game or none, the interval comes from the rule of three instead.
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
    """A mean and its 95 % interval; a single deal has no interval."""

    mean: float
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """The larger distance from the mean to an end of the interval."""
        if self.low is None or self.high is None:
            return None
        return max(self.high - self.mean, self.mean - self.low)


def estimate_mean(by_deal: Sequence[float]) -> Estimate:
    """Estimate the mean from one number per deal."""
    mean = fmean(by_deal)
    if len(by_deal) == 1:
        return Estimate(mean, None, None)
    margin = HALF_WIDTH * stdev(by_deal) / sqrt(len(by_deal))
    return Estimate(mean, mean - margin, mean + margin)


def estimate_share(by_deal: Sequence[float]) -> Estimate:
    """Estimate a mean between 0 and 1, such as a win rate."""
    found = estimate_mean(by_deal)
    if found.low is None or found.high is None:
        return found
    # Events this rare may not have occurred yet: about 3 divided by the number of deals. No
    # interval is narrower than that, however similar the deals were.
    never_seen = 1 - 0.05 ** (1 / len(by_deal))
    low, high = min(found.low, found.mean - never_seen), max(found.high, found.mean + never_seen)
    return Estimate(found.mean, max(low, 0.0), min(high, 1.0))


class Totals(msgspec.Struct):
    """Totals that do not depend on the bot."""

    deals: int = 0
    games: int = 0
    turns: int = 0
    endings: dict[str, int] = msgspec.field(default_factory=dict)
    """The count of games by their ending."""

    def add_games(self, games: Sequence[PlayedGame]) -> None:
        """Count games; the caller counts deals."""
        self.games += len(games)
        self.turns += sum(game.turns for game in games)
        for ending, many in Counter(game.ending.value for game in games).items():
            self.endings[ending] = self.endings.get(ending, 0) + many


class BotResult(msgspec.Struct, frozen=True, gc=False):
    """How a bot of the line-up did."""

    bot: str
    games: int
    wins: float
    """A joint win counts as a share."""
    win_rate: Estimate
    even_share: float
    """The win rate if all bots were equally good."""
    big_points: int
    points_per_game: Estimate
    """Small points."""


class Tally:
    """Counts the games of a line-up, deal by deal."""

    def __init__(self, lineup: Lineup) -> None:
        """Start with no games."""
        self.totals = Totals()
        self._bots = lineup.bots
        self._wins: list[list[Fraction]] = [[] for _ in lineup.bots]
        self._points: list[list[Fraction]] = [[] for _ in lineup.bots]
        self._big = [0 for _ in lineup.bots]

    def add_deal(self, games: Sequence[PlayedGame]) -> None:
        """Count all games of a deal."""
        self.totals.deals += 1
        self.totals.add_games(games)
        wins = [game.win_shares for game in games]
        for place in range(len(self._bots)):
            lines = [game.lines[place] for game in games]
            self._wins[place].append(_compute_mean([win[place] for win in wins]))
            self._points[place].append(_compute_mean([line.points for line in lines]))
            self._big[place] += sum(line.big for line in lines)

    def list_results(self) -> list[BotResult]:
        """Return the result of each bot, in the order of the line-up."""
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
