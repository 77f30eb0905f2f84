"""Decide commands: who may give them, whether they need a reason, and which events follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kostka.events.errors import make_refusal
from kostka.events.game import MAX_TEXT_LENGTH, is_printable_text
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems, refereeing, registration, results, rounds, undo
from kostka.tournament.roles import Grant, LinkExpiry, Role, hash_token
from kostka.tournament.state import State


def decide(state: State, command: cmd.AnyCommand) -> list[ev.AnyEvent]:
    """Return the events that follow from a command, none if it changes nothing, or refuse it."""
    return decide_for_grant(state, require_grant(state, command.token), command)


def decide_for_grant(state: State, grant: Grant, command: cmd.AnyCommand) -> list[ev.AnyEvent]:
    """Return the events that follow from a command given through a link."""
    rule = _RULES[type(command)]
    if grant.link.role not in rule.roles:
        roles = ", ".join(rule.roles)
        raise make_refusal(problems.WRONG_ROLE(role=grant.link.role, roles=roles))
    if state.finished and not rule.afterwards:
        raise make_refusal(problems.OVER())
    if (rule.reason or command.reason) and not is_printable_text(command.reason):
        raise make_refusal(problems.REASON_MISSING(most=MAX_TEXT_LENGTH))
    events = rule.decide(state, grant, command)
    return [*events, *rounds.build_reseating_events(state, events, grant.author)] if events else []


def require_grant(state: State, token: str) -> Grant:
    """Return the link that a token belongs to; refuse a wrong or expired one."""
    wanted = hash_token(token)
    found = next((grant for grant in state.grants if grant.link.token_hash == wanted), None)
    if found is None:
        raise make_refusal(problems.UNKNOWN_LINK())
    if found.old is LinkExpiry.CALLED_IN:
        raise make_refusal(problems.LINK_CALLED_IN())
    if found.old is LinkExpiry.REPLACED:
        raise make_refusal(problems.SHEET_REPLACED(round=found.round or 0))
    return found


@dataclass(frozen=True)
class _Rule:
    """The conditions of a kind of command."""

    decide: Callable[[State, Grant, Any], list[ev.AnyEvent]]
    roles: tuple[Role, ...]
    reason: bool = False
    """Whether a reason is required."""
    afterwards: bool = False
    """Whether it is allowed after the tournament is over."""


_ORGANISER = (Role.ORGANISER,)
_REFEREES = (Role.HEAD_REFEREE, Role.REFEREE)
_STAFF = (Role.ORGANISER, *_REFEREES)
_TABLES = (*_STAFF, Role.TABLE)
_HEADS = (Role.ORGANISER, Role.HEAD_REFEREE)

_RULES: dict[type[Any], _Rule] = {
    cmd.ChangeSettings: _Rule(registration.handle_change_settings_command, _ORGANISER),
    cmd.GrantLinks: _Rule(registration.handle_grant_links_command, _ORGANISER, afterwards=True),
    cmd.RevokeLink: _Rule(registration.handle_revoke_link_command, _ORGANISER, afterwards=True),
    cmd.AddPlayers: _Rule(registration.handle_add_players_command, _ORGANISER),
    cmd.RenamePlayer: _Rule(registration.handle_rename_player_command, _ORGANISER, afterwards=True),
    cmd.CheckIn: _Rule(registration.handle_check_in_command, _ORGANISER),
    cmd.Withdraw: _Rule(registration.handle_withdraw_command, _ORGANISER),
    cmd.SeatRound: _Rule(rounds.handle_seat_round_command, _ORGANISER),
    cmd.SwapSeats: _Rule(rounds.handle_swap_seats_command, _ORGANISER),
    cmd.SeatLate: _Rule(rounds.handle_seat_late_command, _ORGANISER),
    cmd.LockSeats: _Rule(rounds.handle_lock_seats_command, _ORGANISER),
    cmd.StartRound: _Rule(rounds.handle_start_round_command, _ORGANISER),
    cmd.CloseRound: _Rule(rounds.handle_close_round_command, _ORGANISER),
    cmd.VoidRound: _Rule(rounds.handle_void_round_command, _HEADS, reason=True),
    cmd.EnterResult: _Rule(results.handle_enter_result_command, _TABLES),
    cmd.CorrectResult: _Rule(
        results.handle_correct_result_command, _TABLES, reason=True, afterwards=True
    ),
    cmd.Rehearse: _Rule(results.handle_rehearse_command, _ORGANISER),
    cmd.Undo: _Rule(undo.handle_undo_command, _TABLES, reason=True, afterwards=True),
    cmd.CallReferee: _Rule(refereeing.handle_call_referee_command, _TABLES),
    cmd.DecideDispute: _Rule(refereeing.handle_decide_dispute_command, _REFEREES),
    cmd.StopClock: _Rule(refereeing.handle_stop_clock_command, _TABLES),
    cmd.ResumeClock: _Rule(refereeing.handle_resume_clock_command, _STAFF),
    cmd.Warn: _Rule(refereeing.handle_warn_command, _REFEREES, reason=True),
    cmd.Penalise: _Rule(refereeing.handle_penalise_command, _REFEREES, reason=True),
    cmd.Exclude: _Rule(refereeing.handle_exclude_command, (Role.HEAD_REFEREE,), reason=True),
    cmd.CancelIncident: _Rule(
        refereeing.handle_cancel_incident_command, _REFEREES, reason=True, afterwards=True
    ),
    cmd.ShowStandings: _Rule(refereeing.handle_show_standings_command, _ORGANISER, afterwards=True),
    cmd.DecideTitles: _Rule(
        refereeing.handle_decide_titles_command, (Role.HEAD_REFEREE,), reason=True, afterwards=True
    ),
    cmd.Finish: _Rule(refereeing.handle_finish_command, _ORGANISER),
}
