"""Times a mid-game turn in plain Python: `make bench`.

60 tiles lie on the table, four players sit round it. A turn is: check the proposed table, decide,
evolve, and make the views of all four seats. Three moves, from everyday to extreme: one tile is
added; six sets are rebuilt; every set on the table is a new one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter_ns

from kostka.editions import CLASSIC, TWIST, Edition
from kostka.melds import Table, check_turn
from kostka.numbers import Header, Phase, Place, State, decide, evolved, view
from kostka.numbers.state import Seat
from kostka.tiles import TileId, box_of, parse_set, parse_table

ROUNDS = 3000

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
    """Put four players round the table, the first with this rack and the turn."""
    box = box_of(edition.box)
    on_table = [face for faces in parse_table(BEFORE) for face in faces]
    ids = box.find(on_table)
    laid = iter(ids)
    table = tuple(tuple(next(laid) for _ in faces) for faces in parse_table(BEFORE))
    own = box.find(parse_set(rack), taken=ids)
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


def find_proposed_table(state: State, text: str) -> Table:
    """Find the tile ids of the table after the move, keeping sets that stay as they are."""
    if text == "reversed":
        grown = find_proposed_table(state, MOVES["one tile added"][1])
        return tuple(meld[::-1] for meld in grown)
    tiles: dict[str, list[TileId]] = {}
    for tile in (*(t for meld in state.table for t in meld), *state.seats[0].rack):
        tiles.setdefault(state.box.face(tile).name, []).append(tile)
    return tuple(tuple(tiles[face.name].pop(0) for face in faces) for faces in parse_table(text))


def time_action(action: Callable[[], object]) -> list[float]:
    """Time an action many times, in microseconds."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter_ns()
        action()
        times.append((perf_counter_ns() - start) / 1000)
    return times


def play_turn(state: State, command: Place) -> None:
    """Play one whole turn."""
    after = evolved(state, decide(state, command))
    for seat in range(4):
        view(after, seat)


def main() -> None:
    """Print the table, or JSON with --json."""
    rows = []
    for edition in (CLASSIC, TWIST):
        for name, (rack, text) in MOVES.items():
            state = build_state(edition, rack)
            table = find_proposed_table(state, text)
            racked = state.seats[0].rack
            violations = check_turn(edition, state.table, racked, table, opened=True).violations
            assert not violations, violations
            check = time_action(
                lambda e=edition, s=state, r=racked, t=table: check_turn(  # type: ignore[misc]
                    e, s.table, r, t, opened=True
                )
            )
            whole = time_action(lambda s=state, t=table: play_turn(s, Place(0, t)))  # type: ignore[misc]
            rows.append((edition.key, name, check, whole))
    if "--json" in sys.argv:
        for key, name, check, whole in rows:
            row = {"check_us": round(median(check), 1), "turn_us": round(median(whole), 1)}
            print(json.dumps({"edition": key, "move": name, **row}))
        return
    print(f"{'edition':9} {'move':24} {'check µs':>9} {'p99':>7} {'turn µs':>9} {'p99':>7}")
    for key, name, check, whole in rows:
        figures = [median(check), compute_p99(check), median(whole), compute_p99(whole)]
        columns = zip(figures, (9, 7, 9, 7), strict=True)
        print(f"{key:9} {name:24}", *(f"{figure:{width}.1f}" for figure, width in columns))


def compute_p99(times: list[float]) -> float:
    """The time that 99 of 100 stay below."""
    return quantiles(times, n=100)[-1]


if __name__ == "__main__":
    main()
