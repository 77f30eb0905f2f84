"""The proof of a record: the shuffle was fair, and every event follows from the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from msgspec.structs import asdict
from msgspec.structs import replace as replace_fields

from kostka.events.errors import BadInput
from kostka.events.log import Log
from kostka.tabletop import proof
from kostka.word import commands as cmd
from kostka.word import events as ev
from kostka.word.decisions import decide
from kostka.word.game import WORD_GAME
from kostka.word.state import Header
from kostka.word.turn import Judge
from kostka.word.validity import (
    WordsOfRecord,
    build_word_judge,
    compute_version_hash,
    get_known_words,
)


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
    judge = _build_judge(log) if looked_up else _build_judge_of_record(log)
    machine = replace(WORD_GAME, decide=partial(decide, judge=judge))
    orders = tuple(event.commitment for event in log.events if isinstance(event, ev.Mixed))
    proved = proof.prove_log(machine, log, _find_command, lambda event: event, orders)
    return Proof(**asdict(proved), looked_up=looked_up)


def _build_judge(log: Log[Header, ev.AnyEvent]) -> Judge:
    """Return the judge that looks words up in the current lexicon."""
    edition = log.header.edition
    return build_word_judge(get_known_words(edition.lexicon), edition)


def _build_judge_of_record(log: Log[Header, ev.AnyEvent]) -> Judge:
    """Return the judge that repeats the verdicts of a game, and knows its theme.

    Which forms belonged to the theme was decided by the lexicon of that time too.
    """
    verdicts = [e for e in log.events if isinstance(e, ev.Challenged | ev.WordRefused)]
    wrong = [word for event in verdicts for word in event.wrong]
    edition = log.header.edition
    if edition.uses_forms:
        edition = replace_fields(edition, theme=None)
    return build_word_judge(WordsOfRecord(wrong), edition)


def _has_same_lexicon(header: Header) -> bool:
    """Whether a game was judged by the current version of its lexicon."""
    try:
        return compute_version_hash(header.edition) == header.lexicon_hash
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
        case ev.Placed(seat, table, letters) | ev.WordRefused(seat, table, letters):
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
