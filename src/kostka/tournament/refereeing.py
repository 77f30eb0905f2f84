"""Referee commands: clocks, disputes, warnings, penalties, exclusions and tied titles."""

from __future__ import annotations

from kostka.events.errors import make_refusal
from kostka.events.game import MAX_TEXT_LENGTH, is_printable_text
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems
from kostka.tournament.registration import require_player
from kostka.tournament.roles import Grant, Role
from kostka.tournament.rounds import require_running_round
from kostka.tournament.state import (
    Incident,
    Player,
    Sanction,
    State,
    Status,
    TournamentTable,
)
from kostka.tournament.titles import list_title_ties, list_undecided_ties

MAX_PENALTY = 1000


def _require_table(state: State, grant: Grant, number: int) -> TournamentTable:
    """Return a table of the running round; refuse one that this link may not touch."""
    last = require_running_round(state)
    own = grant.link.table
    if own is not None and grant.round != last.number:
        raise make_refusal(problems.SHEET_OF_ROUND(round=grant.round or 0))
    if own is not None and own != number:
        raise make_refusal(problems.WRONG_TABLE(own=own, table=number))
    if not 1 <= number <= len(last.tables):
        raise make_refusal(problems.NO_TABLE(round=last.number, table=number))
    return last.tables[number - 1]


def _check_clock_time(state: State, table: TournamentTable, at: int) -> None:
    since = (
        table.stopped_at
        if table.stopped_at is not None
        else require_running_round(state).started_at
    )
    if since is not None and at < since:
        raise make_refusal(problems.CLOCK_BACKWARDS())


def handle_stop_clock_command(
    state: State, grant: Grant, command: cmd.StopClock
) -> list[ev.AnyEvent]:
    """Stop the clock of a table."""
    table = _require_table(state, grant, command.table)
    if table.stopped_at is not None:
        raise make_refusal(problems.CLOCK_STOPPED(table=table.number))
    _check_clock_time(state, table, command.at)
    return [ev.ClockStopped(table.number, command.at, by=grant.author, reason=command.reason)]


def handle_resume_clock_command(
    state: State, grant: Grant, command: cmd.ResumeClock
) -> list[ev.AnyEvent]:
    """Restart the clock of a table."""
    table = _require_table(state, grant, command.table)
    if table.stopped_at is None:
        raise make_refusal(problems.CLOCK_RUNNING(table=table.number))
    _check_clock_time(state, table, command.at)
    return [ev.ClockResumed(table.number, command.at, by=grant.author, reason=command.reason)]


def handle_call_referee_command(
    state: State, grant: Grant, command: cmd.CallReferee
) -> list[ev.AnyEvent]:
    """Stop the clock and call the referee (Z-30)."""
    table = _require_table(state, grant, command.table)
    if not is_printable_text(command.about):
        raise make_refusal(problems.REASON_MISSING(most=MAX_TEXT_LENGTH))
    called = ev.RefereeCalled(
        table.number, command.about, command.trouble, by=grant.author, reason=command.reason
    )
    if table.stopped_at is not None:
        return [called]
    _check_clock_time(state, table, command.at)
    return [
        called,
        ev.ClockStopped(table.number, command.at, by=grant.author, reason=command.reason),
    ]


def handle_decide_dispute_command(
    state: State, grant: Grant, command: cmd.DecideDispute
) -> list[ev.AnyEvent]:
    """Record the referee's decision; it is final (Z-30)."""
    known = 1 <= command.dispute <= len(state.disputes)
    if not known or state.disputes[command.dispute - 1].decision:
        raise make_refusal(problems.NO_DISPUTE(dispute=command.dispute))
    if not is_printable_text(command.decision):
        raise make_refusal(problems.REASON_MISSING(most=MAX_TEXT_LENGTH))
    return [
        ev.DisputeDecided(command.dispute, command.decision, by=grant.author, reason=command.reason)
    ]


def _require_active_player(state: State, player: int) -> Player:
    found = require_player(state, player)
    if found.status in (Status.REGISTERED, Status.EXCLUDED):
        raise make_refusal(problems.NOT_THERE(name=found.name, status=found.status))
    return found


def handle_warn_command(state: State, grant: Grant, command: cmd.Warn) -> list[ev.AnyEvent]:
    """Warn a player (Z-31)."""
    player = _require_active_player(state, command.player)
    return [ev.Warned(player.id, by=grant.author, reason=command.reason)]


def handle_penalise_command(state: State, grant: Grant, command: cmd.Penalise) -> list[ev.AnyEvent]:
    """Take points from a player."""
    player = _require_active_player(state, command.player)
    big, points = command.big, command.points
    if min(big, points) < 0 or not 0 < max(big, points) <= MAX_PENALTY:
        raise make_refusal(problems.NO_PENALTY(most=MAX_PENALTY))
    return [ev.Penalised(player.id, big, points, by=grant.author, reason=command.reason)]


def _list_active_incidents(state: State, player: int, sanction: Sanction) -> list[Incident]:
    return [
        incident
        for incident in state.incidents
        if incident.player == player
        and incident.sanction is sanction
        and incident.cancelled is None
    ]


def handle_exclude_command(state: State, grant: Grant, command: cmd.Exclude) -> list[ev.AnyEvent]:
    """Exclude a player who has been warned (Z-31)."""
    player = _require_active_player(state, command.player)
    if not _list_active_incidents(state, player.id, Sanction.WARNING):
        raise make_refusal(problems.NOT_WARNED(name=player.name))
    return [ev.Excluded(player.id, by=grant.author, reason=command.reason)]


def handle_cancel_incident_command(
    state: State, grant: Grant, command: cmd.CancelIncident
) -> list[ev.AnyEvent]:
    """Cancel a warning, a penalty or an exclusion; it stays listed, with the reason."""
    known = 1 <= command.incident <= len(state.incidents)
    if not known or state.incidents[command.incident - 1].cancelled is not None:
        raise make_refusal(problems.NO_INCIDENT(incident=command.incident))
    incident = state.incidents[command.incident - 1]
    if incident.sanction is Sanction.EXCLUSION and grant.link.role is not Role.HEAD_REFEREE:
        raise make_refusal(problems.WRONG_ROLE(role=grant.link.role, roles=Role.HEAD_REFEREE))
    if incident.sanction is Sanction.WARNING:
        warnings = _list_active_incidents(state, incident.player, Sanction.WARNING)
        if len(warnings) == 1 and _list_active_incidents(
            state, incident.player, Sanction.EXCLUSION
        ):
            raise make_refusal(problems.WARNING_NEEDED(name=state.get_player_name(incident.player)))
    return [ev.IncidentCancelled(incident.id, by=grant.author, reason=command.reason)]


def handle_decide_titles_command(
    state: State, grant: Grant, command: cmd.DecideTitles
) -> list[ev.AnyEvent]:
    """Decide between players who are level for a title: shared, or the order of a play-off."""
    _check_all_rounds_played(state)
    tied = next((tie for tie in list_title_ties(state) if set(tie) == set(command.players)), None)
    if tied is None:
        raise make_refusal(problems.NO_TITLE_TIE())
    if len(command.players) != len(tied):
        raise make_refusal(problems.BAD_ORDER())
    return [
        ev.TitlesDecided(command.players, command.sharing, by=grant.author, reason=command.reason)
    ]


def _check_all_rounds_played(state: State) -> None:
    if state.played_round_count < state.settings.rounds:
        raise make_refusal(
            problems.ROUNDS_LEFT(played=state.played_round_count, rounds=state.settings.rounds)
        )


def handle_finish_command(state: State, grant: Grant, command: cmd.Finish) -> list[ev.AnyEvent]:
    """Finish the tournament, once no title is tied (Z-7)."""
    _check_all_rounds_played(state)
    ties = list_undecided_ties(state)
    if ties:
        names = (", ".join(map(state.get_player_name, tie)) for tie in ties)
        raise make_refusal(*(problems.TITLES_OPEN(names=some) for some in names))
    return [ev.Finished(by=grant.author, reason=command.reason)]


def handle_show_standings_command(
    state: State, grant: Grant, command: cmd.ShowStandings
) -> list[ev.AnyEvent]:
    """Show the standings to all, or hide them."""
    if command.shown == state.standings_shown:
        return []
    return [ev.StandingsShown(command.shown, by=grant.author, reason=command.reason)]
