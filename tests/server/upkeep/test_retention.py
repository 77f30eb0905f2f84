"""What is older than the operator wants to keep is removed, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kostka.protocol import requests
from kostka.server.settings import ServerSettings
from kostka.server.storage.store import NewTournament, StoreFailed, TournamentLines
from kostka.server.tournaments.registry import TournamentRegistry, derive_tournament_name
from kostka.server.upkeep import retention
from kostka.server.upkeep.retention import DAY_MS, Retention
from kostka.tournament import Tournament
from tests.server.stores import check_data
from tests.server.upkeep.test_verification import SAVED
from tests.server.world import World, run, world


@pytest.fixture(autouse=True)
def _remove_without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAUSE_SECONDS", 0)


def make_retention(made: World, **days: int) -> Retention:
    registry = TournamentRegistry(made.store, lambda: made.time, made.lobby.name_filter)
    return Retention(made.lobby, registry, ServerSettings(**days))  # type: ignore[arg-type]


async def leave_traces(made: World) -> tuple[str, str]:
    """Play in a room, close it and go; keep a tournament. Return the code and the game."""
    ala, bob = await made.playing()
    assert ala.game is not None
    code, game = ala.here.code, ala.game.game
    assert not await ala.ask(requests.CloseRoom)
    await ala.go()
    await bob.go()
    cup = Tournament.load(SAVED.read_bytes())
    header, *lines = cup.log.lines
    name = derive_tournament_name(cup)
    await made.store.write(
        [NewTournament(name, header, made.time), TournamentLines(name, 1, tuple(lines))]
    )
    return code, game


ALL = {"guests": 2, "rooms": 1, "games": 1, "tournaments": 1}


@pytest.mark.parametrize(
    ("days", "left"),
    [
        ({}, ALL),
        ({"keep_rooms": 11, "keep_guests": 11, "keep_tournaments": 11}, ALL),
        ({"keep_rooms": 9}, ALL | {"rooms": 0, "games": 0}),
        ({"keep_guests": 9}, ALL | {"guests": 0}),
        ({"keep_tournaments": 9}, ALL | {"tournaments": 0}),
        ({"keep_rooms": 9, "keep_guests": 9, "keep_tournaments": 9}, dict.fromkeys(ALL, 0)),
    ],
    ids=["for ever", "longer", "rooms", "guests", "tournaments", "everything"],
)
def test_what_is_too_old_goes(tmp_path: Path, days: dict[str, int], left: dict[str, int]) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            code, game = await leave_traces(made)
            made.time += 10 * DAY_MS
            await make_retention(made, **days).remove_old_data()
            room, log = await made.store.find_room(code), await made.store.load_game_log(game)
            assert (room is not None) == bool(left["rooms"])
            assert (log is not None) == bool(left["games"])
        assert check_data(tmp_path) == left

    run(check())


def test_open_rooms_and_connected_guests_stay(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing()
            await bob.go()
            made.time += 100 * DAY_MS
            old = make_retention(made, keep_rooms=1, keep_guests=1)
            await old.remove_old_data()
            ala.listen()
            assert [chair.name for chair in ala.here.chairs] == ["Ala", "Player 2"]
            assert await made.store.find_guest(ala.session.guest) is not None
            assert await made.store.find_guest(bob.session.guest) is None
            assert await made.store.list_unseen_guests(100, 10) == []
        assert check_data(tmp_path) == {"guests": 1, "rooms": 1, "games": 1, "tournaments": 0}

    run(check())


def test_a_visit_starts_the_time_again(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala = await made.comes("Ala")
            await ala.go()
            made.time += 10 * DAY_MS
            again = await made.comes("", token=ala.token)
            await again.go()
            made.time += 5 * DAY_MS
            await make_retention(made, keep_guests=9).remove_old_data()
            assert await made.store.find_guest(ala.session.guest) is not None
            made.time += 5 * DAY_MS
            await make_retention(made, keep_guests=9).remove_old_data()
            assert await made.store.find_guest(ala.session.guest) is None

    run(check())


def test_a_call_removes_only_so_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MAX_REMOVALS", 3)

    async def check() -> None:
        async with world(tmp_path) as made:
            for number in range(5):
                person = await made.comes(f"Guest {number}")
                await person.go()
            made.time += 10 * DAY_MS
            old = make_retention(made, keep_guests=1)
            await old.remove_old_data()
            assert len(await made.store.list_unseen_guests(9, 10)) == 2
            await old.remove_old_data()
            assert await made.store.list_unseen_guests(9, 10) == []

    run(check())


def test_a_failure_waits_for_the_next_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            code, _ = await leave_traces(made)
            made.time += 10 * DAY_MS
            old = make_retention(made, keep_rooms=1)

            async def fail(_: Any) -> None:
                raise StoreFailed("the disk is full")

            monkeypatch.setattr(made.store, "write", fail)
            await old.remove_old_data()
            assert await made.store.find_room(code) is not None
            monkeypatch.undo()
            await old.remove_old_data()
            assert await made.store.find_room(code) is None

    run(check())
