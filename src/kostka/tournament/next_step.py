"""The next step of the organiser."""

from __future__ import annotations

from enum import StrEnum

from kostka.tournament.state import Phase, State
from kostka.tournament.titles import list_undecided_ties


class OrganiserStep(StrEnum):
    """The next thing for the organiser to do."""

    REGISTER = "register"
    """Too few players are checked in."""
    SEAT = "seat"
    LOCK = "lock"
    START = "start"
    ENTER_RESULTS = "enter_results"
    SETTLE_DISPUTES = "settle_disputes"
    CLOSE = "close"
    DECIDE_TITLES = "decide_titles"
    FINISH = "finish"
    DONE = "done"


def find_next_step(state: State) -> OrganiserStep:
    """Return the next step."""
    last = state.round
    if state.finished:
        return OrganiserStep.DONE
    if last is not None and last.phase is Phase.PREVIEW:
        return OrganiserStep.LOCK
    if last is not None and last.phase is Phase.LOCKED:
        return OrganiserStep.START
    if last is not None and last.phase is Phase.RUNNING:
        if any(last.list_missing_results()):
            return OrganiserStep.ENTER_RESULTS
        waiting = any(not dispute.decision for dispute in state.disputes)
        return OrganiserStep.SETTLE_DISPUTES if waiting else OrganiserStep.CLOSE
    if len(state.rounds) < state.settings.rounds:
        return (
            OrganiserStep.SEAT
            if len(state.present_players) >= state.format.least_players
            else OrganiserStep.REGISTER
        )
    return OrganiserStep.DECIDE_TITLES if list_undecided_ties(state) else OrganiserStep.FINISH
