"""Z-12 against the second reading, on tables that time interrupted."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from kostka.editions import TOURNAMENT, apply_house_rules
from kostka.numbers import Phase, RunOutOfTime, State, decide, evolve_all
from kostka.tiles import TileId
from tests.oracle.second_reading.late_table import LateMove, LateTile, Row, judge_late_table
from tests.oracle.second_reading.sets import PATTERNS, is_set
from tests.positions import build_position

CASES = 1_500
OFTEN = 20
EDITIONS = [apply_house_rules(TOURNAMENT, opening_threshold=threshold) for threshold in (30, 30, 0)]


class Case(NamedTuple):
    """A position, and the table as it lies when time is up."""

    state: State
    draft: list[list[TileId]]


class Felt:
    """Own tiles and tiles of the table, moved about at random."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.box = [f"{colour}{number}" for colour in "KRBO" for number in range(1, 14)] * 2
        self.box += ["J", "J"]
        rng.shuffle(self.box)
        self.table: list[list[str]] = [self.take_set() for _ in range(rng.randint(0, 3))]
        self.ready: list[list[str]] = [self.take_set() for _ in range(rng.randint(0, 3))]
        self.spare = [self.box.pop() for _ in range(rng.randint(1, 5))]

    def take_set(self) -> list[str]:
        """Take a set out of the box, written in any order that is allowed."""
        while True:
            _, pattern = self.rng.choice(PATTERNS)
            row = ["J" if self.rng.random() < 0.08 else tile for tile in pattern]
            if not Counter(row) - Counter(self.box):
                for tile in row:
                    self.box.remove(tile)
                is_group = row[0][1:] == row[-1][1:] and "J" not in row
                if is_group:
                    self.rng.shuffle(row)
                return row[::-1] if self.rng.random() < 0.3 else row


def make_case(rng: Random) -> Case:
    felt = Felt(rng)
    rack = [tile for row in felt.ready for tile in row] + felt.spare
    state = build_position(
        rng.choice(EDITIONS),
        racks=[" ".join(rack), felt.box[0]],
        table=" | ".join(map(" ".join, felt.table)),
        pool=" ".join(felt.box[1:4]),
        opened=[rng.random() < 0.6, True],
    )
    own = list(state.seats[0].rack)
    draft = [list(row) for row in state.table]
    for row in felt.ready:
        tiles = [own.pop(0) for _ in row]
        if rng.random() < 0.7:
            draft.append(tiles)
        else:
            own += tiles
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
        disturb(state, rng, draft, own)
    rng.shuffle(draft)
    return Case(state, [row for row in draft if row])


def disturb(state: State, rng: Random, draft: list[list[TileId]], own: list[TileId]) -> None:
    """Do one thing that people do when time is short."""
    rows = [row for row in draft if row]
    deed = rng.choice(("fit", "fit", "wrong", "wrong", "loose", "loose", "cut", "carry", "take"))
    if deed in ("fit", "wrong", "loose") and own:
        lay_own_tile(state, rng, draft, own, deed)
    elif deed == "cut" and rows:
        row = rng.choice(rows)
        at = rng.randint(1, len(row))
        draft.append(row[at:])
        del row[at:]
    elif deed in ("carry", "take") and rows:
        tile = rng.choice(rows).pop(rng.choice((0, -1)))
        if deed == "carry":
            rng.choice(rows).append(tile)


def lay_own_tile(
    state: State, rng: Random, draft: list[list[TileId]], own: list[TileId], deed: str
) -> None:
    """Lay own tiles where one fits, where it does not, or beside everything."""
    rows = [row for row in draft if row]
    fits = [(row, tile) for row in rows for tile in own if is_set(read_faces(state, [*row, tile]))]
    if deed == "fit" and fits:
        row, tile = rng.choice(fits)
        row.append(tile)
        own.remove(tile)
    elif deed == "wrong" and rows:
        row = rng.choice(rows)
        row.insert(rng.randint(0, len(row)), own.pop(rng.randrange(len(own))))
    elif deed == "loose":
        draft.append([own.pop() for _ in range(rng.randint(1, min(2, len(own))))])


def read_faces(state: State, tiles: list[TileId] | tuple[TileId, ...]) -> Row:
    return tuple(str(state.box.get_face(tile)) for tile in tiles)


def name_outcome(case: Case, expected: LateMove | None) -> str:
    """Return what became of the move, and whether anything had to go back."""
    opened = "opened" if case.state.seats[0].opened else "unopened"
    if expected is None:
        return f"{opened}, undone"
    mixed = any(
        not is_set(read_faces(case.state, row))
        and any(tile in case.state.seats[0].rack for tile in row)
        and any(tile not in case.state.seats[0].rack for tile in row)
        for row in case.draft
    )
    if mixed:
        return f"{opened}, stands, taken out of a mixed set"
    return f"{opened}, stands, {'some taken back' if expected.taken_back else 'whole'}"


@pytest.mark.clause("Z-12")
def test_what_stands_of_a_late_move_is_what_a_second_reading_says() -> None:
    rng, seen = Random("late tables, read again"), Counter[str]()
    for number in range(CASES):
        case = make_case(rng)
        state = case.state
        mover = state.seats[0]
        table_before = [read_faces(state, row) for row in state.table]
        rows = [
            [LateTile(str(state.box.get_face(tile)), tile in mover.rack) for tile in row]
            for row in case.draft
        ]
        expected = judge_late_table(
            table_before,
            rows,
            has_opened=mover.opened,
            threshold=state.edition.opening_threshold,
        )
        after = evolve_all(state, decide(state, RunOutOfTime(0, tuple(map(tuple, case.draft)))))
        table = [read_faces(after, row) for row in after.table]
        rack = Counter(read_faces(after, after.seats[0].rack))
        before = Counter(read_faces(state, mover.rack))
        where = (
            number,
            table_before,
            [[f"{tile.face}{'*' * tile.is_own}" for tile in row] for row in rows],
            mover.opened,
        )
        if expected is None:
            assert table == table_before, where
            assert sum((rack - before).values()) == 1, where
            assert not before - rack, where
            assert after.seats[0].opened == mover.opened, where
        else:
            assert Counter(map(normalise, table)) == Counter(map(normalise, expected.table)), where
            assert before - rack == Counter(expected.placed), where
            assert not rack - before, where
            assert after.seats[0].opened, where
            assert (after.phase is Phase.FINISHED) == (not rack), where
        seen[name_outcome(case, expected)] += 1
    assert len(seen) == 8, seen
    assert min(seen.values()) >= OFTEN, seen


def normalise(row: Row) -> Row:
    """A row read the other way round is the same row; how groups are ordered does not matter."""
    return tuple(sorted(row))
