"""Undo an entry, as long as no later entry depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kostka.events.errors import Problem, make_refusal
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems
from kostka.tournament.roles import Grant, Role
from kostka.tournament.rounds import require_running_round
from kostka.tournament.state import Phase, State

WhyNot = Problem | None
"""Why an entry cannot be undone; None if it can."""

STAFF = (Role.ORGANISER, Role.HEAD_REFEREE)


def handle_undo_command(state: State, grant: Grant, command: cmd.Undo) -> list[ev.AnyEvent]:
    """Undo an entry, with a reason; it stays in the log."""
    entry = command.entry
    if not 1 <= entry <= len(state.events) or entry in state.undone:
        raise make_refusal(problems.NO_ENTRY(entry=entry))
    event = state.events[entry - 1]
    find_problem = _PROBLEM_FINDERS.get(type(event))
    why_not = find_problem(state, entry, event) if find_problem else problems.UNDO_BY_OPPOSITE
    if why_not is not None:
        raise make_refusal(why_not(entry=entry))
    if grant.link.role not in STAFF and event.by.grant != grant.number:
        raise make_refusal(problems.WRONG_ROLE(role=grant.link.role, roles=", ".join(STAFF)))
    if grant.link.role is Role.TABLE and require_running_round(state).number != grant.round:
        raise make_refusal(problems.SHEET_OF_ROUND(round=grant.round or 0))
    return [ev.Undone(entry, by=grant.author, reason=command.reason)]


def _list_later_events(state: State, entry: int) -> Iterator[ev.AnyEvent]:
    """List the events after an entry that still count."""
    for number, event in enumerate(state.events, start=1):
        if number > entry and number not in state.undone:
            yield event


def _has_later_event_of_kind(state: State, entry: int, *kinds: type) -> bool:
    return any(isinstance(event, kinds) for event in _list_later_events(state, entry))


def _find_problem_undoing_players_added(state: State, entry: int, event: ev.PlayersAdded) -> WhyNot:
    added = range(event.first, event.first + len(event.players))
    named = (ev.PlayerRenamed, ev.CheckedIn, ev.Withdrawn, ev.Warned, ev.Penalised, ev.LateSeated)
    touched = any(
        isinstance(later, ev.Seated)
        or (isinstance(later, named) and _mentions_player(later, added))
        for later in _list_later_events(state, entry)
    )
    return problems.UNDO_LATER if touched else None


def _mentions_player(event: Any, players: range) -> bool:  # noqa: ANN401
    found = event.players if isinstance(event, ev.CheckedIn) else (event.player,)
    return any(player in players for player in found)


def _find_problem_undoing_checked_in(state: State, entry: int, _: ev.CheckedIn) -> WhyNot:
    moved_on = _has_later_event_of_kind(
        state, entry, ev.Seated, ev.LateSeated, ev.Withdrawn, ev.Excluded
    )
    return problems.UNDO_LATER if moved_on else None


def _find_problem_undoing_withdrawn(state: State, entry: int, event: ev.Withdrawn) -> WhyNot:
    player = event.player
    moved_on = any(
        (isinstance(later, ev.CheckedIn) and player in later.players)
        or (isinstance(later, ev.Excluded) and later.player == player)
        for later in _list_later_events(state, entry)
    )
    return problems.UNDO_LATER if moved_on else None


def _find_problem_undoing_seats_swapped(state: State, entry: int, _: ev.SeatsSwapped) -> WhyNot:
    last = state.round
    fresh = last is not None and last.phase is Phase.PREVIEW
    if fresh and not _has_later_event_of_kind(state, entry, ev.Seated, ev.RoundVoided):
        return None
    return problems.UNDO_LATER


def _find_problem_undoing_seats_locked(state: State, entry: int, event: ev.SeatsLocked) -> WhyNot:
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.LOCKED
    if mine and not _has_later_event_of_kind(
        state, entry, ev.Seated, ev.LateSeated, ev.RoundVoided
    ):
        return None
    return problems.UNDO_BY_ROUND


def _find_problem_undoing_round_started(state: State, entry: int, event: ev.RoundStarted) -> WhyNot:
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.RUNNING
    begun = (ev.ResultEntered, ev.RefereeCalled, ev.ClockStopped, ev.RoundVoided)
    return (
        None
        if mine and not _has_later_event_of_kind(state, entry, *begun)
        else problems.UNDO_BY_ROUND
    )


def _find_problem_undoing_round_closed(state: State, entry: int, event: ev.RoundClosed) -> WhyNot:
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.CLOSED
    if mine and not state.finished and not _has_later_event_of_kind(state, entry, ev.RoundVoided):
        return None
    return problems.UNDO_LATER


def _find_problem_undoing_result_entered(
    state: State, entry: int, event: ev.ResultEntered
) -> WhyNot:
    if not _is_current_result(state, entry, event):
        return problems.UNDO_LATER
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.RUNNING
    return None if mine else problems.UNDO_BY_CORRECTION


def _find_problem_undoing_result_corrected(
    state: State, entry: int, event: ev.ResultCorrected
) -> WhyNot:
    return None if _is_current_result(state, entry, event) else problems.UNDO_LATER


def _is_current_result(
    state: State, entry: int, event: ev.ResultEntered | ev.ResultCorrected
) -> bool:
    """Return whether this entry is the current result of its game."""
    if event.round > len(state.rounds):
        return False
    tables = state.rounds[event.round - 1].tables
    if event.table > len(tables):
        return False
    versions = tables[event.table - 1].results.get(event.game, ())
    return any(version.entry == entry for version in versions[-1:])


def _find_problem_undoing_finished(state: State, _: int, __: ev.Finished) -> WhyNot:
    return None if state.finished else problems.UNDO_LATER


_PROBLEM_FINDERS: dict[type[Any], Callable[[State, int, Any], WhyNot]] = {
    ev.PlayersAdded: _find_problem_undoing_players_added,
    ev.CheckedIn: _find_problem_undoing_checked_in,
    ev.Withdrawn: _find_problem_undoing_withdrawn,
    ev.SeatsSwapped: _find_problem_undoing_seats_swapped,
    ev.SeatsLocked: _find_problem_undoing_seats_locked,
    ev.RoundStarted: _find_problem_undoing_round_started,
    ev.RoundClosed: _find_problem_undoing_round_closed,
    ev.ResultEntered: _find_problem_undoing_result_entered,
    ev.ResultCorrected: _find_problem_undoing_result_corrected,
    ev.Finished: _find_problem_undoing_finished,
}
