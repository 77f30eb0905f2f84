"""Solves a position with an integer program, the usual exact way, built with HiGHS.

There is one variable for each set that the tiles can form and one for each face of the rack, and
one row for each face: the sets use all tiles of the table and those placed. Sets that can be split
into sets are left out. Of the forms tried this is the fastest: with bounds on the rows instead of
variables for the rack, or with presolving, it took up to ten times as long on dense tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any

from bench.solver.play import Play, sort_into_valid_order
from bench.solver.positions import Position
from kostka.editions import Edition
from kostka.melds.enumeration import enumerate_sets
from kostka.tiles import Face
from kostka.tiles.tile import FACES

A_TILE = 1000
"""The gain of a tile besides its points: more than all points of a rack."""

TIME_LIMIT = 120.0
"""Seconds; answers that are not proven by then are reported as such."""

_INDEX = {face: at for at, face in enumerate(FACES)}


def collect_max_faces(positions: Iterable[Position]) -> list[Face]:
    """Return each face as often as it occurs at most in one of the positions."""
    most: Counter[Face] = Counter()
    for position in positions:
        most |= Counter(chain(position.rack, *position.table))
    return sorted(most.elements())


class IntegerProgram:
    """Solves positions of an edition by integer programming, tiles first, then points."""

    name = "integer program"
    counts_points = True

    def __init__(self, edition: Edition, sets: dict[tuple[Face, ...], int]) -> None:
        """Prepare the sets with their values in an opening; this is not timed."""
        self._np = import_module("numpy")
        self._highspy = import_module("highspy")
        self._edition = edition
        self._sets = list(sets)
        needs = [self._count_faces(tiles) for tiles in sets]
        self._needs = self._np.array(needs, dtype="int8").reshape(-1, len(FACES))
        self._values = self._np.array(list(sets.values()), dtype="int32")
        gains = [A_TILE + (face.number or edition.joker_penalty) for face in FACES]
        self._gains = self._np.array(gains, dtype="float64")
        self._max_uses = float(max(edition.box.copies, edition.joker_count))
        self._highs = self._highspy.Highs()
        self._highs.silent()
        # The gains are whole numbers: closer than 1 is proven. Presolving costs more than it gives.
        options = {
            "mip_rel_gap": 0.0,
            "mip_abs_gap": 0.9,
            "presolve": "off",
            "time_limit": TIME_LIMIT,
        }
        for option, value in options.items():
            self._highs.setOptionValue(option, value)

    @staticmethod
    def create_for_positions(edition: Edition, positions: Iterable[Position]) -> IntegerProgram:
        """Return the program with all sets that some positions can need."""
        return IntegerProgram(edition, enumerate_sets(collect_max_faces(positions)))

    def prepare_solve_call(self, position: Position) -> Callable[[], tuple[list[int], bool]]:
        """Count the tiles; before the opening those of the table are out of reach (N-22)."""
        table = self._count_faces(chain(*position.table) if position.opened else ())
        rack = self._count_faces(position.rack)
        worth = None if position.opened else self._edition.opening_threshold
        return partial(self._solve_counts, table, rack, worth)

    def convert_answer_to_play(self, position: Position, answer: tuple[list[int], bool]) -> Play:
        """Return the chosen sets and the tiles that they take from the rack."""
        chosen, proven = answer
        sets = [sort_into_valid_order(self._sets[at]) for at in chosen]
        laid = Counter(chain(*sets))
        if position.opened:
            laid -= Counter(chain(*position.table))
        else:
            sets += position.table
        if not laid:
            return Play(proven=proven)
        return Play(tuple(sorted(laid.elements())), tuple(sets), proven)

    @staticmethod
    def _count_faces(faces: Iterable[Face]) -> list[int]:
        counts = [0] * len(FACES)
        for face in faces:
            counts[_INDEX[face]] += 1
        return counts

    def _solve_counts(
        self, table: list[int], rack: list[int], worth: int | None
    ) -> tuple[list[int], bool]:
        """Solve counted tiles; return the chosen sets and whether they are proven best."""
        np = self._np
        must, may = np.array(table, dtype="float64"), np.array(rack, dtype="float64")
        columns = np.flatnonzero((self._needs <= must + may).all(axis=1))
        if not len(columns):
            return [], True
        needs, lower, upper = self._needs[columns], must, must
        if worth is not None:
            needs = np.column_stack([needs, self._values[columns]])
            lower, upper = np.append(lower, worth), np.append(upper, self._highspy.kHighsInf)
        self._build_model(needs, may, lower, upper)
        self._highs.run()
        return self._read_chosen_sets(columns)

    def _build_model(self, needs: Any, may: Any, lower: Any, upper: Any) -> None:  # noqa: ANN401
        """Build the columns: how often each set is used, then tiles placed of each face."""
        np, sets = self._np, len(needs)
        racked = np.flatnonzero(may)
        many = sets + len(racked)
        column, row = needs.nonzero()
        starts = np.ones(many + 1, dtype="int32")
        starts[0], starts[1 : sets + 1] = 0, np.bincount(column, minlength=sets)
        integer = np.zeros(many, dtype="int32")
        integer[:sets] = int(self._highspy.HighsVarType.kInteger)  # the rest follows
        self._highs.passModel(
            many,
            len(lower),
            len(row) + len(racked),
            int(self._highspy.MatrixFormat.kColwise),
            int(self._highspy.ObjSense.kMaximize),
            0.0,
            np.append(np.zeros(sets), self._gains[racked]),
            np.zeros(many),
            np.append(np.full(sets, self._max_uses), may[racked]),
            lower,
            upper,
            np.cumsum(starts, dtype="int32"),
            np.append(row, racked).astype("int32"),
            np.append(needs[column, row].astype("float64"), np.full(len(racked), -1.0)),
            integer,
        )

    def _read_chosen_sets(self, columns: Any) -> tuple[list[int], bool]:  # noqa: ANN401
        status, statuses = self._highs.getModelStatus(), self._highspy.HighsModelStatus
        if status in (statuses.kInfeasible, statuses.kUnboundedOrInfeasible):  # it is bounded
            return [], True
        values = self._highs.getSolution().col_value[: len(columns)]
        if not values:  # stopped before anything was found
            return [], False
        times = self._np.rint(values).astype(int)
        return self._np.repeat(columns, times).tolist(), status == statuses.kOptimal
