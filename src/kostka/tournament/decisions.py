"""Decide commands: who may give them, whether they need a reason, and which events follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kostka.events.errors import refuse
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
        raise refuse(problems.WRONG_ROLE(role=grant.link.role, roles=roles))
    if state.finished and not rule.afterwards:
        raise refuse(problems.OVER())
    if (rule.reason or command.reason) and not is_printable_text(command.reason):
        raise refuse(problems.REASON_MISSING(most=MAX_TEXT_LENGTH))
    events = rule.decide(state, grant, command)
    return [*events, *rounds.reseat_if_standings_change(state, events, grant.by)] if events else []


def require_grant(state: State, token: str) -> Grant:
    """Return the link that a token belongs to; refuse a wrong or expired one."""
    wanted = hash_token(token)
    found = next((grant for grant in state.grants if grant.link.token_hash == wanted), None)
    if found is None:
        raise refuse(problems.UNKNOWN_LINK())
    if found.old is LinkExpiry.CALLED_IN:
        raise refuse(problems.LINK_CALLED_IN())
    if found.old is LinkExpiry.REPLACED:
        raise refuse(problems.SHEET_REPLACED(round=found.round or 0))
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
    cmd.ChangeSettings: _Rule(registration.change_settings, _ORGANISER),
    cmd.GrantLinks: _Rule(registration.grant_links, _ORGANISER, afterwards=True),
    cmd.RevokeLink: _Rule(registration.revoke_link, _ORGANISER, afterwards=True),
    cmd.AddPlayers: _Rule(registration.add_players, _ORGANISER),
    cmd.RenamePlayer: _Rule(registration.rename_player, _ORGANISER, afterwards=True),
    cmd.CheckIn: _Rule(registration.check_in_players, _ORGANISER),
    cmd.Withdraw: _Rule(registration.withdraw_player, _ORGANISER),
    cmd.SeatRound: _Rule(rounds.seat_round, _ORGANISER),
    cmd.SwapSeats: _Rule(rounds.swap_seats, _ORGANISER),
    cmd.SeatLate: _Rule(rounds.seat_late_player, _ORGANISER),
    cmd.LockSeats: _Rule(rounds.lock_seats, _ORGANISER),
    cmd.StartRound: _Rule(rounds.start_round, _ORGANISER),
    cmd.CloseRound: _Rule(rounds.close_round, _ORGANISER),
    cmd.VoidRound: _Rule(rounds.void_round, _HEADS, reason=True),
    cmd.EnterResult: _Rule(results.enter_result, _TABLES),
    cmd.CorrectResult: _Rule(results.correct_result, _TABLES, reason=True, afterwards=True),
    cmd.Rehearse: _Rule(results.fill_in_rehearsal, _ORGANISER),
    cmd.Undo: _Rule(undo.undo_entry, _TABLES, reason=True, afterwards=True),
    cmd.CallReferee: _Rule(refereeing.call_referee, _TABLES),
    cmd.DecideDispute: _Rule(refereeing.decide_dispute, _REFEREES),
    cmd.StopClock: _Rule(refereeing.stop_clock, _TABLES),
    cmd.ResumeClock: _Rule(refereeing.resume_clock, _STAFF),
    cmd.Warn: _Rule(refereeing.warn_player, _REFEREES, reason=True),
    cmd.Penalise: _Rule(refereeing.penalise_player, _REFEREES, reason=True),
    cmd.Exclude: _Rule(refereeing.exclude_player, (Role.HEAD_REFEREE,), reason=True),
    cmd.CancelIncident: _Rule(refereeing.cancel_incident, _REFEREES, reason=True, afterwards=True),
    cmd.ShowStandings: _Rule(refereeing.show_standings, _ORGANISER, afterwards=True),
    cmd.DecideTitles: _Rule(
        refereeing.decide_titles, (Role.HEAD_REFEREE,), reason=True, afterwards=True
    ),
    cmd.Finish: _Rule(refereeing.finish_tournament, _ORGANISER),
}
