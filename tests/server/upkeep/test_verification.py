"""`kostka verify-data` finds every kind of damage, and none in what a server wrote."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kostka.protocol import requests
from kostka.protocol.rooms import Settings
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_snapshot import open_snapshot
from kostka.server.storage.store import NewTournament, StoreFailed, TournamentLines
from kostka.server.tournaments.registry import derive_tournament_name
from kostka.server.upkeep.verification import iterate_faults
from kostka.tournament import Tournament
from tests.server.world import draw, run, world

pytestmark = pytest.mark.sqlite_only("test_postgres_verification.py does the same")

SAVED = Path(__file__).parents[2] / "tournament" / "saved" / "1.jsonl"


async def fill(folder: Path) -> None:
    """Play a match of two games in a room, close another, and keep a tournament."""
    async with world(folder) as made:
        ala, bob = await made.playing(games=2)
        while ala.game and ala.game.view.phase != "finished":
            await draw(ala if ala.on_turn else bob)
            ala.listen()
            bob.listen()
        other = await made.comes("Cid")
        assert not await other.ask(
            requests.Create, settings=Settings("classic", seats=2, bots=(1,))
        )
        assert not await other.ask(requests.CloseRoom)
        cup = Tournament.load(SAVED.read_bytes())
        header, *lines = cup.log.lines
        name = derive_tournament_name(cup)
        await made.store.write(
            [NewTournament(name, header), TournamentLines(name, 1, tuple(lines))]
        )


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("filled")
    run(fill(folder))
    return (folder / FILE_NAME).read_bytes()


@pytest.fixture
def folder(tmp_path: Path, filled: bytes) -> Path:
    (tmp_path / FILE_NAME).write_bytes(filled)
    return tmp_path


def find_faults(folder: Path) -> list[str]:
    with open_snapshot(folder) as data:
        return [str(fault) for fault in iterate_faults(data, lambda _: None)]


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        for statement in statements:
            assert db.execute(statement).rowcount
        db.commit()


def test_what_a_server_wrote_is_sound(folder: Path) -> None:
    steps: list[str] = []
    with open_snapshot(folder) as data:
        assert [*iterate_faults(data, steps.append)] == []
        counts = data.count_records()
    assert counts == {"guests": 3, "rooms": 2, "games": 1, "tournaments": 1}
    assert {kind: steps.count(kind) for kind in counts} == counts


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            """UPDATE lines SET line = CAST(replace(CAST(line AS TEXT), 'Drew', 'Drow') AS BLOB)
            WHERE n = (SELECT max(n) FROM lines WHERE instr(line, CAST('Drew' AS BLOB)))""",
            "game .*: line .*: the line was changed: its hash does not fit",
        ),
        (
            "DELETE FROM lines WHERE n = (SELECT n FROM lines ORDER BY n LIMIT 1 OFFSET 3)",
            "game .*: line .*",
        ),
        (
            "DELETE FROM lines WHERE n > (SELECT max(n) / 2 FROM lines)",
            "game .*: the game is not over, but room .* counts it",
        ),
        ("UPDATE games SET header = x'00'", "game .*: line 1: this is not a saved game.*"),
        (
            "UPDATE entries SET line = substr(line, 2) WHERE n = 1",
            "tournament .*: line 2: this is not an event.*",
        ),
        ("UPDATE tournaments SET id = 'other'", "tournament other: its first line is that of .*"),
        ("UPDATE rooms SET snapshot = x'7B7D' WHERE closed", "room .*: the field code is missing"),
        ("UPDATE rooms SET closed = 0 WHERE closed", "room .*: the stage is closed, but .*"),
        ("UPDATE games SET id = 'other'", "room .*: game .* is missing"),
        (
            "UPDATE games SET room = (SELECT code FROM rooms WHERE closed)",
            "room .*: game .* belongs to room .*",
        ),
        ("DELETE FROM guests WHERE name = 'Bob'", "room .*: guest .* is missing"),
        ("UPDATE guests SET token_hash = x'00' WHERE name = 'Bob'", "guest .*: the hash .*"),
        (
            "UPDATE games SET room = 'ABCDE'",
            "database: row 1 of games refers to one of rooms that is missing",
        ),
        (
            """UPDATE rooms SET snapshot = CAST(json_set(CAST(snapshot AS TEXT), '$.sheets',
            json('[]')) AS BLOB) WHERE NOT closed""",
            "room .*: 1 games were played, but there are 0 score sheets",
        ),
        (
            """UPDATE rooms SET snapshot = CAST(json_set(CAST(snapshot AS TEXT), '$.online',
            json('{"tournament":"cup","round":1,"draw":1,"table":1,"token":""}')) AS BLOB)
            WHERE closed""",
            "room .*: its tournament cup is missing",
        ),
    ],
)
def test_every_kind_of_damage_is_found(folder: Path, statement: str, fault: str) -> None:
    change(folder, statement)
    faults = find_faults(folder)
    assert any(re.fullmatch(fault, one) for one in faults), faults
    assert not any("\n" in one for one in faults)


def test_damage_of_the_file_is_found(folder: Path) -> None:
    file = folder / FILE_NAME
    data = bytearray(file.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 20_000] = b"\xa5" * 20_000
    file.write_bytes(data)
    assert any(fault.startswith("database: ") for fault in find_faults(folder))


def test_there_must_be_data_of_this_version(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="no kostka data"):
        find_faults(tmp_path / "nothing")
    for version, why in ((99, "a newer kostka"), (1, "an older kostka")):
        with closing(sqlite3.connect(folder / FILE_NAME)) as db:
            db.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(StoreFailed, match=why):
            find_faults(folder)


def test_a_running_server_is_not_held_up(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing()
            with open_snapshot(tmp_path) as data:
                faults = iterate_faults(data, lambda _: None)
                first = await asyncio.to_thread(next, faults, None)
                for _ in range(5):  # moves are written while the snapshot is open
                    await draw(ala if ala.on_turn else bob)
                    ala.listen()
                    bob.listen()
                assert [first, *faults] == [None]

    run(check())
