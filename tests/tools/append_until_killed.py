"""Appends games to a store until it is killed, and prints what was acknowledged.

`python -m tests.tools.append_until_killed FOLDER NAME`. Each of its rooms plays recorded games one
after the other. Every command is stored with a snapshot of the room that must match the game.
With `--commands` it closes the store after so many; `--synchronous OFF` makes the store careless.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
from itertools import count
from pathlib import Path
from random import Random

from kostka.server.storage import sqlite_file
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import GameLines, NewGame, SavedRoom, Store
from tests.server.recorded import GAMES

ROOMS = 20


def make_snapshot(game: str, last: int) -> bytes:
    return f'{{"game":"{game}","last":{last}}}'.encode()


async def append_games(store: Store, code: str, commands: int | None) -> None:
    """Append so many commands, or go on until the process is killed."""
    rng, done = Random(code), 0
    for number in count():
        recorded = GAMES[rng.choice(list(GAMES))]
        game = f"{code}/{number}/{recorded.name}"
        last = 0
        for command in recorded.commands:
            if done == commands:
                return
            room = SavedRoom(code, make_snapshot(game, last + len(command)), 0, due=0)
            begin = [] if last else [NewGame(game, code, recorded.header)]
            await store.write([room, *begin, GameLines(game, last + 1, command)])
            last += len(command)
            done += 1
            os.write(sys.stdout.fileno(), f"{game} {last}\n".encode())


def make_careless(synchronous: str) -> None:
    """Let all connections sync less often than a store needs."""
    connect = sqlite_file.connect

    def connect_carelessly(path: Path, *, create: bool = False) -> sqlite3.Connection:
        db = connect(path, create=create)
        db.execute(f"PRAGMA synchronous = {synchronous}")
        return db

    sqlite_file.connect = connect_carelessly


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name")
    parser.add_argument("--commands", type=int, help="how many in each room")
    parser.add_argument("--synchronous", choices=("OFF", "NORMAL"))
    arguments = parser.parse_args()
    if arguments.synchronous:
        make_careless(arguments.synchronous)
    store = await SqliteStore.open(arguments.folder)
    codes = [f"{arguments.name}-{number}" for number in range(ROOMS)]
    await asyncio.gather(*(append_games(store, code, arguments.commands) for code in codes))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main())
