"""Compares the log of a game with what players remember of it.

The log is loaded with its chain of hashes. Played again, it yields the view of every seat after
every command: all that players saw must be among them, in that order, or the room had two
histories. Every acknowledged command must stand where it was sent, and every command of a player
must be one that was sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kostka.events.errors import BadRecord
from kostka.events.game import Machine
from kostka.events.log import Log, detect_game_kind
from kostka.numbers import commands as numbers
from kostka.numbers import proof as number_proof
from kostka.numbers.game import NUMBERS
from kostka.server.games import is_running_record, read_record
from kostka.word import commands as words
from kostka.word import proof as word_proof
from kostka.word.game import WORD_GAME
from tests.tools.faults.ledger import Command, GameLedger, Sent, hash_view

MOVES = (
    *(numbers.Place, numbers.Draw, numbers.Announce, numbers.EndTurn, numbers.Pass),
    *(numbers.AskRedeal, words.Place, words.Draw, words.Pass, words.Challenge, words.Accept),
)
"""Commands that come from players alone."""

AT_ANY_TIME = (words.Challenge, words.Accept)
"""Those that are not meant for a turn."""


@dataclass
class Findings:
    """What is wrong, and what was checked."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    forked: list[str] = field(default_factory=list)
    games: int = 0
    lines: int = 0
    moves: int = 0
    """Acknowledged ones that were found."""

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.forked)

    def add(self, other: Findings) -> None:
        self.lost += other.lost
        self.doubled += other.doubled
        self.forked += other.forked
        self.games += other.games
        self.lines += other.lines
        self.moves += other.moves


@dataclass
class Step:
    """A command in a log, with the state before it."""

    command: Command
    state: Any
    is_claimed: bool = False


class PlayedGame:
    """A log, command by command."""

    def __init__(self, data: bytes) -> None:
        """Load a log with its chain; raise `BadRecord`."""
        record = read_record(data)
        if not is_running_record(data):
            record.verify_record()
        self.line_count = data.count(b"\n")
        is_word = detect_game_kind(data) == "word"
        self.machine: Machine[Any, Any, Any, Any, Any] = WORD_GAME if is_word else NUMBERS
        find_command: Any = (word_proof if is_word else number_proof)._find_command
        log: Log[Any, Any] = self.machine.log_format.parse_log(data)
        self.steps: list[Step] = []
        state: Any = self.machine.create_state(log.header)
        is_first = True
        for entry, (event, following) in zip(log.entries, self.machine.replay(log), strict=True):
            if is_first:
                self.steps.append(Step(find_command(event), state))
            state, is_first = following, not entry.more
        self.last_state = state

    def hash_views(self, seat: int | None) -> list[bytes]:
        """Return what a seat saw before every command, and at last."""
        states = [*(step.state for step in self.steps), self.last_state]
        return [hash_view(self.machine.view(state, seat)) for state in states]


def check_game(game: str, data: bytes, ledgers: Sequence[GameLedger]) -> Findings:
    """Compare a log with the ledgers of its players."""
    findings = Findings(games=1)
    try:
        played = PlayedGame(data)
    except BadRecord as error:
        findings.forked.append(f"{game}: its log is damaged: {error}")
        return findings
    findings.lines = played.line_count
    seats = {ledger.seat for ledger in ledgers}
    views = {seat: played.hash_views(seat) for seat in seats}
    for ledger in ledgers:
        _check_seen(game, ledger, views[ledger.seat], findings)
    # What was acknowledged first: of the rest nobody knows whether it was carried out.
    every_sent = [sent for ledger in ledgers for sent in ledger.sent]
    for sent in sorted(every_sent, key=lambda one: not one.is_acknowledged):
        _claim_step(played, sent, views[sent.seat], findings)
    for number, step in enumerate(played.steps):
        if isinstance(step.command, MOVES) and step.command.seat in seats and not step.is_claimed:
            kind = type(step.command).__name__
            findings.doubled.append(f"{game}: command {number}, {kind}, was not sent like this")
    return findings


def _check_seen(game: str, ledger: GameLedger, views: list[bytes], findings: Findings) -> None:
    """Check that all that a player saw is in the log, in this order."""
    at = 0
    for number, seen in enumerate(ledger.seen):
        try:
            at = views.index(seen, at)
        except ValueError:
            what = "out of order" if seen in views else "never"
            findings.forked.append(
                f"{game}: view {number} of {len(ledger.seen)} of seat {ledger.seat} is in the log"
                f" {what}"
            )
            return


def _claim_step(played: PlayedGame, sent: Sent, views: list[bytes], findings: Findings) -> None:
    """Find the command in the log that a player sent; nobody else can have sent it."""
    if sent.before in views:
        for step in played.steps[views.index(sent.before) :]:
            if step.state.turns != sent.turn and not isinstance(sent.command, AT_ANY_TIME):
                break
            if not step.is_claimed and _is_same(step.command, sent.command):
                step.is_claimed = True
                findings.moves += sent.is_acknowledged
                return
    if sent.is_acknowledged:
        kind = type(sent.command).__name__
        findings.lost.append(f"{sent.game}: {kind} of seat {sent.seat} in turn {sent.turn}")


def _is_same(command: Command, sent: Command) -> bool:
    if type(command) is not type(sent) or command.seat != sent.seat:
        return False
    return bool(getattr(command, "table", None) == getattr(sent, "table", None))
