"""The history of a tournament: who did what, when and why (Z-32)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from kostka.events.log import Log
from kostka.tournament import events as ev
from kostka.tournament import history_messages
from kostka.tournament.evolution import evolve
from kostka.tournament.regulation_notes import list_settings_notes
from kostka.tournament.roles import Author
from kostka.tournament.rounds import STANDINGS_CHANGED
from kostka.tournament.score_sheet import Lines
from kostka.tournament.sentences import Sentence
from kostka.tournament.state import Header, State, create_initial_state

Sentences = list[Sentence]


class HistoryLine(msgspec.Struct, frozen=True, gc=False):
    """One entry."""

    entry: int
    """Its number in the log."""
    at: int | None
    """In milliseconds since 1970."""
    by: Author
    kind: str
    """What happened, for programs: the type of the event."""
    words: Sentences
    """What happened, as translatable sentences."""
    reason: str
    undone: bool
    """Whether it was undone later."""

    @property
    def text(self) -> str:
        """What happened, in English."""
        return "; ".join(sentence.text for sentence in self.words)


def list_history(log: Log[Header, ev.AnyEvent]) -> list[HistoryLine]:
    """Describe every entry of a log."""
    state, lines = create_initial_state(log.header), []
    for entry in log.entries:
        event = entry.event
        words = describe_event(state, event)
        state = evolve(state, event)
        lines.append((entry, words))
    return [
        HistoryLine(
            entry.n,
            entry.at,
            entry.event.by,
            type(entry.event).__name__,
            words,
            _find_shown_reason(entry.event),
            entry.n in state.undone,
        )
        for entry, words in lines
    ]


def _find_shown_reason(event: ev.AnyEvent) -> str:
    """Return the reason that a person gave; automatic entries explain themselves in sentences."""
    return "" if event.reason == STANDINGS_CHANGED else event.reason


def describe_event(state: State, event: ev.AnyEvent) -> Sentences:
    """Describe what an event does to the state before it."""
    found: Sentence | Sentences = _DESCRIBERS[type(event)](state, event)
    return found if isinstance(found, list) else [found]


def _join_names(state: State, players: Iterable[int]) -> str:
    return ", ".join(map(state.get_player_name, players))


def _describe_players_added(_: State, event: ev.PlayersAdded) -> Sentence:
    names = ", ".join(player.name for player in event.players)
    return (history_messages.REGISTERED_PRESENT if event.present else history_messages.REGISTERED)(
        names=names
    )


def _describe_rename(state: State, event: ev.PlayerRenamed) -> Sentence:
    group = f" ({event.group})" if event.group else ""
    return history_messages.RENAMED(
        before=state.get_player_name(event.player), after=f"{event.name}{group}"
    )


def _describe_seating(state: State, event: ev.Seated) -> Sentences:
    tables = "; ".join(
        f"{number}: {_join_names(state, table)}"
        for number, table in enumerate(event.tables, start=1)
    )
    if event.how is ev.SeatingMethod.DRAW:
        found = [history_messages.DRAWN(round=event.round, draw=event.draw, tables=tables)]
        if event.words:
            found.append(history_messages.DRAW_WORDS(words=event.words))
    else:
        found = [history_messages.LATER_ROUNDS[event.how](round=event.round, tables=tables)]
    if event.bye:
        found.append(history_messages.BYE(name=state.get_player_name(event.bye)))
    found += [history_messages.LOTS(names=_join_names(state, lot)) for lot in event.lots]
    return [*found, history_messages.RESEATED()] if event.reason == STANDINGS_CHANGED else found


def _describe_result(state: State, event: ev.ResultEntered | ev.ResultCorrected) -> Sentences:
    corrected = isinstance(event, ev.ResultCorrected)
    where = {"round": event.round, "table": event.table, "game": event.game}
    if event.paper is None:
        sentence = (
            history_messages.CORRECTED_NOT_PLAYED if corrected else history_messages.NOT_PLAYED
        )
        if not event.walkover:
            return [sentence(**where)]
        winner = history_messages.WALKOVER(name=state.get_player_name(event.walkover))
        return [sentence(**where), winner]
    table = state.rounds[event.round - 1].tables[event.table - 1]
    points = _format_points_by_player(state, table.seats, event.lines)
    sentence = history_messages.CORRECTED if corrected else history_messages.RESULT
    return [sentence(**where, points=points), history_messages.ENDINGS[event.paper.ending]()]


def _format_points_by_player(state: State, seats: tuple[int, ...], lines: Lines) -> str:
    return ", ".join(
        f"{state.get_player_name(player)} {'+' if line.points > 0 else ''}{line.points}"
        for player, line in zip(seats, lines, strict=True)
        if line is not None
    )


def _describe_penalty(state: State, event: ev.Penalised) -> Sentences:
    name = state.get_player_name(event.player)
    big = [history_messages.PENALTY_BIG(name=name, big=event.big)] if event.big else []
    small = [history_messages.PENALTY_SMALL(name=name, points=event.points)] if event.points else []
    return [*big, *small]


def _describe_cancellation(state: State, event: ev.IncidentCancelled) -> Sentence:
    incident = state.incidents[event.incident - 1]
    return history_messages.CANCELLED[incident.sanction](
        name=state.get_player_name(incident.player)
    )


_DESCRIBERS: dict[type[Any], Callable[[State, Any], Sentence | Sentences]] = {
    ev.SettingsChanged: lambda s, e: list_settings_notes(s.format, e.settings),
    ev.LinksGranted: lambda _, e: history_messages.LINKS(
        names=", ".join(link.name for link in e.links)
    ),
    ev.LinkRevoked: lambda s, e: history_messages.LINK_CALLED_IN(name=s.grants[e.grant].link.name),
    ev.PlayersAdded: _describe_players_added,
    ev.PlayerRenamed: _describe_rename,
    ev.CheckedIn: lambda s, e: history_messages.CHECKED_IN(names=_join_names(s, e.players)),
    ev.Withdrawn: lambda s, e: history_messages.WITHDRAWN(name=s.get_player_name(e.player)),
    ev.Seated: _describe_seating,
    ev.SeatsSwapped: lambda s, e: history_messages.SWAPPED(names=_join_names(s, e.players)),
    ev.LateSeated: lambda s, e: history_messages.LATE(
        name=s.get_player_name(e.player), table=e.table
    ),
    ev.SeatsLocked: lambda _, e: history_messages.LOCKED(round=e.round),
    ev.RoundStarted: lambda _, e: history_messages.STARTED(round=e.round),
    ev.RoundClosed: lambda _, e: history_messages.CLOSED(round=e.round),
    ev.RoundVoided: lambda _, e: history_messages.VOIDED(round=e.round),
    ev.ResultEntered: _describe_result,
    ev.ResultCorrected: _describe_result,
    ev.Undone: lambda _, e: history_messages.UNDONE(entry=e.entry),
    ev.RefereeCalled: lambda _, e: history_messages.CALLED[e.trouble](table=e.table, about=e.about),
    ev.DisputeDecided: lambda _, e: history_messages.DECIDED(
        dispute=e.dispute, decision=e.decision
    ),
    ev.ClockStopped: lambda _, e: history_messages.CLOCK_STOPPED(table=e.table),
    ev.ClockResumed: lambda _, e: history_messages.CLOCK_RESUMED(table=e.table),
    ev.Warned: lambda s, e: history_messages.WARNED(name=s.get_player_name(e.player)),
    ev.Penalised: _describe_penalty,
    ev.Excluded: lambda s, e: history_messages.EXCLUDED(name=s.get_player_name(e.player)),
    ev.IncidentCancelled: _describe_cancellation,
    ev.StandingsShown: lambda _, e: (
        history_messages.SHOWN if e.shown else history_messages.HIDDEN
    )(),
    ev.TitlesDecided: lambda s, e: history_messages.TITLES[e.sharing](
        names=_join_names(s, e.players)
    ),
    ev.Finished: lambda *_: history_messages.FINISHED(),
}
