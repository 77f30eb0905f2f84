"""The right to a new deal for three doubles (N-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kostka.editions.model import RedealRight
from kostka.events.errors import Violation
from kostka.numbers import problems
from kostka.numbers.state import State
from kostka.tiles.tile import Face

DOUBLES_FOR_REDEAL = 3


def count_doubles(faces: Iterable[Face]) -> int:
    """Count the pairs of equal number tiles; three equal tiles are one pair (N-7)."""
    held = Counter(face for face in faces if face.number)
    return sum(many > 1 for many in held.values())


def can_ask_redeal(state: State, seat: int) -> bool:
    """Whether a player may ask for a new deal now."""
    if not state.seats[seat].present:
        return False
    may_still_ask = state.edition.three_doubles_redeal and not _is_too_late(state, seat)
    return may_still_ask and _count_dealt_doubles(state, seat) >= DOUBLES_FOR_REDEAL


def find_redeal_problem(state: State, seat: int) -> Violation | None:
    """Return why a player may not ask for a new deal; None if they may."""
    if not state.edition.three_doubles_redeal:
        return problems.NO_REDEAL()
    if _is_too_late(state, seat):
        own_turn = state.edition.redeal_right is RedealRight.OWN_FIRST_TURN
        return (problems.REDEAL_OVER if own_turn else problems.REDEAL_TOO_LATE)()
    pairs = _count_dealt_doubles(state, seat)
    return None if pairs >= DOUBLES_FOR_REDEAL else problems.NO_THREE_DOUBLES(pairs=pairs)


def _is_too_late(state: State, seat: int) -> bool:
    if state.edition.redeal_right is RedealRight.FIRST_MOVE:
        return state.begun
    return bool(state.table) or state.seats[seat].first_turn_over


def _count_dealt_doubles(state: State, seat: int) -> int:
    dealt = state.seats[seat].rack[: state.edition.rack_size]
    return count_doubles(state.box.get_faces(dealt))
