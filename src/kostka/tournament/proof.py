"""Prove a log: every entry must follow from the ones before it by the regulation.

Hashes alone only show that no line was changed without rewriting all later ones. The proof cannot
tell whether an author knew the secret of their link, because only hashes of secrets are stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kostka.events.errors import BadRecord, Refused
from kostka.events.log import Entry, Log
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament.decisions import decide_for_grant
from kostka.tournament.evolution import evolve_all
from kostka.tournament.results import REHEARSAL_STAMP
from kostka.tournament.roles import Grant
from kostka.tournament.state import Header, State, create_initial_state

_COMMANDS: dict[type[Any], type[Any]] = {
    ev.SettingsChanged: cmd.ChangeSettings,
    ev.LinksGranted: cmd.GrantLinks,
    ev.LinkRevoked: cmd.RevokeLink,
    ev.PlayersAdded: cmd.AddPlayers,
    ev.PlayerRenamed: cmd.RenamePlayer,
    ev.CheckedIn: cmd.CheckIn,
    ev.Withdrawn: cmd.Withdraw,
    ev.Seated: cmd.SeatRound,
    ev.SeatsSwapped: cmd.SwapSeats,
    ev.LateSeated: cmd.SeatLate,
    ev.SeatsLocked: cmd.LockSeats,
    ev.RoundStarted: cmd.StartRound,
    ev.RoundClosed: cmd.CloseRound,
    ev.RoundVoided: cmd.VoidRound,
    ev.ResultEntered: cmd.EnterResult,
    ev.ResultCorrected: cmd.CorrectResult,
    ev.Undone: cmd.Undo,
    ev.RefereeCalled: cmd.CallReferee,
    ev.DisputeDecided: cmd.DecideDispute,
    ev.ClockStopped: cmd.StopClock,
    ev.ClockResumed: cmd.ResumeClock,
    ev.Warned: cmd.Warn,
    ev.Penalised: cmd.Penalise,
    ev.Excluded: cmd.Exclude,
    ev.IncidentCancelled: cmd.CancelIncident,
    ev.StandingsShown: cmd.ShowStandings,
    ev.TitlesDecided: cmd.DecideTitles,
    ev.Finished: cmd.Finish,
}
"""The command that leads to each event; mostly both have the same fields."""


def compute_proven_state(log: Log[Header, ev.AnyEvent]) -> State:
    """Return the final state of a log; raise `BadRecord` where an entry does not follow."""
    state = create_initial_state(log.header)
    for state in iterate_proven_states(log):  # noqa: B007  (the last one is the end)
        pass
    return state


def iterate_proven_states(log: Log[Header, ev.AnyEvent]) -> Iterator[State]:
    """Yield the state after every proven command, so that the caller can stop early."""
    state = create_initial_state(log.header)
    for entries in _group_entries_by_command(log):
        first, events = entries[0], [entry.event for entry in entries]
        try:
            expected = decide_for_grant(
                state, _require_entry_grant(state, first), _rebuild_command(state, events)
            )
        except Refused as refused:
            raise BadRecord(first.n + 1, str(refused)) from None
        if expected != events:
            raise BadRecord(first.n + 1, f"{type(first.event).__name__} does not follow here")
        state = evolve_all(state, events)
        yield state


def _group_entries_by_command(log: Log[Header, ev.AnyEvent]) -> Iterator[list[Entry[ev.AnyEvent]]]:
    """Yield the entries of each command."""
    entries: list[Entry[ev.AnyEvent]] = []
    for entry in log.entries:
        entries.append(entry)
        if not entry.more:
            yield entries
            entries = []


def _require_entry_grant(state: State, entry: Entry[ev.AnyEvent]) -> Grant:
    by = entry.event.by
    grant = state.grants[by.grant] if 0 <= by.grant < len(state.grants) else None
    if grant is None or grant.old or grant.author != by:
        raise BadRecord(entry.n + 1, "no such link existed")
    return grant


def _rebuild_command(state: State, events: list[ev.AnyEvent]) -> cmd.AnyCommand:
    """Return the command that would lead to these events."""
    first = events[0]
    kind = _COMMANDS[type(first)]
    known: dict[str, Any] = {}
    if isinstance(first, ev.Seated) and len(first.tables) <= len(cmd.FivePlayers):
        one_table = len(first.tables) == 1
        known["five"] = cmd.FivePlayers.ONE_TABLE if one_table else cmd.FivePlayers.TWO_TABLES
    if isinstance(first, ev.Seated):
        known["words"] = first.words or ""
    elif isinstance(first, ev.ResultEntered) and first.stamp.startswith(REHEARSAL_STAMP):
        if state.header.rehearsal:
            kind = cmd.Rehearse
    elif isinstance(first, ev.RefereeCalled):
        known["at"] = next((e.at for e in events if isinstance(e, ev.ClockStopped)), 0)
    fields = {
        name: known.get(name, getattr(first, name, None))
        for name in kind.__struct_fields__
        if name != "token"
    }
    command: cmd.AnyCommand = kind(token="", **fields)
    return command
