"""The rules of a turn of words against a naive judge, on small tables."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random

import pytest
from msgspec.structs import replace

from kostka.events.errors import Violation
from kostka.tiles import TileId
from kostka.word import WORD, LetterBag, Turn, check_turn, get_bag
from kostka.word.problems import NO_WORD
from tests.oracle.words import Position, judge_points

TURNS = 10_000

EDITION = replace(
    WORD,
    bag=LetterBag((("A", 9), ("B", 9), ("C", 9)), 4),
    players_max=2,
    rack_size=7,
    first_word=4,
    shortest_word=2,
)
BAG = get_bag(EDITION.bag)


def valid(word: str) -> bool:
    """Three words in four are valid, whichever."""
    return sha256(word.encode()).digest()[0] % 4 > 0


def judge(word: str) -> Violation | None:
    return None if valid(word) else NO_WORD(word=word)


def cut(tiles: list[TileId], rng: Random) -> list[tuple[TileId, ...]]:
    """Cut tiles into words, now and then into one that is too short."""
    words = []
    while tiles:
        many = min(len(tiles), rng.choice((2, 3, 3, 4, 5)))
        words.append(tuple(tiles[:many]))
        del tiles[:many]
    return words


def turn_at_random(rng: Random) -> Turn:
    """A turn that is often legal, and otherwise nearly."""
    tiles = rng.sample(BAG.tiles, len(BAG))
    if rng.random() < 0.7:  # jokers are where it is difficult
        tiles.sort(key=lambda tile: not BAG.is_joker(tile) and rng.random() < 0.8)
    many = rng.choice((0, 2, 3, 5, 6))
    before = [word for word in cut(tiles[:many], rng) if len(word) > 1]
    held = {tile for word in before for tile in word}
    rest = [tile for tile in tiles[many:] if tile not in held]
    rng.shuffle(rest)
    rack = tuple(rest[: rng.randint(1, 6)])
    stands = {tile: rng.choice("ABC") for tile in held if BAG.is_joker(tile)}
    added = rng.sample(rack, rng.randint(0 if rng.random() < 0.05 else 1, len(rack)))
    kept = [word for word in before if rng.random() < 0.5]
    # An own letter in the place of a joker, which goes with the added tiles.
    for at, word in enumerate(kept):
        for joker in word:
            own = [tile for tile in added if BAG.faces[tile] == stands.get(joker)]
            if own and rng.random() < 0.8:
                added.remove(own[0])
                kept[at] = tuple(own[0] if tile == joker else tile for tile in kept[at])
                added.append(joker)
    loose = [tile for word in before if word not in kept for tile in word]
    lying = {tile for word in kept for tile in word}
    loose = [tile for tile in loose if tile not in lying and tile not in added]
    together = rng.random() < 0.5
    pile = [loose + added] if together else [loose, added]
    for part in pile:
        rng.shuffle(part)
    after = kept + [word for part in pile for word in cut(part, rng)]
    if after and rng.random() < 0.03:
        after.pop()
    rng.shuffle(after)
    letters = {}
    for word in after:
        for tile in word:
            if BAG.is_joker(tile) and (tile not in stands or rng.random() < 0.5):
                letters[tile] = rng.choice("ABC")
    return Turn(
        edition=EDITION,
        before=tuple(before),
        letters_before=stands,
        rack=rack,
        after=tuple(after),
        letters=letters,
        opened=rng.random() < 0.8,
    )


def as_position(turn: Turn) -> Position:
    stands = {int(tile): letter for tile, letter in turn.letters_before.items()}
    stand = stands | {int(tile): letter for tile, letter in turn.letters.items()}
    return Position(
        face=dict(enumerate(BAG.faces)),
        before=[list(word) for word in turn.before],
        stands=stands,
        rack=list(turn.rack),
        after=[list(word) for word in turn.after],
        stand=stand,
        opened=turn.opened,
        first_word=EDITION.first_word,
        shortest=EDITION.shortest_word,
        valid=valid,
    )


@pytest.mark.clause("W-4", "W-5", "W-6", "W-7", "W-8", "W-10", "W-11", "W-12")
def test_rules_and_naive_judge_agree() -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    for _ in range(TURNS):
        turn = turn_at_random(rng)
        check = check_turn(turn, judge)
        mine = None if check.violations else check.points
        assert mine == judge_points(as_position(turn)), turn
        taken = any(
            turn.letters.get(tile, letter) != letter for tile, letter in turn.letters_before.items()
        )
        codes = sorted({violation.code for violation in check.violations})
        kind = "not opened" if not turn.opened else "joker taken" if taken else "plain"
        seen[f"{kind}: {codes[0] if len(codes) == 1 else 'many' if codes else 'legal'}"] += 1
    for wanted in (
        "not opened: legal",
        "not opened: first_word",
        "not opened: words_touched",
        "plain: legal",
        "plain: no_word",
        "plain: tile_missing",
        "plain: nothing_placed",
        "plain: word_twice",
        "joker taken: legal",
        "joker taken: joker_not_replaced",
        "joker taken: joker_not_in_own_word",
    ):
        assert seen[wanted] >= 5, seen
