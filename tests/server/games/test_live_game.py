"""A running game: turns, drafts, the clock, and what everybody is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from kostka.editions import CLASSIC, TOURNAMENT, Edition
from kostka.events.codec import to_json
from kostka.events.errors import Refused
from kostka.numbers import FORMAT, NUMBERS, Draw, Game, Leave, Viewer, view_event
from kostka.numbers import events as ev
from kostka.protocol import responses
from kostka.protocol.responses import DraftJudged, GameNews
from kostka.protocol.rooms import Pauser
from kostka.server.games import clock
from kostka.server.games.numbers import RULES, NumberEdition, NumberGame
from kostka.tabletop.views import HIDDEN
from tests.test_recorded_games import every_game

NOW = 1_000_000
SEED = bytes(range(32))
CALM = replace(CLASSIC, not_opened=None, could_have_opened=None)
"""Without the turn that stays open after a draw."""


def table(edition: Edition = CALM, bank_seconds: int = 0) -> NumberGame:
    return NumberEdition(edition).start_game(
        "g",
        ("Ala", "Bob"),
        seed=SEED,
        contributions=(),
        starter=0,
        now=NOW,
        bank_seconds=bank_seconds,
    )


def why(change: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        change()
    return refused.value.violations[0].code


def test_a_command_is_for_the_turn_that_was_seen() -> None:
    game = table()
    assert why(lambda: game.play_command(0, 0, Draw(0), NOW)) == "late"
    assert why(lambda: game.play_command(1, 1, Draw(0), NOW)) == "foreign_seat"
    assert why(lambda: game.play_command(1, 1, Draw(1), NOW)) == "not_your_turn"
    game.play_command(0, 1, Draw(0), NOW)
    assert why(lambda: game.play_command(0, 1, Draw(0), NOW)) == "late"  # the same click twice
    game.play_command(1, 0, Leave(1), NOW)  # may be done at any time
    assert game.is_over


def test_lines_are_handed_out_once() -> None:
    game = table()
    first, lines = game.take_unsaved_lines()
    assert (first, lines) == (0, game.game.log.lines)
    assert game.take_unsaved_lines() == (len(lines), [])
    game.play_command(0, 1, Draw(0), NOW)
    first, more = game.take_unsaved_lines()
    assert first == len(lines)
    assert b"\n".join([*lines, *more]) + b"\n" == game.game.to_bytes()


@pytest.mark.clause("N-26")
def test_the_clock_goes_by_the_log() -> None:
    game = table()
    assert game.deadline == NOW + 60_000
    assert not game.end_turn_if_overdue(NOW + 60_000)
    assert not game.end_turn_if_overdue(NOW + 60_000 + clock.GRACE_MS - 1)
    later = NOW + 60_000 + clock.GRACE_MS
    again = NumberGame("g", RULES, Game.load(game.game.to_bytes()), 0)  # after a crash
    for one in (game, again):
        assert one.end_turn_if_overdue(later)
        assert [type(event) for event in one._new_events] == [ev.TimedOut, ev.Drew, ev.TurnBegan]
        assert one.deadline == later + 60_000
    assert game.game.to_bytes() == again.game.to_bytes()


def test_without_a_limit_there_is_no_deadline() -> None:
    game = table(replace(CALM, turn_seconds=None))
    assert game.deadline is None
    assert not game.end_turn_if_overdue(NOW * 1000)


def test_a_time_bank_is_used_up_by_slow_moves() -> None:
    game = table(bank_seconds=30)
    assert game.deadline == NOW + 90_000
    game.play_command(0, 1, Draw(0), NOW + 70_000)
    assert game.time_banks == (20_000, 30_000)
    game.play_command(1, 2, Draw(1), NOW + 80_000)
    assert game.time_banks == (20_000, 30_000)
    assert game.deadline == NOW + 80_000 + 80_000
    game.end_turn_if_overdue(NOW + 200_000)
    assert game.time_banks[:1] == (0,)


@pytest.mark.clause("N-26", "Z-12")
def test_the_draft_counts_when_time_runs_out() -> None:
    game = table(TOURNAMENT)
    state = game.game.state
    drafted = (state.seats[0].rack[:3],)
    game.check_and_keep_draft(0, 1, drafted)
    assert game.end_turn_if_overdue(NOW * 10)
    events = game._new_events
    kinds = [type(event) for event in events]
    assert kinds[:2] == [ev.TimedOut, ev.MoveFailed]
    timed_out = events[0]
    assert isinstance(timed_out, ev.TimedOut)
    assert timed_out.draft == drafted
    assert game.draft is None


def test_a_draft_may_be_wrong_but_not_of_foreign_tiles() -> None:
    game = table()
    mine, theirs = (seat.rack for seat in game.game.state.seats)
    game.check_and_keep_draft(0, 1, (mine[:2],))
    assert game.draft == (mine[:2],)
    assert why(lambda: game.check_and_keep_draft(0, 1, ((theirs[0],),))) == "not_your_tile"
    assert why(lambda: game.check_and_keep_draft(0, 1, ((mine[0], mine[0]),))) == "tile_twice"
    assert why(lambda: game.check_and_keep_draft(0, 2, (mine[:2],))) == "late"
    assert why(lambda: game.check_and_keep_draft(1, 1, (theirs[:2],))) == "late"
    assert game.draft == (mine[:2],)
    judged = RULES.build_verdict_message(5, game.game.state, (mine[:2],))
    assert isinstance(judged, DraftJudged)
    assert (judged.id, judged.turn) == (5, 1)
    assert not judged.sets[0].valid
    assert judged.sets[0].problem is not None
    assert judged.problems
    game.play_command(0, 1, Draw(0), NOW)
    assert game.draft is None


def told(game: NumberGame, viewer: Viewer, *, first: bool) -> GameNews:
    encode = game.encode_state_for_viewers if first else game.encode_updates
    (message,) = encode([viewer], NOW)
    news = responses.decode_message(message)
    assert isinstance(news, GameNews)
    return news


def test_everybody_is_told_what_they_may_know() -> None:
    game = table()
    game.play_command(0, 1, Draw(0), NOW)
    tile = game.game.state.seats[0].rack[-1]
    own, other, watcher = (told(game, viewer, first=False) for viewer in (0, 1, None))
    assert own.events[0] == ev.Drew(0, (tile,), ev.DrawReason.TURN)
    for news in (other, watcher):
        assert news.events[0] == ev.Drew(0, (HIDDEN,), ev.DrawReason.TURN)
        assert news.view.seats[0].rack is None
    assert watcher.view.seats[1].rack is None
    assert own.clock.deadline == NOW + 60_000
    assert own.faces is None
    faces = told(game, 0, first=True).faces
    assert faces is not None
    assert len(faces) == 106


@every_game
def test_what_is_told_is_the_view_and_nothing_else(path: Path) -> None:
    """What is written once for everybody is to the letter what each may know."""
    log = FORMAT.parse_log(path.read_bytes())
    running = NumberGame("100 % game", RULES, Game(NUMBERS, FORMAT.new_log(log.header)), 0)
    viewers: list[Viewer] = [None, *range(len(log.header.names))]
    for entry in log.entries:
        running.game.log.append(entry.event, entry.at)
        running.game.state = NUMBERS.evolve(running.game.state, entry.event)
        running._new_events = [entry.event]
        written = running.encode_updates(viewers, NOW)
        for viewer, message in zip(viewers, written, strict=True):
            news = responses.decode_message(message)
            assert isinstance(news, GameNews)
            assert news.view == running.game.view(viewer)
            seen = view_event(entry.event, viewer, over=running.is_over)
            assert news.events == (seen,)
            assert to_json(news) == message


def read_clock(game: NumberGame, now: int) -> responses.Clock:
    (encoded,) = game.encode_state_for_viewers([0], now)
    news = responses.decode_message(encoded)
    assert isinstance(news, GameNews)
    return news.clock


def test_a_pause_stops_the_clock_and_the_rest_of_the_turn_is_left_afterwards() -> None:
    game, start = table(bank_seconds=30), NOW + 40_000
    lasting = clock.Pause(Pauser.ORGANISER, start)
    game.set_pauses((lasting,))
    assert not game.end_turn_if_overdue(NOW * 10)
    assert read_clock(game, NOW + 70_000) == responses.Clock(
        NOW + 70_000, None, (30_000, 30_000), left=50_000
    )
    pauses = (replace(lasting, end=start + 3_600_000),)
    game.set_pauses(pauses)
    end = start + 3_600_000 + 50_000
    assert game.deadline == end
    again = NumberGame("g", RULES, Game.load(game.game.to_bytes()), 30)
    again.set_pauses(pauses)
    assert again.deadline == end
    assert not game.end_turn_if_overdue(end + clock.GRACE_MS - 1)
    game.play_command(0, 1, Draw(0), end - 20_000)  # 10 seconds beyond those for the move
    assert game.time_banks == (20_000, 30_000)
    assert game.deadline == end - 20_000 + 90_000


def test_several_pauses_add_up_and_those_of_earlier_turns_do_not() -> None:
    game = table()
    first, second = (
        clock.Pause(Pauser.ORGANISER, NOW + at, NOW + at + 100_000) for at in (10_000, 120_000)
    )
    game.set_pauses((first, second))
    assert game.deadline == NOW + 260_000
    game.play_command(0, 1, Draw(0), NOW + 250_000)
    assert game.deadline == NOW + 250_000 + 60_000


def test_a_server_that_was_down_during_a_pause_gives_no_time_away() -> None:
    game, pause = table(), clock.Pause(Pauser.ORGANISER, NOW + 57_000)
    game.set_pauses((pause,))
    game.resume_clock(NOW + 500_000)
    assert read_clock(game, NOW + 500_000).left == 3000
    game.set_pauses((replace(pause, end=NOW + 600_000),))
    assert game.deadline == NOW + 603_000
    game.resume_clock(NOW + 601_000)  # down again, after the pause
    assert game.deadline == NOW + 601_000 + clock.RETURN_MS
