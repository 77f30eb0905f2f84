"""What levels 1 to 3 do in a position, and what they must not do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from kostka.bots import arena
from kostka.bots.adder import Adder
from kostka.bots.bot import Bot
from kostka.bots.levels import make_bot
from kostka.bots.rack import RackOnly
from kostka.bots.shifter import Shifter
from kostka.bots.strategy_bot import Strategy, StrategyBot
from kostka.editions import CLASSIC, EDITIONS, TWIST, Edition
from kostka.numbers import AnyCommand, Draw, Pass, Place, View, decide, evolve_all, view
from kostka.tiles import Face, get_box
from tests.positions import build_position, format_table_of, make_seed

SIMPLE = ("rack", "adder", "shifter")


class Awake(Random):
    """Chance for players who miss nothing."""

    def random(self) -> float:
        return 1.0


Level = Callable[[Random], Strategy]


def choose_in_position(  # noqa: PLR0913
    level: Level,
    rack: str,
    on_table: str = "",
    *,
    edition: Edition = CLASSIC,
    opened: bool = True,
    last_round: bool = False,
) -> str:
    """The table after the move of a player with this rack, or `draw` or `pass`."""
    state = build_position(
        edition,
        racks=[rack, "K1"],
        table=on_table,
        pool="R1 R2",
        opened=opened,
        last_round=(0, 1) if last_round else None,
    )
    command = StrategyBot(level(Awake())).choose_command(view(state, 0))
    if isinstance(command, Draw):
        return "draw"
    if isinstance(command, Pass):
        return "pass"
    return format_table_of(evolve_all(state, decide(state, command)))


# --- every level ------------------------------------------------------------------------------


@pytest.mark.clause("N-22")
@pytest.mark.parametrize("level", [RackOnly, Adder, Shifter])
def test_opens_with_the_rack_alone(level: Level) -> None:
    assert choose_in_position(level, "K9 R9 B9 O2", "O8 O9 O10", opened=False) == "draw"
    assert choose_in_position(level, "K10 R10 B10 O2", "O3 O4 O5", opened=False) == (
        "O3 O4 O5 | K10 R10 B10"
    )


@pytest.mark.parametrize("level", [RackOnly, Adder, Shifter])
def test_lays_every_set_of_its_rack_once_it_has_opened(level: Level) -> None:
    assert choose_in_position(level, "K1 R1 B1 O11") == "K1 R1 B1"
    both = choose_in_position(level, "K1 R1 B1 O5 O6 O7 K13")
    assert sorted(both.split(" | ")) == ["K1 R1 B1", "O5 O6 O7"]


@pytest.mark.parametrize("level", [RackOnly, Adder, Shifter])
def test_passes_where_nothing_can_be_drawn(level: Level) -> None:
    assert choose_in_position(level, "K2 R7", "O3 O4 O5", last_round=True) == "pass"


# --- level 1 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rack", ["B7", "B3", "J"])
def test_level_1_leaves_the_table_alone(rack: str) -> None:
    assert choose_in_position(RackOnly, rack, "B4 B5 B6") == "draw"


def measure_miss_rate(level: Level) -> float:
    """How often a player does not see a set on the own rack."""
    state = build_position(racks=["K1 R1 B1", "K2"])
    seen = view(state, 0)
    commands = [StrategyBot(level(Random(number))).choose_command(seen) for number in range(2000)]
    return sum(isinstance(command, Draw) for command in commands) / len(commands)


def test_level_1_misses_a_move_now_and_then_and_level_2_more_rarely() -> None:
    assert 0.15 > measure_miss_rate(RackOnly) > measure_miss_rate(Adder) > 0.01
    assert measure_miss_rate(Shifter) == 0


# --- level 2 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rack", "before", "after"),
    [
        ("B7 K1", "B4 B5 B6", "B4 B5 B6 B7"),
        ("B3 K1", "B4 B5 B6", "B3 B4 B5 B6"),
        ("B3 B7 B8 K1", "B4 B5 B6", "B3 B4 B5 B6 B7 B8"),
        ("B9 K1", "B6 B7 J", "B6 B7 J B9"),
        ("B3 B8", "B4 B5 B6 | K8 R8 O8", "B3 B4 B5 B6 | K8 R8 O8 B8"),  # E-1
        ("B3 K1", "B6 B5 B4", "B6 B5 B4 B3"),  # a run may lie the other way round
        ("B7 K7 R7 O1", "B4 B5 B6", "B4 B5 B6 | K7 R7 B7"),  # own sets come first
    ],
)
def test_level_2_adds_single_tiles(rack: str, before: str, after: str) -> None:
    assert choose_in_position(Adder, rack, before) == after


@pytest.mark.parametrize(
    ("rack", "before"),
    [
        ("B3 B5 B6", "K4 R4 B4 O4"),  # E-2
        ("R6", "R4 R5 R6 R7 R8"),  # E-4
        ("B8", "B6 B7 J"),
        ("K8", "K8 R8 O8"),
        ("B1", "B11 B12 B13"),
    ],
)
def test_level_2_takes_nothing_apart(rack: str, before: str) -> None:
    assert choose_in_position(Adder, rack, before) == "draw"


def test_level_2_keeps_a_joker_as_long_as_it_may_help() -> None:
    assert choose_in_position(Adder, "J K1", "B4 B5 B6") == "draw"
    assert choose_in_position(Adder, "J B7", "B4 B5 B6") == "B4 B5 B6 B7 J"
    assert choose_in_position(Adder, "J K1", "B4 B5 B6", last_round=True) == "B4 B5 B6 J"
    assert choose_in_position(Adder, "J B8", "B4 B5 B6", last_round=True) == "B4 B5 B6 J B8"


@pytest.mark.clause("T-33")
def test_level_2_adds_to_both_ends_of_a_mirrored_set() -> None:
    assert choose_in_position(Adder, "R3 K1", "R4 R5 M R5 R4", edition=TWIST) == "draw"
    assert (
        choose_in_position(Adder, "R3 R3 K1", "R4 R5 M R5 R4", edition=TWIST)
        == "R3 R4 R5 M R5 R4 R3"
    )


def test_level_2_adds_to_a_run_of_two_colours() -> None:
    assert (
        choose_in_position(Adder, "B11 K1", "R6 R7 C B9 B10", edition=TWIST) == "R6 R7 C B9 B10 B11"
    )
    assert choose_in_position(Adder, "R11 K1", "R6 R7 C B9 B10", edition=TWIST) == "draw"


# --- level 3 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rack", "before", "after"),
    [
        ("B3 B5 B6 K13", "K4 R4 B4 O4", {"B3 B4 B5 B6", "K4 R4 O4"}),  # E-2
        ("B11 R8 O8 K13", "B8 B9 B10", {"B9 B10 B11", "R8 B8 O8"}),  # E-3
        ("R6 K13", "R4 R5 R6 R7 R8", {"R4 R5 R6", "R6 R7 R8"}),  # E-4
        ("B5 K9 R9 K13", "B6 B7 J", {"B5 B6 B7", "K9 R9 J"}),  # E-9
    ],
)
def test_level_3_takes_a_set_apart(rack: str, before: str, after: set[str]) -> None:
    assert set(choose_in_position(Shifter, rack, before).split(" | ")) == after


@pytest.mark.parametrize(
    ("rack", "before"),
    [
        ("B1", "O1 O2 O3 O4 | K1 R1 B1 O1"),  # E-5
        ("B5", "R5 R6 R7 | O5 O6 O7 | K5 K6 K7 K8"),  # a part of E-6
    ],
)
def test_level_3_sees_no_more_than_one_set(rack: str, before: str) -> None:
    assert choose_in_position(Shifter, rack, before) == "draw"


def test_level_3_adds_to_the_sets_that_it_leaves_as_they_are() -> None:
    after = choose_in_position(Shifter, "R6 B3 K8 K13", "B4 B5 B6 | R4 R5 R6 R7 R8 | R8 B8 O8")
    assert set(after.split(" | ")) == {"B3 B4 B5 B6", "R4 R5 R6", "R6 R7 R8", "R8 B8 O8 K8"}


def test_level_3_gives_a_joker_for_two_tiles_but_not_for_one() -> None:
    assert choose_in_position(Shifter, "J B6 K13", "K4 R4 B4 O4") == "draw"
    after = choose_in_position(Shifter, "J B3 B6 K13", "K4 R4 B4 O4")
    assert set(after.split(" | ")) == {"B3 B4 J B6", "K4 R4 O4"}
    after = choose_in_position(Shifter, "J B6 K13", "K4 R4 B4 O4", last_round=True)
    assert "J" in after.split()


def test_level_3_takes_nothing_apart_for_nothing() -> None:
    assert choose_in_position(Shifter, "K1 R1 B1 O13", "R4 R5 R6 R7 R8 R9") == (
        "R4 R5 R6 R7 R8 R9 | K1 R1 B1"
    )


# --- whole games ------------------------------------------------------------------------------


Sets = list[list[Face]]


class Noted:
    """A player whose moves are written down: the table before and after each."""

    def __init__(self, player: Bot, moves: list[tuple[Sets, Sets]]) -> None:
        self.player, self.moves = player, moves

    def choose_command(self, view: View) -> AnyCommand:
        command = self.player.choose_command(view)
        if isinstance(command, Place):
            show = get_box(view.header.edition.box).get_faces
            self.moves.append(([*map(show, view.table)], [*map(show, command.table)]))
        return command


def count_broken_sets(before: Sets, after: Sets) -> int:
    """How many sets do not lie on the table any more, not even in a longer one."""
    left = sorted(after, key=len)
    apart = 0
    for meld in sorted(before, key=len):
        same = next((longer for longer in left if holds(longer, meld)), None)
        if same is None:
            apart += 1
        else:
            left.remove(same)
    return apart


def holds(longer: list[Face], meld: list[Face]) -> bool:
    size = len(meld)
    return any(longer[at : at + size] == meld for at in range(len(longer) - size + 1))


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("level", SIMPLE)
def test_a_level_does_what_it_knows_and_no_more(level: str, key: str) -> None:
    edition = EDITIONS[key]
    moves: list[tuple[Sets, Sets]] = []
    for number in range(4):
        bots = [Noted(make_bot(level, seat), moves) for seat in range(edition.players_min)]
        arena.play_game(edition, make_seed(number), bots)
    changed = sum(any(meld not in after for meld in before) for before, after in moves)
    assert moves
    assert bool(changed) == (level != "rack")
    assert max(count_broken_sets(*move) for move in moves) == (level == "shifter")


@pytest.mark.parametrize("level", SIMPLE)
def test_the_same_seeds_give_the_same_game(level: str) -> None:
    games = [
        arena.play_game(CLASSIC, make_seed(1), [make_bot(level, first), make_bot(level, 5)])
        for first in (3, 3, 4)
    ]
    assert games[0] == games[1]
    assert (games[1] == games[2]) == (level == "shifter")  # which leaves nothing to chance
