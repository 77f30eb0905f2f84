"""Pair the players of a Swiss round, exactly (M-11, M-12).

Of all ways to pair everybody the best is chosen by five numbers, the first that differs deciding:
repeat meetings (a second bye counts as one), earlier byes of the one with the bye, players placed
below that one, the sum of the differences in big points, and the sum of the squared distances
between places.

Players are taken in the order of the standings. For every set of players who still wait for an
opponent the cheapest way to get there is kept. These sets are small: in a best pairing, opponents
have at most as many players between them as both together have met before. For let c sit between
the opponents a and b, and d be the opponent of c. Pairing the four differently lowers the sum of
squares and worsens nothing before it, unless two of them have met. So for each player between them
a has met somebody placed above b, or b somebody placed below a, and each time somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """A player to be paired."""

    player: int
    score: int
    """The big points so far."""
    met: Mapping[int, int]
    """How often the player has met each opponent."""
    byes: int
    """How many rounds the player has won without playing."""


class Pairing(msgspec.Struct, frozen=True, gc=False):
    """The opponents of a round."""

    pairs: tuple[tuple[int, int], ...]
    """The better-placed player comes first, in each pair and among the pairs."""
    bye: int | None
    """The player left over."""


def pair_players(entrants: Sequence[Entrant]) -> Pairing:
    """Pair players who come in the order of the standings."""
    if len(entrants) % 2 == 0:
        return Pairing(_pair_all(entrants).pairs, None)
    fewest, best = None, None
    for place in sorted(range(len(entrants)), key=lambda place: (entrants[place].byes, -place)):
        bye = entrants[place]
        if fewest is not None and bye.byes >= fewest:
            break  # even without a repeat meeting it would be no better
        found = _pair_all([*entrants[:place], *entrants[place + 1 :]])
        if fewest is None or bye.byes + found.repeats < fewest:
            fewest, best = bye.byes + found.repeats, Pairing(found.pairs, bye.player)
    assert best is not None
    return best


class _Pairs(NamedTuple):
    pairs: tuple[tuple[int, int], ...]
    repeats: int


class _Way(NamedTuple):
    """The cheapest way to pair everybody so far, except those who wait."""

    cost: int
    pair: tuple[int, int] = (0, 0)
    """The places paired last."""
    before: _Way | None = None


def _pair_all(entrants: Sequence[Entrant]) -> _Pairs:
    """Pair an even number of players."""
    costs = _Costs(entrants)
    ways: dict[tuple[int, ...], _Way] = {(): _Way(0)}
    for place in range(len(entrants)):
        reached: dict[tuple[int, ...], _Way] = {}
        for waiting, way in ways.items():
            late = [at for at in waiting if costs.find_last_place(at) <= place]
            if not late:
                reached[*waiting, place] = way  # no other way leads there
            for at in costs.list_opponents(late or waiting, place) if len(late) <= 1 else ():
                after = tuple(one for one in waiting if one != at)
                cost = way.cost + costs.rate_pair(at, place)
                if after not in reached or cost < reached[after].cost:
                    reached[after] = _Way(cost, (at, place), way)
        ways = reached
    way = ways[()]
    repeats, pairs = costs.count_repeats(way.cost), []
    while way.before is not None:
        pairs.append(way.pair)
        way = way.before
    named = ((entrants[a].player, entrants[b].player) for a, b in sorted(pairs))
    return _Pairs(tuple(named), repeats)


class _Costs:
    """The cost of each pair as one number, and which places can be paired at all."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self._entrants = entrants
        scores = [entrant.score for entrant in entrants]
        # Each weight is more than everything behind it can add up to.
        self._point = len(entrants) ** 3 + 1
        self._repeat = self._point * (sum(scores) - len(scores) * min(scores, default=0) + 1)
        places = {entrant.player: place for place, entrant in enumerate(entrants)}
        self._met = [
            sorted(places[other] for other in entrant.met if other in places)
            for entrant in entrants
        ]
        self._most = max(map(len, self._met), default=0)

    def find_last_place(self, place: int) -> int:
        """Return the last place where a player's opponent can be."""
        return place + 1 + len(self._met[place]) + self._most

    def list_opponents(self, waiting: Sequence[int], place: int) -> Iterator[int]:
        """List those who wait and can be the opponent of a player in a best pairing."""
        for at in waiting:
            above = sum(other < place for other in self._met[at])
            below = sum(other > at for other in self._met[place])
            if place - at - 1 <= above + below:
                yield at

    def rate_pair(self, first: int, second: int) -> int:
        """Return the cost of a pair."""
        a, b = self._entrants[first], self._entrants[second]
        points = abs(a.score - b.score)
        return a.met.get(b.player, 0) * self._repeat + points * self._point + (second - first) ** 2

    def count_repeats(self, cost: int) -> int:
        """Return how many repeat meetings a cost contains."""
        return cost // self._repeat
