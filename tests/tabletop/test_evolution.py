"""Seats that change, and what is left of a last round."""

from __future__ import annotations

from kostka.tabletop.evolution import remove_seat, replace_seat_fields, skip_last_round_to_seat
from kostka.tabletop.state import TableSeat


def test_one_seat_is_replaced_and_the_others_stay() -> None:
    seats = (TableSeat(), TableSeat(), TableSeat())
    changed = replace_seat_fields(seats, 1, opened=True)
    assert [seat.opened for seat in changed] == [False, True, False]
    assert changed[0] is seats[0]


def test_a_seat_is_removed() -> None:
    assert remove_seat((2, 0, 1), 0) == (2, 1)
    assert remove_seat((2, 1), 0) == (2, 1)


def test_a_last_round_starts_with_the_seat_on_turn() -> None:
    assert skip_last_round_to_seat((2, 0, 1), 0) == (0, 1)
    assert skip_last_round_to_seat(None, 0) is None
