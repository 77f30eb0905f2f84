"""What a solver answered, in a form that any two solvers can be compared by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Any, Protocol

import msgspec

from bench.solver.positions import Position
from kostka.editions import Edition
from kostka.melds import read
from kostka.tiles import Face, Kind, joker

MOST_TRIED = 6
"""Sets of more tiles are not tried in every order; nobody's unordered sets are longer."""

MIRROR = joker(Kind.MIRROR)

Set = tuple[Face, ...]


class Play(msgspec.Struct, frozen=True):
    """A play: what left the rack, and the whole table after it."""

    placed: Set = ()
    table: tuple[Set, ...] = ()
    """Every set in an order in which it is valid, if it is."""
    proven: bool = True
    """Does the solver say that nothing better exists?"""
    changes_least: bool = False
    """Does the solver say that no play as good changes the table less?"""

    @property
    def tiles(self) -> int:
        """How many tiles were placed."""
        return len(self.placed)

    def points(self, edition: Edition) -> int:
        """How much less the rack counts."""
        return sum(face.number or edition.joker_penalty for face in self.placed)


class Solver(Protocol):
    """Something that solves positions; only the call in the middle is timed."""

    name: str
    counts_points: bool
    """Among plays of as many tiles, does it look for the most points?"""

    def prepare(self, position: Position) -> Callable[[], Any]:
        """Put a position into the solver's own terms; the call that comes back solves it."""

    def play(self, position: Position, answer: Any) -> Play:  # noqa: ANN401
        """Put the solver's answer into the common form."""


def taken(faces: Iterable[Face], rest: Iterable[Face]) -> Set:
    """Give the tiles that are left when others are taken away."""
    left = list(faces)
    for face in rest:
        left.remove(face)
    return tuple(left)


def in_order(faces: Set) -> Set:
    """Put the tiles of a set in an order in which they are valid, if there is one."""
    if read(faces):
        return faces
    if MIRROR in faces:
        return _mirrored((), (), taken(faces, [MIRROR])) or faces
    if len(faces) > MOST_TRIED:
        return faces
    return next((order for order in permutations(faces) if read(order)), faces)


def _mirrored(left: Set, right: Set, rest: Set) -> Set | None:
    """Share tiles out between the sides of a mirror joker, from the outside."""
    ahead = sum(face.width for face in left) - sum(face.width for face in right)
    so_far = (*left, MIRROR, *right[::-1])
    if left and not ahead and not read(so_far):
        return None
    if not rest:
        return None if ahead else so_far
    for face in sorted(set(rest)):
        sides = ((*left, face), right) if ahead <= 0 else (left, (*right, face))
        found = _mirrored(*sides, taken(rest, [face]))
        if found:
            return found
    return None
