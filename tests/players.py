"""Simple players for tests: seeded, they see nothing but a view and answer with a command.

They are no great players, but lively ones: they open when they can, lay sets, add to sets on the
table, split and rearrange a little, replace jokers, and let the time run out now and then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, permutations
from random import Random
from typing import NamedTuple

from kostka.editions import Edition
from kostka.editions.model import Drawing
from kostka.melds import MeldKind, Table, check_turn, interpret_set
from kostka.melds.enumeration import enumerate_sets
from kostka.numbers import (
    Announce,
    AnyCommand,
    AskRedeal,
    Draw,
    EndTurn,
    Pass,
    Place,
    RunOutOfTime,
    View,
)
from kostka.solver.opening import can_open
from kostka.tiles import Face, Kind, TileId, get_box

Set = tuple[TileId, ...]

LARGEST_OWN_SET = 6
"""Sets of more tiles are not laid at once: too many orders would have to be tried."""

TRIES = 6
"""How many ways to open a player looks at."""


@dataclass(frozen=True)
class Habits:
    """How likely a player does what, in each turn where it is possible."""

    idles: float = 0.05
    """Draws, or passes, without looking for tiles to place."""
    stops: float = 0.1
    """Places no more tiles in this turn, after each step of a move."""
    rearranges: float = 0.7
    """Takes tiles from sets on the table, splits sets, replaces jokers."""
    parts_with_jokers: float = 0.15
    """Adds a joker alone to a set."""
    announces: float = 0.7
    """An opening that the tile just drawn made possible."""
    announces_in_vain: float = 0.0
    """Whatever the rack, where that is not refused."""
    times_out: float = 0.0
    asks_redeal: float = 1.0
    chooses_stack: float = 0.7
    tidy: bool = True
    """Lays runs upwards and groups by colour."""


class Step(NamedTuple):
    """One step of a move: sets of the table become other sets, with tiles of the rack."""

    old: tuple[Set, ...]
    new: tuple[Set, ...]
    used: tuple[TileId, ...]


class Draft:
    """A table in the making, and what is left on the rack."""

    def __init__(self, edition: Edition, table: Table, rack: Iterable[TileId]) -> None:
        self.edition = edition
        self.box = get_box(edition.box)
        self.sets = list(table)
        self.rack = list(rack)

    @property
    def table(self) -> Table:
        return tuple(self.sets)

    def take(self, step: Step, *, tidy: bool = False) -> None:
        if tidy:
            step = step._replace(new=tuple(map(self.tidied, step.new)))
        self.sets = [meld for meld in self.sets if meld not in step.old] + list(step.new)
        self.rack = [tile for tile in self.rack if tile not in step.used]

    def tidied(self, meld: Set) -> Set:
        """The set in the order that most people like, if it was not mirrored."""
        faces = self.box.get_faces(meld)
        reading = interpret_set(faces)
        if reading is None or any(face.kind is Kind.MIRROR for face in faces):
            return meld
        if reading.kind is MeldKind.GROUP:
            return tuple(sorted(meld))
        return meld[:: reading.step]

    def valid(self, meld: Sequence[TileId]) -> bool:
        return interpret_set(self.box.get_faces(meld)) is not None

    def face(self, tile: TileId) -> Face:
        return self.box.get_face(tile)

    def distinct(self) -> list[TileId]:
        """One tile of the rack for each face."""
        return list({self.face(tile): tile for tile in self.rack}.values())

    def own_sets(self, rng: Random) -> Iterator[Step]:
        """Sets of the rack alone, dear ones rather first."""
        found = [
            (value * rng.uniform(0.5, 1), faces)
            for faces, value in enumerate_sets(self.box.get_faces(self.rack)).items()
            if len(faces) <= LARGEST_OWN_SET
        ]
        found.sort(key=lambda item: -item[0])
        for _, faces in found:
            meld = self._arranged(faces)
            if meld is not None:
                yield Step((), (meld,), meld)

    def _arranged(self, faces: Sequence[Face]) -> Set | None:
        """Find tiles of the rack with these faces, and an order in which they are a set."""
        order = next((order for order in permutations(faces) if interpret_set(order)), None)
        if order is None:
            return None
        found: list[TileId] = []
        for face in order:
            found.append(next(t for t in self.rack if self.face(t) is face and t not in found))
        return tuple(found)

    def additions(self, *, jokers: bool) -> Iterator[Step]:
        """Single tiles at either end of a set; two at once around a mirror joker."""
        tiles = [tile for tile in self.distinct() if jokers or self.face(tile).number]
        for meld in self.sets:
            for tile in tiles:
                for longer in ((tile, *meld), (*meld, tile)):
                    if self.valid(longer):
                        yield Step((meld,), (longer,), (tile,))
            if any(self.face(tile).kind is Kind.MIRROR for tile in meld):
                for one, other in permutations(self.rack, 2):
                    if self.face(one).number and self.valid((one, *meld, other)):
                        yield Step((meld,), ((one, *meld, other),), (one, other))

    def rearrangements(self) -> Iterator[Step]:
        """Take a tile that a set can spare, split a long run, or replace a joker."""
        pairs = list(combinations(self.distinct(), 2))
        for meld in self.sets:
            for at, tile in enumerate(meld):
                before, after = meld[:at], meld[at + 1 :]
                rest = before + after
                if len(rest) > 2 and self.valid(rest):
                    for new, used in self._with_pairs(tile, pairs):
                        yield Step((meld,), (rest, new), used)
                yield from self._split(meld, at)
                if self.face(tile).kind is Kind.ORDINARY:
                    yield from self._replaced(meld, at, pairs)

    def _split(self, meld: Set, at: int) -> Iterator[Step]:
        if not 2 <= at <= len(meld) - 3:
            return
        for tile in self.distinct():
            if self.face(tile).number:
                halves = (*meld[:at], tile), meld[at:]
                if all(map(self.valid, halves)):
                    yield Step((meld,), halves, (tile,))

    def _replaced(self, meld: Set, at: int, pairs: Iterable[Set]) -> Iterator[Step]:
        """Put a tile in the place of a joker, and the joker into a set again."""
        joker = meld[at]
        for tile in self.distinct():
            whole = (*meld[:at], tile, *meld[at + 1 :])
            if not self.face(tile).number or not self.valid(whole):
                continue
            free = [pair for pair in pairs if tile not in pair]
            for new, used in self._with_pairs(joker, free):
                yield Step((meld,), (whole, new), (tile, *used))
            for other in self.sets:
                if other != meld and self.valid((*other, joker)):
                    yield Step((meld, other), (whole, (*other, joker)), (tile,))

    def _with_pairs(self, tile: TileId, pairs: Iterable[Set]) -> Iterator[tuple[Set, Set]]:
        for one, other in pairs:
            for new in ((tile, one, other), (one, tile, other), (one, other, tile)):
                if self.valid(new):
                    yield new, (one, other)
                    break


def get_own_rack(view: View) -> tuple[TileId, ...]:
    """The rack of the viewer, who has a seat."""
    assert view.viewer is not None
    return view.seats[view.viewer].rack or ()


class Player:
    """Plays one seat."""

    def __init__(self, rng: Random, habits: Habits | None = None) -> None:
        self.rng = rng
        self.habits = habits or Habits()

    def command(self, view: View) -> AnyCommand:
        """Return what to do in one's own turn."""
        seat = view.viewer
        assert seat is not None
        assert view.turn == seat
        habits = self.habits
        if view.turn_open:
            return self._open_turn(view, seat)
        if self._likely(habits.times_out) and view.header.edition.main_seconds is None:
            return RunOutOfTime(seat, self.unfinished(view))
        table = None if self._likely(habits.idles) else self.move(view)
        if table is not None:
            return Place(seat, table)
        if not view.pool or view.last_round is not None:
            return Pass(seat)
        return Draw(seat, self._stack(view))

    def redeal(self, view: View) -> AskRedeal | None:
        """Ask for a new deal, if one may (N-7)."""
        if not view.can_ask_redeal or not self._likely(self.habits.asks_redeal):
            return None
        assert view.viewer is not None
        return AskRedeal(view.viewer)

    def move(self, view: View) -> Table | None:
        """Look for a table that may stand at the end of this turn."""
        assert view.viewer is not None
        opened = view.seats[view.viewer].opened
        for _ in range(1 if opened else TRIES):
            draft = Draft(view.header.edition, view.table, get_own_rack(view))
            if opened:
                self._play(draft)
            else:
                self._open(draft)
            if len(draft.rack) < len(get_own_rack(view)) and is_allowed(view, draft.table):
                return draft.table
        return None

    def any_set(self, view: View) -> Table:
        """The table with some set of the own rack, be it enough to open or not."""
        draft = Draft(view.header.edition, view.table, get_own_rack(view))
        steps = list(islice(draft.own_sets(self.rng), 20))
        if steps:
            draft.take(self.rng.choice(steps))
        return draft.table

    def unfinished(self, view: View) -> Table | None:
        """The table as it may lie when the time runs out: done, spoilt, untouched or nonsense."""
        table = self.move(view) or view.table
        match self.rng.randrange(5):
            case 0:
                return None
            case 1:
                return view.table
            case 2:
                return table
            case 3:
                return spoil_table(view, table, self.rng)
            case _:
                return make_nonsense(self.rng)

    def _likely(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _open_turn(self, view: View, seat: int) -> AnyCommand:
        """After a draw that leaves the turn open: announce or not, then end it (N-20, N-41)."""
        if view.seats[seat].announced:
            return EndTurn(seat)
        if self.habits.announces_in_vain and self._likely(self.habits.announces_in_vain):
            return Announce(seat)
        if self._likely(self.habits.announces):
            edition, rack = view.header.edition, get_own_rack(view)
            show = get_box(edition.box).get_faces
            opening = (edition.opening_threshold, edition.set_rules)
            before = show(rack[: rack.index(view.drawn)] if view.drawn in rack else rack)
            if can_open(show(rack), *opening) and not can_open(before, *opening):
                return Announce(seat)
        return EndTurn(seat)

    def _stack(self, view: View) -> int | None:
        """Choose the next stack where that is up to the player (Z-10)."""
        if view.header.edition.drawing is not Drawing.CHOSEN_STACK or view.stacks[view.middle]:
            return None
        if not self._likely(self.habits.chooses_stack):
            return None
        return self.rng.choice([at for at, height in enumerate(view.stacks) if height])

    def _open(self, draft: Draft) -> None:
        while step := next(draft.own_sets(self.rng), None):
            draft.take(step, tidy=self.habits.tidy)

    def _play(self, draft: Draft) -> None:
        while draft.rack:
            step = self._step(draft)
            if step is None:
                return
            draft.take(step, tidy=self.habits.tidy)
            if self._likely(self.habits.stops):
                return

    def _step(self, draft: Draft) -> Step | None:
        step = next(draft.own_sets(self.rng), None)
        if step is not None:
            return step
        jokers = len(draft.rack) <= 2 or self._likely(self.habits.parts_with_jokers)
        additions = list(draft.additions(jokers=jokers))
        if self._likely(self.habits.rearranges):
            rearrangements = list(draft.rearrangements())
            if rearrangements and (not additions or self._likely(0.5)):
                return self.rng.choice(rearrangements)
        return self.rng.choice(additions) if additions else None


def is_allowed(view: View, table: Table) -> bool:
    """May the viewer end the turn with this table?"""
    assert view.viewer is not None
    opened = view.seats[view.viewer].opened
    rack = get_own_rack(view)
    return not check_turn(view.header.edition, view.table, rack, table, opened=opened).violations


# --- tables that are wrong --------------------------------------------------------------------


def spoil_table(view: View, table: Table, rng: Random) -> Table:  # noqa: C901
    """Change a table in a way that is mostly, but not always, against the rules."""
    sets = [list(meld) for meld in table]
    tiles = list(chain.from_iterable(sets))
    box = get_box(view.header.edition.box)
    rack = [tile for tile in get_own_rack(view) if tile not in tiles]
    foreign = [tile for tile in box.tiles if tile not in tiles and tile not in rack]
    some = rng.choice(sets) if sets else []
    match rng.randrange(10):
        case 0 if some:  # a tile is missing
            some.remove(rng.choice(some))
        case 1 if some:  # a tile lies there twice
            rng.choice(sets).append(rng.choice(some))
        case 2 if foreign:  # a tile of somebody else, or of the pool
            some.append(rng.choice(foreign))
            sets = sets or [some]
        case 3 if len(sets) > 1:  # two sets become one
            joined = sets.pop(rng.randrange(len(sets)))
            rng.choice(sets).extend(joined)
        case 4 if some:  # in any order
            rng.shuffle(some)
        case 5:  # the other way round: for a run the same run
            for meld in sets:
                meld.reverse()
        case 6 if some:  # a whole set is missing
            sets.remove(some)
        case 7 if rack and some:  # a tile of the rack anywhere
            some.insert(rng.randint(0, len(some)), rng.choice(rack))
        case 8 if rack:  # tiles of the rack on their own
            sets.append(rng.sample(rack, rng.randint(1, min(4, len(rack)))))
        case 9 if some:  # a whole set lies there twice
            sets.append(list(some))
        case _:
            sets.append([])
    rng.shuffle(sets)
    return tuple(tuple(meld) for meld in sets)


def make_nonsense(rng: Random) -> Table:
    """Sets of numbers that need not be tiles at all."""
    numbers = (-1, 0, 1, 7, 105, 106, 159, 160, 1 << 31, 1 << 63, 1 << 80, -(1 << 80))
    return tuple(
        tuple(TileId(rng.choice(numbers)) for _ in range(rng.randrange(5)))
        for _ in range(rng.randrange(1, 4))
    )
