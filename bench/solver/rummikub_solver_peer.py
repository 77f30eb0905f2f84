"""The peer: rummikub-solver, integer programming through cvxpy, with its HiGHS backend.

It knows boxes with ordinary jokers only, so nothing of Twist, and among plays of as many tiles it
takes any. Before the opening it is given an empty table: with one it would go on to rearrange it in
the same turn, which the rules here forbid (N-22).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any

from bench.solver.play import Play, in_order
from bench.solver.positions import Position
from kostka.editions import Edition
from kostka.tiles import Colour, Face, Kind, joker, number_tile
from kostka.tiles.tile import HIGHEST

COLOURS = (Colour.BLACK, Colour.BLUE, Colour.ORANGE, Colour.RED)
"""In the peer's order."""

_FACES = [number_tile(colour, number) for colour in COLOURS for number in range(1, HIGHEST + 1)]
_FACES.append(joker(Kind.ORDINARY))
_NUMBERS = {face: at for at, face in enumerate(_FACES, start=1)}


def knows(edition: Edition) -> bool:
    """Whether the peer knows all tiles of the box."""
    return edition.jokers == edition.box.ordinary


def peer_numbers(faces: Iterable[Face]) -> list[int]:
    """Give tiles as the peer numbers them."""
    return [_NUMBERS[face] for face in faces]


def rules(edition: Edition) -> dict[str, int]:
    """Give the peer's arguments for an edition."""
    return {
        "repeats": edition.box.copies,
        "jokers": edition.box.ordinary,
        "min_initial_value": edition.opening_threshold,
    }


class Peer:
    """The peer with the rules of an edition; only its `solve` is timed."""

    name = "rummikub-solver"
    counts_points = False

    def __init__(self, edition: Edition) -> None:
        """Set the peer up, as it is meant to be: once for many positions."""
        package = import_module("rummikub_solver")
        self._rules = package.RuleSet(**rules(edition), solver_backend=package.MILPSolver.HIGHS)

    def prepare(self, position: Position) -> Callable[[], Any]:
        """Put the position into a state of the peer."""
        state = self._rules.new_game()
        if position.opened:
            state.add_table(*peer_numbers(chain(*position.table)))
            state.initial = False
        state.add_rack(*peer_numbers(position.rack))
        return partial(self._rules.solve, state)

    def play(self, position: Position, answer: Any) -> Play:  # noqa: ANN401
        """Read the peer's proposal; it has none if it finds no move."""
        if answer is None:
            return Play()
        sets = [in_order(self._faces(tiles)) for tiles in answer.sets]
        if not position.opened:
            sets += position.table
        return Play(self._faces(answer.tiles), tuple(sets))

    @property
    def sets(self) -> list[tuple[Face, ...]]:
        """Every set that the peer knows."""
        return [self._faces(tiles) for tiles in self._rules.sets]

    @staticmethod
    def _faces(tiles: Any) -> tuple[Face, ...]:  # noqa: ANN401
        return tuple(sorted(_FACES[tile - 1] for tile in tiles))
