"""Makes the stored positions by self-play: `python -m bench.solver.make_positions`.

Players place the best move or, with a probability of their own, hold back and draw. A position is
what a player sees at the start of a turn. The same seeds and the same solver give the same
positions; a solver that chooses differently among equally good plays gives others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from random import Random

from bench.solver.kostka_solver import KostkaSolver
from bench.solver.play import Solver, remove_faces
from bench.solver.positions import EDITIONS, Position
from kostka.editions import Edition, get_edition
from kostka.tiles import Face, get_box

OPENED_EACH, DENSE, OPENING = 100, 60, 150
"""Numbers of positions: for each stage after the opening, with dense tables, before the opening."""

EARLY, MIDDLE = 0.2, 0.45
"""The largest share of the box on the table of an early and of a middle position."""

DENSE_SHARE = 0.75
"""The smallest share of the box on a dense table."""

DENSE_RACKS = range(5, 16)

HOLD_BACK_RATES = (0.0, 0.1, 0.3)
"""How often a player holds back and draws."""

SAMPLED_SHARE = 0.2
"""The share of positions that is kept, so that few come from one game."""


class SelfPlay:
    """A game of the solver against itself."""

    def __init__(self, book: Edition, solver: Solver, random: Random, *, endless: bool) -> None:
        """Shuffle and deal. In an endless game a player who goes out takes a new rack."""
        self.book, self.solver, self.random, self.endless = book, solver, random, endless
        players = random.randint(book.players_min, book.players_max)
        self.pool = list(get_box(book.box).faces)
        random.shuffle(self.pool)
        self.racks = [self._draw_tiles(book.rack_size) for _ in range(players)]
        self.hold_back_rates = [random.choice(HOLD_BACK_RATES) for _ in range(players)]
        self.opened = [False] * players
        self.table: list[tuple[Face, ...]] = []

    def _draw_tiles(self, many: int) -> list[Face]:
        drawn, self.pool = self.pool[:many], self.pool[many:]
        return drawn

    def iterate_positions(self) -> Iterator[Position]:
        """Play the game and yield the position before every turn."""
        idle = 0
        for turn in count():
            seat = turn % len(self.racks)
            rack = self.racks[seat]
            position = Position(self.book, self.table, rack, opened=self.opened[seat])
            yield position
            if self.random.random() >= self.hold_back_rates[seat] and self._place_best_play(
                seat, position
            ):
                idle = 0
            else:
                idle = 0 if self.pool else idle + 1
                rack += self._draw_tiles(1)
            if not self.racks[seat] and self.endless:
                self.racks[seat] = self._draw_tiles(self.random.choice(DENSE_RACKS))
            if not self.racks[seat] or idle == len(self.racks):
                return

    def _place_best_play(self, seat: int, position: Position) -> bool:
        play = self.solver.convert_answer_to_play(
            position, self.solver.prepare_solve_call(position)()
        )
        if play.placed:
            self.table = list(play.table)
            self.racks[seat] = list(remove_faces(self.racks[seat], play.placed))
            self.opened[seat] = True
        return bool(play.placed)


def classify_stage(position: Position) -> str:
    """Return the name of the stage that a position belongs to."""
    if not position.opened:
        return "opening"
    share = position.table_tile_count / position.edition.tile_count
    if share >= DENSE_SHARE and len(position.rack) in DENSE_RACKS:
        return "dense"
    return "early" if share <= EARLY else "middle" if share <= MIDDLE else "late"


def collect_positions_by_stage(
    book: Edition, solver: Solver, wanted: dict[str, int]
) -> dict[str, list[Position]]:
    """Play games until there are as many positions of each stage as wanted."""
    found: dict[str, list[Position]] = {name: [] for name in wanted}
    for game in count():
        missing = {name for name, many in wanted.items() if len(found[name]) < many}
        if not missing:
            break
        # Dense tables come from endless games only, and endless games give nothing else.
        endless = missing == {"dense"}
        random = Random(f"{book.key} {game}")
        for position in SelfPlay(book, solver, random, endless=endless).iterate_positions():
            name = classify_stage(position)
            here = name in missing and endless == (name == "dense")
            if here and random.random() < SAMPLED_SHARE and len(found[name]) < wanted[name]:
                found[name].append(position)
    return found


def write_positions(folder: Path, book: Edition, solver: Solver) -> None:
    """Write the positions of an edition into the files of a folder."""
    stages = {"early": OPENED_EACH, "middle": OPENED_EACH, "late": OPENED_EACH}
    found = collect_positions_by_stage(book, solver, stages | {"dense": DENSE, "opening": OPENING})
    lots = {
        "opened": list(chain(*(found[name] for name in stages))),
        "dense": found["dense"],
        "opening": found["opening"],
    }
    for kind, positions in lots.items():
        lines = b"".join(position.stored_line + b"\n" for position in positions)
        (folder / f"{book.key}-{kind}.txt").write_bytes(lines)


if __name__ == "__main__":
    for key in EDITIONS:
        write_positions(
            Path(__file__).parents[1] / "positions",
            get_edition(key),
            KostkaSolver(least_change=True),
        )
