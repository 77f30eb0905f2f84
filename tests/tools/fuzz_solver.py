"""Compares the solver with the integer program on random positions.

`python -m tests.tools.fuzz_solver --seconds 60 --seed 1 --edition twist`. Stops at the first
difference, prints the smallest position that still shows it, and exits with status 1.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from math import inf
from random import Random
from time import perf_counter
from typing import NamedTuple

from kostka.editions import EDITIONS, SIX, TWIST, Edition, apply_house_rules
from kostka.melds import interpret_set
from kostka.solver import DEFAULT_EFFORT, Objective, engine, solve
from kostka.tiles import Face
from kostka.tiles.tile import FACES
from tests.solver.comparison import Question, compare
from tests.solver.position_makers import MAKERS, Position, Table, play_against_itself

BOXES = ("classic", "six", "twist", "travel")
"""The editions to compare: one for each box, and one with another joker penalty."""

STRICT = {
    "six-jokers": apply_house_rules(SIX, joker_only_sets=False),
    "twist-jokers": apply_house_rules(TWIST, joker_only_sets=False),
    "twist-mirrors": apply_house_rules(TWIST, single_tile_mirrors=False),
    "twist-changes": apply_house_rules(TWIST, adjacent_colour_changes=False),
    "twist-strict": apply_house_rules(
        TWIST, joker_only_sets=False, single_tile_mirrors=False, adjacent_colour_changes=False
    ),
}
"""Editions with house rules that forbid some sets."""

COMPARED = {**EDITIONS, **STRICT}

TURNS = 3
"""How many positions of a game are taken in a row, before others are."""


# --- questions --------------------------------------------------------------------------------


ASKED = {"tiles": 8, "points": 5, "fewest": 2, "out": 2, "weights": 5, "plays": 2}
"""What is asked for, and how often."""


def make_questions(edition: Edition, seed: int, asked: Collection[str]) -> Iterator[Question]:
    """Yield endless questions, the same ones for the same seed."""
    rng = Random(f"{edition.key} {seed}")
    for position in make_positions(edition, rng):
        if position.rack:
            yield make_random_question(position, rng, asked)


def make_positions(edition: Edition, rng: Random) -> Iterator[Position]:
    games = play_games(edition, rng)
    while True:
        maker = rng.choice((*MAKERS, None))
        if maker is None:
            yield from islice(games, TURNS)
        else:
            yield maker(edition, rng)


def play_games(edition: Edition, rng: Random) -> Iterator[Position]:
    """Yield positions of one game after the other, with players who sometimes only draw."""

    def choose(table: Table, rack: list[Face], opened: bool) -> Sequence[Sequence[Face]] | None:
        if rng.random() < 0.2:
            return None
        answer = solve(edition, table, rack, opened=opened)
        return answer.table if answer.placed else None

    while True:
        game = play_against_itself(edition, rng.randrange(1 << 30), choose)
        # The first turns of all games are alike: mostly racks that cannot open.
        yield from islice(game, rng.randrange(30), None, rng.randint(1, 4))


def make_random_question(position: Position, rng: Random, asked: Collection[str]) -> Question:
    wanted = rng.choices([*asked], [ASKED[what] for what in asked])[0]
    effort = rng.choices((500, 20_000, DEFAULT_EFFORT), (2, 15, 1))[0]
    if wanted == "weights":
        return Question(position, Objective.TILES, make_random_weights(rng), effort)
    if wanted == "plays":
        few = position._replace(table=position.table[:3], rack=position.rack[: rng.randint(1, 7)])
        return Question(few, Objective.TILES, all_plays=True)
    return Question(position, Objective(wanted), effort=effort)


def make_random_weights(rng: Random) -> Mapping[Face, int]:
    """Return any whole numbers; sometimes most are 0, sometimes many are negative."""
    lowest = rng.choice((0, 0, -10, -100))
    likely = rng.choice((1.0, 0.3))
    return {face: rng.randint(lowest, 100) if rng.random() < likely else 0 for face in FACES}


# --- shrinking --------------------------------------------------------------------------------

MAX_SHRINK_SECONDS = 20
"""Seconds spent on the search for a smaller position."""


def shrink_question(question: Question) -> Question:
    """Return the smallest question found that still shows a difference."""
    begin = perf_counter()
    smaller: Question | None = question
    while smaller is not None:
        question, tries = smaller, list_smaller_questions(smaller)
        smaller = next(
            (
                other
                for other in tries
                if perf_counter() - begin < MAX_SHRINK_SECONDS and has_differences(other)
            ),
            None,
        )
    return question


def has_differences(question: Question) -> bool:
    return bool(compare(question).differences)


def list_smaller_questions(question: Question) -> Iterator[Question]:
    """Yield the question without one set, one end of a set or one tile of the rack."""
    position = question.position
    table, rack = position.table, position.rack
    for at, meld in enumerate(table):
        for rest in ([], [meld[1:]], [meld[:-1]]):
            if not rest or interpret_set(rest[0], position.edition.set_rules) is not None:
                fewer = [*table[:at], *rest, *table[at + 1 :]]
                yield question._replace(position=position._replace(table=fewer))
    if len(rack) > 1:
        for at in range(len(rack)):
            less = rack[:at] + rack[at + 1 :]
            yield question._replace(position=position._replace(rack=less))


# --- a run ------------------------------------------------------------------------------------


class Tally:
    """What was compared so far."""

    def __init__(self) -> None:
        self.compared: Counter[Key] = Counter()
        self.unproven: Counter[Key] = Counter()
        self.least: Counter[Key] = Counter()
        self.perhaps_least: Counter[Key] = Counter()
        self.differences: list[tuple[Question, list[str]]] = []

    def add(self, question: Question) -> bool:
        """Compare a question; return whether there was no difference."""
        position = question.position
        name = next(name for name, book in COMPARED.items() if book == position.edition)
        key = Key(name, position.kind, question.what)
        verdict = compare(question)
        self.compared[key] += 1
        self.unproven[key] += verdict.unproven
        self.least[key] += verdict.least_change is True
        self.perhaps_least[key] += verdict.least_change is False
        if verdict.differences:
            self.differences.append((question, verdict.differences))
        return not verdict.differences

    def __str__(self) -> str:
        rows = [f"{'edition':13} {'made':10} {'asked':8} compared unproven    least  perhaps"]
        for key in sorted(self.compared):
            numbers = (self.compared, self.unproven, self.least, self.perhaps_least)
            shown = " ".join(f"{tally[key]:8}" for tally in numbers)
            rows.append(f"{key.edition:13} {key.made:10} {key.asked:8} {shown}")
        total = f"{self.compared.total()} compared, {len(self.differences)} different"
        return "\n".join([*rows, f"{total}, {self.unproven.total()} unproven"])


class Key(NamedTuple):
    """A row of the summary."""

    edition: str
    made: str
    asked: str


def format_difference(question: Question, differences: Sequence[str]) -> str:
    return "\n".join([question.command(), *(f"  {line}" for line in differences)])


def find_differences(
    tally: Tally, asked: Iterable[Question], seconds: float = inf
) -> Iterator[str]:
    """Compare until questions or time run out; yield every difference, made small."""
    begin = perf_counter()
    for question in asked:
        if perf_counter() - begin > seconds:
            return
        if not tally.add(question):
            small = shrink_question(question)
            yield format_difference(small, compare(small).differences)


def alternate_streams(streams: Sequence[Iterator[Question]]) -> Iterator[Question]:
    for stream in cycle(streams):
        yield next(stream)


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", choices=COMPARED, action="append")
    parser.add_argument("--asked", choices=ASKED, action="append")
    parser.add_argument("--plain", action="store_true", help="without the kernel")
    parser.add_argument("--briefly", action="store_true", help="gains alone: many more positions")
    parser.add_argument("--go-on", action="store_true", help="do not stop at a difference")
    args = parser.parse_args()
    asked = args.asked or ASKED
    engine.KERNEL = engine.KERNEL and not args.plain
    names = args.edition or (*BOXES, *STRICT)
    streams = [make_questions(COMPARED[name], args.seed, asked) for name in names]
    tally = Tally()
    asked_so = (question._replace(briefly=args.briefly) for question in alternate_streams(streams))
    for difference in find_differences(tally, asked_so, args.seconds):
        print(difference, flush=True)
        if not args.go_on:
            break
    print(tally)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
