"""Who may do something now, in every game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from kostka.events.errors import Problem, format_input, make_refusal
from kostka.events.game import MAX_TEXT_LENGTH, is_printable_text
from kostka.tabletop.commands import AddRandomness, CommitRandomness
from kostka.tabletop.state import FINISHED, GATHERING, AnyTableState
from kostka.tiles.shuffle import compute_words_commitment

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


class TableProblems(Protocol):
    """The module `problems` of a game, as far as it is needed here."""

    NO_SEAT: Problem
    NOT_PRESENT: Problem
    LONG_WORDS: Problem
    WORDS_TWICE: Problem
    BAD_COMMITMENT: Problem
    COMMITTED_TWICE: Problem
    COMMITTED_LATE: Problem
    NOT_COMMITTED: Problem
    WORDS_ORDER: Problem
    NOT_STARTED: Problem
    ALREADY_STARTED: Problem
    NOT_YOUR_TURN: Problem
    FINISHED: Problem


@dataclass(frozen=True)
class Permissions:
    """Refuses commands at the wrong time, citing the clauses of one game."""

    problems: TableProblems

    def check_seat(self, state: AnyTableState, seat: int) -> str:
        """Refuse a seat that does not exist; return the name of its player."""
        if not 0 <= seat < len(state.seats):
            raise make_refusal(self.problems.NO_SEAT(seat=format_input(seat)))
        return state.header.names[seat]

    def check_not_dealt(self, state: AnyTableState) -> None:
        """Refuse once the tiles are dealt."""
        if state.phase != GATHERING:
            raise make_refusal(self.problems.ALREADY_STARTED())

    def check_running(self, state: AnyTableState) -> None:
        """Refuse before the deal and after the end."""
        if state.phase == GATHERING:
            raise make_refusal(self.problems.NOT_STARTED())
        if state.phase == FINISHED:
            raise make_refusal(self.problems.FINISHED())

    def check_present(self, state: AnyTableState, seat: int) -> str:
        """Refuse players who have left, and everybody while no game is running."""
        name = self.check_seat(state, seat)
        self.check_running(state)
        if not state.seats[seat].present:
            raise make_refusal(self.problems.NOT_PRESENT(name=name))
        return name

    def check_on_turn(self, state: AnyTableState, seat: int) -> str:
        """Refuse everybody but the player on turn; return the player's name."""
        if state.turn == seat and state.seats[seat].present and state.result is None:
            return state.header.names[seat]  # nobody is on turn before the deal
        name = self.check_present(state, seat)
        if state.turn != seat:
            on_turn = state.header.names[state.turn or 0]
            raise make_refusal(self.problems.NOT_YOUR_TURN(name=on_turn))
        return name

    def check_commitment(self, state: AnyTableState, command: CommitRandomness) -> None:
        """Refuse a commitment after the deal or after words, a second one, or what is not one.

        Words that are known may not influence a commitment, nor the other way round.
        """
        name = self.check_seat(state, command.seat)
        self.check_not_dealt(state)
        if not _COMMITMENT.fullmatch(command.commitment):
            raise make_refusal(self.problems.BAD_COMMITMENT())
        if state.added:
            raise make_refusal(self.problems.COMMITTED_LATE())
        if any(seat == command.seat for seat, _ in state.committed):
            raise make_refusal(self.problems.COMMITTED_TWICE(name=name))

    def check_randomness(self, state: AnyTableState, command: AddRandomness) -> None:
        """Refuse words for the shuffle after the deal, twice from one player, or unprintable.

        Once players have committed to words, only those can be added. Their order is fixed, because
        whoever adds them could otherwise choose among all orders.
        """
        name = self.check_seat(state, command.seat)
        self.check_not_dealt(state)
        if not is_printable_text(command.words):
            raise make_refusal(self.problems.LONG_WORDS(most=MAX_TEXT_LENGTH))
        if any(seat == command.seat for seat, _ in state.added):
            raise make_refusal(self.problems.WORDS_TWICE(name=name))
        if not state.committed:
            return
        if dict(state.committed).get(command.seat) != compute_words_commitment(command.words):
            raise make_refusal(self.problems.NOT_COMMITTED(name=name))
        if state.added and state.added[-1][0] > command.seat:
            raise make_refusal(self.problems.WORDS_ORDER())
