"""Tiny lexicons, and positions with them that can be solved by trying everything."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from kostka.events.errors import Violation, format_input
from kostka.word import LetterBag, WordEdition, get_bag, problems
from kostka.word.notation import TileTaker, format_words
from kostka.wordsolver import Position

LETTERS = "AĄBKOTZ"
TINY = WordEdition(
    key="tiny",
    bag=LetterBag(letters=tuple((letter, 4) for letter in LETTERS), jokers=2),
    lexicon="tiny",
    rack_size=5,
    first_word=4,
    refill_to=5,
    players_max=2,
)


class Case(NamedTuple):
    """A position with its lexicon."""

    words: frozenset[str]
    """In capitals."""
    position: Position

    def judge(self, word: str) -> Violation | None:
        return None if word in self.words else problems.NO_WORD(word=format_input(word))

    def __str__(self) -> str:
        bag, position = get_bag(TINY.bag), self.position
        table = format_words(bag, position.table, position.letters)
        opened = "" if position.opened else " unopened"
        return f"{table} + {bag.get_letters(position.rack)}{opened}; {' '.join(sorted(self.words))}"


def make_lexicon(rng: Random) -> frozenset[str]:
    """Words that have something to do with each other: longer ones, joined ones, anagrams."""
    letters = rng.sample(LETTERS, rng.randint(3, 6))
    words = {"".join(rng.choices(letters, k=rng.randint(3, 4))) for _ in range(8)}
    for _ in range(rng.randint(5, 25)):
        word = rng.choice(sorted(words))
        at = rng.randint(0, len(word))
        kind = rng.random()
        if kind < 0.5:
            word = word[:at] + rng.choice(letters) + word[at:]
        elif kind < 0.7:
            word = "".join(rng.sample(word, len(word)))
        elif kind < 0.85:
            word += rng.choice(sorted(words))
        else:
            word = word[1:] + rng.choice(letters)
        words.add(word[:8])
    return frozenset(words)


def make_case(rng: Random) -> Case:
    """A small table and a small rack, often with jokers."""
    while True:
        words = make_lexicon(rng)
        short = sorted(words, key=lambda word: (len(word), word))[:15]
        table = rng.sample(short, min(rng.choice((0, 1, 1, 2, 2, 2, 3)), len(short)))
        if rng.random() < 0.1 and table:  # a word that nobody challenged (W-13)
            table[0] = table[0][::-1]
        jokers = rng.choice((0, 0, 1, 1, 2))
        letters = [[*word] for word in table]
        for _ in range(jokers if rng.random() < 0.7 else 0):
            if letters:
                word = rng.choice(letters)
                at = rng.randrange(len(word))
                word[at] = word[at].lower()
        text = " ".join("".join(word) for word in letters)
        left = 2 - sum(map(str.islower, text))
        rack = rng.choices(sorted({*"".join(words)}), k=rng.randint(1, 5))
        rack[: rng.choice((0, 0, 1, 2))] = "?" * min(left, rng.choice((0, 1, 1, 2)))
        counts = Counter(text.replace(" ", "") + "".join(rack))
        if len(set(text.upper().split())) < len(table) or not rack:
            continue
        if any(counts[letter] > 4 for letter in LETTERS):
            continue
        taker = TileTaker(get_bag(TINY.bag))
        laid = taker.take_words(text)
        position = Position(
            TINY, laid, taker.letters, taker.take_rack("".join(rack)), opened=rng.random() < 0.85
        )
        return Case(words, position)
