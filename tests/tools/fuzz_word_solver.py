"""Compares the solver of the word game with brute force on tiny random positions.

`python -m tests.tools.fuzz_word_solver --positions 1000 --seed 1`, or `--seconds 60`. Stops at the
first difference, with status 1.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import count
from random import Random
from time import perf_counter

from kostka.wordsolver import engine
from tests.wordsolver.case_makers import make_case
from tests.wordsolver.comparison import list_differences, list_traits


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, help="instead of a number of positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without the kernel")
    args = parser.parse_args()
    engine.KERNEL = engine.KERNEL and not args.plain
    rng = Random(args.seed)
    seen: Counter[str] = Counter()
    begin = perf_counter()
    for done in count():
        is_over = args.seconds is None and done == args.positions
        if is_over or (args.seconds is not None and perf_counter() - begin > args.seconds):
            break
        tried = make_case(rng)
        found = list_differences(tried)
        if found:
            print(tried, *found, sep="\n  ")
            print(f"{done} compared, then a difference")
            return 1
        seen.update(list_traits(tried))
    shown = ", ".join(f"{many} {trait}" for trait, many in seen.most_common())
    print(f"{done} compared, 0 different: {shown}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
