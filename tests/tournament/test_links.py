"""Links: who may do what, and what wrong and old ones are told."""

from __future__ import annotations

from typing import get_args

import pytest

from kostka.events.errors import Refused
from kostka.tournament import AnyCommand, Link, Role, hash_token
from kostka.tournament import commands as cmd
from kostka.tournament.decisions import _RULES, require_grant
from kostka.tournament.events import AnyEvent, Undone
from kostka.tournament.evolution import _CHANGES
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, SCREEN, Hall, refusal, went_out


def entry(token: str, table: int = 1, round_: int = 1, stamp: str = "stamp") -> cmd.EnterResult:
    return cmd.EnterResult(round_, table, 1, went_out(0, 1, 2, 3), stamp, token=token)


def test_a_wrong_link_is_refused_with_a_clear_word() -> None:
    hall = Hall(4)
    hall.begin()
    for token in ("", "guess", hash_token(ORGANISER), "\ud800"):
        with pytest.raises(Refused, match="does not belong to this tournament"):
            require_grant(hall.state, token)
    assert refusal(hall, entry("guess")) == ("unknown_link",)


def test_a_sheet_is_for_its_table_and_its_round() -> None:
    hall = Hall(8)
    hall.begin()
    old = hall.sheet(1)
    assert refusal(hall, entry(hall.sheet(1), table=2)) == ("wrong_table",)
    hall.play()
    hall.close()
    with pytest.raises(Refused, match="can be used only in round 1"):
        hall.do(entry(old))
    hall.begin()
    assert refusal(hall, entry(old, round_=2)) == ("sheet_of_round",)
    assert refusal(hall, entry(old)) == ("sheet_of_round",)
    assert refusal(hall, cmd.CallReferee(1, "help", hall.now, token=old)) == ("sheet_of_round",)
    assert refusal(hall, entry(hall.sheet(1), round_=1)) == ("sheet_of_round",)
    hall.do(entry(hall.sheet(1), round_=2))


def test_a_link_is_called_in() -> None:
    hall = Hall(4)
    hall.begin()
    grant = require_grant(hall.state, hall.sheet(1)).number
    hall.do(cmd.RevokeLink(grant, token=ORGANISER))
    with pytest.raises(Refused, match="revoked"):
        hall.do(entry(hall.sheet(1)))
    assert refusal(hall, cmd.RevokeLink(grant, token=ORGANISER)) == ("no_grant",)
    assert refusal(hall, cmd.RevokeLink(0, token=ORGANISER)) == ("no_grant",)  # the organiser's own


@pytest.mark.parametrize(
    "link",
    [
        Link(Role.REFEREE, "", hash_token("new")),
        Link(Role.REFEREE, "Eve", "short"),
        Link(Role.REFEREE, "Eve", hash_token(HEAD)),
        Link(Role.REFEREE, "Eve", hash_token("new"), 1),
        Link(Role.TABLE, "Eve", hash_token("new")),
    ],
)
def test_links_that_make_no_sense_are_not_given_out(link: Link) -> None:
    hall = Hall(4)
    hall.begin()
    assert refusal(hall, cmd.GrantLinks((link,), token=ORGANISER)) == ("bad_link",)


def test_sheets_are_printed_for_tables_that_are_there() -> None:
    hall = Hall(4)
    link = Link(Role.TABLE, "Eve", hash_token("new"), 1)
    assert refusal(hall, cmd.GrantLinks((link,), token=ORGANISER)) == ("not_locked",)
    hall.begin()
    far = Link(Role.TABLE, "Eve", hash_token("new"), 2)
    assert refusal(hall, cmd.GrantLinks((far,), token=ORGANISER)) == ("no_table",)


def test_nothing_secret_is_kept() -> None:
    hall = Hall(8)
    hall.begin()
    hall.play()
    saved = hall.tournament.to_bytes()
    assert hall.sheet(1).encode() not in saved
    assert hash_token(hall.sheet(1)).encode() in saved


ALLOWED: dict[str, set[type]] = {
    SCREEN: set(),
    REFEREE: {
        *(cmd.EnterResult, cmd.CorrectResult, cmd.Undo, cmd.CallReferee, cmd.DecideDispute),
        *(cmd.StopClock, cmd.ResumeClock, cmd.Warn, cmd.Penalise, cmd.CancelIncident),
    },
}
ALLOWED[HEAD] = ALLOWED[REFEREE] | {cmd.VoidRound, cmd.Exclude, cmd.DecideTitles}
ALLOWED["sheet"] = {*(cmd.EnterResult, cmd.CorrectResult, cmd.Undo, cmd.CallReferee, cmd.StopClock)}
ALLOWED[ORGANISER] = set(get_args(AnyCommand)) - {
    *(cmd.DecideDispute, cmd.Warn, cmd.Penalise, cmd.CancelIncident),
    *(cmd.Exclude, cmd.DecideTitles),
}


def test_every_role_may_do_its_own_and_no_more() -> None:
    roles = {
        SCREEN: Role.SCREEN,
        REFEREE: Role.REFEREE,
        HEAD: Role.HEAD_REFEREE,
        "sheet": Role.TABLE,
        ORGANISER: Role.ORGANISER,
    }
    for token, role in roles.items():
        assert {kind for kind, rule in _RULES.items() if role in rule.roles} == ALLOWED[token]


def test_every_command_is_decided_and_every_event_changes_something() -> None:
    assert set(_RULES) == set(get_args(AnyCommand))
    assert {*_CHANGES, Undone} == set(get_args(AnyEvent))
