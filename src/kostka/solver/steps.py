"""A move as steps: what a person does, one thing after the other, from one table to the next.

Every set after the move is matched with the set before it with which it shares most tiles. What
two such sets share lies still; everything else is taken out first and laid afterwards. Tiles with
equal faces are interchangeable, and sets that lie there as before are not mentioned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from kostka.events.errors import BadInput, Violation, refuse
from kostka.melds import judge, problems
from kostka.solver.task import Sets
from kostka.tiles.notation import format_set, format_table
from kostka.tiles.tile import FACES, Face

Tiles = tuple[Face, ...]

SMALLEST_PART = 2
"""From how many tiles on the rest of a set is thought of as a set; a single tile is just loose."""


class StepCode(StrEnum):
    """What a step does."""

    TAKE = "take"
    """Tiles are taken out of a set; the others stay."""
    SPLIT = "split"
    """A set becomes several; tiles between them may become free."""
    BREAK_UP = "break_up"
    """All tiles of a set become free."""
    REPLACE = "replace"
    """Tiles take the place of jokers, which become free (N-24)."""
    ADD = "add"
    """Tiles go to a set."""
    JOIN = "join"
    """Sets become one, perhaps with tiles added to them."""
    LAY = "lay"
    """A new set of free tiles, from the rack or the table."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One thing to do: sets and free tiles become other sets and other free tiles."""

    code: StepCode
    sets: Sets = ()
    """The sets on the table that are changed."""
    tiles: Tiles = ()
    """The free tiles that are laid."""
    becomes: Sets = ()
    """The sets that lie there instead."""
    free: Tiles = ()
    """The tiles that are free afterwards."""
    rack: Tiles = ()
    """Those of the tiles laid that come from the rack."""

    @property
    def values(self) -> dict[str, str]:
        """What a sentence about the step has to name, in notation."""
        return {
            "sets": format_table(self.sets),
            "tiles": format_set(self.tiles),
            "becomes": format_table(self.becomes),
            "free": format_set(self.free),
        }

    @property
    def text(self) -> str:
        """The step as an English sentence."""
        return self._template().format(**self.values).replace(" | ", " and ")

    def __str__(self) -> str:
        return self.text

    def _template(self) -> str:
        match self.code:
            case StepCode.SPLIT if self.free:
                return "split {sets} into {becomes}, with {free} free"
            case StepCode.JOIN if self.tiles:
                return "join {sets} with {tiles}"
            case StepCode.LAY if len(self.rack) == len(self.tiles):
                return "lay {tiles} from the rack"
            case StepCode.REPLACE if _jokers(self.sets[0]) > 1:
                return "put {tiles} for {free} in {sets}"
        return _TEMPLATES[self.code]


_TEMPLATES = {
    StepCode.TAKE: "take {free} from {sets}",
    StepCode.SPLIT: "split {sets} into {becomes}",
    StepCode.BREAK_UP: "break up {sets}",
    StepCode.REPLACE: "put {tiles} for the joker in {sets}",
    StepCode.ADD: "add {tiles} to {sets}",
    StepCode.JOIN: "join {sets}",
    StepCode.LAY: "lay {tiles}",
}


def list_steps(before: Sets, after: Sets) -> tuple[Step, ...]:
    """Say how to get from one table to the other.

    There is at most one step for each set that goes and one for each that comes.
    """
    move = _Move(before, after)
    return tuple(_in_order(move.taking(), move.laying()))


def mark_rack_tiles(before: Sets, after: Sets) -> list[list[bool]]:
    """Say for every tile of the table after the move whether it came from the rack."""
    marks = [[False] * len(meld) for meld in after]
    for goal in _Move(before, after).goals:
        for place in goal.rack:
            marks[goal.at][place] = True
    return marks


def count_kept_and_moved(before: Sets, after: Sets) -> tuple[int, int]:
    """Count the sets that are kept, and the tiles of the others that leave their set.

    A set is kept if it lies there after the move, in whatever order. The others are matched with
    the new sets so that as many tiles as possible stay together; added tiles do not count.
    """
    old, goals = _touched(before, after)
    if not old:
        return len(before), 0
    masks = [goal.mask for goal in goals]
    stay = sum(
        (source.mask & masks[at]).bit_count()
        for source, at in zip(old, _matched([source.mask for source in old], masks), strict=True)
        if at is not None
    )
    return len(before) - len(old), sum(len(source.tiles) for source in old) - stay


def apply_steps(move: Iterable[Step], before: Sets, rack: Iterable[Face]) -> tuple[Sets, Tiles]:
    """Carry steps out; gives the sets that lie there then, and the tiles that are still free."""
    lying, free = list(before), list(rack)
    for step in move:
        for meld in step.sets:
            masks = [_mask(other) for other in lying]
            if _mask(meld) not in masks:
                raise BadInput(f"{step}: there is no {format_set(meld)} on the table")
            del lying[masks.index(_mask(meld))]
        for face in step.tiles:
            if face not in free:
                raise BadInput(f"{step}: {face} is not free")
            free.remove(face)
        lying += step.becomes
        free += step.free
    return tuple(lying), tuple(free)


# --- sets as numbers --------------------------------------------------------------------------

_BITS = 16
"""More tiles of one face than any set holds."""
_FIRST_BIT = [1 << _BITS * rank for rank in range(len(FACES) + 1)]


def _mask(tiles: Iterable[Face]) -> int:
    """Write tiles as a number: n tiles of a face are the lowest n of its bits.

    `&` then gives what two sets share, and equal numbers mean equal tiles in whatever order.
    """
    mask = 0
    for face in tiles:
        bit = _FIRST_BIT[face.rank]
        while mask & bit:
            bit <<= 1
        mask |= bit
    return mask


def _places(tiles: Iterable[Face], mask: int) -> tuple[list[int], list[int]]:
    """Give the places of the tiles that are in the mask, and of those that are not."""
    inside: list[int] = []
    outside: list[int] = []
    seen = 0
    for place, face in enumerate(tiles):
        bit = _FIRST_BIT[face.rank]
        while seen & bit:
            bit <<= 1
        seen |= bit
        (inside if mask & bit else outside).append(place)
    return inside, outside


def _parted(tiles: Tiles, mask: int) -> tuple[Tiles, Tiles]:
    """Give the tiles that are in the mask, and those that are not."""
    inside, outside = _places(tiles, mask)
    return tuple([tiles[at] for at in inside]), tuple([tiles[at] for at in outside])


def _jokers(tiles: Iterable[Face]) -> int:
    return sum(not face.number for face in tiles)


# --- which set becomes which ------------------------------------------------------------------


class _Source(msgspec.Struct):
    """A set before the move that does not lie there after it."""

    tiles: Tiles
    mask: int
    rest: Tiles
    """The tiles that go elsewhere, one by one."""
    parts: list[Tiles]
    """What stays together; each part is the base of a set after the move."""
    whole: bool = False
    """Is nothing taken from it, because it is joined to another or its jokers are replaced?"""


class _Goal(msgspec.Struct):
    """A set after the move that did not lie there before it."""

    at: int
    """Its place on the table."""
    tiles: Tiles
    mask: int
    need: list[int]
    """The places of tiles that have to be laid."""
    rack: list[int]
    """Those of these places that tiles of the rack take."""
    held: list[int]
    """The places of tiles that lie together already."""
    base: Tiles = ()
    """These tiles, as they lie."""
    joined: tuple[Tiles, ...] = ()
    """Whole sets that go to the base."""
    replacing: _Source | None = None
    """The set that has jokers where the base has number tiles."""
    replaced: Sequence[int] = ()
    """The places of these number tiles."""

    def show(self, places: Iterable[int]) -> Tiles:
        return tuple([self.tiles[place] for place in places])

    def laid(self, places: Sequence[int]) -> tuple[Tiles, Tiles]:
        """Give the tiles at these places, and those of them that come from the rack."""
        return self.show(places), self.show(place for place in places if place in self.rack)

    def begin(self, base: Tiles) -> None:
        self.base = base
        self.held, self.need = _places(self.tiles, _mask(base))

    def fill(self, tiles: Tiles) -> list[int]:
        """Strike tiles off those needed; gives their places."""
        filled, left = _places(self.show(self.need), _mask(tiles))
        places = [self.need[at] for at in filled]
        self.need = [self.need[at] for at in left]
        return places


def _touched(before: Sets, after: Sets) -> tuple[list[_Source], list[_Goal]]:
    """Leave out the sets that lie there before and after the move."""
    masks = [_mask(meld) for meld in after]
    waiting: dict[int, int] = {}
    for mask in masks:
        waiting[mask] = waiting.get(mask, 0) + 1
    kept: dict[int, int] = {}
    sources = []
    for meld in before:
        mask = _mask(meld)
        if waiting.get(mask, 0) > kept.get(mask, 0):
            kept[mask] = kept.get(mask, 0) + 1
        else:
            sources.append(_Source(meld, mask, meld, []))
    goals = []
    for at, mask in enumerate(masks):
        if kept.get(mask):
            kept[mask] -= 1
        else:
            goals.append(_Goal(at, after[at], mask, [*range(len(after[at]))], [], []))
    return sources, goals


_TILE = 1024
"""What a shared tile weighs: more than all that decides between equal matchings together."""


def _weight(old: int, new: int) -> int:
    """Weigh what two sets share; where that is equal, prefer what takes fewer steps."""
    shared = old & new
    many = shared.bit_count()
    return many * _TILE + (shared == old) + (shared == new) + (many >= SMALLEST_PART)


def _matched(old: Sequence[int], new: Sequence[int]) -> list[int | None]:
    """Match old and new sets so that they share most tiles; gives each old set's new one."""
    if len(old) > len(new):
        back = _matched(new, old)
        return [back.index(at) if at in back else None for at in range(len(old))]
    weights = [[_weight(one, other) for other in new] for one in old]
    found = [row.index(max(row)) for row in weights]
    if len(set(found)) < len(found):  # two sets would rather become the same one
        found = _assigned(weights)
    return [at if old[row] & new[at] else None for row, at in enumerate(found)]


def _assigned(weights: Sequence[Sequence[int]]) -> list[int]:
    """Give each row a column of its own, of most weight together (the Hungarian method)."""
    assignment = _Assignment(weights)
    for row in range(len(weights)):
        assignment.let_in(row)
    return [assignment.holder.index(row) for row in range(len(weights))]


class _Assignment:
    """Rows that have a column each; as heavy as it can be for the rows let in so far.

    Every row and column has a potential: no weight is more than the two together, and the weights
    chosen are just that. There are at least as many columns as rows.
    """

    def __init__(self, weights: Sequence[Sequence[int]]) -> None:
        self.weights = weights
        self.of_row = [max(row) for row in weights]
        self.of_column = [0] * len(weights[0])
        self.holder: list[int | None] = [None] * len(weights[0])
        """The row that has the column."""

    def let_in(self, row: int) -> None:
        """Find the row a column; others change theirs along the cheapest path to a free one."""
        column, came_from = self._cheapest_path(row)
        while (previous := came_from[column]) is not None:
            self.holder[column] = self.holder[previous]
            column = previous
        self.holder[column] = row

    def _cheapest_path(self, new_row: int) -> tuple[int, list[int | None]]:
        left = list(range(len(self.holder)))
        cost: list[int] = [_TILE**3] * len(left)
        came_from: list[int | None] = [None] * len(left)
        passed: list[int] = []
        row, column = new_row, None
        while True:
            for at in left:
                gap = self.of_row[row] + self.of_column[at] - self.weights[row][at]
                if gap < cost[at]:
                    cost[at], came_from[at] = gap, column
            column = min(left, key=cost.__getitem__)
            self._lower(new_row, passed, cost[column])
            cost = [known - cost[column] for known in cost]
            left.remove(column)
            holder = self.holder[column]
            if holder is None:
                return column, came_from
            passed.append(column)
            row = holder

    def _lower(self, new_row: int, passed: Iterable[int], by: int) -> None:
        """Change the potentials on the way, so that the next column is reached for nothing."""
        self.of_row[new_row] -= by
        for column in passed:
            holder = self.holder[column]
            assert holder is not None
            self.of_row[holder] -= by
            self.of_column[column] += by


# --- what has to be done ----------------------------------------------------------------------


class _Move:
    """Which tiles lie still, which become free, and which are laid where."""

    def __init__(self, before: Sets, after: Sets) -> None:
        self.sources, self.goals = _touched(before, after)
        self._find_bases()
        self._find_joined()
        self._find_replaced()
        self._find_rack()

    def taking(self) -> list[Step]:
        """Give the steps that only make tiles free."""
        found = []
        for source in self.sources:
            if source.whole or not (source.rest or len(source.parts) > 1):
                continue
            code = (StepCode.BREAK_UP, StepCode.TAKE, StepCode.SPLIT)[min(len(source.parts), 2)]
            becomes = tuple(sorted(source.parts, key=lambda part: source.tiles.index(part[0])))
            found.append(Step(code, (source.tiles,), becomes=becomes, free=source.rest))
        return found

    def laying(self) -> list[Step]:
        """Give the steps that lay tiles."""
        found = []
        for goal in self.goals:
            if goal.replacing:
                with_jokers, free = goal.replacing.tiles, goal.replacing.rest
                tiles, rack = goal.laid(goal.replaced)
                replace = Step(StepCode.REPLACE, (with_jokers,), tiles, (goal.base,), free, rack)
                found.append(replace)
            if goal.need or goal.joined:
                code = StepCode.JOIN if goal.joined else StepCode.ADD if goal.base else StepCode.LAY
                sets = (goal.base, *goal.joined) if goal.base else ()
                tiles, rack = goal.laid(goal.need)
                found.append(Step(code, sets, tiles, (goal.tiles,), rack=rack))
        return found

    def _find_bases(self) -> None:
        """Decide what stays together: what matched sets share, then other parts of a set."""
        matching = _matched([s.mask for s in self.sources], [g.mask for g in self.goals])
        for source, at in zip(self.sources, matching, strict=True):
            if at is not None:
                self._keep(source, self.goals[at])
        for goal in self.goals:
            if not goal.base and self.sources:
                shares = [(_mask(s.rest) & goal.mask).bit_count() for s in self.sources]
                self._keep(self.sources[shares.index(max(shares))], goal)

    def _keep(self, source: _Source, goal: _Goal) -> None:
        part, rest = _parted(source.rest, goal.mask)
        if len(part) >= SMALLEST_PART:
            source.parts.append(part)
            source.rest = rest
            goal.begin(part)

    def _find_joined(self) -> None:
        """Find whole sets that become part of another one."""
        for source in self.sources:
            if source.parts:
                continue
            for goal in self.goals:
                needed = _mask(goal.show(goal.need))
                if goal.base and source.mask & needed == source.mask:
                    goal.joined += (source.tiles,)
                    goal.fill(source.tiles)
                    source.whole = True
                    break

    def _find_replaced(self) -> None:
        """Find jokers that leave a set in which a tile takes their place (N-24)."""
        for source in self.sources:
            if len(source.parts) != 1 or not source.rest or any(f.number for f in source.rest):
                continue
            goal = next(goal for goal in self.goals if goal.base is source.parts[0])
            tiles = _in_place_of(source.rest, source.tiles, goal.show(goal.need))
            if tiles:
                source.whole = True
                goal.replaced = goal.fill(tiles)
                goal.held = sorted(goal.held + goal.replaced)
                goal.base = goal.show(goal.held)
                goal.replacing = source

    def _find_rack(self) -> None:
        """Decide which of the tiles that are laid come from the rack."""
        spare = [0] * len(_FIRST_BIT)
        for goal in self.goals:
            for face in goal.tiles:
                spare[face.rank] += 1
        for source in self.sources:
            for face in source.tiles:
                spare[face.rank] -= 1
                if spare[face.rank] < 0:
                    gone = problems.TAKEN_FROM_TABLE if face.number else problems.JOKER_NOT_PLACED
                    raise refuse(gone(tile=str(face)))
        for goal in self.goals:
            for place in (*goal.replaced, *goal.need):
                rank = goal.tiles[place].rank
                if spare[rank]:
                    spare[rank] -= 1
                    goal.rack.append(place)


def _in_place_of(jokers: Tiles, meld: Tiles, tiles: Tiles) -> Tiles:
    """Choose tiles for what the jokers of a set stand for; none if some joker gets none."""
    judged = judge(meld)
    if isinstance(judged, Violation):
        return ()
    left, chosen = list(tiles), []
    places = [(face, reads.split()) for face, reads in zip(meld, judged.reads, strict=True)]
    for joker in jokers:
        for place in places:
            found = _tiles_for(place[1], left) if place[0] is joker else []
            if found:
                chosen += found
                for face in found:
                    left.remove(face)
                places.remove(place)
                break
        else:
            return ()
    return tuple(chosen)


def _tiles_for(cells: Iterable[str], tiles: Iterable[Face]) -> list[Face]:
    """Choose a tile for each cell that a joker fills: `B4`, `B3/O3`, or `8` of any colour."""
    left, chosen = list(tiles), []
    for cell in cells:
        meant = cell.split("/")
        face = next((f for f in left if f.name in meant or str(f.number) in meant), None)
        if face is None:
            return []
        left.remove(face)
        chosen.append(face)
    return chosen


# --- in which order ---------------------------------------------------------------------------


def _in_order(taking: Sequence[Step], laying: Sequence[Step]) -> list[Step]:
    """Put steps in order: tiles are taken out before they are laid, and not long before.

    There always is a next step: only number tiles take the place of jokers, and those become free
    by taking alone.
    """
    done: list[Step] = []
    loose: list[Face] = []
    to_take = dict(enumerate(taking))
    to_lay = sorted(laying, key=lambda step: not step.free)  # what frees a joker comes first
    while to_lay:
        at, first = _next(to_lay, to_take, loose)
        doing = [*map(to_take.pop, first), to_lay.pop(at)]
        for step in doing:
            loose += step.free
            for face in _of_table(step):
                loose.remove(face)
        done += doing
    return [*done, *to_take.values()]


def _next(
    to_lay: Sequence[Step], to_take: Mapping[int, Step], loose: Sequence[Face]
) -> tuple[int, list[int]]:
    """Choose what to lay next, and what to take out for it: as little as possible."""
    best: tuple[int, list[int]] | None = None
    for at, step in enumerate(to_lay):
        first = None if _rests_on(step, to_lay) else _first(step, to_take, loose)
        if first is not None and (best is None or len(first) < len(best[1])):
            best = at, first
            if not first:
                break
    assert best is not None
    return best


def _rests_on(step: Step, others: Iterable[Step]) -> bool:
    """Say whether one of the others makes a set that the step changes: that one, no equal one."""
    return any(made is meld for other in others for made in other.becomes for meld in step.sets)


def _first(step: Step, to_take: Mapping[int, Step], loose: Iterable[Face]) -> list[int] | None:
    """Say what has to be taken out before a step, None if that alone does not make it possible."""
    first = [at for at, other in to_take.items() if _rests_on(step, [other])]
    free = [*loose, *(face for at in first for face in to_take[at].free)]
    for face in _of_table(step):
        if face not in free:
            giving = (at for at, other in to_take.items() if at not in first and face in other.free)
            at = next(giving, None)
            if at is None:
                return None
            first.append(at)
            free += to_take[at].free
        free.remove(face)
    return first


def _of_table(step: Step) -> list[Face]:
    """Give the tiles laid that do not come from the rack."""
    left = list(step.tiles)
    for face in step.rack:
        left.remove(face)
    return left
