"""Measures the Polish lexicon: its size, how fast it opens, and a look-up from Python.

Half of the words that are looked up do not exist. Times are processor time.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from random import Random
from statistics import median
from time import process_time_ns

import msgspec

from bench.machine import describe_machine
from kostka.lexicon import Lexicon, read_lexicon

ROUNDS, QUICK_ROUNDS = 21, 3
WORDS = 20_000

MAX_BYTES = 3_000_000
MAX_MILLISECONDS = 50.0
MAX_MICROSECONDS = 1.0


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    words: int
    bytes: int
    milliseconds: list[float]
    """To open the file and check its hash, for each round."""
    microseconds: list[float]
    """For a look-up, for each round."""

    @property
    def has_met_limits(self) -> bool:
        """Whether the lexicon is small and fast enough."""
        is_fast = (
            median(self.milliseconds) <= MAX_MILLISECONDS
            and median(self.microseconds) <= MAX_MICROSECONDS
        )
        return self.bytes <= MAX_BYTES and is_fast


def run_lexicon_benchmark(*, quick: bool) -> Result:
    """Open the lexicon and look words up, several times."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    opened = [_open_and_time_lexicon() for _ in range(rounds)]
    lexicon = opened[0][1]
    words = _pick_lookup_words(lexicon)
    lookups = [_time_lookups(lexicon, words) for _ in range(rounds)]
    return Result(
        machine=describe_machine(),
        words=lexicon.language.counts["words"],
        bytes=len(lexicon.packed),
        milliseconds=[time for time, _ in opened],
        microseconds=lookups,
    )


def _open_and_time_lexicon() -> tuple[float, Lexicon]:
    """Open the file and check its hash; return the milliseconds and the lexicon."""
    start = process_time_ns()
    lexicon = read_lexicon(resources.files("kostka.lexicon") / "data", "pl.toml")
    return (process_time_ns() - start) / 1e6, lexicon


def _time_lookups(lexicon: Lexicon, words: list[str]) -> float:
    """Look all words up; return the microseconds per word."""
    start = process_time_ns()
    valid = sum([word in lexicon for word in words])
    microseconds = (process_time_ns() - start) / 1e3 / len(words)
    assert valid >= len(words) // 2
    return microseconds


def _pick_lookup_words(lexicon: Lexicon) -> list[str]:
    """Return valid words of many lengths, each followed by the same word with one more letter."""
    random = Random(6)
    letters = sorted(lexicon.letters)
    starts = [a + b + c for a in letters for b in letters for c in letters]
    short = [word for word in starts if word in lexicon]
    longer = [word + end for word in short for end in ("", "a", "owi", "ami", "owaniem", "kami")]
    valid = [word for word in longer if word in lexicon]
    pairs = [(word, word + random.choice(letters)) for word in random.choices(valid, k=WORDS // 2)]
    return [word for pair in pairs for word in pair]


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    opening, lookups = result.milliseconds, result.microseconds
    yield f"{result.words:,} words in {result.bytes:,} bytes"
    yield f"  opened in {median(opening):.1f} ms, slowest {max(opening):.1f} ms"
    yield f"  a look-up in {median(lookups):.2f} us, slowest round {max(lookups):.2f} us"
