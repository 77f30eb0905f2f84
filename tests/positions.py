"""Games in the middle, built from notation, and what the tests ask of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

import pytest

from kostka.editions import CLASSIC, Edition
from kostka.events.errors import Refused
from kostka.melds import Table, TurnCheck, check_turn
from kostka.numbers import (
    FORMAT,
    NUMBERS,
    AnyCommand,
    AnyEvent,
    Game,
    Phase,
    State,
    decide,
    evolve_all,
)
from kostka.numbers.state import Header, Result, Seat
from kostka.tiles import Face, TileId, format_set, format_table, get_box, parse_set, parse_table
from kostka.tiles.shuffle import compute_seed_commitment

NAMES = ("Ala", "Bob", "Cyd", "Dan", "Eva", "Fil")
SEED = bytes(range(32))

E = TypeVar("E")


def make_seed(number: int) -> bytes:
    """Return the seed with this number, for tests that look for a deal."""
    return number.to_bytes(32)


def build_position(  # noqa: PLR0913
    edition: Edition = CLASSIC,
    *,
    racks: Sequence[str],
    table: str = "",
    pool: str | Sequence[str] = "K13 R13 O13 B13 K12 R12",
    middle: int | None = None,
    opened: Sequence[bool] | bool = True,
    had_turn: Sequence[bool] | bool = True,
    announced: Sequence[bool] | bool = False,
    present: Sequence[bool] | bool = True,
    turn: int = 0,
    turns: int = 10,
    last_round: tuple[int, ...] | None = None,
    round_over: bool = False,
) -> State:
    """Return a game in which the tiles named lie there, and no others.

    The pool is drawn from its first tile on. A list of texts are stacks, the last in the middle.
    """
    box = get_box(edition.box)
    taken: list[TileId] = []

    def pick(faces: list[Face]) -> tuple[TileId, ...]:
        found = box.pick_tiles(faces, taken)
        taken.extend(found)
        return tuple(found)

    lies = tuple(pick(meld) for meld in parse_table(table))
    held = [pick(parse_set(rack)) for rack in racks]
    stacks = tuple(pick(parse_set(part)) for part in ([pool] if isinstance(pool, str) else pool))
    players = len(racks)
    flags = [_repeat_flag(flag, players) for flag in (opened, present, announced, had_turn)]
    seats = [
        Seat(
            tiles,
            open_,
            there,
            announced=said,
            had_in_turn=len(tiles) if had else 0,
            had_at_turn_start=len(tiles) if had else 0,
        )
        for tiles, open_, there, said, had in zip(held, *flags, strict=True)
    ]
    return State(
        Header(edition, NAMES[:players], compute_seed_commitment(SEED)),
        tuple(seats),
        phase=Phase.PLAYING,
        seed=SEED.hex(),
        deal=1,
        stacks=stacks,
        middle=len(stacks) - 1 if middle is None else middle,
        table=lies,
        turn=turn,
        turns=turns,
        last_round=last_round,
        round_over=round_over,
    )


def _repeat_flag(flag: Sequence[bool] | bool, players: int) -> Sequence[bool]:
    return [flag] * players if isinstance(flag, bool) else flag


def lay_proposal(state: State, seat: int, text: str) -> Table:
    """Lay a table of the tiles on the table and on the rack of a seat.

    Sets that lie there as written stay; other tiles come from the table as long as it has them.
    """
    wanted = parse_table(text)
    before = list(state.table)
    laid: dict[int, tuple[TileId, ...]] = {}
    for at, faces in enumerate(wanted):
        kept = next((meld for meld in before if state.box.get_faces(meld) == faces), None)
        if kept is not None:
            before.remove(kept)
            laid[at] = kept
    left = [tile for meld in before for tile in meld] + list(state.seats[seat].rack)
    for at, faces in enumerate(wanted):
        if at not in laid:
            laid[at] = tuple(_pop_tile(state, left, face) for face in faces)
    return tuple(laid[at] for at in range(len(wanted)))


def _pop_tile(state: State, left: list[TileId], face: Face) -> TileId:
    return left.pop(state.box.get_faces(left).index(face))


def check_proposal(state: State, seat: int, text: str) -> TurnCheck:
    """Check a table that a seat proposes."""
    mover = state.seats[seat]
    after = lay_proposal(state, seat, text)
    return check_turn(state.edition, state.table, mover.rack, after, opened=mover.opened)


# --- playing ----------------------------------------------------------------------------------


def play_commands(state: State, *commands: AnyCommand) -> State:
    """Carry commands out, one after the other."""
    for command in commands:
        state = evolve_all(state, decide(state, command))
    return state


def open_game_at(state: State) -> Game:
    """Make a game of a position; its log holds what happens from now on."""
    game = Game(NUMBERS, FORMAT.new_log(state.header))
    game.state = state
    return game


def open_game(edition: Edition, players: int, number: int = 0, starter: int | None = None) -> Game:
    """Open a game with a numbered seed, not yet started."""
    return Game.new(edition, NAMES[:players], make_seed(number), starter=starter)


def get_refusal(state: State, command: AnyCommand) -> Refused:
    """Return the refusal of a command; that it is refused is asserted."""
    with pytest.raises(Refused) as caught:
        decide(state, command)
    return caught.value


def explain_refusal(state: State, command: AnyCommand) -> list[str]:
    """Return why a command is refused: `below_threshold N-22`."""
    return list_violations(get_refusal(state, command))


def list_violations(refusal: Refused | TurnCheck) -> list[str]:
    """Return every violation with its clause: `below_threshold N-22`."""
    return [f"{violation.code} {violation.clause}" for violation in refusal.violations]


def list_clauses(refusal: Refused | TurnCheck) -> list[str]:
    """Return the clause of every violation."""
    return [violation.clause for violation in refusal.violations]


# --- what came of it --------------------------------------------------------------------------


def list_event_names(events: Sequence[AnyEvent]) -> list[str]:
    """Return the names of events."""
    return [type(event).__name__ for event in events]


def find_only_event(events: Sequence[AnyEvent], kind: type[E]) -> E:
    """Return the one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def format_rack(state: State, seat: int) -> str:
    """Write the rack of a seat."""
    return format_set(state.box.get_faces(state.seats[seat].rack))


def format_table_of(state: State) -> str:
    """Write the table."""
    return format_table(map(state.box.get_faces, state.table))


def get_result(state: State) -> Result:
    """Return the result; that the game is over is asserted."""
    assert state.phase is Phase.FINISHED
    assert state.result is not None
    return state.result


def list_points(state: State) -> list[Fraction]:
    """Return everybody's points in a finished game."""
    return [line.points for line in get_result(state).sheet.lines]


def list_score_reasons(state: State) -> list[str]:
    """Return how everybody's points came about."""
    return [line.why.value for line in get_result(state).sheet.lines]


def list_big_points(state: State) -> list[int]:
    """Return everybody's big points in a finished game."""
    return [line.big for line in get_result(state).sheet.lines]
