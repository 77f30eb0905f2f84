"""Appends games to a store until it is killed, and prints what was acknowledged.

`python -m tests.tools.append_until_killed FOLDER NAME`. Each of its rooms plays recorded games one
after the other. Every command is stored with a snapshot of the room that must match the game.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count
from pathlib import Path
from random import Random

from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import GameLines, NewGame, SavedRoom, Store
from tests.server.recorded import GAMES

ROOMS = 20


def make_snapshot(game: str, last: int) -> bytes:
    return f'{{"game":"{game}","last":{last}}}'.encode()


async def append_games(store: Store, code: str) -> None:
    rng = Random(code)
    for number in count():
        recorded = GAMES[rng.choice(list(GAMES))]
        game = f"{code}/{number}/{recorded.name}"
        last = 0
        for command in recorded.commands:
            room = SavedRoom(code, make_snapshot(game, last + len(command)), 0)
            begin = [] if last else [NewGame(game, code, recorded.header)]
            await store.write([room, *begin, GameLines(game, last + 1, command)])
            last += len(command)
            os.write(sys.stdout.fileno(), f"{game} {last}\n".encode())


async def main(folder: Path, name: str) -> None:
    store = await SqliteStore.open(folder)
    await asyncio.gather(*(append_games(store, f"{name}-{n}") for n in range(ROOMS)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
