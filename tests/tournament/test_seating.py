"""Who sits where: sizes of tables, the draw, the order by standings, and what is warned of."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.events.errors import Refused
from kostka.tournament import FORMATS, FivePlayers, FormatKey, Phase, Settings, list_seat_warnings
from kostka.tournament import commands as cmd
from kostka.tournament.seating import (
    SeatConcern,
    choose_table_sizes,
    count_meetings,
    draw_seat_order,
    fill_tables,
    find_seat_warnings,
    find_starting_seat,
    reduce_repeat_meetings,
)
from tests.tournament.hall import ORGANISER, Hall, refusal, went_out

SCHOOL = FORMATS[FormatKey.SCHOOL]
FIVES = [FivePlayers.TWO_TABLES, FivePlayers.ONE_TABLE]


@pytest.mark.clause("Z-6")
@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (3, (3,)),
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
    ],
)
def test_sizes_are_those_of_the_regulation(players: int, tables: tuple[int, ...]) -> None:
    assert choose_table_sizes(SCHOOL, players) == tables


@pytest.mark.clause("Z-6")
@pytest.mark.parametrize("players", [n for n in range(3, 201) if n != 5])
def test_tables_have_four_players_and_the_last_ones_three(players: int) -> None:
    found = choose_table_sizes(SCHOOL, players)
    assert sum(found) == players
    assert set(found) <= {3, 4}
    assert list(found) == sorted(found, reverse=True)
    assert found.count(3) <= 3  # no more than needed
    order = draw_seat_order("seed", 1, 1, range(1, players + 1))
    seated = fill_tables(order, found)
    assert sorted(p for table in seated for p in table) == list(range(1, players + 1))
    assert tuple(len(table) for table in seated) == found


@pytest.mark.clause("Z-6")
def test_five_players_choose_and_fewer_than_three_are_too_few() -> None:
    assert choose_table_sizes(SCHOOL, 5, FivePlayers.TWO_TABLES) == (3, 2)
    assert choose_table_sizes(SCHOOL, 5, FivePlayers.ONE_TABLE) == (5,)
    with pytest.raises(Refused, match="3 and 2, or one table of 5"):
        choose_table_sizes(SCHOOL, 5)
    for players in (0, 1, 2):
        with pytest.raises(Refused, match=f"{players} present: a tournament needs at least 3"):
            choose_table_sizes(SCHOOL, players)


@pytest.mark.clause("Z-6")
@pytest.mark.parametrize("five", FIVES)
def test_five_play_a_round_either_way(five: FivePlayers) -> None:
    hall = Hall(5)
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("choose_five",)
    hall.whole_round(five)
    assert [big for _, _, big, _ in hall.places()].count(3) == len(hall.seats)


@pytest.mark.clause("Z-1")
def test_the_draw_follows_from_the_seed_that_is_shown() -> None:
    first, again, other = Hall(30), Hall(30), Hall(30, seed="other")
    assert first.seat() == again.seat() != other.seat()
    assert first.seat() != again.seats  # a second draw is another one, and in the log
    assert first.round.draw == 2
    view = first.tournament.view(0)
    assert view.seed == "seed"
    assert [seat.seat for seat in view.rounds[0].tables[1].seats] == ["2A", "2B", "2C", "2D"]


@pytest.mark.clause("Z-1")
def test_a_draw_is_repeated_with_nothing_but_a_hash() -> None:
    hall = Hall(9)
    by_hand = sorted(
        range(1, 10),
        key=lambda n: sha256(f"kostka lot 1:seed:round 1 draw 1:{n}".encode()).digest(),
    )
    assert [player for table in hall.seat() for player in table] == by_hand


@pytest.mark.clause("Z-1")
def test_every_seat_is_as_likely_for_everybody() -> None:
    chairs = Counter(draw_seat_order(f"seed {n}", 1, 1, range(1, 5)).index(3) for n in range(4000))
    assert all(900 < number < 1100 for number in chairs.values())


@pytest.mark.clause("Z-3")
def test_the_start_goes_round_the_table() -> None:
    assert [find_starting_seat(game, 4) for game in range(1, 6)] == ["A", "B", "C", "D", "A"]
    assert [find_starting_seat(game, 3) for game in range(1, 5)] == ["A", "B", "C", "A"]


@pytest.mark.clause("Z-5")
@pytest.mark.parametrize("players", [3, 4, 6, 7, 9, 18, 23])
def test_later_rounds_are_seated_by_the_standings(players: int) -> None:
    hall = Hall(players, settings=Settings(rounds=3))
    for _ in range(2):
        hall.whole_round()
        points = {name: (big, small) for _, name, big, small in hall.places()}
        order = [hall.state.get_player_name(p) for table in hall.seat() for p in table]
        assert [points[name] for name in order] == sorted(points.values(), reverse=True)


def test_lots_between_level_players_are_logged_and_stay_the_same() -> None:
    hall = Hall(8)
    hall.whole_round()
    order = [p for table in hall.seat() for p in table]
    # Two tables played alike: each place is held by two.
    assert [set(lot) for lot in hall.round.lots] == [
        set(order[at : at + 2]) for at in range(0, 8, 2)
    ]
    before = hall.seats
    assert hall.seat() == before  # asking again does not draw again
    hall.lock()
    hall.add("Late")
    hall.do(cmd.Withdraw(9, token=ORGANISER))
    assert hall.seats == before  # nor does somebody who comes or goes
    assert hall.round.phase is Phase.LOCKED


# --- avoiding repeats -------------------------------------------------------------------------


def repeats(tables: tuple[tuple[int, ...], ...], met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


@given(players=st.integers(6, 60), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_avoiding_repeats_moves_nobody_further_than_one_table(players: int, seed: int) -> None:
    order = list(range(players))
    before = fill_tables(
        draw_seat_order(str(seed), 1, 1, order), choose_table_sizes(SCHOOL, players)
    )
    strict = fill_tables(order, choose_table_sizes(SCHOOL, players))
    met = count_meetings([before])
    found = reduce_repeat_meetings(strict, met)
    assert repeats(found, met) <= repeats(strict, met)
    assert sorted(p for table in found for p in table) == order
    assert [len(table) for table in found] == [len(table) for table in strict]
    table_of = {p: n for n, table in enumerate(strict) for p in table}
    for number, table in enumerate(found):
        assert all(abs(table_of[p] - number) <= 1 for p in table)
        assert list(table) == sorted(table)  # the best of a table is A


def test_avoiding_repeats_is_a_choice_and_does_avoid_them() -> None:
    strict, kind = Hall(16), Hall(16, settings=Settings(avoid_repeats=True))
    for hall in (strict, kind):
        hall.begin()
        for table in hall.round.tables:
            # Table by table other sums, so that the next seats are those of this round.
            scale = 100 - 20 * table.number
            for game in (1, 2, 3):
                racks = [0 if seat == game - 1 else scale for seat in range(4)]
                hall.enter(table.number, game, went_out(*racks))
        hall.close()
        hall.seat()
    met = count_meetings([tuple(table.seats for table in strict.state.rounds[0].tables)])
    assert repeats(kind.seats, met) < repeats(strict.seats, met)


# --- warnings and changes by hand -------------------------------------------------------------


def test_warnings_name_repeats_classes_and_a_second_table_of_three() -> None:
    before = [((1, 2, 3, 4), (5, 6, 7))]
    found = find_seat_warnings(
        ((1, 2, 5, 6), (3, 7, 4)), before, {1: "7a", 5: "7a", 3: "7b", 7: ""}, full=4
    )
    assert {(w.concern, w.table, w.players) for w in found} == {
        (SeatConcern.MET_BEFORE, 1, (1, 2)),
        (SeatConcern.MET_BEFORE, 1, (5, 6)),
        (SeatConcern.MET_BEFORE, 2, (3, 4)),
        (SeatConcern.SAME_GROUP, 1, (1, 5)),
        (SeatConcern.SMALL_AGAIN, 2, (7,)),
    }


def test_seats_are_swapped_by_hand_until_they_are_locked() -> None:
    hall = Hall(8)
    ((a, *_), (b, *_)) = hall.seat()
    hall.do(cmd.SwapSeats((a, b), token=ORGANISER))
    assert (hall.seats[0][0], hall.seats[1][0]) == (b, a)
    assert refusal(hall, cmd.SwapSeats((a, a), token=ORGANISER)) == ("same_player",)
    assert refusal(hall, cmd.SwapSeats((a, 99), token=ORGANISER)) == ("no_player",)
    hall.lock()
    assert refusal(hall, cmd.SwapSeats((a, b), token=ORGANISER)) == ("locked_already",)
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("locked_already",)
    hall.start()
    assert refusal(hall, cmd.SwapSeats((a, b), token=ORGANISER)) == ("started",)
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("started",)


def test_who_comes_or_goes_between_draw_and_lock_is_named() -> None:
    hall = Hall(8)
    hall.seat()
    hall.add("Late")
    hall.do(cmd.Withdraw(hall.seats[0][0], token=ORGANISER))
    assert {w.concern for w in list_seat_warnings(hall.state)} == {
        SeatConcern.NO_SEAT,
        SeatConcern.GONE,
    }
    assert refusal(hall, cmd.LockSeats(token=ORGANISER)) == ("seat_wanted", "seated_gone")
    hall.add(*(f"Later {n}" for n in range(20)))
    with pytest.raises(
        Refused, match=r"for Late, Later 0, Later 1, [^…]*Later 6, …: redraw the seats"
    ):
        hall.lock()
    hall.seat()
    hall.lock()
    assert list_seat_warnings(hall.state) == []
