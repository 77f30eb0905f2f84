"""Taking an entry back: allowed as long as nothing that came later rests on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kostka.events.errors import refuse
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems
from kostka.tournament.roles import Grant, Role
from kostka.tournament.rounds import running
from kostka.tournament.state import Phase, State

Instead = str | None
"""What to do instead, or nothing where an entry can be taken back."""

STAFF = (Role.ORGANISER, Role.HEAD_REFEREE)


def undo(state: State, grant: Grant, command: cmd.Undo) -> list[ev.AnyEvent]:
    """Take an entry back, with a reason; it stays in the log."""
    entry = command.entry
    if not 1 <= entry <= len(state.events) or entry in state.undone:
        raise refuse(problems.NO_ENTRY(entry=entry))
    event = state.events[entry - 1]
    why_not = _WHY_NOT.get(type(event))
    instead = why_not(state, entry, event) if why_not else "enter its opposite, or cancel it"
    if instead is not None:
        raise refuse(problems.NOT_UNDOABLE(entry=entry, instead=instead))
    if grant.link.role not in STAFF and event.by.grant != grant.number:
        raise refuse(problems.WRONG_ROLE(role=grant.link.role, roles=", ".join(STAFF)))
    if grant.link.role is Role.TABLE and running(state).number != grant.round:
        raise refuse(problems.OLD_LINK(why=f"it was for round {grant.round}"))
    return [ev.Undone(entry, by=grant.by, reason=command.reason)]


def _later(state: State, entry: int, *kinds: type) -> bool:
    return any(
        isinstance(event, kinds)
        for number, event in enumerate(state.events, start=1)
        if number > entry and number not in state.undone
    )


def _players_added(state: State, entry: int, event: ev.PlayersAdded) -> Instead:
    added = range(event.first, event.first + len(event.players))
    named = (ev.PlayerRenamed, ev.CheckedIn, ev.Withdrawn, ev.Warned, ev.Penalised, ev.LateSeated)
    touched = any(
        isinstance(later, ev.Seated) or (isinstance(later, named) and _mentions(later, added))
        for later in state.events[entry:]
    )
    return "these players have entries of their own, withdraw them" if touched else None


def _mentions(event: Any, players: range) -> bool:  # noqa: ANN401
    found = event.players if isinstance(event, ev.CheckedIn) else (event.player,)
    return any(player in players for player in found)


def _checked_in(state: State, entry: int, _: ev.CheckedIn) -> Instead:
    moved_on = _later(state, entry, ev.Seated, ev.LateSeated, ev.Withdrawn, ev.Excluded)
    return "withdraw the player" if moved_on else None


def _withdrawn(state: State, entry: int, event: ev.Withdrawn) -> Instead:
    player = event.player
    came_back = any(
        isinstance(later, ev.CheckedIn) and player in later.players
        for later in state.events[entry:]
    )
    excluded = any(
        isinstance(later, ev.Excluded) and later.player == player for later in state.events[entry:]
    )
    return "check the player in or out anew" if came_back or excluded else None


def _swapped(state: State, entry: int, _: ev.SeatsSwapped) -> Instead:
    last = state.round
    fresh = last is not None and last.phase is Phase.PREVIEW
    if fresh and not _later(state, entry, ev.Seated, ev.RoundVoided):
        return None
    return "the seats are no longer in preview"


def _locked(state: State, entry: int, event: ev.SeatsLocked) -> Instead:
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.LOCKED
    if mine and not _later(state, entry, ev.Seated, ev.LateSeated, ev.RoundVoided):
        return None
    return "play the round again instead"


def _started(state: State, entry: int, event: ev.RoundStarted) -> Instead:
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.RUNNING
    begun = (ev.ResultEntered, ev.RefereeCalled, ev.ClockStopped, ev.RoundVoided)
    return None if mine and not _later(state, entry, *begun) else "play the round again instead"


def _closed(state: State, entry: int, event: ev.RoundClosed) -> Instead:
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.CLOSED
    if mine and not state.finished and not _later(state, entry, ev.RoundVoided):
        return None
    return "correct the results instead"


def _entered(state: State, entry: int, event: ev.ResultEntered) -> Instead:
    if not _holds(state, entry, event):
        return "a later entry holds"
    last = state.round
    mine = last is not None and last.number == event.round and last.phase is Phase.RUNNING
    return None if mine else "correct the result instead"


def _corrected(state: State, entry: int, event: ev.ResultCorrected) -> Instead:
    return None if _holds(state, entry, event) else "a later entry holds"


def _holds(state: State, entry: int, event: ev.ResultEntered | ev.ResultCorrected) -> bool:
    """Whether the result of a game is the one of this entry."""
    if event.round > len(state.rounds):
        return False
    tables = state.rounds[event.round - 1].tables
    if event.table > len(tables):
        return False
    versions = tables[event.table - 1].results.get(event.game, ())
    return any(version.entry == entry for version in versions[-1:])


def _finished(state: State, _: int, __: ev.Finished) -> Instead:
    return None if state.finished else "the tournament is not over"


_WHY_NOT: dict[type[Any], Callable[[State, int, Any], Instead]] = {
    ev.PlayersAdded: _players_added,
    ev.CheckedIn: _checked_in,
    ev.Withdrawn: _withdrawn,
    ev.SeatsSwapped: _swapped,
    ev.SeatsLocked: _locked,
    ev.RoundStarted: _started,
    ev.RoundClosed: _closed,
    ev.ResultEntered: _entered,
    ev.ResultCorrected: _corrected,
    ev.Finished: _finished,
}
