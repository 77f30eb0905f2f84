"""Stored positions of the word game; `python -m bench.word.positions` makes them again.

Players place the best turn that breaks up at most one word or, with a probability of their own,
hold back and draw. In every other game they only know common words. A position is what a player
sees when 5, or 15, words lie on the table. The same seeds, lexicon and solver give the same
positions.
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
from kostka.word import WORD, Words, get_bag
from kostka.word.notation import TileTaker, format_words
from kostka.wordsolver import Position, Vocabulary, build_vocabulary, solve

SIZES = (5, 15)
"""The numbers of words on the table."""

POSITIONS_PER_SIZE = 50
"""How many positions are stored for each size."""

HOLD_BACK_RATES = (0.0, 0.1, 0.4)
"""How often a player holds back and draws."""

EFFORT = 20_000_000
MAX_IDLE_TURNS = 6
"""A game ends after this many turns in a row without a placed tile."""


class StoredPosition(msgspec.Struct, frozen=True):
    """A position as a line of JSON."""

    table: str
    rack: str


def read_word_positions(size: int) -> list[Position]:
    """Read the stored positions with this many words on the table."""
    folder = resources.files("bench") / "positions"
    lines = (folder / f"word-{size}.txt").read_bytes().splitlines()
    return [_parse_position(from_json(line, StoredPosition)) for line in lines]


def _parse_position(stored: StoredPosition) -> Position:
    taker = TileTaker(get_bag(WORD.bag))
    table = taker.take_words(stored.table)
    return Position(WORD, table, taker.letters, taker.take_rack(stored.rack))


def _make_stored_position(position: Position) -> StoredPosition:
    bag = get_bag(WORD.bag)
    table = format_words(bag, position.table, position.letters)
    return StoredPosition(table, bag.get_letters(sorted(position.rack)))


def iterate_game_positions(seed: int, vocabulary: Vocabulary) -> Iterator[Position]:
    """Play a game of two players and yield the position before every turn."""
    random = Random(seed)
    pool = [*get_bag(WORD.bag).tiles]
    random.shuffle(pool)
    racks = [[pool.pop() for _ in range(WORD.rack_size)] for _ in range(2)]
    hold_back_rates = [random.choice(HOLD_BACK_RATES) for _ in range(2)]
    opened, idle = [False, False], 0
    table: Words = ()
    letters: dict[TileId, str] = {}
    for turn in count():
        seat = turn % 2
        position = Position(WORD, table, letters, tuple(racks[seat]), opened[seat])
        yield position
        placed: tuple[TileId, ...] = ()
        if random.random() >= hold_back_rates[seat] or not pool:
            answer = solve(vocabulary, position, rebuilt=1, effort=EFFORT)
            table, letters, placed = answer.table, answer.letters, answer.placed
        idle = 0 if placed else idle + 1
        opened[seat] = opened[seat] or bool(placed)
        racks[seat] = [tile for tile in racks[seat] if tile not in placed]
        missing = WORD.refill_to - len(racks[seat]) if placed else 1
        racks[seat] += [pool.pop() for _ in range(min(missing, len(pool)))]
        if idle == MAX_IDLE_TURNS or not racks[seat]:
            return


def make_and_write_positions() -> None:
    """Play until there are enough positions, and write them to their files."""
    found: dict[int, list[Position]] = {size: [] for size in SIZES}
    vocabularies = [build_vocabulary(WORD, tier) for tier in (Tier.RARE, Tier.COMMON)]
    for seed in count():
        if all(len(some) >= POSITIONS_PER_SIZE for some in found.values()):
            break
        met = set()
        for position in iterate_game_positions(seed, vocabularies[seed % 2]):
            size = len(position.table)
            if size in SIZES and size not in met and position.opened:
                met.add(size)
                found[size].append(position)
    folder = Path(__file__).parents[1] / "positions"
    for size, some in found.items():
        lines = [
            to_json(_make_stored_position(position)) + b"\n"
            for position in some[:POSITIONS_PER_SIZE]
        ]
        (folder / f"word-{size}.txt").write_bytes(b"".join(lines))


if __name__ == "__main__":
    make_and_write_positions()
