"""Runs searches in the compiled kernel if it was built, else in the Python reference."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from kostka.editions.model import Edition
from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.solver.input_check import KNOWN_VALID_SETS, check_position_tiles, count_box_faces
from kostka.solver.least_change import keep_most_sets, split_kept_and_new
from kostka.solver.steps import count_kept_sets_and_moved_tiles
from kostka.solver.task import Counts, SearchResult, Sets, Task, count_faces, list_faces
from kostka.tiles.tile import FACES, Face

try:
    from kostka.solver import _kernel
except ImportError:  # no C compiler when the package was installed
    KERNEL = False
else:
    KERNEL = True
    _kernel.use(FACES)

NO_COUNTS = (0,) * len(FACES)


class EnginePlay(NamedTuple):
    """The best play as the engine returns it; `Answer` is what callers of the solver see."""

    before: Sets
    table: Sets
    """The table after the play, kept sets first; equal to `before` if there is no play."""
    placed: tuple[Face, ...]
    kept: int
    """The count of sets that are untouched."""
    gain: int
    proven: bool
    kept_most: bool
    fewest_moved: bool


def make_empty_play(before: Sets, *, proven: bool) -> EnginePlay:
    """Return the result for "there is no play"."""
    return EnginePlay(before, before, (), len(before), 0, proven, kept_most=True, fewest_moved=True)


def pack_set_rules(rules: SetRules) -> int:
    """Return what is forbidden as bits, as the kernel has them."""
    if rules is ALL_SETS:
        return 0
    return sum(1 << bit for bit, is_allowed in enumerate(rules) if not is_allowed)


def search(task: Task) -> SearchResult:
    """Find sets for a task."""
    if not KERNEL:
        from kostka.solver import reference  # noqa: PLC0415  (slow to import, seldom needed)

        return reference.search(task)
    worth = -1 if task.worth is None else task.worth
    must, may = bytes(task.must), bytes(task.may)
    rules = pack_set_rules(task.rules)
    return SearchResult(*_kernel.search(must, may, task.gains, worth, task.effort, rules))


def find_best_play(  # noqa: PLR0913, PLR0917  (a question with that many parts)
    edition: Edition,
    table: Sequence[Sequence[Face]],
    rack: Sequence[Face],
    gains: Counts,
    worth: int | None,
    effort: int,
    least_change: bool,  # noqa: FBT001  (the hottest call, and keywords take time)
) -> EnginePlay:
    """Find the best play of a rack on a table; with `worth` an opening, beside the table."""
    if not KERNEL:
        check_position_tiles(edition, table, rack)
        return _find_best_play_in_python(
            table, rack, gains, worth, effort, edition.set_rules, least_change=least_change
        )
    box, needed = count_box_faces(edition.box), -1 if worth is None else worth
    known, rules = KNOWN_VALID_SETS[edition.set_rules], pack_set_rules(edition.set_rules)
    laid = _kernel.play(table, rack, box, known, gains, needed, effort, least_change, rules)
    if laid is None:  # a set that was not seen before, or bad input
        sets = check_position_tiles(edition, table, rack)
        laid = _kernel.play(table, rack, box, sets, gains, needed, effort, least_change, rules)
        assert laid is not None
    return EnginePlay._make(laid)


def _find_best_play_in_python(  # noqa: PLR0913, PLR0917
    table: Sequence[Sequence[Face]],
    rack: Sequence[Face],
    gains: Counts,
    worth: int | None,
    effort: int,
    rules: SetRules,
    *,
    least_change: bool,
) -> EnginePlay:
    before = tuple(map(tuple, table))
    opening = worth is not None
    must = NO_COUNTS if opening else count_faces(chain.from_iterable(before))
    task = Task(must, count_faces(rack), gains, worth, effort, rules)
    found = search(task)
    if found.sets is None:
        return make_empty_play(before, proven=found.proven)
    kept_most = fewest_moved = False
    if least_change and not opening:
        found, kept_most = keep_most_sets(search, task, before, found)
        # The Python twin does not minimize moved tiles, but zero is certainly minimal.
        fewest_moved = not count_kept_sets_and_moved_tiles(before, found.sets or ())[1]
    new = count_faces(chain.from_iterable(found.sets or ()))
    placed = list_faces([count - done for count, done in zip(new, must, strict=True)])
    kept, fresh = (before, found.sets) if opening else split_kept_and_new(before, found.sets or ())
    return EnginePlay(
        before,
        (*kept, *(fresh or ())),
        placed,
        len(kept),
        found.gain,
        found.proven,
        kept_most,
        fewest_moved,
    )
