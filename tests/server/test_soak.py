"""A small soak; `make hostile-soak` sends a million messages and kills 500 servers."""

from __future__ import annotations

import asyncio
import shutil
import signal
from pathlib import Path

import pytest

from tests.server.pairs import NUMBERS, Pair
from tests.server.processes import serving
from tests.tools.soak_server import check_growth, soak_server


def test_hostile_messages_and_kills_lose_nothing(tmp_path: Path) -> None:
    assert "none lost" in soak_server(tmp_path, messages=3000, kills=4, seed=5)


def test_kills_alone_lose_nothing(tmp_path: Path) -> None:
    assert "none lost" in soak_server(tmp_path, messages=0, kills=4, seed=3)


async def play_until_killed(folder: Path, pair: Pair, moves: int) -> None:
    with serving(folder) as process:
        playing = asyncio.create_task(pair.play(process.url))
        while pair.moves < moves and not playing.done():  # noqa: ASYNC110  (any moment will do)
            await asyncio.sleep(0.01)
        process.popen.send_signal(signal.SIGKILL)
        await playing


@pytest.mark.sqlite_only("it goes back to a copy of the folder")
def test_a_lost_move_is_noticed(tmp_path: Path) -> None:
    folder, older = tmp_path / "data", tmp_path / "older"
    folder.mkdir()
    pair = Pair(NUMBERS)
    asyncio.run(play_until_killed(folder, pair, moves=10))
    shutil.copytree(folder, older)
    asyncio.run(play_until_killed(folder, pair, moves=30))
    with pytest.raises(AssertionError, match="is missing"):
        asyncio.run(play_until_killed(older, pair, moves=50))


def test_growing_memory_is_noticed() -> None:
    check_growth("at start", [100, 101], [110, 111])
    with pytest.raises(AssertionError, match="120 MB, 100 MB before"):
        check_growth("at start", [100], [120])
