"""The proof of a record: the shuffle was fair, and every event follows from the rules."""

from __future__ import annotations

from msgspec.structs import replace

from kostka.events.log import Log
from kostka.numbers import commands as cmd
from kostka.numbers import events as ev
from kostka.numbers.game import NUMBERS
from kostka.numbers.state import Header
from kostka.tabletop.proof import Proof, prove_log


def verify_log(log: Log[Header, ev.AnyEvent]) -> Proof:
    """Prove a record, or raise `BadRecord` with the first line that does not follow.

    Each command that the log implies must lead, by the rules and the shuffle, to the events logged.
    """
    orders = tuple(event.commitment for event in log.events if isinstance(event, ev.Mixed))
    return prove_log(NUMBERS, log, _find_command, _drop_clauses, orders)


def _drop_clauses(event: ev.AnyEvent) -> ev.AnyEvent:
    """Drop the clauses that a failed move broke: only the failure has to match."""
    return replace(event, clauses=()) if isinstance(event, ev.MoveFailed) else event


def _find_command(event: ev.AnyEvent) -> cmd.AnyCommand | None:  # noqa: C901, PLR0912
    """Return the command whose first event this is."""
    match event:
        case ev.RandomnessCommitted(seat, commitment):
            return cmd.CommitRandomness(seat, commitment)
        case ev.RandomnessAdded(seat, words):
            return cmd.AddRandomness(seat, words)
        case ev.StartDrawn() | ev.StarterFound():
            return cmd.Start()
        case ev.RedealAsked(seat):
            return cmd.AskRedeal(seat)
        case ev.Placed(seat, table):
            return cmd.Place(seat, table)
        case ev.MoveFailed(seat, draft) if draft is not None:
            return cmd.Place(seat, draft)
        case ev.Drew(seat, _, ev.DrawReason.TURN, stack):
            return cmd.Draw(seat, stack)
        case ev.OpeningAnnounced(seat):
            return cmd.Announce(seat)
        case ev.TurnEnded(seat):
            return cmd.EndTurn(seat)
        case ev.Passed(seat):
            return cmd.Pass(seat)
        case ev.TimedOut(seat, draft):
            return cmd.RunOutOfTime(seat, draft)
        case ev.TimeUsed(seat, milliseconds):
            return cmd.UseTime(seat, milliseconds)
        case ev.FlagFell(seat):
            return cmd.RunOutOfTime(seat)
        case ev.Left(seat):
            return cmd.Leave(seat)
        case ev.RoundTimeEnded():
            return cmd.EndRoundTime()
        case ev.MoveUndone(by, reason):
            return cmd.Undo(by, reason)
        case ev.Penalised(seat, tiles, by, reason):
            return cmd.Penalise(seat, tiles, by, reason)
        case ev.EndedByReferee(by, reason):
            return cmd.EndGame(by, reason)
        case _:
            return None
