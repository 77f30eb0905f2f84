"""An integer program: the usual exact way to solve a position, built with HiGHS.

One variable for each set that can be made of the tiles at hand and one for each face of the rack;
one row for each face: the sets take all tiles of the table and those placed. Sets that can be cut
into sets are not needed. Of the forms tried this is the fastest: with bounds on the rows instead of
the variables of the rack, or with presolving, it took up to ten times as long on dense tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any

from bench.solver.play import Play, in_order
from bench.solver.positions import Position
from kostka.editions import Edition
from kostka.melds.among import sets_among
from kostka.tiles import Face
from kostka.tiles.tile import FACES

A_TILE = 1000
"""What a tile gains beside its points: more than all points of a rack."""

TIME_LIMIT = 120.0
"""Seconds; what is not proven by then is reported as such."""

_INDEX = {face: at for at, face in enumerate(FACES)}


def most_of_each(positions: Iterable[Position]) -> list[Face]:
    """Give so many of each face as one of the positions holds at the most."""
    most: Counter[Face] = Counter()
    for position in positions:
        most |= Counter(chain(position.rack, *position.table))
    return sorted(most.elements())


class Program:
    """Solves positions of an edition by integer programming, tiles first, then points."""

    name = "integer program"
    counts_points = True

    def __init__(self, edition: Edition, sets: dict[tuple[Face, ...], int]) -> None:
        """Lay out the sets with what each is worth in an opening; this is not timed."""
        self._np = import_module("numpy")
        self._highspy = import_module("highspy")
        self._edition = edition
        self._sets = list(sets)
        needs = [self._counted(tiles) for tiles in sets]
        self._needs = self._np.array(needs, dtype="int8").reshape(-1, len(FACES))
        self._values = self._np.array(list(sets.values()), dtype="int32")
        gains = [A_TILE + (face.number or edition.joker_penalty) for face in FACES]
        self._gains = self._np.array(gains, dtype="float64")
        self._most_times = float(max(edition.box.copies, edition.jokers))
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
    def of(edition: Edition, positions: Iterable[Position]) -> Program:
        """Lay out the sets for some positions."""
        return Program(edition, sets_among(most_of_each(positions)))

    def prepare(self, position: Position) -> Callable[[], tuple[list[int], bool]]:
        """Count the tiles; before the opening the table's are out of reach (N-22)."""
        table = self._counted(chain(*position.table) if position.opened else ())
        rack = self._counted(position.rack)
        worth = None if position.opened else self._edition.opening_threshold
        return partial(self._solve, table, rack, worth)

    def play(self, position: Position, answer: tuple[list[int], bool]) -> Play:
        """Say which tiles the chosen sets take from the rack."""
        chosen, proven = answer
        sets = [in_order(self._sets[at]) for at in chosen]
        laid = Counter(chain(*sets))
        if position.opened:
            laid -= Counter(chain(*position.table))
        else:
            sets += position.table
        if not laid:
            return Play(proven=proven)
        return Play(tuple(sorted(laid.elements())), tuple(sets), proven)

    @staticmethod
    def _counted(faces: Iterable[Face]) -> list[int]:
        counts = [0] * len(FACES)
        for face in faces:
            counts[_INDEX[face]] += 1
        return counts

    def _solve(
        self, table: list[int], rack: list[int], worth: int | None
    ) -> tuple[list[int], bool]:
        """Build the program and run it: the sets chosen, and whether they are proven best."""
        np = self._np
        must, may = np.array(table, dtype="float64"), np.array(rack, dtype="float64")
        columns = np.flatnonzero((self._needs <= must + may).all(axis=1))
        if not len(columns):
            return [], True
        needs, lower, upper = self._needs[columns], must, must
        if worth is not None:
            needs = np.column_stack([needs, self._values[columns]])
            lower, upper = np.append(lower, worth), np.append(upper, self._highspy.kHighsInf)
        self._pass_model(needs, may, lower, upper)
        self._highs.run()
        return self._chosen(columns)

    def _pass_model(self, needs: Any, may: Any, lower: Any, upper: Any) -> None:  # noqa: ANN401
        """Build the columns: how often each set, then how many tiles of each face placed."""
        np, sets = self._np, len(needs)
        racked = np.flatnonzero(may)
        many = sets + len(racked)
        column, row = needs.nonzero()
        starts = np.ones(many + 1, dtype="int32")
        starts[0], starts[1 : sets + 1] = 0, np.bincount(column, minlength=sets)
        integer = np.zeros(many, dtype="int32")
        integer[:sets] = int(self._highspy.HighsVarType.kInteger)  # the others follow
        self._highs.passModel(
            many,
            len(lower),
            len(row) + len(racked),
            int(self._highspy.MatrixFormat.kColwise),
            int(self._highspy.ObjSense.kMaximize),
            0.0,
            np.append(np.zeros(sets), self._gains[racked]),
            np.zeros(many),
            np.append(np.full(sets, self._most_times), may[racked]),
            lower,
            upper,
            np.cumsum(starts, dtype="int32"),
            np.append(row, racked).astype("int32"),
            np.append(needs[column, row].astype("float64"), np.full(len(racked), -1.0)),
            integer,
        )

    def _chosen(self, columns: Any) -> tuple[list[int], bool]:  # noqa: ANN401
        status, statuses = self._highs.getModelStatus(), self._highspy.HighsModelStatus
        if status in (statuses.kInfeasible, statuses.kUnboundedOrInfeasible):  # it is bounded
            return [], True
        values = self._highs.getSolution().col_value[: len(columns)]
        if not values:  # stopped before anything was found
            return [], False
        times = self._np.rint(values).astype(int)
        return self._np.repeat(columns, times).tolist(), status == statuses.kOptimal
