"""Fills the disk under a store, frees it, and checks that the store recovers.

`python -m tests.tools.fill_disk_under_store FOLDER`, where FOLDER is a small disk of its own.
"""

from __future__ import annotations

import asyncio
import errno
import sys
from pathlib import Path

from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import SavedRoom
from tests.server.storage.store_suite import (
    GAME,
    append_until_it_fails,
    build_saved_file,
    check_nothing_is_half_written,
    make_game_lines,
)


async def main(disk: Path) -> None:
    store = await SqliteStore.open(disk / "data")
    await store.write([SavedRoom("KQJX", b"0", 0), GAME, make_game_lines(1, 10)])
    fill_disk(disk / "ballast")
    last, why = await append_until_it_fails(store, 10)
    assert "the disk is full" in why, why
    await check_nothing_is_half_written(store, last)

    (disk / "ballast").unlink()
    await store.write([make_game_lines(last + 1, last + 10)])
    await store.close()
    store = await SqliteStore.open(disk / "data")
    assert await store.load_game_log("game-1") == build_saved_file(last + 10)
    await store.close()


def fill_disk(path: Path) -> None:
    try:
        with path.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
