"""Main time with a delay for each move (M-3), and what happens when it is used up (M-4)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from kostka.editions import CLASSIC, MSO, Edition, apply_house_rules
from kostka.events.errors import BadInput, BadRecord, Refused
from kostka.events.log import Log
from kostka.numbers import (
    AskRedeal,
    Draw,
    Ending,
    EndTurn,
    Game,
    Leave,
    RunOutOfTime,
    Start,
    Undo,
    UseTime,
    verify_log,
)
from kostka.numbers import events as ev
from kostka.numbers.game import FORMAT
from kostka.numbers.score_explanation import explain_score_sheet
from kostka.numbers.scoring import Why
from kostka.numbers.state import Header
from kostka.tabletop.main_time import format_clock

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SEED = bytes(range(32))


def start_game(edition: Edition = MSO, players: int = 2, seed: bytes = SEED) -> Game:
    game = Game.new(edition, NAMES[:players], seed, at=0)
    game.do(Start(), 0)
    return game


def draw_in(game: Game, milliseconds: int) -> None:
    """Let the player on turn draw after a time, and end the turn if it stays open."""
    seat = game.state.turn
    assert seat is not None
    game.do_checked_commands((UseTime(seat, milliseconds), Draw(seat)))
    if game.state.drawn is not None:
        game.do(EndTurn(seat))


def lose_on_time(game: Game, milliseconds: int) -> int:
    seat = game.state.turn
    assert seat is not None
    game.do_checked_commands((UseTime(seat, milliseconds), RunOutOfTime(seat)))
    return seat


def list_times(game: Game) -> list[int | None]:
    return [seat.time_left for seat in game.state.seats]


def make_clock(main: int, delay: int, edition: Edition = CLASSIC) -> Edition:
    return apply_house_rules(edition, turn_seconds=None, main_seconds=main, delay_seconds=delay)


# --- the arithmetic ---------------------------------------------------------------------------


@pytest.mark.clause("M-3")
def test_only_what_a_move_takes_beyond_the_delay_is_lost() -> None:
    game = start_game()
    first = game.state.turn
    assert first is not None
    assert list_times(game) == [600_000, 600_000]
    for used, left in ((9_999, 600_000), (0, 600_000), (10_000, 600_000), (0, 600_000)):
        draw_in(game, used)
        assert list_times(game) == [left, left], used
    draw_in(game, 10_001)
    assert game.state.seats[first].time_left == 599_999
    assert game.view(None).seats[first].time_left == 599_999
    assert game.view(1 - first).seats[first].time_left == 599_999


def count_by_seconds_given_back(main: int, delay: int, moves: Sequence[int]) -> int | None:
    """Run a Bronstein clock as its inventor described it: count down, then give back.

    Returns what is left, or None once the flag has fallen. Shares nothing with the product.
    """
    clock = main
    for used in moves:
        clock -= used
        given_back = min(delay, used)
        if clock + delay <= 0:
            return None
        clock = clock + given_back
    return clock


@pytest.mark.clause("M-3", "M-4")
def test_a_thousand_sequences_of_moves_are_counted_as_by_a_second_clock() -> None:
    random = Random(20261118)
    fallen = 0
    for _ in range(1000):
        main, delay = random.randint(1, 40), random.choice((0, 1, 2, 5, 10))
        book = make_clock(main, delay)
        game = start_game(book)
        used: dict[int, list[int]] = {0: [], 1: []}
        for _ in range(random.randint(1, 12)):
            seat = game.state.turn
            assert seat is not None
            used[seat].append(random.choice((0, 999, 1000 * delay, random.randint(0, 20_000))))
            expected = count_by_seconds_given_back(1000 * main, 1000 * delay, used[seat])
            if expected is None:
                assert lose_on_time(game, used[seat][-1]) == seat
                fallen += 1
                break
            with pytest.raises(Refused, match="still has time"):
                lose_on_time(game, used[seat][-1])
            draw_in(game, used[seat][-1])
            assert game.state.seats[seat].time_left == expected
        assert Game.load(game.to_bytes()).state == game.state
    assert 200 < fallen < 900, "both ends of a sequence have to occur"


@pytest.mark.clause("M-3")
def test_clocks_are_shown_with_every_second_that_has_begun() -> None:
    assert [format_clock(ms) for ms in (0, 1, 1000, 59_001, 600_000)] == [
        "0:00",
        "0:01",
        "0:01",
        "1:00",
        "10:00",
    ]


# --- when the clock runs ----------------------------------------------------------------------


@pytest.mark.clause("M-3", "M-5")
def test_the_time_of_a_move_is_counted_once_and_not_after_a_draw() -> None:
    game = start_game()
    seat = game.state.turn
    assert seat is not None
    game.do(UseTime(seat, 12_000))
    with pytest.raises(Refused, match=r"already been counted \(M-3\)"):
        game.do(UseTime(seat, 12_000))
    other = start_game()
    other.do(Draw(seat))
    before = other.to_bytes()
    with pytest.raises(Refused, match=r"after a draw nobody's clock runs \(M-5\)"):
        other.do(UseTime(seat, 12_000))
    with pytest.raises(Refused, match=r"after a draw nobody's clock runs \(M-5\)"):
        other.do(RunOutOfTime(seat))
    with pytest.raises(Refused, match="it is"):
        other.do(UseTime(1 - seat, 12_000))
    assert other.to_bytes() == before


@pytest.mark.clause("M-3")
def test_games_without_main_time_count_none() -> None:
    game = start_game(CLASSIC)
    seat = game.state.turn
    assert seat is not None
    with pytest.raises(Refused, match=r"players in this game have no main time \(M-3\)"):
        game.do(UseTime(seat, 1))
    with pytest.raises(BadInput, match="milliseconds"):
        game.do(UseTime(seat, -1))
    assert list_times(game) == [None, None]


def test_two_commands_as_one_are_both_refused() -> None:
    game = start_game()
    seat = game.state.turn
    assert seat is not None
    before = game.to_bytes()
    with pytest.raises(Refused):
        game.do_checked_commands((UseTime(seat, 12_000), Draw(1 - seat)))
    assert game.to_bytes() == before
    assert list_times(game) == [600_000, 600_000]


@pytest.mark.clause("M-5", "Z-30")
def test_an_undo_gives_the_time_of_the_move_back() -> None:
    game = start_game()
    seat = game.state.turn
    assert seat is not None
    draw_in(game, 70_000)
    assert game.state.seats[seat].time_left == 540_000
    game.do(Undo("referee", "wrong tile"))
    assert list_times(game) == [600_000, 600_000]
    assert (game.state.turn, game.state.time_used) == (seat, None)
    draw_in(game, 15_000)
    assert game.state.seats[seat].time_left == 595_000
    verify_log(game.log)


@pytest.mark.clause("M-5", "N-7")
def test_a_new_deal_gives_everybody_the_full_time() -> None:
    for number in range(400):
        game = start_game(seed=number.to_bytes(32))
        for seat in (0, 1):
            try:
                game.do(AskRedeal(seat))
            except Refused:
                continue
            assert list_times(game) == [600_000, 600_000]
            verify_log(game.log)
            return
    raise AssertionError("no deal had three doubles")


# --- the flag ---------------------------------------------------------------------------------


@pytest.mark.clause("M-4")
def test_a_player_out_of_time_has_lost_as_if_the_other_had_gone_out() -> None:
    game = start_game()
    draw_in(game, 5_000)
    loser = lose_on_time(game, 610_000)
    result = game.state.result
    assert result is not None
    assert result.ending is Ending.FLAG_FELL
    assert result.sheet.winners == (1 - loser,)
    line = result.sheet.lines[loser]
    assert line.why in (Why.NOT_OPENED, Why.COULD_HAVE_OPENED)
    assert -line.points in (100, 200)
    assert explain_score_sheet(game.state)[1 - loser].clause == "M-4"
    assert explain_score_sheet(game.state)[loser].clause == "N-41"
    assert verify_log(game.log).finished


@pytest.mark.clause("M-4")
def test_nobody_is_out_of_time_who_has_a_millisecond_left() -> None:
    game = start_game()
    with pytest.raises(Refused, match=r"(Ann|Ben) still has time \(M-4\)"):
        lose_on_time(game, 609_999)
    seat = game.state.turn
    assert seat is not None
    with pytest.raises(Refused, match=r"still has time \(M-4\)"):
        game.do(RunOutOfTime(seat))
    lose_on_time(game, 610_000)


@pytest.mark.clause("M-4")
def test_with_nothing_left_a_move_still_has_its_delay() -> None:
    game = start_game()
    seat = game.state.turn
    draw_in(game, 611_000)  # it came within the grace period of the network
    assert seat is not None
    assert game.state.seats[seat].time_left == 0
    draw_in(game, 1_000)
    with pytest.raises(Refused, match="still has time"):
        lose_on_time(game, 9_999)
    lose_on_time(game, 10_000)
    assert game.state.result is not None


@pytest.mark.clause("M-4")
def test_with_more_players_the_others_play_on_and_the_last_one_wins() -> None:
    game = start_game(make_clock(60, 5), players=3)
    first = lose_on_time(game, 65_000)
    assert game.view(None).result is None
    assert not game.state.seats[first].present
    assert game.state.turn != first
    for _ in range(4):
        draw_in(game, 0)
        assert game.state.turn != first
    second = lose_on_time(game, 65_000)
    result = game.state.result
    assert result is not None
    (winner,) = {0, 1, 2} - {first, second}
    assert (result.ending, result.sheet.winners) == (Ending.FLAG_FELL, (winner,))
    verify_log(game.log)


@pytest.mark.clause("M-4")
def test_the_last_player_wins_when_the_others_left_or_are_out_of_time() -> None:
    game = start_game(make_clock(60, 5), players=3)
    first = lose_on_time(game, 65_000)
    left = next(seat for seat in range(3) if game.state.seats[seat].present)
    game.do(Leave(left))
    result = game.state.result
    assert result is not None
    (winner,) = {0, 1, 2} - {first, left}
    assert (result.ending, result.sheet.winners) == (Ending.ALONE, (winner,))


def forge(game: Game, replaced: dict[int, ev.AnyEvent]) -> Log[Header, ev.AnyEvent]:
    """Write the log again with other events in some places, every hash right."""
    forged = FORMAT.new_log(game.log.header)
    for number, entry in enumerate(game.log.entries):
        forged.append(replaced.get(number, entry.event), entry.at, more=entry.more)
    return forged


@pytest.mark.clause("M-4")
def test_a_record_in_which_a_flag_fell_too_early_is_refused() -> None:
    game = start_game()
    lose_on_time(game, 610_000)
    at = next(
        number
        for number, entry in enumerate(game.log.entries)
        if isinstance(entry.event, ev.TimeUsed)
    )
    seat = game.log.entries[at].event.seat  # type: ignore[union-attr]
    assert verify_log(forge(game, {})).finished
    with pytest.raises(BadRecord, match="still has time"):
        verify_log(forge(game, {at: ev.TimeUsed(seat, 609_999)}))


# --- the deal of mso --------------------------------------------------------------------------


@pytest.mark.clause("M-1")
def test_everything_else_is_as_in_classic() -> None:
    other = {"key", "age", "players_max", "jokers_each", "main_seconds", "delay_seconds"}
    other |= {"turn_seconds", "turn_seconds_choices", "no_threshold_advised_for"}
    fields = [
        field for field in MSO.__struct_fields__ if getattr(MSO, field) != getattr(CLASSIC, field)
    ]
    assert set(fields) == other
    assert (MSO.players_min, MSO.players_max) == (2, 2)


@pytest.mark.clause("M-2")
def test_everybody_begins_with_one_joker_and_thirteen_number_tiles() -> None:
    for number in range(50):
        game = start_game(seed=number.to_bytes(32))
        state = game.state
        for seat in state.seats:
            faces = state.box.get_faces(seat.rack)
            assert len(faces) == 14
            assert sum(not face.number for face in faces) == 1
        everywhere = [tile for seat in state.seats for tile in seat.rack]
        everywhere += [tile for stack in state.stacks for tile in stack]
        assert sorted(everywhere) == list(range(106))
        verify_log(game.log)


@pytest.mark.clause("M-2")
def test_the_racks_are_the_first_tiles_of_the_mixed_order() -> None:
    game = start_game()
    state = game.state
    numbers = [tile for tile in state.order if state.box.get_face(tile).number]
    jokers = [tile for tile in state.order if not state.box.get_face(tile).number]
    starter, other = state.starter, 1 - state.starter
    assert state.seats[starter].rack == (jokers[0], *numbers[:13])
    assert state.seats[other].rack == (jokers[1], *numbers[13:26])
    assert state.stacks == (tuple(numbers[26:]),)


@pytest.mark.clause("M-2")
def test_jokers_that_are_left_over_are_in_the_pool() -> None:
    book = apply_house_rules(MSO, box={"ordinary": 4})
    for number in range(20):
        state = start_game(book, seed=number.to_bytes(32)).state
        counts = [sum(not f.number for f in state.box.get_faces(s.rack)) for s in state.seats]
        assert counts == [1, 1]
        assert sum(not f.number for f in state.box.get_faces(state.stacks[0])) == 2


@pytest.mark.clause("M-2", "M-3")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"main_seconds": 600}, "turn_seconds and main_seconds are not both limited.*M-3"),
        ({"delay_seconds": 10}, r"delay_seconds needs main_seconds \(M-3\)"),
        ({"turn_seconds": None, "main_seconds": 0}, r"main_seconds 0 is not within.*\(M-3\)"),
        (
            {"turn_seconds": None, "main_seconds": 60, "delay_seconds": 601},
            r"delay_seconds 601 is not within 0 to 600 \(M-3\)",
        ),
        ({"jokers_each": 1}, r"2 jokers do not give 4 players 1 each \(M-2\)"),
        ({"jokers_each": 5}, r"jokers_each 5 is not within 0 to 4 \(M-2\)"),
    ],
)
def test_contradictions_are_refused(changes: dict[str, int | None], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        apply_house_rules(CLASSIC, **changes)
