"""The answer of a solver, in a form in which any two solvers can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Any, Protocol

import msgspec

from bench.solver.positions import Position
from kostka.editions import Edition
from kostka.melds import interpret_set
from kostka.tiles import Face, Kind, make_joker

MAX_TRIED = 6
"""Longer sets are not tried in every order; no solver returns longer unordered sets."""

MIRROR = make_joker(Kind.MIRROR)

Set = tuple[Face, ...]


class Play(msgspec.Struct, frozen=True):
    """A play: the tiles placed from the rack, and the whole table after it."""

    placed: Set = ()
    table: tuple[Set, ...] = ()
    """Every set in a valid order, if it has one."""
    proven: bool = True
    """Whether the solver claims that nothing better exists."""
    changes_least: bool = False
    """Whether the solver claims that no equally good play changes the table less."""

    @property
    def tile_count(self) -> int:
        """The number of tiles placed."""
        return len(self.placed)

    def count_points(self, edition: Edition) -> int:
        """Return how many points the rack loses."""
        return sum(face.number or edition.joker_penalty for face in self.placed)


class Solver(Protocol):
    """A solver of positions; only the prepared call is timed."""

    name: str
    counts_points: bool
    """Whether it prefers more points among plays with as many tiles."""

    def prepare_solve_call(self, position: Position) -> Callable[[], Any]:
        """Convert a position to the solver's own form and return the call that solves it."""

    def convert_answer_to_play(self, position: Position, answer: Any) -> Play:  # noqa: ANN401
        """Convert the solver's answer to the common form."""


def remove_faces(faces: Iterable[Face], rest: Iterable[Face]) -> Set:
    """Return the tiles that are left when others are removed."""
    left = list(faces)
    for face in rest:
        left.remove(face)
    return tuple(left)


def sort_into_valid_order(faces: Set) -> Set:
    """Return the tiles of a set in a valid order, or as they are if there is none."""
    if interpret_set(faces):
        return faces
    if MIRROR in faces:
        return _arrange_around_mirror((), (), remove_faces(faces, [MIRROR])) or faces
    if len(faces) > MAX_TRIED:
        return faces
    return next((order for order in permutations(faces) if interpret_set(order)), faces)


def _arrange_around_mirror(left: Set, right: Set, rest: Set) -> Set | None:
    """Distribute tiles to both sides of a mirror joker, from the outside in."""
    ahead = sum(face.width for face in left) - sum(face.width for face in right)
    so_far = (*left, MIRROR, *right[::-1])
    if left and not ahead and not interpret_set(so_far):
        return None
    if not rest:
        return None if ahead else so_far
    for face in sorted(set(rest)):
        sides = ((*left, face), right) if ahead <= 0 else (left, (*right, face))
        found = _arrange_around_mirror(*sides, remove_faces(rest, [face]))
        if found:
            return found
    return None
