"""Decides commands: the events that follow from one, or every reason to refuse it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kostka.events.errors import make_refusal
from kostka.tabletop.permissions import Permissions
from kostka.word import commands as cmd
from kostka.word import events as ev
from kostka.word import problems
from kostka.word.edition import Judging
from kostka.word.ending import (
    build_events_after_accepting,
    build_events_after_turn,
    build_finish_events,
)
from kostka.word.evolution import evolve_all
from kostka.word.setup import build_mixed_event, build_start_events
from kostka.word.state import Phase, State
from kostka.word.turn import Judge, Letters, Turn, TurnCheck, Words, check_turn
from kostka.word.validity import get_word_judge

Events = list[ev.AnyEvent]

PERMISSIONS = Permissions(problems)


def decide(state: State, command: cmd.AnyCommand, judge: Judge | None = None) -> Events:
    """Return the events that follow from a command. Raises `Refused`; the state never changes.

    Without a judge, words are judged by the lexicon of the edition.
    """
    match command:
        case cmd.Place():
            return _handle_place_command(state, command, judge)
        case cmd.Challenge():
            return _handle_challenge_command(state, command, judge)
        case _:
            return _DECISIONS[type(command)](state, command)


# --- who may do something now -----------------------------------------------------------------


def _check_on_turn(state: State, seat: int) -> None:
    PERMISSIONS.check_present(state, seat)
    if state.turn is None:
        raise make_refusal(problems.LAST_MOVE_MADE())
    PERMISSIONS.check_on_turn(state, seat)


# --- before the first move --------------------------------------------------------------------


def _handle_commit_randomness_command(state: State, command: cmd.CommitRandomness) -> Events:
    PERMISSIONS.check_commitment(state, command)
    return [ev.RandomnessCommitted(command.seat, command.commitment)]


def _handle_add_randomness_command(state: State, command: cmd.AddRandomness) -> Events:
    PERMISSIONS.check_randomness(state, command)
    return [ev.RandomnessAdded(command.seat, command.words)]


def _handle_start_command(state: State, _: cmd.Start) -> Events:
    PERMISSIONS.check_not_dealt(state)
    return build_start_events(state)


# --- placing ----------------------------------------------------------------------------------


def _handle_place_command(state: State, command: cmd.Place, judge: Judge | None) -> Events:
    _check_on_turn(state, command.seat)
    check = judge_placing(state, command.table, command.letters, judge)
    if check.violations:
        raise make_refusal(*check.violations)
    if check.wrong and state.edition.judging is Judging.PENALTY:
        return _build_wrong_word_events(state, command, check)
    placed = ev.Placed(
        seat=command.seat,
        table=command.table,
        letters=check.letters,
        tiles=check.placed,
        words=check.words,
        doubled=check.doubled,
        points=check.points,
    )
    events: Events = [placed, *_build_refill_events(state, command.seat, len(check.placed))]
    return events + build_events_after_turn(evolve_all(state, events))


def _build_wrong_word_events(state: State, command: cmd.Place, check: TurnCheck) -> Events:
    """Undo a move with a wrong word, with a penalty (W-13)."""
    wrong = ev.WordRefused(command.seat, command.table, check.letters, tuple(check.wrong))
    events: Events = [wrong]
    events += _build_penalty_events(state, command.seat, ev.DrawReason.WRONG_WORD)
    return events + build_events_after_turn(evolve_all(state, events))


def judge_placing(
    state: State, table: Words, letters: Letters, judge: Judge | None = None
) -> TurnCheck:
    """Judge what the player on turn would place."""
    assert state.turn is not None
    seat = state.seats[state.turn]
    turn = Turn(
        edition=state.edition,
        before=state.table,
        letters_before=state.letters,
        rack=seat.rack,
        after=table,
        letters=letters,
        opened=seat.opened,
    )
    return check_turn(turn, judge or get_word_judge(state.edition))


def _build_refill_events(state: State, seat: int, placed: int) -> Events:
    """Fill the rack up to seven, as far as the pool goes (W-9)."""
    missing = state.edition.refill_to - (len(state.seats[seat].rack) - placed)
    tiles = state.pool[: max(missing, 0)]
    return [ev.Drew(seat, tiles, ev.DrawReason.REFILL)] if tiles else []


# --- drawing, passing, the clock --------------------------------------------------------------


def _handle_draw_command(state: State, command: cmd.Draw) -> Events:
    _check_on_turn(state, command.seat)
    if not state.pool:
        raise make_refusal(problems.POOL_EMPTY())
    events: Events = [ev.Drew(command.seat, state.pool[:1], ev.DrawReason.TURN)]
    return events + build_events_after_turn(evolve_all(state, events))


def _handle_pass_command(state: State, command: cmd.Pass) -> Events:
    _check_on_turn(state, command.seat)
    if state.pool:
        raise make_refusal(problems.MUST_DRAW_OR_PLACE())
    events: Events = [ev.Passed(command.seat)]
    return events + build_events_after_turn(evolve_all(state, events))


def _handle_run_out_of_time_command(state: State, command: cmd.RunOutOfTime) -> Events:
    """Undo an unfinished move, with a penalty (W-14), or let the last move stand."""
    if command.seat in state.waiting:  # also where moves have no limit: a game has to end
        assert state.ending is not None
        return [ev.TimedOut(command.seat), *build_finish_events(state, state.ending)]
    if state.edition.turn_seconds is None:
        raise make_refusal(problems.NO_TIME_LIMIT())
    _check_on_turn(state, command.seat)
    events: Events = [ev.TimedOut(command.seat)]
    events += _build_penalty_events(state, command.seat, ev.DrawReason.TIME_OUT)
    return events + build_events_after_turn(evolve_all(state, events))


def _build_penalty_events(state: State, seat: int, reason: ev.DrawReason) -> Events:
    tiles = state.pool[: state.edition.penalty]
    return [ev.Drew(seat, tiles, reason)] if tiles else []


# --- challenges -------------------------------------------------------------------------------


def _handle_challenge_command(state: State, command: cmd.Challenge, judge: Judge | None) -> Events:
    """Look up the words of the last move; with a wrong one the move is undone (W-13)."""
    PERMISSIONS.check_present(state, command.seat)
    if state.edition.judging is not Judging.CHALLENGE:
        raise make_refusal(problems.NO_CHALLENGES())
    move = state.last_move
    if move is None or move.seat == command.seat:
        raise make_refusal(problems.NOTHING_TO_CHALLENGE())
    if move.found_good:
        raise make_refusal(problems.CHALLENGED_ALREADY())
    judge = judge or get_word_judge(state.edition)
    wrong = tuple([word for word in state.new_words if judge(word) is not None])
    events: Events = [ev.Challenged(command.seat, wrong)]
    after = evolve_all(state, events)
    if after.last_move is not None:
        return events + (
            build_events_after_accepting(after) if after.phase is Phase.ACCEPTING else []
        )
    if len(after.pool) != len(state.pool):
        # The mover has seen the tiles that go back: nobody may know where they lie.
        events.append(build_mixed_event(after, after.pool))
        after = evolve_all(state, events)
    events += _build_penalty_events(after, move.seat, ev.DrawReason.WRONG_WORD)
    return events + build_events_after_turn(evolve_all(state, events))


def _handle_accept_command(state: State, command: cmd.Accept) -> Events:
    PERMISSIONS.check_present(state, command.seat)
    if command.seat not in state.waiting:
        raise make_refusal(problems.NOTHING_TO_ACCEPT())
    events: Events = [ev.Accepted(command.seat)]
    return events + build_events_after_accepting(evolve_all(state, events))


# --- leaving ----------------------------------------------------------------------------------


def _handle_leave_command(state: State, command: cmd.Leave) -> Events:
    """The others play on; the last player left wins."""
    PERMISSIONS.check_present(state, command.seat)
    events: Events = [ev.Left(command.seat)]
    after = evolve_all(state, events)
    if sum(seat.present for seat in after.seats) == 1:
        return events + build_finish_events(after, ev.Ending.ALONE)
    if state.phase is Phase.ACCEPTING:
        return events + build_events_after_accepting(after)
    if state.turn == command.seat:
        return events + build_events_after_turn(after)
    return events


_DECISIONS: dict[type, Callable[[State, Any], Events]] = {
    cmd.CommitRandomness: _handle_commit_randomness_command,
    cmd.AddRandomness: _handle_add_randomness_command,
    cmd.Start: _handle_start_command,
    cmd.Draw: _handle_draw_command,
    cmd.Pass: _handle_pass_command,
    cmd.Accept: _handle_accept_command,
    cmd.RunOutOfTime: _handle_run_out_of_time_command,
    cmd.Leave: _handle_leave_command,
}
