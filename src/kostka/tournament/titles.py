"""Champion and vice-champions, and who decides where players are level (Z-7)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.tournament.events import Sharing
from kostka.tournament.standings import Row, standings
from kostka.tournament.state import State, TitleDecision

TITLED = 3
"""The champion and two vice-champions."""


class Title(StrEnum):
    """What the best are called."""

    CHAMPION = "champion"
    VICE_CHAMPION = "vice_champion"


class Titled(msgspec.Struct, frozen=True, gc=False):
    """Somebody with a title."""

    title: Title
    shared: bool
    """Another player has it for the same place."""
    row: Row


def title_ties(state: State) -> list[tuple[int, ...]]:
    """List the players who are level for a title that not all of them can have."""
    groups: dict[int, list[int]] = {}
    for row in standings(state):
        if row.place is not None:
            groups.setdefault(row.place, []).append(row.player)
    return [
        tuple(players)
        for place, players in groups.items()
        if len({_title(at) for at in range(place, place + len(players))}) > 1
    ]


def _title(place: int) -> Title | None:
    if place == 1:
        return Title.CHAMPION
    return Title.VICE_CHAMPION if place <= TITLED else None


def decision_for(state: State, players: tuple[int, ...]) -> TitleDecision | None:
    """Give what the head referee decided for just these players, if anything."""
    made = [one for one in state.title_decisions if set(one.players) == set(players)]
    return made[-1] if made else None


def open_ties(state: State) -> list[tuple[int, ...]]:
    """List the ties that wait for the head referee."""
    return [tie for tie in title_ties(state) if decision_for(state, tie) is None]


def titles(state: State) -> list[Titled]:
    """Say who has which title by the standings as they are; nobody of an undecided tie has one."""
    rows = [row for row in standings(state) if row.place is not None]
    tied = {player: tie for tie in title_ties(state) for player in tie}
    found = []
    for row in rows:
        assert row.place is not None
        place, shared, tie = row.place, False, tied.get(row.player)
        if tie is not None:
            decision = decision_for(state, tie)
            if decision is None:
                continue
            shared = decision.sharing is Sharing.SHARED
            if not shared:
                place += decision.players.index(row.player)
        title = _title(place)
        if title is not None:
            found.append((place, Titled(title, shared, row)))
    return [titled for _, titled in sorted(found, key=lambda one: one[0])]
