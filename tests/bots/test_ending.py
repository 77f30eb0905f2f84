"""The last turns, when there is nothing left to draw."""

from __future__ import annotations

import pytest

from kostka.bots import ending
from kostka.bots.sight import Sight
from kostka.bots.worlds import World
from kostka.editions import CLASSIC, TWIST, Edition
from kostka.numbers import view
from kostka.solver.task import counted
from kostka.tiles import format_table, parse_set
from tests.bots.asking import does
from tests.positions import position

TABLE = "B4 B5 B6 | K9 R9 O9"


def ends(
    edition: Edition,
    mine: str,
    *others: str,
    last_round: tuple[int, ...] | None,
    opened: bool = True,
) -> str:
    """Say what is laid when the racks of all others are known."""
    state = position(
        edition,
        table=TABLE,
        racks=[mine, *others],
        pool="",
        last_round=last_round,
        opened=[opened, *([True] * len(others))],
    )
    world = World(tuple(counted(parse_set(rack)) for rack in others), ())
    sets = ending.best(Sight(view(state, 0)), [world])
    return "nothing" if sets is None else format_table(sets)


@pytest.mark.clause("N-52")
def test_who_has_the_lowest_rack_ends_the_game_rather_than_help_another_out() -> None:
    assert ends(TWIST, "B7 K1", "B8 B9 B10", last_round=None) == "nothing"
    assert "B4 B5 B6 B7" in ends(TWIST, "B7 K1", "K2 K3", last_round=None)


@pytest.mark.clause("N-50")
def test_in_a_last_round_all_is_laid_that_does_not_lose() -> None:
    assert "B4 B5 B6 B7" in ends(CLASSIC, "B7 K1", "K2 K3", last_round=(0, 1))
    # With B7 on the table the other goes out; without it 8 points beat 17 that cannot be laid.
    assert ends(CLASSIC, "B7 K1", "B8 B9", last_round=(0, 1)) == "nothing"
    # Who has had the last turn already cannot use it.
    assert "B4 B5 B6 B7" in ends(CLASSIC, "B7 K1", "B8 B10", last_round=(0,))


@pytest.mark.clause("N-22", "N-50")
def test_who_has_not_opened_lays_an_opening() -> None:
    laid = ends(CLASSIC, "K10 R10 B10 K1", "K2 K3", last_round=(0, 1), opened=False)
    assert laid == f"{TABLE} | K10 R10 B10"


def test_the_thinker_uses_it() -> None:
    state = position(table=TABLE, racks=["B7 K1", "K2"], pool="", last_round=(0, 1))
    assert does(state, "thinker") == "B7"
