"""Every bot of a list against every other: results by pair, and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from statistics import fmean

import msgspec

from kostka.bots.rating import Rating, Ratings
from kostka.bots.simulation import AnyEdition, Lineup, PlayedGame, resolve_bot_name_for_edition
from kostka.bots.tally import Estimate, Totals, estimate_share
from kostka.events.errors import BadInput, quote


class PairResult(msgspec.Struct, frozen=True, gc=False):
    """How a bot did against another one in the games that both played."""

    bot: str
    against: str
    games: int
    ahead: Estimate
    """The share of games in which it was ahead; a tie counts half. With two players that is its
    win rate."""


class RatedBot(msgspec.Struct, frozen=True, gc=False):
    """A bot with its rating."""

    bot: str
    rating: Rating


def build_lineups(edition: AnyEdition, names: Sequence[str], players: int) -> list[Lineup]:
    """Return all line-ups of different bots with this many players, in the order of the list."""
    bots = [resolve_bot_name_for_edition(edition, name) for name in names]
    for at, name in enumerate(bots):
        if name in bots[:at]:
            raise BadInput(
                f"{quote(name)} is in the list twice: in a round-robin all are different"
            )
    if len(bots) < players:
        raise BadInput(f"a round-robin of {players} players needs as many bots, not {len(bots)}")
    return [Lineup.from_names(edition, chosen) for chosen in combinations(bots, players)]


class RoundRobin:
    """Counts the games of all line-ups, deal by deal."""

    def __init__(self, all_lineups: Sequence[Lineup]) -> None:
        """Start with no games."""
        self.totals = Totals()
        self._lineups = all_lineups
        self.bots = list(dict.fromkeys(name for one in all_lineups for name in one.bots))
        self._ahead: dict[tuple[str, str], list[float]] = {
            pair: [] for pair in permutations(self.bots, 2)
        }
        self._games = dict.fromkeys(self._ahead, 0)
        self._ratings = Ratings(self.bots)

    def add_deal(self, by_lineup: Sequence[Sequence[PlayedGame]]) -> None:
        """Count the games of a deal, those of each line-up together."""
        self.totals.deals += 1
        found: dict[tuple[str, str], list[float]] = {pair: [] for pair in self._ahead}
        for lineup, games in zip(self._lineups, by_lineup, strict=True):
            self.totals.add_games(games)
            for game in games:
                ranked = list(zip(lineup.bots, game.ranks, strict=True))
                self._ratings.add_game(lineup.bots, game.ranks)
                for (one, rank), (other, other_rank) in permutations(ranked, 2):
                    found[one, other].append((rank < other_rank) + (rank == other_rank) / 2)
        for pair, shares in found.items():
            self._ahead[pair].append(fmean(shares))
            self._games[pair] += len(shares)

    def list_pair_results(self) -> list[PairResult]:
        """Return the results of every bot against every other, row by row."""
        return [
            PairResult(one, other, self._games[one, other], estimate_share(shares))
            for (one, other), shares in self._ahead.items()
        ]

    def list_ratings(self) -> list[RatedBot]:
        """Return the ratings, best first."""
        rated = [RatedBot(name, self._ratings.get_rating(name)) for name in self.bots]
        return sorted(rated, key=lambda one: -one.rating.ordinal)
