"""Stored positions of the word game: `python -m bench.word.positions` plays for them anew.

Players lay the best turn that breaks up one word at the most and, each as often as is their habit,
hold back and draw. In every other game they know common words only. A position is what a player
has before them when 5, or 15, words lie on the table. The same seeds, lexicon and solver give the
same positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from kostka.events.codec import from_json, to_json
from kostka.lexicon import Tier
from kostka.tiles.box import TileId
from kostka.word import WORD, Words, bag_of
from kostka.word.notation import TileTaker, format_words
from kostka.wordsolver import Position, Vocabulary, solve, vocabulary_of

SIZES = (5, 15)
"""How many words lie on the table."""

MANY = 50
"""Positions of each size."""

HABITS = (0.0, 0.1, 0.4)
"""How often a player holds back."""

EFFORT = 20_000_000
ENOUGH_IDLE = 6
"""After so many turns without a placing a game is over."""


class Stored(msgspec.Struct, frozen=True):
    """A position as a line of JSON."""

    table: str
    rack: str


def positions(size: int) -> list[Position]:
    """Read the stored positions with so many words."""
    folder = resources.files("bench") / "positions"
    lines = (folder / f"word-{size}.txt").read_bytes().splitlines()
    return [_read(from_json(line, Stored)) for line in lines]


def _read(stored: Stored) -> Position:
    taker = TileTaker(bag_of(WORD.bag))
    table = taker.words(stored.table)
    return Position(WORD, table, taker.letters, taker.rack(stored.rack))


def _written(position: Position) -> Stored:
    bag = bag_of(WORD.bag)
    table = format_words(bag, position.table, position.letters)
    return Stored(table, bag.show(sorted(position.rack)))


def played(seed: int, vocabulary: Vocabulary) -> Iterator[Position]:
    """Play a game of two, and give what the player on turn has before them."""
    random = Random(seed)
    pool = [*bag_of(WORD.bag).tiles]
    random.shuffle(pool)
    racks = [[pool.pop() for _ in range(WORD.rack_size)] for _ in range(2)]
    habits = [random.choice(HABITS) for _ in range(2)]
    opened, idle = [False, False], 0
    table: Words = ()
    letters: dict[TileId, str] = {}
    for turn in count():
        seat = turn % 2
        position = Position(WORD, table, letters, tuple(racks[seat]), opened[seat])
        yield position
        placed: tuple[TileId, ...] = ()
        if random.random() >= habits[seat] or not pool:
            answer = solve(vocabulary, position, rebuilt=1, effort=EFFORT)
            table, letters, placed = answer.table, answer.letters, answer.placed
        idle = 0 if placed else idle + 1
        opened[seat] = opened[seat] or bool(placed)
        racks[seat] = [tile for tile in racks[seat] if tile not in placed]
        missing = WORD.refill_to - len(racks[seat]) if placed else 1
        racks[seat] += [pool.pop() for _ in range(min(missing, len(pool)))]
        if idle == ENOUGH_IDLE or not racks[seat]:
            return


def main() -> None:
    """Play until there are enough positions, and store them."""
    found: dict[int, list[Position]] = {size: [] for size in SIZES}
    vocabularies = [vocabulary_of(WORD, tier) for tier in (Tier.RARE, Tier.COMMON)]
    for seed in count():
        if all(len(some) >= MANY for some in found.values()):
            break
        met = set()
        for position in played(seed, vocabularies[seed % 2]):
            size = len(position.table)
            if size in SIZES and size not in met and position.opened:
                met.add(size)
                found[size].append(position)
    folder = Path(__file__).parents[1] / "positions"
    for size, some in found.items():
        lines = [to_json(_written(position)) + b"\n" for position in some[:MANY]]
        (folder / f"word-{size}.txt").write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
