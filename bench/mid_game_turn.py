"""Times a mid-game turn in plain Python.

60 tiles lie on the table, and there are four players. A turn is: check the proposed table, decide,
evolve, and build the views of all four seats. There are three moves, from ordinary to extreme: one
tile is added; six sets are rebuilt; every set on the table is a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter_ns

import msgspec

from bench.machine import describe_machine
from bench.spread import Spread, compute_spread
from kostka.editions import CLASSIC, TWIST, Edition
from kostka.melds import Table, TurnCheck, check_turn
from kostka.numbers import Header, Phase, Place, State, decide, evolve_all, view
from kostka.numbers.state import Seat
from kostka.tiles import TileId, get_box, parse_set, parse_table

ROUNDS, QUICK_ROUNDS = 3000, 30

BEFORE = (
    "K1 K2 K3 K4 | K5 K6 K7 | K8 K9 K10 | K11 K12 K13 | R1 R2 R3 | R4 R5 R6 R7 | R8 R9 R10"
    " | R10 R11 R12 R13 | B1 B2 B3 | B4 B5 B6 B7 | B8 B9 B10 B11 | O1 O2 O3 | O4 O5 O6 O7"
    " | O8 O9 O10 O11 | K1 R1 B1 O1 | K2 R2 B2 | K13 R13 J O13"
)
MOVES = {
    "one tile added": ("B12", BEFORE.replace("B8 B9 B10 B11", "B8 B9 B10 B11 B12")),
    "six sets rebuilt": (
        "O2 K4",
        BEFORE.replace("K1 K2 K3 K4", "K1 K2 K3 | K4 R4 B4 O4")
        .replace("R4 R5 R6 R7", "R5 R6 R7")
        .replace("B4 B5 B6 B7", "B5 B6 B7")
        .replace("O4 O5 O6 O7", "O5 O6 O7")
        .replace("K2 R2 B2", "K2 R2 B2 O2"),
    ),
    "every set turned round": ("B12", "reversed"),
}


def build_state(edition: Edition, rack: str) -> State:
    """Return a game of four players in which the first has this rack and the turn."""
    box = get_box(edition.box)
    on_table = [face for faces in parse_table(BEFORE) for face in faces]
    ids = box.pick_tiles(on_table)
    laid = iter(ids)
    table = tuple(tuple(next(laid) for _ in faces) for faces in parse_table(BEFORE))
    own = box.pick_tiles(parse_set(rack), taken=ids)
    rest = [tile for tile in box.tiles if tile not in {*ids, *own}]
    racks = [(*own, *rest[:8]), tuple(rest[8:14]), tuple(rest[14:20]), tuple(rest[20:26])]
    return State(
        Header(edition, ("Ann", "Ben", "Cid", "Dan"), ""),
        tuple(Seat(rack, opened=True) for rack in racks),
        phase=Phase.PLAYING,
        stacks=(tuple(rest[26:]),),
        table=table,
        turn=0,
        turns=20,
    )


def parse_proposed_table(state: State, text: str) -> Table:
    """Return the table after a move as tile ids; unchanged sets keep their tiles."""
    if text == "reversed":
        grown = parse_proposed_table(state, MOVES["one tile added"][1])
        return tuple(meld[::-1] for meld in grown)
    tiles: dict[str, list[TileId]] = {}
    for tile in (*(t for meld in state.table for t in meld), *state.seats[0].rack):
        tiles.setdefault(state.box.get_face(tile).name, []).append(tile)
    return tuple(tuple(tiles[face.name].pop(0) for face in faces) for faces in parse_table(text))


def time_action(action: Callable[[], object], rounds: int) -> list[float]:
    """Run an action repeatedly and return the times in microseconds."""
    times = []
    for _ in range(rounds):
        start = perf_counter_ns()
        action()
        times.append((perf_counter_ns() - start) / 1000)
    return times


def play_turn(state: State, command: Place) -> None:
    """Decide, evolve and build the views of all seats."""
    after = evolve_all(state, decide(state, command))
    for seat in range(4):
        view(after, seat)


class Row(msgspec.Struct, frozen=True):
    """What a move takes in an edition, in microseconds."""

    edition: str
    move: str
    check: Spread
    """The check of the proposed table alone."""
    turn: Spread
    """The whole turn: check, decide, evolve and four views."""


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    rows: list[Row]


def run_turn_benchmark(*, quick: bool) -> Result:
    """Time every move in two editions."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    rows = [_measure_move(edition, name, rounds) for edition in (CLASSIC, TWIST) for name in MOVES]
    return Result(describe_machine(), rows)


def _measure_move(edition: Edition, name: str, rounds: int) -> Row:
    rack_text, table_text = MOVES[name]
    state = build_state(edition, rack_text)
    table = parse_proposed_table(state, table_text)
    rack = state.seats[0].rack

    def check_move() -> TurnCheck:
        return check_turn(edition, state.table, rack, table, opened=True)

    violations = check_move().violations
    assert not violations, violations
    return Row(
        edition.key,
        name,
        check=compute_spread(time_action(check_move, rounds)),
        turn=compute_spread(time_action(lambda: play_turn(state, Place(0, table)), rounds)),
    )


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"{'edition':9} {'move':24} {'check us':>9} {'p99':>7} {'turn us':>9} {'p99':>7}"
    for row in result.rows:
        check, turn = row.check, row.turn
        times = f"{check.median:9.1f} {check.p99:7.1f} {turn.median:9.1f} {turn.p99:7.1f}"
        yield f"{row.edition:9} {row.move:24} {times}"
