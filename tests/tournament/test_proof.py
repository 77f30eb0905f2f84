"""A log is proven entry by entry; what a forger writes with hashes that fit is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from kostka.events.errors import BadRecord
from kostka.tournament import FORMAT, Author, FivePlayers, Role, Tournament, compute_proven_state
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from tests.tools.record_tournament import SAVED, play_full_tournament
from tests.tournament.hall import ORGANISER, Hall

Forgery = Callable[[Any], Any]


def test_a_tournament_in_which_everything_happens_is_proven() -> None:
    game = play_full_tournament().tournament
    assert compute_proven_state(game.log) == game.state


def test_saved_tournaments_are_proven() -> None:
    for saved in SAVED.glob("*.jsonl"):
        game = Tournament.load(saved.read_bytes())
        assert compute_proven_state(game.log) == game.state


@pytest.mark.parametrize("five", FivePlayers)
def test_five_players_and_a_rehearsal_are_proven(five: FivePlayers) -> None:
    hall = Hall(5, rehearsal=True)
    hall.begin(five)
    hall.do(cmd.Rehearse(token=ORGANISER))
    hall.close()
    assert compute_proven_state(hall.tournament.log) == hall.state


def forged(kind: type, change: Forgery) -> Tournament:
    """Change the first event of a kind, and write all hashes again."""
    log = play_full_tournament().tournament.log
    found = FORMAT.new_log(log.header)
    done = False
    for entry in log.entries:
        event = entry.event
        if isinstance(event, kind) and not done:
            event, done = change(event), True
        found.append(event, entry.at, more=entry.more)
    assert done
    return Tournament.load(found.to_bytes())


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (ev.Seated, lambda e: replace(e, tables=e.tables[::-1])),
        (ev.ResultEntered, lambda e: replace(e, lines=e.lines[::-1])),
        (ev.ResultEntered, lambda e: replace(e, by=Author(Role.ORGANISER, "me", 99))),
        (ev.ResultEntered, lambda e: replace(e, by=replace(e.by, role=Role.HEAD_REFEREE))),
        (ev.ResultCorrected, lambda e: replace(e, reason="")),
        (ev.Excluded, lambda e: replace(e, by=Author(Role.REFEREE, "referee", 2))),
        (ev.LateSeated, lambda e: replace(e, table=1)),
        (ev.LinksGranted, lambda e: replace(e, round=1)),
        (ev.Penalised, lambda e: replace(e, points=-5)),
    ],
)
def test_what_does_not_follow_is_found(kind: type, change: Forgery) -> None:
    with pytest.raises(BadRecord, match=r"^line \d+: "):
        compute_proven_state(forged(kind, change).log)
