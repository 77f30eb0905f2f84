"""The proof of a record: the shuffle was fair, and every event follows from the rules."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from kostka.events.log import Log
from kostka.numbers import commands as cmd
from kostka.numbers import events as ev
from kostka.numbers.game import NUMBERS, check_seed
from kostka.numbers.state import Header


class Proof(msgspec.Struct, frozen=True, gc=False):
    """What was checked."""

    commitment: str
    seed: str | None
    """None while the game goes on."""
    orders: tuple[str, ...]
    """The hash of the tile order of each deal."""
    commands: int
    """How many moves and other commands were carried out again, with the same outcome."""
    finished: bool


def verify(log: Log[Header, ev.AnyEvent]) -> Proof:
    """Prove a record, or raise `BadRecord` with the first line that does not follow.

    The seed must have the hash that the header holds. Everything else is played again: each
    command that the log implies must lead, by the rules and the shuffle, to the events logged.
    """
    seed = check_seed(log)
    state, commands = NUMBERS.prove(log, _command, _judged)
    orders = tuple(event.commitment for event in log.events if isinstance(event, ev.Mixed))
    finished = state.result is not None
    return Proof(log.header.commitment, seed if finished else None, orders, commands, finished)


def _judged(event: ev.AnyEvent) -> ev.AnyEvent:
    """Leave out which clauses a failed move broke: that it failed is what counts."""
    return replace(event, clauses=()) if isinstance(event, ev.MoveFailed) else event


def _command(event: ev.AnyEvent) -> cmd.AnyCommand | None:  # noqa: C901, PLR0912
    """Give the command whose first event this is."""
    match event:
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
