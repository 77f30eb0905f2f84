"""Kills a process that writes into a store, at random moments, and checks what is left.

`python -m tests.tools.kill_store --times 100 --seed 1`. Every acknowledged line must be there,
every log must consist of whole commands without a gap, every room must match its game. Stops at
the first fault.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer

from msgspec.structs import replace

from kostka.numbers.game import FORMAT
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import GameLines, SavedRoom, Store
from tests.server.recorded import GAMES, RecordedGame
from tests.tools.append_until_killed import make_snapshot

Acknowledged = dict[str, int]
"""The last line of each game that was acknowledged as stored."""

MAX_LIFE_SECONDS = 0.2

MAX_ROOMS = 1_000
"""More than a killed process can leave open; all of them are due."""

KILLED_AT_START = 0.2
"""The share of kills while the process starts, opens the store and recovers."""


def kill_and_check(folder: Path, times: int, seed: int) -> Acknowledged:
    """Kill a writer of one store this many times and check the store after each kill."""
    rng = Random(seed)
    acknowledged: Acknowledged = {}
    for number in range(times):
        latest = write_and_kill(folder, str(number), rng)
        asyncio.run(check_store(folder, latest))
        acknowledged |= latest
    asyncio.run(check_store(folder, acknowledged))
    return acknowledged


def write_and_kill(folder: Path, name: str, rng: Random) -> Acknowledged:
    acknowledged: Acknowledged = {}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.tools.append_until_killed", str(folder), name],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
    )
    kill = Timer(rng.uniform(0, MAX_LIFE_SECONDS), process.kill)
    if rng.random() < KILLED_AT_START:
        kill.start()
    with process:
        assert process.stdout
        for line in process.stdout:
            if not kill.ident:
                kill.start()
            game, last = line.decode().rsplit(" ", 1)
            acknowledged[game] = int(last)
    assert process.returncode == -signal.SIGKILL, "the process ended by itself"
    kill.join()
    return acknowledged


async def check_store(folder: Path, acknowledged: Acknowledged) -> None:
    """Check that nothing acknowledged is missing or damaged, and go on with every game."""
    store = await SqliteStore.open(folder)
    try:
        with closing(sqlite3.connect(folder / FILE_NAME)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for game, last in acknowledged.items():
            log = await store.load_game_log(game) or b""
            assert log.count(b"\n") > last, f"{game} lost what was acknowledged"
        for code in await store.list_due_rooms(0, MAX_ROOMS):
            room = await store.find_room(code)
            assert room, f"{code} is listed but not there"
            *before, running = await store.list_game_ids(room.code)
            for game in before:
                assert await store.load_game_log(game) == get_recorded_game(game).saved, (
                    f"{game} is not what was played"
                )
            await check_running_game(store, room, running)
    finally:
        await store.close()


async def check_running_game(store: Store, room: SavedRoom, game: str) -> None:
    """Check a game against its room, append the next command, and close the room.

    The next process has rooms of its own.
    """
    recorded = get_recorded_game(game)
    log = await store.load_game_log(game) or b""
    assert recorded.saved.startswith(log), f"{game} is not what was played"
    last = len(FORMAT.parse_log(log).entries)  # it refuses a command that is there in part
    assert room.snapshot == make_snapshot(game, last), f"{room.code} does not fit {game}"
    following = recorded.saved[len(log) :].splitlines()[:1]
    await store.write([replace(room, closed=True), GameLines(game, last + 1, tuple(following))])
    longer = log + b"".join(line + b"\n" for line in following)
    assert await store.load_game_log(game) == longer, f"{game} does not go on"


def get_recorded_game(game: str) -> RecordedGame:
    return GAMES[game.rsplit("/", 1)[1]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        acknowledged = kill_and_check(Path(folder), args.times, args.seed)
    lines = sum(acknowledged.values())
    print(f"{args.times} kills, {len(acknowledged)} games, {lines} acknowledged lines: none lost")


if __name__ == "__main__":
    main()
