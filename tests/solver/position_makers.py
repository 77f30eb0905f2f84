"""Makes positions for the solver: seeded, of tiles that the box holds, with a valid table.

A set is made as in the oracle: first what it means, a row of cells; then how that is written,
each cell as the tile that is meant or as a joker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from kostka.editions import Edition
from kostka.editions.set_rules import SetRules
from kostka.melds import interpret_set
from kostka.tiles import BoxSpec, Colour, Face, Kind, get_box
from kostka.tiles.tile import HIGHEST, LOWEST, NUMBERS, make_joker, make_number_tile

J, D, C, M = map(make_joker, (Kind.ORDINARY, Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR))

Meld = list[Face]
Table = list[Meld]
Cells = Sequence[Face]
"""What a set means: number tiles, and the colour-change jokers that must lie in it."""

Choose = Callable[[Table, list[Face], bool], Sequence[Sequence[Face]] | None]
"""A player: for a table, a rack and whether they have opened, the new table or None to draw."""


class Position(NamedTuple):
    """A table and the rack of the player whose turn it is."""

    kind: str
    """How it was made."""
    edition: Edition
    table: Table
    rack: list[Face]
    opened: bool


# --- sets -------------------------------------------------------------------------------------


class Supply:
    """What is left in the box."""

    def __init__(self, spec: BoxSpec, taken: Iterable[Face] = ()) -> None:
        self.left = Counter(get_box(spec).faces)
        self.left.subtract(taken)

    def take(self, faces: Iterable[Face]) -> None:
        self.left.subtract(faces)

    def holds(self, faces: Iterable[Face]) -> bool:
        return all(self.left[face] >= count for face, count in Counter(faces).items())

    def draw(self, rng: Random, count: int) -> list[Face]:
        """Draw tiles unseen, as many as there are at most."""
        tiles = sorted(self.left.elements())
        drawn = rng.sample(tiles, min(count, len(tiles)))
        self.take(drawn)
        return drawn


def make_random_meld(rng: Random, supply: Supply, jokers: float, rules: SetRules) -> Meld | None:
    """Try to make a set of what is left; `jokers` says how likely a cell is written as one."""
    if rng.random() < (0.3 if supply.left[M] else 0.0) * (0.2 + jokers):
        cells = (
            make_random_group(rng, 1, 3)
            if rng.random() < 0.5
            else make_random_run(rng, supply, 1, 6)
        )
        sides = [write_cells(rng, supply, jokers, cells) for _ in range(2)]
        meld = [*sides[0], M, *reversed(sides[1])]
    elif rng.random() < 0.5:
        meld = write_cells(rng, supply, jokers, make_random_group(rng, 3, 4))
    else:
        longest = rng.choice((3, 4, 6, 13))
        meld = write_cells(rng, supply, jokers, make_random_run(rng, supply, 3, longest))
    return meld if supply.holds(meld) and interpret_set(meld, rules) else None


def make_random_group(rng: Random, fewest: int, most: int) -> Cells:
    number = rng.choice(NUMBERS)
    return [
        make_number_tile(colour, number)
        for colour in rng.sample([*Colour], rng.randint(fewest, most))
    ]


def make_random_run(rng: Random, supply: Supply, fewest: int, most: int) -> Cells:
    """Consecutive numbers up or down, sometimes with colour-change jokers among them."""
    length = rng.randint(fewest, most)
    first = rng.randint(LOWEST, HIGHEST - length + 1)
    changes = rng.randint(0, 2) if supply.left[C] and rng.random() < 0.2 else 0
    places = rng.sample(range(length), min(changes, length))
    colour = rng.choice([*Colour])
    cells = []
    for place in range(length):
        if place in places:
            cells.append(C)
            colour = rng.choice([other for other in Colour if other is not colour])
        else:
            cells.append(make_number_tile(colour, first + place))
    return cells if rng.random() < 0.7 else cells[::-1]


def write_cells(rng: Random, supply: Supply, jokers: float, cells: Cells) -> Meld:
    """Write cells; where there is no tile left for one, with a joker."""
    written: Meld = []
    place = 0
    while place < len(cells):
        here = cells[place]
        next_too = place + 1 < len(cells) and cells[place + 1] is not C
        if here is not C and (rng.random() < jokers or not supply.left[here]):
            two = next_too and supply.left[D] and rng.random() < 0.5
            here = D if two else J
        written.append(here)
        place += here.width
    return written


# --- tables and racks -------------------------------------------------------------------------

TRIES = 40
"""After so many sets that could not be made, the table is full enough."""


def make_random_table(rng: Random, supply: Supply, tiles: int, rules: SetRules) -> Table:
    """Lay sets until there are about so many tiles on the table."""
    jokers = rng.choice((0.0, 0.02, 0.1, 0.3))
    table: Table = []
    failures = laid = 0
    while laid < tiles and failures < TRIES:
        meld = make_random_meld(rng, supply, jokers, rules)
        if meld is None:
            failures += 1
            continue
        supply.take(meld)
        table.append(meld)
        laid += len(meld)
    return table


def make_random_rack(rng: Random, supply: Supply) -> list[Face]:
    """Mostly a rack as in a game; sometimes a huge one, sometimes jokers alone."""
    match rng.choices(("usual", "huge", "jokers"), (16, 1, 1))[0]:
        case "huge":
            return supply.draw(rng, rng.randint(21, 60))
        case "jokers":
            left = sorted(face for face in supply.left.elements() if not face.number)
            rack = rng.sample(left, rng.randint(min(1, len(left)), len(left)))
            supply.take(rack)
            return rack or supply.draw(rng, 1)
        case _:
            return supply.draw(rng, rng.randint(1, 20))


def make_random_position(edition: Edition, rng: Random) -> Position:
    """Any table, from empty to nearly all tiles, and any rack."""
    supply = Supply(edition.box)
    few, all_but_one = rng.randint(0, 40), edition.tile_count - 1
    tiles = rng.choice((0, few, few, rng.randint(0, all_but_one)))
    table = make_random_table(rng, supply, tiles, edition.set_rules)
    return Position("random", edition, table, make_random_rack(rng, supply), rng.random() < 0.8)


def make_pulled_position(edition: Edition, rng: Random) -> Position:
    """A table from which sets and single tiles went to the rack, so that much can be laid again."""
    supply = Supply(edition.box)
    table = make_random_table(rng, supply, rng.randint(6, 70), edition.set_rules)
    rack: list[Face] = []
    for _ in range(rng.randint(1, 8)):
        rack += pull_tiles(rng, table, edition.set_rules)
    rack += supply.draw(rng, rng.randint(0, 6))
    rng.shuffle(rack)
    return Position("pulled", edition, table, rack[:40], opened=True)


def pull_tiles(rng: Random, table: Table, rules: SetRules) -> list[Face]:
    """Take a set, or a tile that a set can spare, from the table."""
    if not table:
        return []
    at = rng.randrange(len(table))
    meld = table[at]
    for gone in rng.sample(range(len(meld)), len(meld)):
        rest = meld[:gone] + meld[gone + 1 :]
        if rng.random() < 0.8 and interpret_set(rest, rules) is not None:
            table[at] = rest
            return [meld[gone]]
    return table.pop(at) if rng.random() < 0.3 else []


def make_opening_position(edition: Edition, rng: Random) -> Position:
    """A rack with sets in it, for a player who has not opened yet."""
    supply = Supply(edition.box)
    table = make_random_table(rng, supply, rng.choice((0, 0, 12)), edition.set_rules)
    sets = make_random_table(rng, supply, rng.randint(0, 12), edition.set_rules)
    rack = [*chain.from_iterable(sets)][:14]
    supply.left.update(chain.from_iterable(sets))
    supply.take(rack)
    rack += supply.draw(rng, rng.randint(1, 8))
    rng.shuffle(rack)
    return Position("opening", edition, table, rack, opened=False)


MAKERS = (make_random_position, make_pulled_position, make_opening_position)


# --- games ------------------------------------------------------------------------------------

LONGEST_GAME = 400
"""Turns; nobody would play longer."""


def play_against_itself(edition: Edition, seed: int, choose: Choose) -> Iterator[Position]:
    """Play a game in which everybody chooses the same way; give each position before the turn.

    The game ends when somebody is out, or when nobody has placed a tile in a whole round with
    the pool empty.
    """
    rng = Random(seed)
    players = rng.randint(edition.players_min, edition.players_max)
    pool = [*get_box(edition.box).faces]
    rng.shuffle(pool)
    racks = [[pool.pop() for _ in range(edition.rack_size)] for _ in range(players)]
    opened = [False] * players
    table: Table = []
    idle = 0
    for turn in range(LONGEST_GAME):
        seat = turn % players
        rack = racks[seat]
        yield Position("self-play", edition, [*table], [*rack], opened[seat])
        after = choose([*table], [*rack], opened[seat])
        if after is not None:
            racks[seat] = list_tiles_left(table, rack, after)
            table, opened[seat], idle = [[*meld] for meld in after], True, 0
        elif pool:
            rack.append(pool.pop())
        else:
            idle += 1
        if not racks[seat] or idle == players:
            return


def list_tiles_left(
    table: Table, rack: Sequence[Face], after: Iterable[Iterable[Face]]
) -> list[Face]:
    """What is left of a rack; a play that is none is a fault of the player."""
    placed = Counter(chain.from_iterable(after))
    placed.subtract(chain.from_iterable(table))
    left = Counter(rack)
    left.subtract(placed)
    assert all(count >= 0 for count in (*placed.values(), *left.values()))
    assert any(placed.values())
    return sorted(left.elements())
