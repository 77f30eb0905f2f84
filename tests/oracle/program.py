"""The best play as an integer program over all melds, solved by HiGHS; and, small, by brute force.

A program has one whole number for every meld that the tiles at hand can make: how often it lies on
the table afterwards. The tiles that must be laid must all be in melds; of those that may be laid,
no more than there are. That is all there is to a play (N-23), so that the program needs no ideas
about how to find one. It knows nothing of the product.

HiGHS reckons with floating-point numbers. What it finds is rounded, checked in whole numbers, and
compared with the bound that it proved: two gains differ by at least one, so a bound less than one
away from a play proves it the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import highspy
import numpy as np
import numpy.typing as npt

from tests.oracle.columns import FACES, columns, indivisible
from tests.oracle.meanings import HIGHEST, ORDINARY, Bag, Box, meld_multisets

Ints = npt.NDArray[np.int64]
Tiles = Mapping[str, int]
"""How many tiles there are of each notation."""

INDEX = {face: at for at, face in enumerate(FACES)}

MOST_GAIN = 1_000_000
"""For more than that a meld, floating-point numbers are not to be trusted with whole ones."""

UNSURE = 0.5
"""What bound and gain may differ by: rounding alone, as true gains differ by whole numbers."""

ROUNDING = 0.01
"""How wrong the bound may be for the same reason."""

FIRST_TRY = 1000
"""How many melds are tried first."""


class Play(NamedTuple):
    """What the program found: the gain, the tiles used for it, and the melds that lie then."""

    gain: int
    used: Counter[str]
    melds: tuple[Bag, ...]


class Columns(NamedTuple):
    """The melds of a box as numbers: a row of `counts` for each meld, a column for each face."""

    bags: Sequence[Bag]
    counts: Ints
    values: Ints

    def within(self, tiles: Ints) -> Columns:
        """Those that can be made of the tiles."""
        able = np.flatnonzero(np.all(self.counts <= tiles, axis=1))
        bags = [self.bags[at] for at in able.tolist()]
        return Columns(bags, self.counts[able], self.values[able])


class Limit(NamedTuple):
    """A sum over the melds, and over what else there is to decide, that must be within bounds."""

    factors: Ints
    least: float
    most: float


class Program(NamedTuple):
    """Whole numbers to choose, from 0 to `most`, so that the gains add up to as much as can be."""

    gains: Ints
    limits: Sequence[Limit]
    most: Ints

    def gain(self, chosen: Ints) -> int:
        return int(self.gains @ chosen)

    def part(self, chosen: npt.NDArray[np.int64]) -> Program:
        """The same with some of the numbers only."""
        limits = [limit._replace(factors=limit.factors[chosen]) for limit in self.limits]
        return Program(self.gains[chosen], limits, self.most[chosen])


class Relaxed(NamedTuple):
    """What is best if numbers need not be whole."""

    bound: float
    """Nothing is better than this."""
    lying: npt.NDArray[np.float64]
    losses: npt.NDArray[np.float64]
    """What the bound loses at least for each number that is not 0."""


@cache
def all_columns(box: Box, *, valued: bool = False) -> Columns:
    """The melds of a box; all those that are needed for their value, or else fewer."""
    needed = None if valued else indivisible(box)
    bags = [tiles for tiles in columns(box) if needed is None or tiles in needed]
    counts = np.zeros((len(bags), len(FACES)), dtype=np.int64)
    for row, tiles in enumerate(bags):
        for face in tiles:
            counts[row, INDEX[face]] += 1
    return Columns(bags, counts, np.array([columns(box)[tiles] for tiles in bags]))


@cache
def every_meld(box: Box) -> Ints:
    """All melds of a box without special jokers, long runs too: what a set can stay on in."""
    bags = [tiles for size in range(3, HIGHEST + 1) for tiles in meld_multisets(box, size)]
    return np.array([count_by_face(Counter(tiles)) for tiles in sorted(bags)])


def count_by_face(tiles: Tiles) -> Ints:
    """Numbers by face, in the order of `FACES`."""
    found = np.zeros(len(FACES), dtype=np.int64)
    for face, number in tiles.items():
        found[INDEX[face]] = number
    return found


def counter(numbers: Ints) -> Counter[str]:
    return +Counter({face: int(number) for face, number in zip(FACES, numbers, strict=True)})


# ---------------------------------------------------------------------------------------------
# Questions
# ---------------------------------------------------------------------------------------------


def find_best_play(
    box: Box, must: Tiles, may: Tiles, gains: Tiles, *, fewest: int = 0
) -> Play | None:
    """Lay all that must be laid, and of what may be laid the tiles that gain most together.

    At least `fewest` of those are used. None if that is not possible.
    """
    laid, free, each = count_by_face(must), count_by_face(may), count_by_face(gains)
    able = all_columns(box).within(laid + free)
    limits = [*tile_limits(able.counts, laid, laid + free)]
    if fewest:
        tiles = able.counts.sum(axis=1)
        limits.append(Limit(tiles, int(laid.sum()) + fewest, highspy.kHighsInf))
    times = solve(Program(able.counts @ each, limits, most_times(able.counts, laid + free)))
    return None if times is None else play(able, times, laid, each)


def find_best_opening(box: Box, rack: Tiles, gains: Tiles, threshold: int) -> Play | None:
    """Of a rack alone, lay the tiles that gain most in melds worth the threshold (N-22)."""
    free, each = count_by_face(rack), count_by_face(gains)
    able = all_columns(box, valued=True).within(free)
    nothing = count_by_face({})
    limits = [*tile_limits(able.counts, nothing, free)]
    limits.append(Limit(able.values, max(threshold, 1), highspy.kHighsInf))
    times = solve(Program(able.counts @ each, limits, most_times(able.counts, free)))
    return None if times is None else play(able, times, nothing, each)


def count_most_kept(  # noqa: PLR0913  (a question with that many parts)
    box: Box, table: Iterable[Bag], rack: Tiles, gains: Tiles, gain: int, *, fewest: int = 0
) -> int | None:
    """How many sets of the table can stay as they lie in a play with exactly this gain."""
    sets = [count_by_face(Counter(tiles)) for tiles in table]
    laid, free, each = sum(sets, start=count_by_face({})), count_by_face(rack), count_by_face(gains)
    able = all_columns(box).within(laid + free)
    # One more column for each set of the table: whether it stays.
    counts = np.vstack([able.counts, *sets])
    stays = np.array([0] * len(able.bags) + [1] * len(sets), dtype=np.int64)
    most = np.concatenate(
        [most_times(able.counts, laid + free), np.ones(len(sets), dtype=np.int64)]
    )
    wanted = int(laid @ each) + gain
    limits = [*tile_limits(counts, laid, laid + free), Limit(counts @ each, wanted, wanted)]
    if fewest:
        limits.append(Limit(counts.sum(axis=1), int(laid.sum()) + fewest, highspy.kHighsInf))
    times = solve(Program(stays, limits, most))
    return None if times is None else int(stays @ times)


def count_fewest_moved(  # noqa: PLR0913  (a question with that many parts)
    box: Box, table: Sequence[Bag], rack: Tiles, gains: Tiles, *, gain: int, kept: int
) -> int:
    """How few tiles leave their set in a play with exactly this gain that keeps so many sets.

    The play has at least one tile.

    Every set that is not kept may stay on in one of the melds that come, its heir; what it shares
    with that one has not been moved. There must be no special jokers.
    """
    sets = [count_by_face(Counter(tiles)) for tiles in table]
    laid, free, each = sum(sets, start=count_by_face({})), count_by_face(rack), count_by_face(gains)
    jokers = int((laid + free)[INDEX[ORDINARY]])
    able = every_meld(box._replace(ordinary=jokers, double=0, colour_change=0, mirror=0))
    able = able[np.all(able <= laid + free, axis=1)]
    # Columns: melds that are nobody's heir; each meld as the heir of each set; sets that are kept.
    shared = [np.minimum(able, old).sum(axis=1) for old in sets]
    heirs = [some.nonzero()[0] for some in shared]
    counts = np.vstack([able, *[able[some] for some in heirs], *sets])
    stay = [np.zeros(len(able), dtype=np.int64)]
    stay += [some[which] for some, which in zip(shared, heirs, strict=True)]
    stay += [old.sum(keepdims=True) for old in sets]
    owner = [np.full(len(able), -1)]
    owner += [np.full(len(which), at) for at, which in enumerate(heirs)]
    owner += [np.full(1, at) for at in range(len(sets))]
    owners = np.concatenate(owner)
    is_kept = np.array([0] * (len(counts) - len(sets)) + [1] * len(sets), dtype=np.int64)
    wanted = int(laid @ each) + gain
    limits = [*tile_limits(counts, laid, laid + free), Limit(counts @ each, wanted, wanted)]
    limits += [Limit((owners == at).astype(np.int64), 0, 1) for at in range(len(sets))]
    limits.append(Limit(is_kept, kept, kept))
    limits.append(Limit(counts.sum(axis=1), int(laid.sum()) + 1, highspy.kHighsInf))
    most = np.where(owners < 0, most_times(counts, laid + free), 1)
    program = Program(np.concatenate(stay), limits, most)
    times = solve(program)
    assert times is not None
    return int(laid.sum()) - program.gain(times)


def tiles_then_points(may: Tiles, points: Tiles) -> Counter[str]:
    """Gains by which more tiles are always better, and among as many tiles more points."""
    more_than_all = 1 + sum(points[face] * number for face, number in may.items())
    return Counter({face: more_than_all + points[face] for face in may})


# ---------------------------------------------------------------------------------------------
# The program
# ---------------------------------------------------------------------------------------------


def tile_limits(counts: Ints, least: Ints, most: Ints) -> Iterable[Limit]:
    """Of each face there lie at least those that must and at most those at hand."""
    for face in most.nonzero()[0]:
        yield Limit(counts[:, face], int(least[face]), int(most[face]))


def most_times(counts: Ints, tiles: Ints) -> Ints:
    """How often each meld can be made of the tiles."""
    times = np.where(counts > 0, tiles // np.maximum(counts, 1), tiles.max(initial=0))
    found: Ints = times.min(axis=1)
    return found


def solve(program: Program) -> Ints | None:
    """Choose whole numbers within the limits for the greatest sum of gains; None if none can be.

    A program over ten thousand melds takes HiGHS long. But without the whole numbers it is quickly
    solved, and that gives a bound, and for every meld what the bound loses if it lies (its reduced
    cost). Mostly a few of the melds that lose least reach the bound. If they do not, only those
    melds are needed that lose less than what is missing.
    """
    if not len(program.gains):
        possible = all(limit.least <= 0 <= limit.most for limit in program.limits)
        return program.gains if possible else None
    relaxed = relax(program)
    if relaxed is None:
        return None
    assert int(np.abs(program.gains).max()) <= MOST_GAIN
    # Where many lose nothing, some of all kinds are more useful than many of one.
    mixed = np.random.default_rng(1).permutation(len(program.gains))
    cheapest = np.lexsort((mixed, relaxed.lying == 0, relaxed.losses))[:FIRST_TRY]
    found = solve_among(program, np.sort(cheapest))
    if found is not None and program.gain(found) + 1 > relaxed.bound + ROUNDING:
        return found
    reached = -np.inf if found is None else program.gain(found)
    # Something better gains at least 1 more than what was found.
    needed = (relaxed.losses <= relaxed.bound - (reached + 1) + ROUNDING).nonzero()[0]
    again = solve_among(program, needed)
    if again is None or (found is not None and program.gain(found) > program.gain(again)):
        return found
    return again


def relax(program: Program) -> Relaxed | None:
    """Solve the program without the whole numbers."""
    solver = run(program, whole=False)
    if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal, solver.getModelStatus()
    lying = np.array(solver.getSolution().col_value)
    losses = np.array(solver.getSolution().col_dual)
    # What lies as often as it can would lose by lying less: that is no reason to leave it out.
    losses = np.where(lying > 0, 0.0, np.abs(losses))
    return Relaxed(solver.getInfo().objective_function_value, lying, losses)


def solve_among(program: Program, chosen: npt.NDArray[np.int64]) -> Ints | None:
    """Solve the program with the melds that are chosen."""
    part = program.part(chosen)
    solver = run(part, whole=True)
    if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal, solver.getModelStatus()
    times: Ints = np.rint(solver.getSolution().col_value).astype(np.int64)
    for limit in part.limits:
        assert limit.least <= limit.factors @ times <= limit.most
    assert solver.getInfo().mip_dual_bound - part.gain(times) < UNSURE
    found = np.zeros(len(program.gains), dtype=np.int64)
    found[chosen] = times
    return found


def run(program: Program, *, whole: bool) -> Any:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    # Looking for simpler programs first takes HiGHS longer than solving them.
    options: dict[str, bool | int | float | str] = {
        "output_flag": False,
        "threads": 1,
        "mip_rel_gap": 0.0,
        "presolve": "off",
    }
    for option, value in options.items():
        solver.setOptionValue(option, value)
    solver.passModel(linear_program(program, whole=whole))
    solver.run()
    return solver


def linear_program(program: Program, *, whole: bool) -> Any:
    """The same as HiGHS wants it: one row for each limit, with the factors that are not 0."""
    gains, limits = program.gains, program.limits
    lp = highspy.HighsLp()
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.num_col_, lp.num_row_ = len(gains), len(limits)
    lp.col_cost_ = gains.astype(np.float64)
    lp.col_lower_, lp.col_upper_ = np.zeros(len(gains)), program.most.astype(np.float64)
    if whole:
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(gains)
    lp.row_lower_ = np.array([limit.least for limit in limits], dtype=np.float64)
    lp.row_upper_ = np.array([limit.most for limit in limits], dtype=np.float64)
    places = [limit.factors.nonzero()[0] for limit in limits]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *map(len, places)], dtype=np.int32)
    lp.a_matrix_.index_ = np.concatenate(places).astype(np.int32)
    values = [limit.factors[at] for limit, at in zip(limits, places, strict=True)]
    lp.a_matrix_.value_ = np.concatenate(values).astype(np.float64)
    return lp


def play(able: Columns, times: Ints, must: Ints, gains: Ints) -> Play:
    """Translate the numbers of the program into tiles."""
    used = times @ able.counts - must
    lying = chain.from_iterable([tiles] * int(n) for tiles, n in zip(able.bags, times, strict=True))
    return Play(int(used @ gains), counter(used), tuple(lying))


# ---------------------------------------------------------------------------------------------
# Brute force, for few tiles
# ---------------------------------------------------------------------------------------------


def all_plays(box: Box, table: Tiles, rack: Tiles) -> set[Bag]:
    """Every choice of rack tiles that can lie in melds together with all tiles of the table."""
    must, may = count_by_face(table), count_by_face(rack)
    able = all_columns(box).within(must + may)
    holding = {face: able.counts[able.counts[:, face] > 0] for face in range(len(FACES))}

    @cache
    def left_over(must: tuple[int, ...], may: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        """What can be left of the tiles that may be laid. Rack and table tiles are one heap:

        of each face, those that must be laid are laid first.
        """
        face = next((at for at, number in enumerate(must) if number), None)
        if face is None:
            face = next((at for at, number in enumerate(may) if number), None)
            if face is None:
                return frozenset([may])
            # Without any tile of this face, or with the melds that hold one.
            without = (*may[:face], 0, *may[face + 1 :])
            found = {
                (*rest[:face], rest[face] + may[face], *rest[face + 1 :])
                for rest in left_over(must, without)
            }
        else:
            found = set()
        at_hand = np.array(must) + np.array(may)
        for meld in holding[face]:
            if (meld <= at_hand).all():
                spared = np.maximum(np.array(must) - meld, 0)
                rest = at_hand - meld - spared
                found |= left_over(tuple(spared.tolist()), tuple(rest.tolist()))
        return frozenset(found)

    rests = left_over(tuple(must.tolist()), tuple(may.tolist()))
    plays = {tuple(sorted((counter(may - np.array(rest))).elements())) for rest in rests}
    return plays - {()}
