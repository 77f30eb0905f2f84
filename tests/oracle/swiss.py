"""Pair a Swiss round by trying everything, or by an integer program: neither knows the product.

A pairing is rated by five numbers, as clauses M-11 and M-12 read: repeat meetings and repeat byes,
earlier byes of the one with the bye, players placed below that one, the differences in points, and
the squared distances between places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import highspy
import numpy as np


class Person(NamedTuple):
    """A player, as the pairing sees one; people come in the order of the standings."""

    name: int
    score: int
    met: Mapping[int, int]
    byes: int


Rating = tuple[int, int, int, int, int]


def rate(people: Sequence[Person], pairs: Sequence[tuple[int, int]], bye: int | None) -> Rating:
    """Rate a whole pairing; less is better."""
    at = {person.name: place for place, person in enumerate(people)}
    playing = [person.name for person in people if person.name != bye]
    assert sorted(playing) == sorted(name for pair in pairs for name in pair)
    near = {name: place for place, name in enumerate(playing)}
    out = None if bye is None else people[at[bye]]
    return (
        sum(people[at[a]].met.get(b, 0) for a, b in pairs) + (out.byes if out else 0),
        out.byes if out else 0,
        len(people) - 1 - at[out.name] if out else 0,
        sum(abs(people[at[a]].score - people[at[b]].score) for a, b in pairs),
        sum((near[a] - near[b]) ** 2 for a, b in pairs),
    )


def find_best_by_force(people: Sequence[Person]) -> Rating:
    """Try every pairing."""
    names = [person.name for person in people]
    byes: Sequence[int | None] = names if len(names) % 2 else [None]
    return min(
        rate(people, pairs, bye)
        for bye in byes
        for pairs in _iterate_pairings([name for name in names if name != bye])
    )


def _iterate_pairings(names: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not names:
        yield []
        return
    first, *rest = names
    for other in rest:
        for pairs in _iterate_pairings([name for name in rest if name != other]):
            yield [(first, other), *pairs]


def find_best_by_program(people: Sequence[Person]) -> Rating:
    """Find the best pairing with HiGHS, one number after the other, over all pairs of players.

    Only for an even number of players.
    """
    edges = list(combinations(range(len(people)), 2))
    goals = [
        [people[a].met.get(people[b].name, 0) for a, b in edges],
        [abs(people[a].score - people[b].score) for a, b in edges],
        [(a - b) ** 2 for a, b in edges],
    ]
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    every = np.arange(len(edges), dtype=np.int32)
    for _ in edges:
        solver.addVar(0, 1)
    solver.changeColsIntegrality(
        len(edges), every, np.full(len(edges), highspy.HighsVarType.kInteger)
    )
    for place in range(len(people)):
        mine = np.array([at for at, edge in enumerate(edges) if place in edge], dtype=np.int32)
        solver.addRow(1, 1, len(mine), mine, np.ones(len(mine)))
    found = []
    for goal in goals:
        cost = np.array(goal, dtype=float)
        solver.changeColsCost(len(edges), every, cost)
        solver.run()
        assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        found.append(round(solver.getInfo().objective_function_value))
        solver.addRow(found[-1], found[-1], len(edges), every, cost)
    return found[0], 0, 0, found[1], found[2]
