"""Watches for changes of the wall clock and for a machine that was asleep."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable

from kostka.protocol.rooms import Stage
from kostka.server.ops.server_clock import ServerClock
from kostka.server.rooms.lobby import Lobby

WATCH_SECONDS = 1.0


async def watch_clock(clock: ServerClock, lobby: Lobby, is_needed: Callable[[], bool]) -> None:
    """Look after the clock for as long as the server runs.

    `is_needed` returns whether something beside the rooms relies on the time that was shown.
    """
    while True:
        await sleep(WATCH_SECONDS)
        await check_clock(clock, lobby, is_needed)


async def check_clock(clock: ServerClock, lobby: Lobby, is_needed: Callable[[], bool]) -> None:
    """Extend turns after a sleep, and adjust to the wall clock while nobody plays."""
    if clock.measure_sleep_ms():
        await lobby.resume_clocks()
    playing = any(live.room.stage is Stage.PLAYING for live in lobby.rooms.values())
    moved = clock.follow_wall_clock(can_adjust=not playing and not is_needed())
    if moved:
        lobby.shift_idle_times(moved)
