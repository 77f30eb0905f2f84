"""Measures the Polish lexicon: its size, how fast it opens, and a look-up from Python.

`python -m bench.lexicon`: half of the words that are looked up do not exist. Processor time,
so that the figures are the same whatever else the machine does.
"""

from __future__ import annotations

import sys
from importlib import resources
from random import Random
from statistics import median
from time import process_time_ns

from kostka.lexicon import Lexicon, open_lexicon

TIMES = 21
WORDS = 20_000

MAX_BYTES = 3_000_000
MAX_MILLISECONDS = 50.0
MAX_MICROSECONDS = 1.0


def time_opening() -> tuple[float, Lexicon]:
    """Open the file, hash and all; gives the milliseconds too."""
    begin = process_time_ns()
    words = open_lexicon(resources.files("kostka.lexicon") / "data", "pl.toml")
    return (process_time_ns() - begin) / 1e6, words


def pick_words(known: Lexicon) -> list[str]:
    """Find words of all lengths by walking at random, and spoil every other one."""
    random = Random(6)
    letters = sorted(known.letters)
    starts = [a + b + c for a in letters for b in letters for c in letters]
    short = [word for word in starts if word in known]
    longer = [word + end for word in short for end in ("", "a", "owi", "ami", "owaniem", "kami")]
    valid = [word for word in longer if word in known]
    pairs = [(word, word + random.choice(letters)) for word in random.choices(valid, k=WORDS // 2)]
    return [word for pair in pairs for word in pair]


def main() -> int:
    """Measure, and say whether it is small and quick enough."""
    loads, words = zip(*(time_opening() for _ in range(TIMES)), strict=True)
    known = words[0]
    asked = pick_words(known)
    looks = []
    for _ in range(TIMES):
        begin = process_time_ns()
        found = sum([word in known for word in asked])
        looks.append((process_time_ns() - begin) / 1e3 / len(asked))
        assert found >= len(asked) // 2
    size = len(known.packed)
    print(f"{known.language.counts['words']:,} words in {size:,} bytes")
    print(f"  opened in {median(loads):.1f} ms, slowest {max(loads):.1f} ms")
    print(f"  a look-up in {median(looks):.2f} µs, slowest round {max(looks):.2f} µs")
    quick = median(loads) <= MAX_MILLISECONDS and median(looks) <= MAX_MICROSECONDS
    return 0 if size <= MAX_BYTES and quick else 1


if __name__ == "__main__":
    sys.exit(main())
