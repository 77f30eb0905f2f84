"""Champion and vice-champions, and the decisions where players are level (Z-7)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.tournament.events import TieResolution
from kostka.tournament.standings import StandingsRow, compute_standings
from kostka.tournament.state import State, TitleDecision

TITLED_PLACES = 3
"""The champion and two vice-champions."""


class Title(StrEnum):
    """The titles of the best players."""

    CHAMPION = "champion"
    VICE_CHAMPION = "vice_champion"


class TitleHolder(msgspec.Struct, frozen=True, gc=False):
    """A player with a title."""

    title: Title
    shared: bool
    """Another player has it for the same place."""
    row: StandingsRow


def list_title_ties(state: State) -> list[tuple[int, ...]]:
    """List the players who are level for a title that not all of them can have."""
    groups: dict[int, list[int]] = {}
    for row in compute_standings(state):
        if row.place is not None:
            groups.setdefault(row.place, []).append(row.player)
    return [
        tuple(players)
        for place, players in groups.items()
        if len({_find_title(at) for at in range(place, place + len(players))}) > 1
    ]


def _find_title(place: int) -> Title | None:
    if place == 1:
        return Title.CHAMPION
    return Title.VICE_CHAMPION if place <= TITLED_PLACES else None


def find_title_decision(state: State, players: tuple[int, ...]) -> TitleDecision | None:
    """Return what the head referee decided for exactly these players; None if nothing."""
    made = [one for one in state.title_decisions if set(one.players) == set(players)]
    return made[-1] if made else None


def list_undecided_ties(state: State) -> list[tuple[int, ...]]:
    """List the ties that wait for the head referee."""
    return [tie for tie in list_title_ties(state) if find_title_decision(state, tie) is None]


def list_title_holders(state: State) -> list[TitleHolder]:
    """List who has which title by the current standings; nobody in an undecided tie has one."""
    rows = [row for row in compute_standings(state) if row.place is not None]
    tied = {player: tie for tie in list_title_ties(state) for player in tie}
    found = []
    for row in rows:
        assert row.place is not None
        place, shared, tie = row.place, False, tied.get(row.player)
        if tie is not None:
            decision = find_title_decision(state, tie)
            if decision is None:
                continue
            shared = decision.sharing is TieResolution.SHARED
            if not shared:
                place += decision.players.index(row.player)
        title = _find_title(place)
        if title is not None:
            found.append((place, TitleHolder(title, shared, row)))
    return [titled for _, titled in sorted(found, key=lambda one: one[0])]
