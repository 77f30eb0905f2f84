"""Decides commands: the events that follow from one, or every reason to refuse it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kostka.editions.model import (
    MAX_PENALTY_TILES,
    AnnouncementJudging,
    Drawing,
    IdleTimeOut,
    InvalidMove,
    PoolEnd,
    TimeOut,
    find_field_clause,
)
from kostka.events.errors import Violation, format_input, make_refusal
from kostka.events.game import MAX_TEXT_LENGTH, is_printable_text
from kostka.melds.turn import Table, TurnCheck, check_turn, take_back_loose_tiles
from kostka.numbers import commands as cmd
from kostka.numbers import events as ev
from kostka.numbers import problems
from kostka.numbers.ending import build_events_after_turn, build_finish_events
from kostka.numbers.evolution import evolve_all
from kostka.numbers.redeal import find_redeal_problem
from kostka.numbers.setup import build_deal_events, build_start_events
from kostka.numbers.state import State
from kostka.solver.opening import can_open
from kostka.tabletop.main_time import is_flag_down
from kostka.tabletop.permissions import Permissions
from kostka.tiles.box import TileId

IMPOSSIBLE_TABLE: Table = ((TileId(-1),),)
"""Logged instead of a draft that no player could have laid."""

Events = list[ev.AnyEvent]

PERMISSIONS = Permissions(problems)


def decide(state: State, command: cmd.AnyCommand) -> Events:
    """Return the events that follow from a command. Raises `Refused`; the state never changes."""
    return _DECISIONS[type(command)](state, command)


# --- who may do something now -----------------------------------------------------------------


def _check_reason(command: cmd.Undo | cmd.Penalise | cmd.EndGame) -> None:
    """Require a referee's name and reason, which stay in the log (Z-32)."""
    if not (is_printable_text(command.by) and is_printable_text(command.reason)):
        raise make_refusal(problems.NO_REASON(most=MAX_TEXT_LENGTH))


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


def _handle_ask_redeal_command(state: State, command: cmd.AskRedeal) -> Events:
    PERMISSIONS.check_present(state, command.seat)
    problem = find_redeal_problem(state, command.seat)
    if problem is not None:
        raise make_refusal(problem)
    # The starter begins again: nothing of the first deal counts, and the right to start was given
    # by lot or by seat, not by tiles.
    return [ev.RedealAsked(command.seat), *build_deal_events(state, state.starter, state.deal + 1)]


# --- placing ----------------------------------------------------------------------------------


def _handle_place_command(state: State, command: cmd.Place) -> Events:
    PERMISSIONS.check_on_turn(state, command.seat)
    if state.drawn is not None:
        raise make_refusal(problems.DRAWN_TILE())
    check = _judge_table(state, command.table)
    if not check.violations:
        return _build_valid_move_events(state, command.table, check)
    may_mend = state.edition.invalid_move is InvalidMove.REFUSED
    if may_mend or not check.possible or _is_table_unchanged(state, command.table):
        raise make_refusal(*check.violations)
    failed = ev.MoveFailed(command.seat, command.table, _list_broken_clauses(check.violations))
    return _build_failed_move_events(state, failed)


def _judge_table(state: State, table: Table) -> TurnCheck:
    assert state.turn is not None
    seat = state.seats[state.turn]
    return check_turn(state.edition, state.table, seat.rack, table, opened=seat.opened)


def _is_table_unchanged(state: State, table: Table) -> bool:
    return set(map(frozenset, table)) == set(map(frozenset, state.table))


def _build_valid_move_events(state: State, table: Table, check: TurnCheck) -> Events:
    assert state.turn is not None
    events: Events = [ev.Placed(state.turn, table, check.placed)]
    return events + build_events_after_turn(evolve_all(state, events))


def _list_broken_clauses(violations: tuple[Violation, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(violation.clause for violation in violations))


def _build_failed_move_events(state: State, failed: ev.MoveFailed) -> Events:
    """Undo a move entirely, with the penalty, and end the turn (N-26)."""
    events: Events = [failed]
    penalty = _pick_tiles_to_draw(state, state.edition.failed_move_penalty)
    if penalty:
        events.append(ev.Drew(failed.seat, penalty, ev.DrawReason.PENALTY))
    return events + _build_events_after_idle_turn(state, events)


def _build_events_after_idle_turn(state: State, events: Events) -> Events:
    """Continue after a turn without placing; with an empty pool it may end the game (N-52)."""
    after = evolve_all(state, events)
    if after.drawn is not None:
        return []  # the player may still announce (N-20)
    play_on = state.edition.pool_end is PoolEnd.PLAY_ON and state.last_round is None
    if play_on and not state.pool_size:
        return build_finish_events(after, ev.Ending.POOL_EMPTY)
    return build_events_after_turn(after)


# --- drawing and passing ----------------------------------------------------------------------


def _handle_draw_command(state: State, command: cmd.Draw) -> Events:
    PERMISSIONS.check_on_turn(state, command.seat)
    if state.drawn is not None:
        raise make_refusal(problems.DREW_ALREADY())
    if not state.pool_size:
        raise make_refusal(
            problems.POOL_EMPTY.with_clause(find_field_clause(state.edition, "pool_end"))()
        )
    if state.last_round is not None:
        raise make_refusal(problems.LAST_ROUND())
    _check_stack_choice(state, command.stack)
    tiles = _pick_tiles_to_draw(state, 1, command.stack)
    events: Events = [ev.Drew(command.seat, tiles, ev.DrawReason.TURN, command.stack)]
    return events + _build_events_after_idle_turn(state, events)


def _check_stack_choice(state: State, stack: int | None) -> None:
    """Refuse the choice of a stack unless the middle is used up (Z-10)."""
    if stack is None:
        return
    if state.edition.drawing is not Drawing.CHOSEN_STACK:
        raise make_refusal(problems.NO_STACKS())
    if state.stacks[state.middle] and stack != state.middle:
        raise make_refusal(problems.MIDDLE_LEFT())
    if not 0 <= stack < len(state.stacks) or not state.stacks[stack]:
        raise make_refusal(problems.NO_STACK(stack=format_input(stack)))


def _pick_tiles_to_draw(state: State, wanted: int, stack: int | None = None) -> tuple[TileId, ...]:
    """Take tiles from the middle, then from the chosen or next stack, as far as they go (N-55)."""
    first = state.middle if stack is None else stack
    taken = state.stacks[first][:wanted]
    for number, tiles in enumerate(state.stacks):
        if number != first and len(taken) < wanted:
            taken += tiles[: wanted - len(taken)]
    return taken


def _handle_announce_command(state: State, command: cmd.Announce) -> Events:
    name = PERMISSIONS.check_on_turn(state, command.seat)
    edition, seat = state.edition, state.seats[command.seat]
    if edition.not_opened is None:
        raise make_refusal(problems.NO_ANNOUNCEMENT())
    if seat.opened:
        raise make_refusal(problems.ANNOUNCED_OPEN(name=name))
    if state.drawn is None:
        raise make_refusal(problems.ANNOUNCED_EARLY())
    if seat.announced:
        raise make_refusal(problems.ANNOUNCED_TWICE(name=name))
    if edition.announcement_judging is AnnouncementJudging.AT_ONCE:
        _check_announcement(state, seat.rack, state.drawn)
    return [ev.OpeningAnnounced(command.seat)]


def _check_announcement(state: State, rack: tuple[TileId, ...], drawn: TileId) -> None:
    """Refuse an announcement that could not help."""
    threshold, rules = state.edition.opening_threshold, state.edition.set_rules
    if not can_open(state.box.get_faces(rack), threshold, rules):
        raise make_refusal(problems.ANNOUNCED_NOTHING())
    before_draw = rack[: rack.index(drawn)]
    if can_open(state.box.get_faces(before_draw), threshold, rules):
        raise make_refusal(problems.ANNOUNCED_LATE())


def _handle_end_turn_command(state: State, command: cmd.EndTurn) -> Events:
    PERMISSIONS.check_on_turn(state, command.seat)
    if state.drawn is None:
        raise make_refusal(problems.TURN_NOT_OPEN())
    events: Events = [ev.TurnEnded(command.seat)]
    return events + build_events_after_turn(evolve_all(state, events))


def _handle_pass_command(state: State, command: cmd.Pass) -> Events:
    PERMISSIONS.check_on_turn(state, command.seat)
    if state.drawn is not None:
        raise make_refusal(problems.DREW_ALREADY())
    if state.pool_size and state.last_round is None:
        raise make_refusal(problems.MUST_DRAW_OR_PLACE())
    events: Events = [ev.Passed(command.seat)]
    return events + _build_events_after_idle_turn(state, events)


# --- the clock --------------------------------------------------------------------------------


def _handle_run_out_of_time_command(state: State, command: cmd.RunOutOfTime) -> Events:
    """End a turn whose time is over, as the table lies (N-26, Z-12), or lose by time (M-4)."""
    name = PERMISSIONS.check_on_turn(state, command.seat)
    if state.edition.main_seconds is not None:
        return _build_flag_events(state, command.seat, name)
    if state.edition.turn_seconds is None:
        raise make_refusal(problems.NO_TIME_LIMIT())
    if state.drawn is not None and state.edition.has_announcement_window:
        raise make_refusal(problems.DREW_ALREADY())  # no clock of the player runs (N-20)
    draft = command.draft
    check = None if draft is None or state.drawn is not None else _judge_table(state, draft)
    if check and not check.possible:
        draft = IMPOSSIBLE_TABLE  # its content does not matter, and could be of any size
    table = draft
    returned: tuple[TileId, ...] = ()
    if draft and check and check.possible:
        table, check, returned = _take_back_loose_tiles(state, draft, check)
    events: Events = [ev.TimedOut(command.seat, draft if check else None, returned)]
    timed_out = evolve_all(state, events)
    if state.drawn is not None:
        return events + build_events_after_turn(timed_out)
    if draft is None or check is None or _is_table_unchanged(state, draft):
        return events + _build_idle_time_out_events(timed_out, command.seat)
    if not check.violations and state.edition.time_out is not TimeOut.UNDONE:
        return events + _build_valid_move_events(timed_out, table or (), check)
    clauses = ("N-26", *_list_broken_clauses(check.violations))
    return events + _build_failed_move_events(timed_out, ev.MoveFailed(command.seat, None, clauses))


def _build_flag_events(state: State, seat: int, name: str) -> Events:
    """Let a player lose whose main time is used up; the draft does not matter (M-4)."""
    if state.drawn is not None:
        raise make_refusal(problems.CLOCK_STANDS())
    if not is_flag_down(state.edition, state.seats[seat].time_left, state.time_used):
        raise make_refusal(problems.TIME_LEFT(name=name))
    return _build_exit_events(state, ev.FlagFell(seat), ev.Ending.FLAG_FELL)


def _take_back_loose_tiles(
    state: State, draft: Table, check: TurnCheck
) -> tuple[Table, TurnCheck, tuple[TileId, ...]]:
    """Return the part of a late draft that counts, its verdict, and what goes back if it stands."""
    if state.edition.time_out is not TimeOut.VALID_PART_STANDS or not check.violations:
        return draft, check, ()
    table = take_back_loose_tiles(state.edition, state.table, draft)
    verdict = _judge_table(state, table)
    if verdict.violations:
        return table, verdict, ()
    return table, verdict, tuple([tile for tile in check.placed if tile not in verdict.placed])


def _handle_use_time_command(state: State, command: cmd.UseTime) -> Events:
    PERMISSIONS.check_on_turn(state, command.seat)
    if state.edition.main_seconds is None:
        raise make_refusal(problems.NO_MAIN_TIME())
    if state.time_used is not None:
        raise make_refusal(problems.TIME_TWICE())
    if state.drawn is not None:
        raise make_refusal(problems.CLOCK_STANDS())
    return [ev.TimeUsed(command.seat, command.milliseconds)]


def _build_idle_time_out_events(state: State, seat: int) -> Events:
    """Time ran out and nothing was done: an ordinary draw or the penalty, or a pass (N-26)."""
    count, reason = 1, ev.DrawReason.TIME_OUT
    if state.edition.idle_time_out is IdleTimeOut.PENALTY:
        count, reason = state.edition.failed_move_penalty, ev.DrawReason.PENALTY
    tiles = _pick_tiles_to_draw(state, count) if state.last_round is None else ()
    events: Events = [ev.Drew(seat, tiles, reason) if tiles else ev.Passed(seat)]
    return events + _build_events_after_idle_turn(state, events)


def _handle_end_round_time_command(state: State, _: cmd.EndRoundTime) -> Events:
    PERMISSIONS.check_running(state)
    if not state.edition.timed_rounds:
        raise make_refusal(problems.NO_ROUND_TIME())
    if state.round_over or state.last_round is not None:
        raise make_refusal(problems.ROUND_TIME_TWICE())
    return [ev.RoundTimeEnded()]


# --- leaving, and referees --------------------------------------------------------------------


def _handle_leave_command(state: State, command: cmd.Leave) -> Events:
    PERMISSIONS.check_present(state, command.seat)
    return _build_exit_events(state, ev.Left(command.seat), ev.Ending.ALONE)


def _build_exit_events(
    state: State, exit_event: ev.Left | ev.FlagFell, ending: ev.Ending
) -> Events:
    """Let the others play on without a player; the last one wins."""
    events: Events = [exit_event]
    after = evolve_all(state, events)
    if sum(seat.present for seat in after.seats) == 1:
        return events + build_finish_events(after, ending)
    if state.turn == exit_event.seat:
        return events + build_events_after_turn(after)
    return events


def _handle_undo_command(state: State, command: cmd.Undo) -> Events:
    _check_reason(command)
    PERMISSIONS.check_running(state)  # once racks and shuffle are shown, nothing can be undone
    if state.before_move is None:
        raise make_refusal(problems.NOTHING_TO_UNDO())
    return [ev.MoveUndone(command.by, command.reason)]


def _handle_penalise_command(state: State, command: cmd.Penalise) -> Events:
    _check_reason(command)
    PERMISSIONS.check_present(state, command.seat)
    if not 1 <= command.tiles <= MAX_PENALTY_TILES:
        raise make_refusal(
            problems.BAD_PENALTY(most=MAX_PENALTY_TILES, tiles=format_input(command.tiles))
        )
    events: Events = [ev.Penalised(command.seat, command.tiles, command.by, command.reason)]
    tiles = _pick_tiles_to_draw(state, command.tiles)
    if tiles:
        events.append(ev.Drew(command.seat, tiles, ev.DrawReason.REFEREE))
    return events


def _handle_end_game_command(state: State, command: cmd.EndGame) -> Events:
    _check_reason(command)
    PERMISSIONS.check_running(state)
    return [
        ev.EndedByReferee(command.by, command.reason),
        *build_finish_events(state, ev.Ending.REFEREE),
    ]


_DECISIONS: dict[type, Callable[[State, Any], Events]] = {
    cmd.CommitRandomness: _handle_commit_randomness_command,
    cmd.AddRandomness: _handle_add_randomness_command,
    cmd.Start: _handle_start_command,
    cmd.AskRedeal: _handle_ask_redeal_command,
    cmd.Place: _handle_place_command,
    cmd.Draw: _handle_draw_command,
    cmd.Announce: _handle_announce_command,
    cmd.EndTurn: _handle_end_turn_command,
    cmd.Pass: _handle_pass_command,
    cmd.UseTime: _handle_use_time_command,
    cmd.RunOutOfTime: _handle_run_out_of_time_command,
    cmd.Leave: _handle_leave_command,
    cmd.EndRoundTime: _handle_end_round_time_command,
    cmd.Undo: _handle_undo_command,
    cmd.Penalise: _handle_penalise_command,
    cmd.EndGame: _handle_end_game_command,
}
