"""Compare Swiss pairings with those of swisspair, a library of others, on made-up tournaments.

swisspair never lets players meet twice and never gives a second bye, and it pairs those with equal
points as far as possible; it prefers differences at the lower end of the standings. So it must find
a pairing exactly where ours repeats nothing, and never one with smaller differences in sum.

    python -m tests.tools.compare_pairings --tournaments 300
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from swisspair import Player, create_matches

from kostka.tournament.pairing import Entrant, Pairing, pair_players
from tests.tournament.test_pairing import iterate_rounds, rate_pairing


def pair_with_peer(entrants: list[Entrant]) -> Pairing | None:
    """Pair players with swisspair; None if it finds no pairing without a repeat."""
    there = {one.player for one in entrants}
    people = [
        Player(
            id=str(one.player),
            points=one.score,
            rank=rank,
            can_get_bye=one.byes == 0,
            cannot_be_paired_against_ids={str(name) for name in one.met if name in there},
        )
        for rank, one in enumerate(entrants, start=1)
    ]
    try:
        matches = create_matches(people)
    except RuntimeError:
        return None
    pairs = [(int(one.p1.id), int(one.p2.id)) for one in matches if one.p2 is not None]
    bye = next((int(one.p1.id) for one in matches if one.p2 is None), None)
    return Pairing(tuple(pairs), bye)


def count_floats(entrants: list[Entrant], pairing: Pairing) -> int:
    """Count the pairs with different points."""
    score = {one.player: one.score for one in entrants}
    return sum(score[a] != score[b] for a, b in pairing.pairs)


def compare_round(entrants: list[Entrant], ours: Pairing) -> Counter[str]:
    """Compare one round, and count what was found; differences that may not be are refused."""
    theirs = pair_with_peer(entrants)
    mine = rate_pairing(entrants, ours)
    found = Counter({"rounds": 1})
    if theirs is None:
        if mine[0] == 0:
            raise AssertionError(f"{ours} repeats nothing, but the peer finds no pairing")
        return found + Counter({"neither without a repeat": 1})
    other = rate_pairing(entrants, theirs)
    if mine[0] > 0:
        raise AssertionError(f"{ours} repeats a meeting or a bye, {theirs} does not")
    if other[0] > 0:
        raise AssertionError(f"the peer repeats a meeting or a bye: {theirs}")
    if mine[2] > other[2]:
        raise AssertionError(f"the bye of {theirs} is placed lower than that of {ours}")
    found["byes"] += ours.bye is not None
    found["same bye"] += ours.bye is not None and ours.bye == theirs.bye
    if ours.bye != theirs.bye:  # otherwise different players are paired
        rest = [one for one in entrants if one.player != theirs.bye]
        ours, mine = pair_players(rest), rate_pairing(rest, pair_players(rest))
        found["other bye, repaired for comparison"] += 1
        entrants = rest
        other = rate_pairing(rest, Pairing(theirs.pairs, None))
    if mine[3] > other[3]:
        raise AssertionError(f"{theirs} has smaller differences than {ours}")
    found["same sum of differences"] += mine[3] == other[3]
    found["smaller sum of differences"] += mine[3] < other[3]
    floats = count_floats(entrants, ours) - count_floats(entrants, theirs)
    found["fewer floats" if floats < 0 else "more floats" if floats else "same floats"] += 1
    return found


def compare_tournaments(tournaments: int, seed: int) -> Counter[str]:
    """Compare all rounds of some tournaments of 2 to 60 players, with withdrawals and late ones."""
    dice, found = Random(seed), Counter[str]()
    for number in range(tournaments):
        players, rounds = dice.randint(2, 60), 5
        for entrants, pairing, _ in iterate_rounds(players, rounds, number):
            found += compare_round(entrants, pairing)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for what, count in sorted(compare_tournaments(given.tournaments, given.seed).items()):
        print(f"{count:6}  {what}")  # noqa: T201
