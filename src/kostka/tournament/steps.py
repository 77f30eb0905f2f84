"""The one obvious next step of an organiser."""

from __future__ import annotations

from enum import StrEnum

from kostka.tournament.seating import SMALL
from kostka.tournament.state import Phase, State
from kostka.tournament.titles import open_ties


class Step(StrEnum):
    """What comes next."""

    REGISTER = "register"
    """Fewer than three players are checked in."""
    SEAT = "seat"
    LOCK = "lock"
    START = "start"
    ENTER_RESULTS = "enter_results"
    SETTLE_DISPUTES = "settle_disputes"
    CLOSE = "close"
    DECIDE_TITLES = "decide_titles"
    FINISH = "finish"
    DONE = "done"


def next_step(state: State) -> Step:
    """Say what comes next."""
    last = state.round
    if state.finished:
        return Step.DONE
    if last is not None and last.phase is Phase.PREVIEW:
        return Step.LOCK
    if last is not None and last.phase is Phase.LOCKED:
        return Step.START
    if last is not None and last.phase is Phase.RUNNING:
        if any(last.missing()):
            return Step.ENTER_RESULTS
        waiting = any(not dispute.decision for dispute in state.disputes)
        return Step.SETTLE_DISPUTES if waiting else Step.CLOSE
    if len(state.rounds) < state.settings.rounds:
        return Step.SEAT if len(state.present) >= SMALL else Step.REGISTER
    return Step.DECIDE_TITLES if open_ties(state) else Step.FINISH
