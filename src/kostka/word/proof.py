"""The proof of a record: the shuffle was fair, and every event follows from the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from msgspec.structs import asdict

from kostka.events.errors import BadInput
from kostka.events.log import Log
from kostka.tabletop import proof
from kostka.word import commands as cmd
from kostka.word import events as ev
from kostka.word.decisions import decide
from kostka.word.game import WORD_GAME
from kostka.word.state import Header
from kostka.word.validity import WordsOfRecord, WordSource, build_word_judge, get_known_words


class Proof(proof.Proof, frozen=True):
    """What was checked."""

    looked_up: bool
    """Whether the words were looked up again. A game that another version of the lexicon judged
    keeps the verdicts of that time."""


def verify_log(log: Log[Header, ev.AnyEvent]) -> Proof:
    """Prove a record, or raise `BadRecord` with the first line that does not follow.

    Each command that the log implies must lead, by the rules, the lexicon and the shuffle, to the
    events logged. Lexicons grow: a game that another version has judged is not judged by this one.
    """
    looked_up = _has_same_lexicon(log.header)
    # A judge for this once, so the cached judges of running games stay.
    judge = build_word_judge(_choose_word_source(log, looked_up=looked_up), log.header.edition)
    machine = replace(WORD_GAME, decide=partial(decide, judge=judge))
    orders = tuple(event.commitment for event in log.events if isinstance(event, ev.Mixed))
    proved = proof.prove_log(machine, log, _find_command, lambda event: event, orders)
    return Proof(**asdict(proved), looked_up=looked_up)


def _choose_word_source(log: Log[Header, ev.AnyEvent], *, looked_up: bool) -> WordSource:
    """Return the words to judge a game by again: the current lexicon, or the recorded verdicts."""
    if looked_up:
        return get_known_words(log.header.edition.lexicon)
    wrong = [
        word for event in log.events if isinstance(event, ev.Challenged) for word in event.wrong
    ]
    return WordsOfRecord(wrong)


def _has_same_lexicon(header: Header) -> bool:
    """Whether a game was judged by the current version of its lexicon."""
    try:
        return get_known_words(header.edition.lexicon).version_hash == header.lexicon_hash
    except BadInput:  # a language that is not there any more
        return False


def _find_command(event: ev.AnyEvent) -> cmd.AnyCommand | None:  # noqa: C901
    """Return the command whose first event this is."""
    match event:
        case ev.RandomnessCommitted(seat, commitment):
            return cmd.CommitRandomness(seat, commitment)
        case ev.RandomnessAdded(seat, words):
            return cmd.AddRandomness(seat, words)
        case ev.StartDrawn() | ev.StarterFound():
            return cmd.Start()
        case ev.Placed(seat, table, letters):
            return cmd.Place(seat, table, letters)
        case ev.Drew(seat, _, ev.DrawReason.TURN):
            return cmd.Draw(seat)
        case ev.Passed(seat):
            return cmd.Pass(seat)
        case ev.TimedOut(seat):
            return cmd.RunOutOfTime(seat)
        case ev.Challenged(seat):
            return cmd.Challenge(seat)
        case ev.Accepted(seat):
            return cmd.Accept(seat)
        case ev.Left(seat):
            return cmd.Leave(seat)
        case _:
            return None
