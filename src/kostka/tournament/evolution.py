"""Apply events to the state. Nothing is checked here: events have already happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from kostka.tournament import events as ev
from kostka.tournament.roles import Grant, LinkExpiry, Role
from kostka.tournament.state import (
    Dispute,
    Incident,
    Phase,
    Player,
    ResultVersion,
    Round,
    Sanction,
    State,
    Status,
    TitleDecision,
    TournamentTable,
    create_initial_state,
)


def evolve(state: State, event: ev.AnyEvent) -> State:
    """Return the state after an event."""
    if isinstance(event, ev.Undone):
        changed = _apply_undone(state, event)
    else:
        changed = _apply_event(replace(state, entry=len(state.events) + 1), event)
    return replace(changed, events=(*state.events, event))


def evolve_all(state: State, events: Iterable[ev.AnyEvent]) -> State:
    """Return the state after several events."""
    return reduce(evolve, events, state)


def _apply_event(state: State, event: ev.AnyEvent) -> State:
    return _CHANGES[type(event)](state, event)


def _apply_undone(state: State, event: ev.Undone) -> State:
    """Rebuild the state from all events except those undone."""
    undone = state.undone | {event.entry}
    again = create_initial_state(state.header)
    for number, earlier in enumerate(state.events, start=1):
        if number not in undone and not isinstance(earlier, ev.Undone):
            again = _apply_event(replace(again, entry=number), earlier)
    # Player numbers and stamps are never reused.
    return replace(again, undone=undone, next_player=state.next_player, stamps=state.stamps)


# --- organisation -----------------------------------------------------------------------------


def _apply_settings_changed(state: State, event: ev.SettingsChanged) -> State:
    return replace(state, settings=event.settings)


def _apply_links_granted(state: State, event: ev.LinksGranted) -> State:
    first = len(state.grants)
    new = (
        Grant(number, link, event.round if link.role is Role.TABLE else None)
        for number, link in enumerate(event.links, start=first)
    )
    return replace(state, grants=(*state.grants, *new))


def _apply_link_revoked(state: State, event: ev.LinkRevoked) -> State:
    grants = list(state.grants)
    grants[event.grant] = replace(grants[event.grant], old=LinkExpiry.CALLED_IN)
    return replace(state, grants=tuple(grants))


def _expire_sheet_links(state: State, round_: int) -> State:
    """Expire the links that are printed on the sheets of a round."""
    grants = (
        replace(grant, old=LinkExpiry.REPLACED)
        if grant.round == round_ and not grant.old
        else grant
        for grant in state.grants
    )
    return replace(state, grants=tuple(grants))


def _apply_players_added(state: State, event: ev.PlayersAdded) -> State:
    status = Status.PRESENT if event.present else Status.REGISTERED
    new = {
        number: Player(number, player.name, player.group, status)
        for number, player in enumerate(event.players, start=event.first)
    }
    return replace(
        state, players={**state.players, **new}, next_player=event.first + len(event.players)
    )


def _change_player(state: State, player: int, **changes: Any) -> State:  # noqa: ANN401
    changed = replace(state.players[player], **changes)
    return replace(state, players={**state.players, player: changed})


def _apply_player_renamed(state: State, event: ev.PlayerRenamed) -> State:
    return _change_player(state, event.player, name=event.name, group=event.group)


def _apply_checked_in(state: State, event: ev.CheckedIn) -> State:
    for player in event.players:
        state = _change_player(state, player, status=Status.PRESENT)
    return state


def _apply_withdrawn(state: State, event: ev.Withdrawn) -> State:
    return _change_player(state, event.player, status=Status.WITHDRAWN)


# --- rounds -----------------------------------------------------------------------------------


def _apply_seated(state: State, event: ev.Seated) -> State:
    tables = tuple(
        TournamentTable(number, seats) for number, seats in enumerate(event.tables, start=1)
    )
    words = event.words or ""
    new = Round(
        event.round,
        event.draw,
        event.how,
        tables,
        event.lots,
        event.games,
        words,
        event.bye or None,
    )
    earlier = tuple(round_ for round_ in state.rounds if round_.number != event.round)
    state = replace(state, rounds=(*earlier, new), draws={**state.draws, event.round: event.draw})
    return _expire_sheet_links(state, event.round)


def _change_last_round(state: State, **changes: Any) -> State:  # noqa: ANN401
    """Change the last round."""
    return replace(state, rounds=(*state.rounds[:-1], replace(state.rounds[-1], **changes)))


def _change_table(state: State, round_: int, table: int, **changes: Any) -> State:  # noqa: ANN401
    rounds = list(state.rounds)
    tables = list(rounds[round_ - 1].tables)
    tables[table - 1] = replace(tables[table - 1], **changes)
    rounds[round_ - 1] = replace(rounds[round_ - 1], tables=tuple(tables))
    return replace(state, rounds=tuple(rounds))


def _apply_seats_swapped(state: State, event: ev.SeatsSwapped) -> State:
    a, b = event.players
    other = {a: b, b: a}
    tables = tuple(
        replace(table, seats=tuple(other.get(player, player) for player in table.seats))
        for table in state.rounds[-1].tables
    )
    bye = state.rounds[-1].bye
    bye = None if bye is None else other.get(bye, bye)
    changed = _change_last_round(state, tables=tables, bye=bye)
    return _expire_sheet_links(changed, state.rounds[-1].number)


def _apply_late_seated(state: State, event: ev.LateSeated) -> State:
    last = state.rounds[-1]
    if event.seats:
        table = TournamentTable(event.table, event.seats)
        return _change_last_round(state, tables=(*last.tables, table), bye=None)
    seats = (*last.tables[event.table - 1].seats, event.player)
    return _change_table(state, last.number, event.table, seats=seats)


def _apply_seats_locked(state: State, _: ev.SeatsLocked) -> State:
    return _change_last_round(state, phase=Phase.LOCKED)


def _apply_round_started(state: State, event: ev.RoundStarted) -> State:
    return _change_last_round(state, phase=Phase.RUNNING, started_at=event.at)


def _apply_round_closed(state: State, _: ev.RoundClosed) -> State:
    return _change_last_round(state, phase=Phase.CLOSED)


def _apply_round_voided(state: State, event: ev.RoundVoided) -> State:
    disputes = (
        replace(dispute, decision=event.reason, decided_by=event.by)
        if not dispute.decision
        else dispute
        for dispute in state.disputes
    )
    state = replace(
        state,
        rounds=state.rounds[:-1],
        voided=(*state.voided, state.rounds[-1]),
        disputes=tuple(disputes),
    )
    return _expire_sheet_links(state, event.round)


# --- results ----------------------------------------------------------------------------------


def _apply_result(state: State, event: ev.ResultEntered | ev.ResultCorrected) -> State:
    results = state.rounds[event.round - 1].tables[event.table - 1].results
    version = ResultVersion(
        event.paper, event.lines, event.by, event.reason, state.entry, event.walkover or None
    )
    versions = (*results.get(event.game, ()), version)
    state = _change_table(
        state, event.round, event.table, results={**results, event.game: versions}
    )
    sent = (event.round, event.table, event.game, event.paper)
    return replace(state, stamps={**state.stamps, event.stamp: sent})


# --- referees ---------------------------------------------------------------------------------


def _apply_referee_called(state: State, event: ev.RefereeCalled) -> State:
    number = len(state.disputes) + 1
    new = Dispute(
        number, state.rounds[-1].number, event.table, event.about, event.trouble, event.by
    )
    return replace(state, disputes=(*state.disputes, new))


def _apply_dispute_decided(state: State, event: ev.DisputeDecided) -> State:
    disputes = list(state.disputes)
    at = event.dispute - 1
    disputes[at] = replace(disputes[at], decision=event.decision, decided_by=event.by)
    return replace(state, disputes=tuple(disputes))


def _apply_clock_stopped(state: State, event: ev.ClockStopped) -> State:
    return _change_table(state, state.rounds[-1].number, event.table, stopped_at=event.at)


def _apply_clock_resumed(state: State, event: ev.ClockResumed) -> State:
    last = state.rounds[-1]
    table = last.tables[event.table - 1]
    assert table.stopped_at is not None
    paused = table.paused + event.at - table.stopped_at
    return _change_table(state, last.number, event.table, stopped_at=None, paused=paused)


def _add_incident(
    state: State,
    sanction: Sanction,
    event: Any,  # noqa: ANN401
    **more: Any,  # noqa: ANN401
) -> State:
    number = len(state.incidents) + 1
    new = Incident(number, sanction, event.player, event.by, event.reason, **more)
    return replace(state, incidents=(*state.incidents, new))


def _apply_warned(state: State, event: ev.Warned) -> State:
    return _add_incident(state, Sanction.WARNING, event)


def _apply_penalised(state: State, event: ev.Penalised) -> State:
    return _add_incident(state, Sanction.PENALTY, event, big=event.big, points=event.points)


def _apply_excluded(state: State, event: ev.Excluded) -> State:
    before = state.players[event.player].status
    state = _add_incident(state, Sanction.EXCLUSION, event, before=before)
    return _change_player(state, event.player, status=Status.EXCLUDED)


def _apply_incident_cancelled(state: State, event: ev.IncidentCancelled) -> State:
    incidents = list(state.incidents)
    found = incidents[event.incident - 1]
    incidents[event.incident - 1] = replace(found, cancelled=event.reason)
    state = replace(state, incidents=tuple(incidents))
    return _change_player(state, found.player, status=found.before) if found.before else state


# --- the end ----------------------------------------------------------------------------------


def _apply_standings_shown(state: State, event: ev.StandingsShown) -> State:
    return replace(state, standings_shown=event.shown)


def _apply_titles_decided(state: State, event: ev.TitlesDecided) -> State:
    new = TitleDecision(event.players, event.sharing)
    return replace(state, title_decisions=(*state.title_decisions, new))


def _apply_finished(state: State, _: ev.Finished) -> State:
    return replace(state, finished=True, standings_shown=True)


_CHANGES: dict[type[Any], Callable[[State, Any], State]] = {
    ev.SettingsChanged: _apply_settings_changed,
    ev.LinksGranted: _apply_links_granted,
    ev.LinkRevoked: _apply_link_revoked,
    ev.PlayersAdded: _apply_players_added,
    ev.PlayerRenamed: _apply_player_renamed,
    ev.CheckedIn: _apply_checked_in,
    ev.Withdrawn: _apply_withdrawn,
    ev.Seated: _apply_seated,
    ev.SeatsSwapped: _apply_seats_swapped,
    ev.LateSeated: _apply_late_seated,
    ev.SeatsLocked: _apply_seats_locked,
    ev.RoundStarted: _apply_round_started,
    ev.RoundClosed: _apply_round_closed,
    ev.RoundVoided: _apply_round_voided,
    ev.ResultEntered: _apply_result,
    ev.ResultCorrected: _apply_result,
    ev.RefereeCalled: _apply_referee_called,
    ev.DisputeDecided: _apply_dispute_decided,
    ev.ClockStopped: _apply_clock_stopped,
    ev.ClockResumed: _apply_clock_resumed,
    ev.Warned: _apply_warned,
    ev.Penalised: _apply_penalised,
    ev.Excluded: _apply_excluded,
    ev.IncidentCancelled: _apply_incident_cancelled,
    ev.StandingsShown: _apply_standings_shown,
    ev.TitlesDecided: _apply_titles_decided,
    ev.Finished: _apply_finished,
}
