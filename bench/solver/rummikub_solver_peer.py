"""The peer: rummikub-solver, integer programming through cvxpy, with its HiGHS backend.

It only knows boxes with ordinary jokers, so it cannot play Twist, and among plays with as many
tiles it takes any. Before the opening it gets an empty table: otherwise it would rearrange the
table in the same turn, which the rules here forbid (N-22).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any

from bench.solver.play import Play, sort_into_valid_order
from bench.solver.positions import Position
from kostka.editions import Edition
from kostka.tiles import Colour, Face, Kind, make_joker, make_number_tile
from kostka.tiles.tile import HIGHEST

COLOURS = (Colour.BLACK, Colour.BLUE, Colour.ORANGE, Colour.RED)
"""In the peer's order."""

_FACES = [
    make_number_tile(colour, number) for colour in COLOURS for number in range(1, HIGHEST + 1)
]
_FACES.append(make_joker(Kind.ORDINARY))
_NUMBERS = {face: at for at, face in enumerate(_FACES, start=1)}


def can_play_edition(edition: Edition) -> bool:
    """Whether the peer knows all tiles of the box."""
    return edition.joker_count == edition.box.ordinary


def convert_to_peer_numbers(faces: Iterable[Face]) -> list[int]:
    """Return tiles as the peer numbers them."""
    return [_NUMBERS[face] for face in faces]


def build_peer_rules(edition: Edition) -> dict[str, int]:
    """Return the peer's arguments for an edition."""
    return {
        "repeats": edition.box.copies,
        "jokers": edition.box.ordinary,
        "min_initial_value": edition.opening_threshold,
    }


class PeerSolver:
    """The peer with the rules of an edition; only its `solve` is timed."""

    name = "rummikub-solver"
    counts_points = False

    def __init__(self, edition: Edition) -> None:
        """Set the peer up once for many positions, as intended."""
        package = import_module("rummikub_solver")
        self._rules = package.RuleSet(
            **build_peer_rules(edition), solver_backend=package.MILPSolver.HIGHS
        )

    def prepare_solve_call(self, position: Position) -> Callable[[], Any]:
        """Convert a position to the peer's state and return the call that solves it."""
        state = self._rules.new_game()
        if position.opened:
            state.add_table(*convert_to_peer_numbers(chain(*position.table)))
            state.initial = False
        state.add_rack(*convert_to_peer_numbers(position.rack))
        return partial(self._rules.solve, state)

    def convert_answer_to_play(self, position: Position, answer: Any) -> Play:  # noqa: ANN401
        """Convert the peer's proposal to a play, which is empty if there is none."""
        if answer is None:
            return Play()
        sets = [sort_into_valid_order(self._convert_to_faces(tiles)) for tiles in answer.sets]
        if not position.opened:
            sets += position.table
        return Play(self._convert_to_faces(answer.tile_count), tuple(sets))

    @property
    def known_sets(self) -> list[tuple[Face, ...]]:
        """All sets that the peer knows."""
        return [self._convert_to_faces(tiles) for tiles in self._rules.sets]

    @staticmethod
    def _convert_to_faces(tiles: Any) -> tuple[Face, ...]:  # noqa: ANN401
        return tuple(sorted(_FACES[tile - 1] for tile in tiles))
