"""Calls of the word kernel with arguments that the solver would never pass.

Each must return a correct result or raise an ordinary exception. Wrong memory accesses are for the
sanitizers to find: see `tests/tools/fuzz_kernels.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

from kostka.lexicon.lexicon import pack_words
from kostka.wordsolver import reference

REFUSALS = (TypeError, ValueError, OverflowError, LookupError, MemoryError)
NUMBERS: list[Any] = [0, 1, -1, 2, 3, 4, 5, 48, 49, 64, 65, 255, 256, 2**31 - 1, 2**31, -(2**31)]
NUMBERS += [2**63 - 1, 2**63, -(2**63), 2**70, True, None, "7", 1.5, b"\1", []]
LETTERS = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźżß"
"""36 letters, as many as an alphabet may have."""
CALLS_OF_AN_INDEX = 30
TWIN_EFFORT = 40_000_000


class WordCalls:
    """Endless calls, the same ones for the same seed."""

    def __init__(self, kernel: ModuleType, rng: Random) -> None:
        """Call a kernel."""
        self.kernel = kernel
        self.rng = rng
        self.outcomes: Counter[str] = Counter()
        self.index: Any = None
        self.twin: reference.Index | None = None
        self.alphabet: tuple[str, ...] = ()
        self.words: list[str] = []
        self.shortest = 2
        self.calls_left = 0

    def call(self) -> None:
        """Call the kernel once; raise `AssertionError` if its result is wrong."""
        if self.index is None or not self.calls_left:
            call = self.make_index
        else:
            self.calls_left -= 1
            call = self.rng.choice((self.search, self.search, self.search_oddly, self.has))
        try:
            self.outcomes[f"{call.__name__}: {call()}"] += 1
        except REFUSALS as refusal:
            self.outcomes[f"{call.__name__}: {type(refusal).__name__}"] += 1

    # --- indexes ------------------------------------------------------------------------------

    def make_index(self) -> str:
        """Build an index of proper words, of damaged ones or for an odd alphabet."""
        rng = self.rng
        self.index = self.twin = None
        self.alphabet = tuple(rng.sample(LETTERS, rng.choice((1, 2, 3, 5, 7, 36))))
        self.words = self.make_words()
        packed: Any = pack_words({word: rng.randrange(8) for word in self.words})
        alphabet: Any = self.alphabet
        self.shortest = rng.choice((2, 2, 3))
        shortest: Any = self.shortest
        damaged = rng.random() < 0.5
        if damaged:
            packed = self.damage(packed)
        elif rng.random() < 0.2:
            alphabet = rng.choice(self.list_odd_alphabets())
        elif rng.random() < 0.1:
            shortest = rng.choice(NUMBERS)
        self.index = self.kernel.Index(packed, alphabet, shortest)
        self.calls_left = CALLS_OF_AN_INDEX
        if damaged or alphabet is not self.alphabet:
            return "odd"
        for word in self.words:
            assert self.index.has(self.encode(word), 0xFF), f"{word} is not in the index"
        classes = {"".join(sorted(word)) for word in self.words if len(word) >= shortest}
        assert self.index.classes() == len(classes), "not as many classes as words"
        self.twin = reference.Index(packed, alphabet, shortest)
        return "proper"

    def make_words(self) -> list[str]:
        """Make words that share beginnings and ends, some of them longer than any tile row."""
        rng = self.rng
        length = rng.choice((3, 4, 6, 8, 30, 47, 48, 49, 70))
        parts = ["".join(rng.choices(self.alphabet, k=rng.randint(1, length))) for _ in range(6)]
        words = {*parts}
        for _ in range(rng.choice((1, 5, 30))):
            words.add((rng.choice(parts) + rng.choice(parts))[: rng.randint(1, length)])
        if length < 30:  # longer ones with many alike letters are tested by themselves
            return sorted(words)
        return sorted(word for word in words if max(Counter(word).values()) <= 15) or ["a"]

    def damage(self, packed: bytes) -> Any:
        rng = self.rng
        changed = bytearray(packed)
        for _ in range(rng.choice((1, 1, 3, 20))):
            at = rng.randrange(len(changed))
            changed[at] = rng.choice((0, 0xFF, changed[at] ^ 1 << rng.randrange(8)))
        cut = rng.randrange(len(packed) + 1)
        noise = rng.randbytes(4 * rng.randrange(1, 300))
        stated = (len(noise) // 4).to_bytes(4, "little")
        return rng.choice(
            (
                *(bytes(changed), bytes(changed), bytes(changed), packed[:cut], packed * 2, b""),
                *(stated + noise, noise, b"\0" * 8, b"\xff" * 8, changed, "words", None, [1]),
                memoryview(packed + b"x")[1:],
            )
        )

    def list_odd_alphabets(self) -> list[Any]:
        letters = self.alphabet
        return [
            *(
                (),
                ("",),
                ("ab",),
                ("abcde",),
                ("\0",),
                ("\ud800",),
                (None,),
                (1,),
                letters + letters,
            ),
            *(tuple(LETTERS + "x"), [*letters], letters[0] if letters else "", None, ("😀",) * 3),
            *(tuple(reversed(letters)), letters[:1] * 36, letters[1:] or ("ż",)),
        ]

    def encode(self, word: str) -> bytes:
        return bytes([self.alphabet.index(letter) for letter in word])

    # --- questions ----------------------------------------------------------------------------

    def has(self) -> str:
        rng = self.rng
        word = rng.choice((self.make_word(), rng.randbytes(rng.choice((0, 1, 5, 100, 10_000)))))
        self.index.has(word, rng.choice((0, 1, 0xFF, rng.choice(NUMBERS))))
        return "has"

    def search(self) -> str:
        """Ask a possible question, and compare with the Python twin if it is a small one."""
        rng = self.rng
        arguments = self.make_question()
        points, made, kept, _, _, proven, _ = self.index.search(*arguments)
        table = arguments[0]
        for word, _, _ in made:
            assert self.index.has(word, arguments[6]), "a word that is not in the index"
        broken = len(table) - sum(kept >> at & 1 for at in range(len(table)))
        assert not points or broken <= arguments[7], "more words are rebuilt than allowed"
        small = sum(map(len, table)) + len(arguments[2]) <= 12 and len(self.words) <= 15
        if self.twin is not None and small and proven and rng.random() < 0.2:
            arguments[-1] = TWIN_EFFORT
            twin_points, *_, twin_proven, _ = self.twin.search(*arguments)
            assert not twin_proven or twin_points == points, (
                f"{points} points, but the twin has {twin_points}: {self.words} {arguments}"
            )
        return "turn" if points else "no turn"

    def search_oddly(self) -> str:
        """Replace one argument by something odd."""
        arguments: list[Any] = self.make_question()
        at = self.rng.randrange(len(arguments))
        arguments[at] = self.rng.choice((self.rng.choice(NUMBERS), self.make_odd_argument()))
        if at == 8 and isinstance(arguments[8], int) and arguments[8] > 100_000:
            arguments[2] = arguments[2][:3]  # so that it ends
            arguments[0] = arguments[0][:1]
        self.index.search(*arguments[: self.rng.choice((9, 9, 9, 8))])
        return "odd"

    def make_question(self) -> list[Any]:
        rng = self.rng
        short = [word for word in self.words if len(word) < 12]
        table = tuple(
            self.encode(word)
            for word in rng.sample(short, min(len(short), rng.choice((0, 1, 2, 3, 64))))
        )
        held = [letter for word in table for letter in word]
        jokers = bytes(rng.sample(held, min(len(held), rng.choice((0, 0, 1, 2, 4)))))
        letters = [*self.make_word(), *range(len(self.alphabet))]
        rack = bytes(rng.choices(letters, k=rng.choice((0, 1, 3, 5, 8, 14))))
        first_word, shortest = rng.choice((0, 0, 0, 3, 4)), self.shortest
        accepted, rebuilt = rng.choice((0xFF, 0xFF, 1, 0)), rng.choice((0, 1, 2, 64))
        effort = rng.choice((-1, 0, 1, 1_000, 100_000))
        own_jokers = rng.choice((0, 0, 1, 2, 4))
        return [table, jokers, rack, own_jokers, first_word, shortest, accepted, rebuilt, effort]

    def make_word(self) -> bytes:
        word = self.encode(self.rng.choice(self.words))
        return word[: self.rng.randint(0, len(word))]

    def make_odd_argument(self) -> Any:
        rng = self.rng
        letters: Sequence[int] = range(len(self.alphabet))
        odd: list[Any] = [
            *(b"", rng.randbytes(rng.choice((1, 4, 5, 500, 513))), bytes(512), bytes(513)),
            *(bytes(rng.choices(letters, k=rng.choice((4, 5, 127, 128, 129, 511, 512)))), "abc"),
            *((), (b"",), (b"\0",) * 64, (b"\0\0",) * 65, (b"\0" * 16,), (b"\0" * 49,), (None,)),
            *(tuple(bytes(rng.choices(letters, k=8)) for _ in range(64)), [b"\0\0"], bytearray(3)),
            *(
                (rng.randbytes(8),) * 3,
                ("ab",),
                tuple(bytes(rng.choices(letters, k=2)) for _ in "ab"),
            ),
        ]
        return rng.choice(odd)
