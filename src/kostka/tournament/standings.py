"""The standings, live: big points, small points, opponents (Z-4, Z-7, Z-18, M-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import groupby

import msgspec

from kostka.numbers.scoring import ScoreLine
from kostka.tournament.seating import draw_lot
from kostka.tournament.state import UNSTARTED, Player, Round, Sanction, State, Status


class StandingsRow(msgspec.Struct, frozen=True, gc=False):
    """A player's line of the standings."""

    place: int | None
    """From 1; level players share a place; None if excluded, or without any game."""
    player: int
    name: str
    group: str
    status: Status
    games: int
    big: int
    points: Fraction
    """Small points, penalties taken off."""
    penalty_big: int
    penalty_points: int
    level: bool
    """Another player has the same points in everything that counts."""
    buchholz: int | None = None
    """The big points of the opponents met, where they count (M-14)."""


def list_score_lines(rounds: Iterable[Round]) -> Iterator[tuple[int, ScoreLine]]:
    """Yield the score of every player in every game."""
    for round_ in rounds:
        for table in round_.tables:
            for versions in table.results.values():
                for player, line in zip(table.seats, versions[-1].lines, strict=True):
                    if line is not None:
                        yield player, line


def list_free_wins(round_: Round) -> Iterator[int]:
    """Yield the players who won a round without playing: by a bye or a walkover (M-12)."""
    if round_.bye is not None and round_.phase not in UNSTARTED:
        yield round_.bye
    for table in round_.tables:
        for versions in table.results.values():
            if versions[-1].walkover is not None:
                yield versions[-1].walkover


class _Total:
    """The totals of a player."""

    def __init__(self) -> None:
        self.games = self.big = self.penalty_big = self.penalty_points = 0
        self.earned = 0
        """Big points without penalties: only these count for opponents."""
        self.buchholz: int | None = None
        self._parts: Counter[int] = Counter()  # by denominator: fractions are slow to add

    def add_points(self, points: Fraction) -> None:
        self._parts[points.denominator] += points.numerator

    @cached_property
    def points(self) -> Fraction:
        return sum((Fraction(*part[::-1]) for part in self._parts.items()), Fraction())

    @property
    def sort_key(self) -> tuple[int, Fraction, int]:
        return -self.big, -self.points, -(self.buchholz or 0)


def _sum_player_totals(state: State) -> dict[int, _Total]:
    totals = {player: _Total() for player in state.players}
    for player, line in list_score_lines(state.rounds):
        total = totals[player]
        total.games += 1
        total.big += line.big
        total.add_points(line.points)
    for round_ in state.rounds:
        for player in list_free_wins(round_):
            totals[player].big += 1
    for total in totals.values():
        total.earned = total.big
    if state.format.counts_opponents:
        for player, opponents in _list_opponents(state):
            totals[player].buchholz = sum(totals[one].earned for one in opponents)
    for incident in state.incidents:
        if incident.sanction is Sanction.PENALTY and incident.cancelled is None:
            total = totals[incident.player]
            total.big -= incident.big
            total.add_points(Fraction(-incident.points))
            total.penalty_big += incident.big
            total.penalty_points += incident.points
    return totals


def _list_opponents(state: State) -> Iterator[tuple[int, list[int]]]:
    """Yield the opponents whom each player has met in a game."""
    found: dict[int, list[int]] = {player: [] for player in state.players}
    for round_ in state.rounds:
        for table in round_.tables:
            for versions in table.results.values():
                if versions[-1].paper is not None:
                    for player in table.seats:
                        found[player] += [one for one in table.seats if one != player]
    yield from found.items()


def sum_big_points(state: State) -> dict[int, int]:
    """Return the big points of every player, penalties taken off."""
    return {player: total.big for player, total in _sum_player_totals(state).items()}


def compute_standings(state: State) -> list[StandingsRow]:
    """Rank everybody who was ever present; players without a place last, excluded ones at the end.

    Players without any game have no place: with zero points they would rank above players who
    played and lost points (Z-7).
    """
    totals = _sum_player_totals(state)
    over = state.played_round_count >= state.settings.rounds

    def get_ranking_group(player: Player) -> int:
        """Return 0 for players with a place, 1 for those without one, 2 for excluded ones."""
        if player.status is Status.EXCLUDED:
            return 2
        return not totals[player.id].games and (over or player.status is Status.WITHDRAWN)

    came = [
        player
        for player in state.players.values()
        if player.status is not Status.REGISTERED or totals[player.id].games
    ]
    came.sort(key=lambda p: (get_ranking_group(p), *totals[p.id].sort_key, p.name, p.id))
    rows, place = [], 1
    for (placeless, *_), level in groupby(
        came, key=lambda p: (get_ranking_group(p), *totals[p.id].sort_key)
    ):
        players = list(level)
        for player in players:
            total = totals[player.id]
            rows.append(
                StandingsRow(
                    None if placeless else place,
                    player.id,
                    player.name,
                    player.group,
                    player.status,
                    total.games,
                    total.big,
                    total.points,
                    total.penalty_big,
                    total.penalty_points,
                    len(players) > 1 and not placeless,
                    total.buchholz,
                )
            )
        place += len(players)
    return rows


def order_players_for_seating(
    state: State, number: int, players: Iterable[int]
) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """Order players for the seats of a round; level players by lot (Z-5).

    Returns the order, and the lots that were drawn for it.
    """
    totals = _sum_player_totals(state)
    seed, purpose = state.header.seed, f"lots for round {number}"
    order = sorted(
        players, key=lambda player: (*totals[player].sort_key, draw_lot(seed, purpose, player))
    )
    level = (tuple(group) for _, group in groupby(order, key=lambda p: totals[p].sort_key))
    return order, tuple(group for group in level if len(group) > 1)
