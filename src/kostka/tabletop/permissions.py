"""Who may do something now, in every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kostka.events.errors import Problem, format_input, make_refusal
from kostka.events.game import MAX_TEXT_LENGTH, is_printable_text
from kostka.tabletop.commands import AddRandomness
from kostka.tabletop.state import FINISHED, GATHERING, AnyTableState


class TableProblems(Protocol):
    """The module `problems` of a game, as far as it is needed here."""

    NO_SEAT: Problem
    NOT_PRESENT: Problem
    LONG_WORDS: Problem
    WORDS_TWICE: Problem
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
        name = self.check_present(state, seat)
        if state.turn != seat:
            on_turn = state.header.names[state.turn or 0]
            raise make_refusal(self.problems.NOT_YOUR_TURN(name=on_turn))
        return name

    def check_randomness(self, state: AnyTableState, command: AddRandomness) -> None:
        """Refuse words for the shuffle after the deal, twice from one player, or unprintable."""
        name = self.check_seat(state, command.seat)
        self.check_not_dealt(state)
        if not is_printable_text(command.words):
            raise make_refusal(self.problems.LONG_WORDS(most=MAX_TEXT_LENGTH))
        if any(seat == command.seat for seat, _ in state.added):
            raise make_refusal(self.problems.WORDS_TWICE(name=name))
