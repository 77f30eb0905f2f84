"""W-6 against the second reading, on turns that lay the words of the table again."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from kostka.events.errors import Refused
from kostka.tiles import TileId
from kostka.word import Place, State, Turn, check_turn, decide, get_word_judge, register_lexicon
from kostka.word import events as ev
from tests.oracle.second_reading.relaid_words import LaidWord, judge_words
from tests.word.few_words import FewWords
from tests.word.positions import FEW, build_position

CASES = 1_200
OFTEN = 20
WORDS = [
    *("KOT", "TOK", "KTO", "KAT", "TAK", "KOTA", "TAKO", "SOK", "KOS", "KOSA", "SOKA", "OSA"),
    *("KAS", "KASA", "TAKSA", "OSAK", "KOSTA", "ASTA", "STOK", "STOKA", "SKOT", "KOTKA", "KOKS"),
]
register_lexicon("read again", FewWords(word.lower() for word in WORDS))
EDITION = replace(FEW, lexicon="read again")
BAG = Counter(A=9, K=4, O=7, S=4, T=4)
"""How many tiles of a letter there are (W-1)."""


class Case(NamedTuple):
    """A position, and what the player lays."""

    state: State
    command: Place
    names: list[str]


def make_case(rng: Random) -> Case:
    """Lay words of the table again, from its tiles and from own ones, beside new words."""
    while True:
        before = rng.sample(WORDS, rng.randint(1, 3))
        names = [name for name in before if rng.random() < 0.7]
        names += rng.choices(WORDS, k=rng.randint(1, 3))
        needed = Counter("".join(names))
        on_table = Counter("".join(before))
        if not on_table - needed and needed != on_table and not needed - BAG:
            break
    own = list((needed - on_table).elements())
    own_joker = rng.random() < 0.3
    if own_joker:
        own[0] = "?"
    spare = rng.choice(("", "", "Y", "YZ"))
    state = build_position(
        ["".join(own) + spare, "W"], " ".join(before), edition=EDITION, opened=[True, True]
    )
    return Case(state, lay_words(state, names, own_joker, rng), names)


def lay_words(state: State, names: list[str], own_joker: bool, rng: Random) -> Place:
    """Lay words from whichever tiles of the table and the rack come first."""
    tiles = [tile for word in state.table for tile in word] + list(state.seats[0].rack)
    rng.shuffle(tiles)
    needed = Counter("".join(names))
    numbers = Counter(state.bag.faces[tile] for tile in tiles)
    letters: dict[TileId, str] = {}
    if own_joker:
        joker = next(tile for tile in tiles if state.bag.faces[tile] == "?")
        letters[joker] = next(letter for letter in needed if needed[letter] > numbers[letter])
    table = []
    for name in names:
        word = []
        for letter in name:
            tile = next(
                tile for tile in tiles if letters.get(tile, state.bag.faces[tile]) == letter
            )
            tiles.remove(tile)
            word.append(tile)
        table.append(tuple(word))
    return Place(0, tuple(table), letters)


@pytest.mark.clause("W-6", "W-7", "W-8")
def test_what_counts_is_what_a_second_reading_says() -> None:
    rng, seen = Random("relaid words, read again"), Counter[str]()
    for _ in range(CASES):
        state, command, names = make_case(rng)
        rack = state.seats[0].rack
        lay_there = ["".join(state.bag.faces[tile] for tile in word) for word in state.table]
        laid = [
            LaidWord(name, any(tile in rack for tile in word))
            for name, word in zip(names, command.table, strict=True)
        ]
        placed = [tile for word in command.table for tile in word if tile in rack]
        expected = judge_words(lay_there, laid, rack_is_empty=len(placed) == len(rack))
        turn = Turn(EDITION, state.table, {}, rack, command.table, command.letters, opened=True)
        told = check_turn(turn, get_word_judge(EDITION)).relaid
        assert set(told) == expected.relaid, (lay_there, laid)
        try:
            event = decide(state, command)[0]
        except Refused as refused:
            clauses = {violation.clause for violation in refused.violations}
            assert (clauses, expected.is_allowed) == ({"W-6"}, False), (lay_there, laid)
            seen["a word twice"] += 1
            continue
        assert expected.is_allowed, (lay_there, laid)
        assert isinstance(event, ev.Placed)
        assert event.points == expected.points, (lay_there, laid)
        kind = "counts" if expected.points else "nothing counts"
        is_doubled = len(placed) == len(rack)
        if expected.relaid:
            longest = max(map(len, expected.relaid)) * (2 if is_doubled else 1)
            kind += f", a {'longer' if longest > expected.points else 'short'} word came back"
        seen[kind] += 1
        seen["joker"] += bool(command.letters)
        seen["doubled"] += is_doubled
    assert len(seen) == 7, seen
    assert min(seen.values()) >= OFTEN, seen
