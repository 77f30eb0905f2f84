"""`kostka backup` and `kostka restore`, beside a server that goes on playing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from kostka.cli.main import main
from kostka.server.storage.sqlite_file import FILE_NAME
from tests.server.pairs import ROOMS, Pair, check_logs
from tests.server.processes import serving
from tests.server.storage.test_backup import write_sample
from tests.server.strangers import LOST


async def kostka(*arguments: str) -> tuple[int, str, str]:
    """Run a command in a process of its own, while everything here goes on."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kostka.cli", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, errors = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), errors.decode()


async def wait_for_moves(pairs: list[Pair], moves: int) -> None:
    """Wait until each pair has made so many more moves."""
    wanted = [pair.moves + moves for pair in pairs]
    while any(  # noqa: ASYNC110  (there is nothing to wait for)
        pair.moves < more for pair, more in zip(pairs, wanted, strict=True)
    ):
        await asyncio.sleep(0.01)


async def stop_playing(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError, *LOST):
            await task


def test_a_backup_under_load_is_restored_elsewhere_and_goes_on(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(back_up_and_go_on(tmp_path), 120))


async def back_up_and_go_on(folder: Path) -> None:
    old, new, backup = folder / "old", folder / "new", str(folder / "backup")
    old.mkdir()
    new.mkdir()
    pairs = [Pair(settings) for settings in ROOMS]
    with serving(old) as process:
        playing = [asyncio.create_task(pair.play(process.url)) for pair in pairs]
        await wait_for_moves(pairs, 10)
        known = [pair.known for pair in pairs]
        status, out, errors = await kostka("backup", backup, "--data", str(old), "--json")
        assert (status, errors) == (0, "")
        assert json.loads(out)["counts"]["rooms"] == len(pairs)
        moves = sum(pair.moves for pair in pairs)
        status, out, errors = await kostka("verify-data", "--data", str(old))
        assert (status, errors) == (0, "")
        assert ": no faults in 8 guests, 4 rooms, " in out
        await wait_for_moves(pairs, 1)
        assert sum(pair.moves for pair in pairs) > moves
        status, out, errors = await kostka("restore", backup, "--data", str(old), "--replace")
        assert (status, out) == (1, "")
        assert errors == f"kostka: {old}: another kostka server uses this folder\n"
        await stop_playing(playing)
        assert process.faults == []

    status, out, errors = await kostka("restore", backup, "--data", str(new))
    assert (status, errors) == (0, "")
    status, out, errors = await kostka("verify-data", "--data", str(new), "--json")
    assert (status, errors) == (0, "")
    assert json.loads(out)["ok"]
    games, _ = await check_logs(new, pairs)
    assert games >= len(pairs)

    for pair, then in zip(pairs, known, strict=True):
        pair.known = then  # `play` fails if a move acknowledged before the backup is missing
    with serving(new) as process:
        playing = [asyncio.create_task(pair.play(process.url)) for pair in pairs]
        going_on = asyncio.create_task(wait_for_moves(pairs, 5))
        await asyncio.wait([going_on, *playing], return_when=asyncio.FIRST_COMPLETED)
        assert not any(task.done() for task in playing)
        await stop_playing(playing)
        assert process.faults == []


@pytest.fixture
def data(tmp_path: Path) -> Path:
    asyncio.run(write_sample(tmp_path / "data"))
    return tmp_path / "data"


def test_backup_and_restore_say_what_they_did(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, folder = str(tmp_path / "backup"), str(tmp_path / "new")
    assert main(["backup", backup, "--data", str(data)]) == 0
    assert ": 1 guest, 1 room, 1 game, 1 tournament, as of 2" in capsys.readouterr().out
    assert main(["restore", backup, "--data", folder]) == 0
    assert capsys.readouterr().out.startswith(f"{folder}: 1 guest, ")
    assert main(["restore", backup, "--data", folder]) == 1
    assert "--replace" in capsys.readouterr().err
    assert main(["restore", backup, "--data", folder, "--replace"]) == 0
    assert "before-restore" in capsys.readouterr().out
    assert main(["restore", backup, "--data", folder, "--replace", "--json"]) == 0
    assert "before-restore" in json.loads(capsys.readouterr().out)["old_data"]


def test_errors_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = ["--data", str(tmp_path / "nowhere")]
    for command in (
        ["backup", str(tmp_path / "f"), *nowhere],
        ["verify-data", *nowhere],
        ["restore", str(tmp_path / "none"), *nowhere],
    ):
        assert main(command) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert str(tmp_path) in told.err


def test_a_damaged_database_does_not_start(data: Path) -> None:
    with closing(sqlite3.connect(data / FILE_NAME)) as db:
        db.executescript("PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 3;")
    status, out, errors = asyncio.run(kostka("serve", "--port", "0", "--data", str(data)))
    assert (status, out) == (1, "")
    assert errors.count("\n") == 1
    assert "kostka verify-data" in errors
    assert "kostka restore" in errors
