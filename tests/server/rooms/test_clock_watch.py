"""Turns keep their time when the wall clock is changed or the machine sleeps."""

from __future__ import annotations

from pathlib import Path

from kostka.server.games.clock import RETURN_MS
from kostka.server.ops.server_clock import ServerClock
from kostka.server.rooms.clock_watch import check_clock
from kostka.server.rooms.due_times import IDLE_MS
from tests.server.world import Person, World, run, world

HOUR = 3_600_000


def get_deadline(person: Person) -> int:
    person.listen()
    assert person.game is not None
    assert person.game.clock.deadline is not None
    return person.game.clock.deadline


class Watched:
    """A world whose lobby goes by a clock, and what the machine's own clocks show."""

    def __init__(self, made: World) -> None:
        self.made = made
        self.changed = self.slept = 0
        self.round_is_running = False
        self.clock = ServerClock(
            lambda: made.time + self.changed, lambda: made.time, lambda: made.time - self.slept
        )
        made.time_reader = self.clock.read_time_ms

    async def check(self) -> None:
        await check_clock(self.clock, self.made.lobby, lambda: self.round_is_running)


def test_a_changed_clock_moves_no_deadline(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            watched = Watched(made)
            ala, _ = await made.playing()
            deadline, begun = get_deadline(ala), made.now()
            for watched.changed in (-HOUR, 2 * HOUR):
                await watched.check()
                assert get_deadline(ala) == deadline
                assert made.now() == begun

    run(play())


def test_after_a_sleep_the_turn_lasts_a_little_longer(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            watched = Watched(made)
            ala, _ = await made.playing()
            deadline = get_deadline(ala)
            watched.slept = HOUR
            made.time += HOUR
            assert made.now() > deadline
            await watched.check()
            assert get_deadline(ala) == made.now() + RETURN_MS

    run(play())


def test_an_empty_room_does_not_age_with_a_clock_that_is_put_right(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            watched = Watched(made)
            ala, bob = await made.pair()
            await ala.go()
            await bob.go()
            start, watched.changed = made.now(), 30 * 24 * HOUR
            watched.round_is_running = True
            await watched.check()
            assert made.now() == start
            watched.round_is_running = False
            await watched.check()
            assert made.now() == start + watched.changed
            await made.sweep(0)
            assert len(made.lobby.rooms) == 1
            await made.sweep(max(IDLE_MS.values()))
            assert len(made.lobby.rooms) == 0

    run(play())


def test_a_turn_does_not_last_longer_because_the_clock_was_ahead_before_a_restart(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await made.playing()
            length = get_deadline(ala) - made.now()
            ala.listen()
        async with world(tmp_path) as made:
            made.time -= HOUR
            again = await made.back(ala)
            assert get_deadline(again) == made.now() + length

    run(play())
