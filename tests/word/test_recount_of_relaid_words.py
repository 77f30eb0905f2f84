"""W-6 and W-7 counted again, by somebody who read the clauses and not the program.

No word is on the table twice. A word that lay there when the turn began, by its spelling, may come
back from whichever tiles, but it is not new: only new words with an own tile count, and of those
the longest. Tiles are pairs of a number and a letter here.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from kostka.tiles import TileId
from kostka.word import POLISH, WORD, Turn, check_turn, get_bag

CASES = 2_000
FACES = get_bag(POLISH).faces
WORDS = [
    "KOT",
    "TOK",
    "KAT",
    "TAK",
    "KOTA",
    "TAKO",
    "SOK",
    "KOS",
    "KOSA",
    "OSA",
    "RAK",
    "KAR",
    "ARAK",
    "SOKOT",
    "KOTARA",
]


class Case(NamedTuple):
    """A turn: the words before it, the rack, and the words after it, in tiles."""

    before: list[list[int]]
    rack: list[int]
    after: list[list[int]]


class Recount(NamedTuple):
    """What the clauses say of a turn."""

    twice: set[str]
    came_back: list[str]
    points: int


def recount(case: Case) -> Recount:
    def read(word: list[int]) -> str:
        return "".join(FACES[tile] for tile in word)

    lay_there = [read(word) for word in case.before]
    lies_there = [read(word) for word in case.after]
    own = [any(tile in case.rack for tile in word) for word in case.after]
    best = 0
    came_back = []
    for name, has_own in zip(lies_there, own, strict=True):
        if has_own and name in lay_there:
            came_back.append(name)
        elif has_own and len(name) > best:
            best = len(name)
    placed = [tile for word in case.after for tile in word if tile in case.rack]
    return Recount(
        twice={name for name in lies_there if lies_there.count(name) > 1},
        came_back=came_back,
        points=best * 2 if len(placed) == len(case.rack) else best,
    )


def take_word(name: str, tiles: list[int], rng: Random) -> list[int] | None:
    """Take tiles for a word, whichever come; None if they are not there."""
    word = []
    for letter in name:
        fit = [tile for tile in tiles if FACES[tile] == letter and tile not in word]
        if not fit:
            return None
        word.append(rng.choice(fit))
    for tile in word:
        tiles.remove(tile)
    return word


def make_case(rng: Random) -> Case:
    """Lay words, then mix them with own tiles and lay the same or other words again."""
    bag = [*range(len(FACES) - POLISH.jokers)]
    rng.shuffle(bag)
    before = [
        word
        for name in rng.sample(WORDS, rng.randint(1, 3))
        if (word := take_word(name, bag, rng)) is not None
    ]
    rack = [t for name in rng.sample(WORDS, 2) for t in take_word(name, bag, rng) or []]
    kept = [word for word in before if rng.random() < 0.4]
    loose = [tile for word in before if word not in kept for tile in word]
    tiles, after = [*loose, *rack], [*kept]
    for name in rng.choices(WORDS, k=6):
        word = take_word(name, tiles, rng)
        if word is not None:
            after.append(word)
    left = [tile for tile in tiles if tile in loose]
    if left:
        after.append([*left, *rng.sample(rack, rng.randint(0, 2))])
    rng.shuffle(after)
    return Case(before, rack, [list(dict.fromkeys(word)) for word in after])


def ask_engine(case: Case) -> Recount:
    def convert(words: list[list[int]]) -> tuple[tuple[TileId, ...], ...]:
        return tuple(tuple(map(TileId, word)) for word in words)

    turn = Turn(
        edition=replace(WORD, shortest_word=1, first_word=1),
        before=convert(case.before),
        letters_before={},
        rack=tuple(map(TileId, case.rack)),
        after=convert(case.after),
        letters={},
        opened=True,
    )
    check = check_turn(turn, lambda _: None)
    twice = {str(v.values["word"]) for v in check.violations if v.clause == "W-6"}
    return Recount(twice, [*check.relaid], check.points)


def is_possible(case: Case) -> bool:
    laid = [tile for word in case.after for tile in word]
    return len(set(laid)) == len(laid)


@pytest.mark.clause("W-6", "W-7", "W-8")
def test_every_case_is_counted_alike() -> None:
    rng = Random("relaid words")
    cases = [case for _ in range(CASES * 2) if is_possible(case := make_case(rng))][:CASES]
    assert len(cases) == CASES
    recounts = [recount(case) for case in cases]
    assert [(case, ask_engine(case)) for case in cases] == list(zip(cases, recounts, strict=True))
    # The cases are worth counting.
    assert sum(bool(found.came_back) for found in recounts) > CASES // 10
    assert sum(bool(found.twice) for found in recounts) > CASES // 20
    assert sum(bool(found.came_back) and not found.points for found in recounts) > CASES // 50
