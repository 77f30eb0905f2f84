"""Who meets whom in a Swiss round: against all pairings, an integer program and another library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from kostka.tournament.pairing import Entrant, Pairing, pair_players
from tests.oracle.swiss import Person, Rating, find_best_by_force, find_best_by_program, rate


class Field:
    """Players of a made-up tournament: results by chance, some come and go."""

    def __init__(self, players: int, dice: Random) -> None:
        self.dice = dice
        self.there = list(range(1, players + 1))
        self.score: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()
        self.met: dict[int, Counter[int]] = {name: Counter() for name in self.there}

    def entrants(self) -> list[Entrant]:
        names = sorted(self.there, key=lambda name: (-self.score[name], self.dice.random()))
        return [Entrant(name, self.score[name], self.met[name], self.byes[name]) for name in names]

    def play(self, pairing: Pairing) -> None:
        if pairing.bye is not None:
            self.byes[pairing.bye] += 1
            self.score[pairing.bye] += 1
        for a, b in pairing.pairs:
            self.met[a][b] += 1
            self.met[b][a] += 1
            self.score[self.dice.choice((a, b))] += 1

    def come_and_go(self) -> None:
        if len(self.there) > 2 and self.dice.random() < 0.3:
            self.there.remove(self.dice.choice(self.there))
        if self.dice.random() < 0.2:
            new = max(self.met) + 1
            self.there.append(new)
            self.met[new] = Counter()


def iterate_rounds(
    players: int, rounds: int, seed: int
) -> Iterator[tuple[list[Entrant], Pairing, Field]]:
    field = Field(players, Random(seed))
    for _ in range(rounds):
        entrants = field.entrants()
        pairing = pair_players(entrants)
        yield entrants, pairing, field
        field.play(pairing)
        field.come_and_go()


def rate_pairing(entrants: list[Entrant], pairing: Pairing) -> Rating:
    return rate(make_people(entrants), pairing.pairs, pairing.bye)


def make_people(entrants: list[Entrant]) -> list[Person]:
    return [Person(one.player, one.score, one.met, one.byes) for one in entrants]


@pytest.mark.clause("M-11", "M-12")
@pytest.mark.parametrize("seed", range(60))
def test_no_pairing_of_up_to_eight_players_is_better(seed: int) -> None:
    for entrants, pairing, _ in iterate_rounds(2 + seed % 7, 6, seed):
        if len(entrants) <= 8:
            assert rate_pairing(entrants, pairing) == find_best_by_force(make_people(entrants))


@pytest.mark.clause("M-11")
@pytest.mark.parametrize(("players", "seed"), [(10, 1), (16, 2), (24, 3), (40, 4)])
def test_an_integer_program_over_all_pairs_finds_nothing_better(players: int, seed: int) -> None:
    for entrants, pairing, _ in iterate_rounds(players, 5, seed):
        even = entrants if len(entrants) % 2 == 0 else entrants[:-1]
        found = pairing if even is entrants else pair_players(even)
        assert rate_pairing(even, found) == find_best_by_program(make_people(even))


@pytest.mark.clause("M-11")
def test_two_hundred_players_never_meet_twice_in_five_rounds() -> None:
    for entrants, pairing, field in iterate_rounds(200, 5, 1):
        repeats, byes, below, points, _ = rate_pairing(entrants, pairing)
        assert (repeats, byes) == (0, 0)
        scores = Counter(one.score for one in entrants if one.player != pairing.bye)
        odd, above = 0, 0
        for score in sorted(scores, reverse=True)[:-1]:
            above += scores[score]
            odd += above % 2 * (score - max(s for s in scores if s < score))
        assert points == odd  # as few as the parity of the score groups allows
        assert below == 0 or len(field.there) % 2


@pytest.mark.clause("M-12")
def test_with_three_players_each_sits_out_once_before_anybody_does_twice() -> None:
    field = Field(3, Random(5))
    for number in range(1, 7):
        entrants = field.entrants()
        pairing = pair_players(entrants)
        field.play(pairing)
        assert max(field.byes.values()) - min(field.byes[name] for name in (1, 2, 3)) <= 1
        if number == 3:
            assert set(field.byes.values()) == {1}
            assert all(set(met.values()) == {1} for met in field.met.values())


@pytest.mark.clause("M-12")
def test_the_bye_goes_to_somebody_else_if_the_others_could_not_be_paired() -> None:
    """The last two have met both others of the rest: one of the first three sits out instead."""
    met: dict[int, Counter[int]] = {name: Counter() for name in range(1, 6)}
    for a, b in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)):
        met[a][b] = met[b][a] = 1
    entrants = [Entrant(name, 0, met[name], 0) for name in range(1, 6)]
    pairing = pair_players(entrants)
    assert rate_pairing(entrants, pairing) == find_best_by_force(make_people(entrants))
    assert pairing.bye == 4


def test_two_players_and_nobody() -> None:
    alone = Entrant(7, 2, {}, 0)
    assert pair_players([]) == Pairing((), None)
    assert pair_players([alone]) == Pairing((), 7)
    assert pair_players([alone, Entrant(3, 0, {7: 4}, 0)]) == Pairing(((7, 3),), None)
