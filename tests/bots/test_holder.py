"""Levels 4 and 5: lay the most, or nothing until all can go."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, TOURNAMENT, TRAVEL, TWIST, Edition
from tests.bots.positions import describe_choice, format_table_after
from tests.positions import build_position

TABLE = "B4 B5 B6 | K9 R9 O9"


def test_a_placer_lays_what_it_can_and_a_holder_waits() -> None:
    state = build_position(table=TABLE, racks=["B7 B9 K1", "K2"])
    assert describe_choice(state, "placer") == "B7 B9"
    assert describe_choice(state, "holder") == "Draw"


def test_a_holder_goes_out() -> None:
    state = build_position(table=TABLE, racks=["B3 B7 B9", "K2"])
    assert describe_choice(state, "holder") == "B3 B7 B9"


def test_a_holder_opens_with_few_tiles() -> None:
    rack = "K10 R10 B10 K11 R11 B11 O11 B1 B2 B3"
    state = build_position(racks=[rack, "K2"], opened=False)
    assert describe_choice(state, "placer") == "B1 B10 B11 B2 B3 K10 K11 O11 R10 R11"
    assert describe_choice(state, "holder") == "B11 K11 R11"
    assert describe_choice(state, "hold") == describe_choice(state, "placer")


@pytest.mark.clause("N-50", "N-51")
@pytest.mark.parametrize(
    ("edition", "pool", "hurts"),
    [
        (CLASSIC, "K1", True),
        (CLASSIC, "K1 K1", False),
        (TRAVEL, "K1", True),
        (TOURNAMENT, "K1", False),
        (TOURNAMENT, "K1 K1", True),
        (TOURNAMENT, "K1 K1 K2", False),
        (TWIST, "K1", False),
    ],
)
def test_a_holder_minds_who_will_be_last(edition: Edition, pool: str, hurts: bool) -> None:
    state = build_position(edition, table=TABLE, racks=["B7 B9 R1", "K2 K3"], pool=pool)
    assert describe_choice(state, "holder") == ("B9" if hurts else "Draw")
    assert describe_choice(state, "hold-small-opening") == "Draw"


@pytest.mark.clause("N-61")
@pytest.mark.parametrize(
    ("edition", "others", "saves"),
    [
        (TRAVEL, ["K2", "K3", "K4 K5"], True),
        (TRAVEL, ["K2", "K3", "K4 K5 K6"], False),  # there is enough to be won
        (TRAVEL, ["K2 K7", "K3 K8"], False),
        (TRAVEL, ["K2", "K3"], False),
        (CLASSIC, ["K2", "K3", "K4 K5"], False),  # where wins come first
    ],
)
def test_a_holder_saves_points_when_another_is_nearly_out(
    edition: Edition, others: list[str], saves: bool
) -> None:
    state = build_position(edition, table=TABLE, racks=["B7 B9 R1", *others])
    for level in ("holder", "thinker"):
        assert describe_choice(state, level) == ("B7 B9" if saves else "Draw")
    assert describe_choice(state, "hold") == "Draw"


@pytest.mark.clause("N-50")
def test_in_the_last_round_all_that_counts_is_laid() -> None:
    state = build_position(table=TABLE, racks=["B7 B9 K1", "K2"], pool="", last_round=(0, 1))
    assert describe_choice(state, "holder") == "B7 B9"
    unopened = build_position(
        racks=["K10 R10 B10 B1 B2 B3 K1", "K2"], opened=False, pool="", last_round=(0, 1)
    )
    assert describe_choice(unopened, "holder") == "B1 B10 B2 B3 K10 R10"


def test_studies_change_one_thing_each() -> None:
    state = build_position(table=TABLE, racks=["B7 B8 K9 K1", "K2"])
    assert describe_choice(state, "impatient") == "B7 B8"
    assert describe_choice(state, "wary") == "B7 B8"  # the other has a single tile
    assert (
        describe_choice(build_position(table=TABLE, racks=["B7 B8 K9 K1", "K2 K3 K4"]), "wary")
        == "Draw"
    )
    assert describe_choice(state, "dripper") == "B7"
    assert describe_choice(state, "dumper") == "B7 B8"  # six tiles are left in the pool
    with_joker = build_position(table=TABLE, racks=["B7 J K1", "K2"])
    assert describe_choice(with_joker, "placer") == "B7 J"
    assert describe_choice(with_joker, "joker-saver") == "B7"
    out = build_position(table=TABLE, racks=["B7 J", "K2"])
    assert describe_choice(out, "joker-saver") == "B7 J"
    unopened = build_position(racks=["K10 R10 B10", "K2"], opened=False)
    assert describe_choice(unopened, "late-opener") == "Draw"
    assert describe_choice(
        build_position(racks=["K10 R10 B10", "K2"], opened=False, pool="K3"), "late-opener"
    ) == ("B10 K10 R10")
    dear = build_position(table="B4 B5 B6", racks=["B7 K1 R1 O1 K13 R13 O13 B13 J", "K2"])
    assert "J" in describe_choice(dear, "dearest")


def test_the_rest_of_the_table_stays_as_it_is() -> None:
    state = build_position(table=f"{TABLE} | O1 O2 O3", racks=["B7", "K2"])
    assert format_table_after(state, "placer") == "K9 R9 O9 | O1 O2 O3 | B4 B5 B6 B7"
