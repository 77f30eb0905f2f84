"""Z-12 against a second reading of the clause, on generated moves that time interrupted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from kostka.editions import TOURNAMENT
from kostka.numbers import RunOutOfTime, State, decide, evolve_all
from kostka.numbers import events as ev
from kostka.tiles import TileId
from tests.oracle.late_moves import JOKER, find_best_value, judge_late_move, list_all_sets
from tests.positions import build_position, find_only_event

CASES = 1500

Sets = list[list[TileId]]

EMPTY = build_position(TOURNAMENT, racks=["", "K1"], pool="R1 R2 R3")
NAMES: dict[int, str] = {tile: str(face) for tile, face in enumerate(EMPTY.box.faces)}
ALL_SETS = sorted(list_all_sets())


class _Dealer:
    """Picks tiles that nobody has yet, at random."""

    def __init__(self, random: Random) -> None:
        self.random = random
        used = {*EMPTY.seats[1].rack, *(tile for stack in EMPTY.stacks for tile in stack)}
        self.left = [tile for tile in map(TileId, NAMES) if tile not in used]

    def take_set(self) -> list[TileId]:
        """Take a set; now and then with a joker in it."""
        while True:
            names = list(self.random.choice(ALL_SETS))
            if self.random.random() < 0.3:
                names[self.random.randrange(len(names))] = JOKER
            tiles = self._find_tiles(names)
            if tiles is not None:
                return tiles

    def _find_tiles(self, names: list[str]) -> list[TileId] | None:
        tiles: list[TileId] = []
        for name in names:
            found = [tile for tile in self.left if NAMES[tile] == name and tile not in tiles]
            if not found:
                return None
            tiles.append(found[0])
        self.left = [tile for tile in self.left if tile not in tiles]
        return tiles

    def take_any(self, count: int) -> list[TileId]:
        """Take some tiles."""
        tiles = self.random.sample(self.left, count)
        self.left = [tile for tile in self.left if tile not in tiles]
        return tiles


def make_case(number: int) -> tuple[State, Sets]:
    """Return a position, and a draft in which anything may have happened."""
    random = Random(number)
    dealer = _Dealer(random)
    table = [dealer.take_set() for _ in range(random.randint(0, 4))]
    ready = [dealer.take_set() for _ in range(random.randint(0, 2))]
    rack = [tile for tiles in ready for tile in tiles] + dealer.take_any(random.randint(1, 6))
    laid = [tiles for tiles in ready if random.random() < 0.75]
    draft = [list(tiles) for tiles in table + laid]
    for _ in range(random.choice([0, 1, 1, 1, 2, 3])):
        _change_draft(random, draft, rack)
    first, second = EMPTY.seats
    state = replace(
        EMPTY,
        table=tuple(map(tuple, table)),
        seats=(replace(first, rack=tuple(rack), opened=random.random() < 0.6), second),
    )
    return state, draft


def _change_draft(random: Random, draft: Sets, rack: list[TileId]) -> None:
    """Lay an own tile well, badly or alone; sometimes split a set, move a tile or take one off."""
    laid = {tile for tiles in draft for tile in tiles}
    own = [tile for tile in rack if tile not in laid]
    whole = [tiles for tiles in draft if tiles]
    deed = random.choices(["fit", "place", "alone", "split", "move", "hand"], [4, 3, 3, 1, 1, 1])[0]
    if deed == "fit":
        fits = [(tiles, at, tile) for tiles in whole for tile in own for at in (0, len(tiles))]
        fits = [fit for fit in fits if _is_set([*fit[0][: fit[1]], fit[2], *fit[0][fit[1] :]])]
        if fits:
            tiles, at, tile = random.choice(fits)
            tiles.insert(at, tile)
    elif deed == "place" and own and whole:
        tiles = random.choice(whole)
        tiles.insert(random.randint(0, len(tiles)), random.choice(own))
    elif deed == "alone" and own:
        draft.append(random.sample(own, random.randint(1, min(3, len(own)))))
    elif deed == "split" and whole:
        tiles = random.choice(whole)
        at = random.randint(0, len(tiles))
        draft.append(tiles[at:])
        del tiles[at:]
    elif deed in ("move", "hand") and whole:
        tiles = random.choice(whole)
        tile = tiles.pop(random.randrange(len(tiles)))
        if deed == "move":
            goal = random.choice(draft)
            goal.insert(random.randint(0, len(goal)), tile)
    draft[:] = [tiles for tiles in draft if tiles]


def _is_set(tiles: list[TileId]) -> bool:
    return find_best_value(tuple(NAMES[tile] for tile in tiles)) is not None


@pytest.mark.clause("Z-12")
def test_what_is_left_of_a_late_move_is_what_a_second_reading_says() -> None:
    seen: Counter[str] = Counter()
    for number in range(CASES):
        state, draft = make_case(number)
        mover = state.seats[0]
        expected = judge_late_move(
            NAMES, state.table, mover.rack, draft, opened=mover.opened, threshold=30
        )
        events = decide(state, RunOutOfTime(0, tuple(map(tuple, draft))))
        after = evolve_all(state, events)
        late = find_only_event(events, ev.TimedOut)
        drawn = [tile for event in events if isinstance(event, ev.Drew) for tile in event.tiles]
        rack = [tile for tile in mover.rack if tile not in expected.placed]
        assert after.table == expected.table, number
        assert list(after.seats[0].rack) == rack + drawn, number
        assert len(drawn) == (0 if expected.stands else 1), number
        assert set(late.returned) == expected.returned, number
        assert after.seats[0].opened == (mover.opened or expected.stands), number
        opened = "opened" if mover.opened else "unopened"
        seen[f"{opened} {'stands' if expected.stands else 'undone'}"] += 1
        if expected.returned:
            table_tiles = {tile for tiles in state.table for tile in tiles}
            mixed = any(
                not expected.returned.isdisjoint(tiles) and not table_tiles.isdisjoint(tiles)
                for tiles in draft
            )
            seen[f"{opened} returned{', some out of mixed sets' if mixed else ''}"] += 1
    # The cases are worth something only if every outcome is common among them.
    assert len(seen) == 8
    assert min(seen.values()) >= 20, seen
