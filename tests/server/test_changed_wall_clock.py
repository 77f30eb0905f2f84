"""A real server whose wall clock is put back and forward while people play, by libfaketime."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

from kostka.client import Connection, connect
from kostka.protocol.requests import Begin, Sit
from kostka.protocol.rooms import Settings
from tests.debian_tools import require_program
from tests.server.processes import Process, serving

HOUR = 3600
HALF_AN_HOUR_MS = HOUR * 1000 // 2


def find_library() -> str:
    """Return the library that changes what a process is told about the time."""
    command = [require_program("faketime"), "-f", "+0", "printenv", "LD_PRELOAD"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    return done.stdout.strip()


async def wait_for_turn(player: Connection, turn: int) -> int:
    """Wait until a turn has begun; return the server's time then."""
    await player.wait_until(lambda one: one.game is not None and one.game.view.turns >= turn)
    assert player.game is not None
    clock = player.game.clock
    assert clock.deadline is not None
    assert clock.deadline - clock.now <= 1000
    return clock.now


async def wait_for_event(process: Process, event: str, count: int) -> None:
    while sum(line["event"] == event for line in process.lines) < count:  # noqa: ASYNC110  (a file)
        await asyncio.sleep(0.05)


def test_turns_end_by_themselves_whatever_the_wall_clock_shows(tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    shift.write_text("+0")

    async def play(process: Process) -> None:
        async with connect(process.url, name="Ala") as ala, connect(process.url) as bob:
            settings = Settings("travel", seats=2, rules={"turn_seconds": 1}, bank_seconds=0)
            room = await ala.create_room(settings)
            await bob.enter_room(room.code)
            await bob.ask(Sit, seat=1)
            await ala.ask(Begin)
            before = await wait_for_turn(ala, 1)
            for turn, seconds in ((1, -HOUR), (3, 2 * HOUR)):
                shift.write_text(f"{seconds:+}")
                await wait_for_event(process, "clock_differs", 1 + turn // 3)
                now = await wait_for_turn(ala, turn + 2)
                assert 0 < now - before < HALF_AN_HOUR_MS
                before = now

    environment = {
        **os.environ,
        "LD_PRELOAD": find_library(),
        "FAKETIME_TIMESTAMP_FILE": str(shift),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with serving(tmp_path, environment=environment) as process:
        asyncio.run(asyncio.wait_for(play(process), 120))
