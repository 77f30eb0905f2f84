"""Makes the stored positions by self-play: `python -m bench.solver.make_positions`.

Players lay the best move or, each as often as is their habit, hold back and draw. A position is
what a player has before them at the beginning of a turn. The same seeds and the same solver give
the same positions; a solver that chooses otherwise among equally good plays gives others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from random import Random

from bench.solver.kostka_solver import Ours
from bench.solver.play import Solver, taken
from bench.solver.positions import EDITIONS, Position
from kostka.editions import Edition, edition
from kostka.tiles import Face, box_of

OPENED_EACH, DENSE, OPENING = 100, 60, 150
"""How many positions: of each stage after the opening, on dense tables, before the opening."""

EARLY, MIDDLE = 0.2, 0.45
"""Up to which share of the box on the table a position is early, and in the middle."""

DENSE_SHARE = 0.75
"""From which share of the box on a table is dense."""

DENSE_RACKS = range(5, 16)

HABITS = (0.0, 0.1, 0.3)
"""How often a player holds back."""

TAKEN = 0.2
"""How many of the positions met are taken, so that few are of one game."""


class Self:
    """A game of the solver against itself."""

    def __init__(self, book: Edition, solver: Solver, random: Random, *, endless: bool) -> None:
        """Mix and deal. In an endless game who goes out takes a new rack, so the table grows."""
        self.book, self.solver, self.random, self.endless = book, solver, random, endless
        players = random.randint(book.players_min, book.players_max)
        self.pool = list(box_of(book.box).faces)
        random.shuffle(self.pool)
        self.racks = [self._drawn(book.rack_size) for _ in range(players)]
        self.habits = [random.choice(HABITS) for _ in range(players)]
        self.opened = [False] * players
        self.table: list[tuple[Face, ...]] = []

    def _drawn(self, many: int) -> list[Face]:
        drawn, self.pool = self.pool[:many], self.pool[many:]
        return drawn

    def positions(self) -> Iterator[Position]:
        """Play, and give what each player has before them in each turn."""
        idle = 0
        for turn in count():
            seat = turn % len(self.racks)
            rack = self.racks[seat]
            position = Position(self.book, self.table, rack, opened=self.opened[seat])
            yield position
            if self.random.random() >= self.habits[seat] and self._placed(seat, position):
                idle = 0
            else:
                idle = 0 if self.pool else idle + 1
                rack += self._drawn(1)
            if not self.racks[seat] and self.endless:
                self.racks[seat] = self._drawn(self.random.choice(DENSE_RACKS))
            if not self.racks[seat] or idle == len(self.racks):
                return

    def _placed(self, seat: int, position: Position) -> bool:
        play = self.solver.play(position, self.solver.prepare(position)())
        if play.placed:
            self.table = list(play.table)
            self.racks[seat] = list(taken(self.racks[seat], play.placed))
            self.opened[seat] = True
        return bool(play.placed)


def stage(position: Position) -> str:
    """Say to which lot a position belongs."""
    if not position.opened:
        return "opening"
    share = position.on_table / position.edition.tiles
    if share >= DENSE_SHARE and len(position.rack) in DENSE_RACKS:
        return "dense"
    return "early" if share <= EARLY else "middle" if share <= MIDDLE else "late"


def made(book: Edition, solver: Solver, wanted: dict[str, int]) -> dict[str, list[Position]]:
    """Play games until there are as many positions of each stage as wanted."""
    found: dict[str, list[Position]] = {name: [] for name in wanted}
    for game in count():
        missing = {name for name, many in wanted.items() if len(found[name]) < many}
        if not missing:
            break
        # Dense tables come from endless games only, and these are for nothing else.
        endless = missing == {"dense"}
        random = Random(f"{book.key} {game}")
        for position in Self(book, solver, random, endless=endless).positions():
            name = stage(position)
            here = name in missing and endless == (name == "dense")
            if here and random.random() < TAKEN and len(found[name]) < wanted[name]:
                found[name].append(position)
    return found


def write(folder: Path, book: Edition, solver: Solver) -> None:
    """Write the positions of an edition into the files of a folder."""
    stages = {"early": OPENED_EACH, "middle": OPENED_EACH, "late": OPENED_EACH}
    found = made(book, solver, stages | {"dense": DENSE, "opening": OPENING})
    lots = {
        "opened": list(chain(*(found[name] for name in stages))),
        "dense": found["dense"],
        "opening": found["opening"],
    }
    for kind, positions in lots.items():
        lines = b"".join(position.line + b"\n" for position in positions)
        (folder / f"{book.key}-{kind}.txt").write_bytes(lines)


if __name__ == "__main__":
    for key in EDITIONS:
        write(Path(__file__).parents[1] / "positions", edition(key), Ours(least_change=True))
