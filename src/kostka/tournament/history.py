"""Every entry in words: who, when, what and why (Z-32)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from kostka.events.log import Log
from kostka.tournament import events as ev
from kostka.tournament.evolution import evolve
from kostka.tournament.paper import Lines
from kostka.tournament.roles import By
from kostka.tournament.state import Header, State, initial


class HistoryLine(msgspec.Struct, frozen=True):
    """One entry."""

    entry: int
    """Its number in the log."""
    at: int | None
    """In milliseconds since 1970."""
    by: By
    kind: str
    """What happened, for programs: the type of the event."""
    text: str
    """What happened, in English."""
    reason: str
    undone: bool
    """Was it taken back later?"""


def history(log: Log[Header, ev.AnyEvent]) -> list[HistoryLine]:
    """Tell a whole log."""
    state, lines = initial(log.header), []
    for entry in log.entries:
        event = entry.event
        words = explain(state, event)
        state = evolve(state, event)
        lines.append((entry, words))
    return [
        HistoryLine(
            entry.n,
            entry.at,
            entry.event.by,
            type(entry.event).__name__,
            words,
            entry.event.reason,
            entry.n in state.undone,
        )
        for entry, words in lines
    ]


def explain(state: State, event: ev.AnyEvent) -> str:
    """Say in one line what an event does to the state before it."""
    return _WORDS[type(event)](state, event)


def _names(state: State, players: Iterable[int]) -> str:
    return ", ".join(map(state.name, players))


def _settings(_: State, event: ev.SettingsChanged) -> str:
    chosen = event.settings
    time = f"{chosen.minutes} minutes a round" if chosen.minutes else "no round time"
    repeats = "avoiding repeats" if chosen.avoid_repeats else "strictly by rank"
    return f"{chosen.rounds} rounds of {chosen.games} games, {time}, seats {repeats}"


def _links(_: State, event: ev.LinksGranted) -> str:
    return "links for " + ", ".join(f"{link.name} ({link.role})" for link in event.links)


def _added(_: State, event: ev.PlayersAdded) -> str:
    there = "registered and checked in" if event.present else "registered"
    return f"{there}: " + ", ".join(player.name for player in event.players)


def _renamed(state: State, event: ev.PlayerRenamed) -> str:
    group = f" ({event.group})" if event.group else ""
    return f"{state.name(event.player)} is now {event.name}{group}"


def _seated(state: State, event: ev.Seated) -> str:
    tables = "; ".join(
        f"table {number}: {_names(state, table)}"
        for number, table in enumerate(event.tables, start=1)
    )
    how = f"draw {event.draw}" if event.how is ev.How.DRAW else "by standings"
    lots = "".join(f"; by lot: {_names(state, lot)}" for lot in event.lots)
    return f"seats of round {event.round}, {how}: {tables}{lots}"


def _swapped(state: State, event: ev.SeatsSwapped) -> str:
    return f"{' and '.join(map(state.name, event.players))} change seats"


def _result(state: State, event: ev.ResultEntered | ev.ResultCorrected) -> str:
    table = state.rounds[event.round - 1].tables[event.table - 1]
    verb = "corrected to" if isinstance(event, ev.ResultCorrected) else "result"
    where = f"round {event.round}, table {event.table}, game {event.game}, {verb}: "
    if event.paper is None:
        return where + "not played"
    return f"{where}{event.paper.ending}, {_points(state, table.seats, event.lines)}"


def _points(state: State, seats: tuple[int, ...], lines: Lines) -> str:
    return ", ".join(
        f"{state.name(player)} {'+' if line.points > 0 else ''}{line.points}"
        for player, line in zip(seats, lines, strict=True)
        if line is not None
    )


def _penalised(state: State, event: ev.Penalised) -> str:
    parts = [
        f"{number} {kind} points"
        for number, kind in ((event.big, "big"), (event.points, "small"))
        if number
    ]
    return f"{state.name(event.player)} loses {' and '.join(parts)}"


def _cancelled(state: State, event: ev.IncidentCancelled) -> str:
    incident = state.incidents[event.incident - 1]
    return f"the {incident.sanction} of {state.name(incident.player)} is cancelled"


def _undone(state: State, event: ev.Undone) -> str:
    kind = type(state.events[event.entry - 1]).__name__
    return f"entry {event.entry} ({kind}) is taken back"


def _titles(state: State, event: ev.TitlesDecided) -> str:
    how = "share" if event.sharing is ev.Sharing.SHARED else "played off, in this order:"
    names = _names(state, event.players)
    return f"{names} share the title" if how == "share" else f"{how} {names}"


_WORDS: dict[type[Any], Callable[[State, Any], str]] = {
    ev.SettingsChanged: _settings,
    ev.LinksGranted: _links,
    ev.LinkRevoked: lambda s, e: f"the link of {s.grants[e.grant].link.name} is called in",
    ev.PlayersAdded: _added,
    ev.PlayerRenamed: _renamed,
    ev.CheckedIn: lambda s, e: f"checked in: {_names(s, e.players)}",
    ev.Withdrawn: lambda s, e: f"{s.name(e.player)} withdraws",
    ev.Seated: _seated,
    ev.SeatsSwapped: _swapped,
    ev.LateSeated: lambda s, e: f"{s.name(e.player)} comes late and sits at table {e.table}",
    ev.SeatsLocked: lambda _, e: f"the seats of round {e.round} are locked",
    ev.RoundStarted: lambda _, e: f"round {e.round} starts",
    ev.RoundClosed: lambda _, e: f"round {e.round} is closed",
    ev.RoundVoided: lambda _, e: f"round {e.round} does not count and is played again",
    ev.ResultEntered: _result,
    ev.ResultCorrected: _result,
    ev.Undone: _undone,
    ev.RefereeCalled: lambda _, e: f"table {e.table} calls the referee ({e.trouble}): {e.about}",
    ev.DisputeDecided: lambda _, e: f"decision on dispute {e.dispute}: {e.decision}",
    ev.ClockStopped: lambda _, e: f"the clock of table {e.table} stands",
    ev.ClockResumed: lambda _, e: f"the clock of table {e.table} goes on",
    ev.Warned: lambda s, e: f"{s.name(e.player)} is warned",
    ev.Penalised: _penalised,
    ev.Excluded: lambda s, e: f"{s.name(e.player)} is excluded",
    ev.IncidentCancelled: _cancelled,
    ev.StandingsShown: lambda _, e: f"the standings are {'shown' if e.shown else 'hidden'}",
    ev.TitlesDecided: _titles,
    ev.Finished: lambda *_: "the titles are given",
}
