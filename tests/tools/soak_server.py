"""Sends a server hostile messages while honest people play on it, and kills it again and again.

`python -m tests.tools.soak_server --messages 1000000 --kills 500`. Every message must be answered,
or its connection closed. Players come back after every kill: no acknowledged move may be missing.
Servers end by our kills alone, none logs a fault, and memory grows neither from one start to the
next nor in the last fifth, which has no kills. In the end every log must verify. Stops after
`--minutes` at the latest. Status 1 at the first fault.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from subprocess import TimeoutExpired
from time import perf_counter

from kostka.events.errors import BadRecord
from tests.server.pairs import ROOMS, Pair, check_logs
from tests.server.processes import Process, serving, starting
from tests.server.strangers import Stranger, Tally

STRANGERS = 8
PAUSE_SECONDS = 0.02
"""Before every honest move, where there are strangers: messages are what counts there."""
MAX_ROUND_SECONDS = 0.8
"""Until a kill, where there are no strangers."""
MAX_START_SECONDS = 0.8
KILLED_AT_START = 0.1
"""The share of kills while the server starts, loads its rooms and recovers its database."""
CALM_SHARE = 0.2
"""Of the messages, after the last kill."""
MAX_GROWTH = 1.15
MIN_SERVERS = 25
MIN_MESSAGES = 10_000
"""Fewer servers, or fewer messages to one of them, say nothing about memory."""


@dataclass
class Soak:
    """Everything that outlives a server."""

    folder: Path
    messages: int
    kills: int
    rng: Random
    deadline: float
    """When to give up, by `perf_counter`."""
    tally: Tally = field(default_factory=Tally)
    fresh_mb: list[float] = field(default_factory=list)
    """The memory of each server when it was ready."""
    used_mb: list[float] = field(default_factory=list)
    """The memory of each server when it was killed."""
    calm_mb: tuple[float, float] = (0, 0)
    """The memory of the last one, after a fifth of its messages and at the end."""

    def __post_init__(self) -> None:
        pause = PAUSE_SECONDS if self.messages else 0
        self.pairs = [Pair(settings, pause) for settings in ROOMS]
        seeds = range(STRANGERS if self.messages else 0)
        self.strangers = [Stranger(self.rng.randrange(2**32) + n, self.tally) for n in seeds]

    async def run(self) -> None:
        """Kill servers at random moments, then let one be."""
        disturbed = round(self.messages * (1 - CALM_SHARE)) if self.kills else 0
        for wanted in sorted(self.rng.randint(0, disturbed) for _ in range(self.kills)):
            if self.rng.random() < KILLED_AT_START:
                self.kill_at_start()
            else:
                await self.serve_until_killed(wanted)
        await self.serve_in_peace()

    def kill_at_start(self) -> None:
        """Kill a server that is not ready yet, or just so."""
        with starting(self.folder) as process, suppress(TimeoutExpired):
            process.popen.wait(self.rng.uniform(0, MAX_START_SECONDS))
            raise AssertionError("the server has ended by itself")

    async def serve_until_killed(self, wanted: int) -> None:
        """Serve until there were so many messages, then kill the server in the middle of it."""
        with serving(self.folder) as process:
            self.fresh_mb.append(process.memory_mb)
            visit = Visit(self, process)
            if self.messages:
                await visit.wait_for_messages(wanted)
            await asyncio.sleep(self.rng.uniform(0, 0.1 if self.messages else MAX_ROUND_SECONDS))
            self.used_mb.append(process.memory_mb)
            await visit.end_by_kill()

    async def serve_in_peace(self) -> None:
        """Send the rest to one server; its memory and files must not grow, and no session stays."""
        with serving(self.folder) as process:
            visit = Visit(self, process)
            rest = max(0, self.messages - self.tally.messages)
            await visit.wait_for_messages(self.tally.messages + rest // 5)
            memory, files = process.memory_mb, process.files
            await visit.wait_for_messages(self.messages)
            more_memory, more_files = process.memory_mb, process.files
            await visit.end_strangers()
            await process.until(kostka_visitors=2 * len(self.pairs))
            await visit.end_by_kill()
            assert more_files <= files + STRANGERS, f"{more_files} open files, {files} before"
            if rest >= MIN_MESSAGES:
                check_growth("in one server", [memory], [more_memory])
            self.calm_mb = (memory, more_memory)
            assert not (faults := process.faults), faults

    async def check_end(self) -> str:
        """Check every log, and memory from start to start; return a summary."""
        games, lines = await check_logs(self.folder, self.pairs)
        for what, sizes in (("at start", self.fresh_mb), ("when killed", self.used_mb)):
            fifth = len(sizes) // 5
            if len(sizes) >= MIN_SERVERS:
                check_growth(what, sizes[fifth : 2 * fifth], sizes[-fifth:])
        tally, moves = self.tally, sum(pair.moves for pair in self.pairs)
        kinds = ", ".join(f"{count} {kind}" for kind, count in tally.kinds.most_common())
        after_a_fifth, at_the_end = self.calm_mb
        return (
            f"{tally.messages} messages ({kinds or 'none'}): {tally.closed} closed the connection,"
            f" all others were answered; {tally.turned_away} connections turned away,"
            f" {tally.cut_off} cut off by kills\n"
            f"{self.kills} kills, {moves} acknowledged moves, {games} games, {lines} lines:"
            " none lost, no fault logged, every log verified\n"
            f"MB at start: {describe_sizes(self.fresh_mb)}\n"
            f"MB when killed: {describe_sizes(self.used_mb)}\n"
            "MB of the last server, after a fifth of its messages and at the end:"
            f" {after_a_fifth:.0f}, {at_the_end:.0f}"
        )


class Visit:
    """Players and strangers at one server."""

    def __init__(self, soak: Soak, process: Process) -> None:
        """Let everybody come."""
        self.soak = soak
        self.process = process
        self.is_over = False
        self.playing = [asyncio.create_task(pair.play(process.url)) for pair in soak.pairs]
        self.sending = [
            asyncio.create_task(self._send(number)) for number in range(len(soak.strangers))
        ]

    async def _send(self, number: int) -> None:
        pair = self.soak.pairs[number % len(self.soak.pairs)]
        while not (pair.is_seated or self.is_over):  # noqa: ASYNC110  (a stranger would sit down)
            await asyncio.sleep(0.01)
        await self.soak.strangers[number].send_messages(
            self.process.url, pair.code, lambda: self.is_over
        )

    async def wait_for_messages(self, wanted: int) -> None:
        """Wait until strangers have sent so many in all, over all servers."""
        while self.soak.tally.messages < wanted:
            self._check()
            await asyncio.sleep(0.005)

    def _check(self) -> None:
        """Raise what has gone wrong so far."""
        for task in (*self.playing, *self.sending):
            if task.done():
                task.result()
                raise AssertionError("the server has hung up on a player, or has ended by itself")
        assert perf_counter() < self.soak.deadline, "the time is over"

    async def end_strangers(self) -> None:
        self.is_over = True
        await asyncio.gather(*self.sending)

    async def end_by_kill(self) -> None:
        for task in self.playing:
            if task.done():
                task.result()
        assert self.process.popen.poll() is None, "the server has ended by itself"
        self.is_over = True
        self.process.popen.send_signal(signal.SIGKILL)
        await asyncio.gather(*self.playing, *self.sending)
        assert self.process.popen.wait() == -signal.SIGKILL, "the server has ended by itself"


def check_growth(what: str, before: Sequence[float], after: Sequence[float]) -> None:
    small, large = median(before), median(after)
    assert large < MAX_GROWTH * small, f"memory {what}: {large:.0f} MB, {small:.0f} MB before"


def describe_sizes(sizes: Sequence[float]) -> str:
    if not sizes:
        return "none"
    fifth = max(1, len(sizes) // 5)
    parts = [f"{median(sizes[at : at + fifth]):.0f}" for at in range(0, len(sizes), fifth)]
    return f"{', '.join(parts[:5])} (medians of fifths), at most {max(sizes):.0f}"


def soak_server(folder: Path, messages: int, kills: int, seed: int = 1, minutes: float = 60) -> str:
    """Send so many messages, kill so many servers, and return a summary."""
    start = perf_counter()
    soak = Soak(folder, messages, kills, Random(seed), start + 60 * minutes)

    async def run() -> str:
        await soak.run()
        return await soak.check_end()

    summary = asyncio.run(run())
    return f"{summary}\n{perf_counter() - start:.0f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="at most")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(soak_server(Path(folder), args.messages, args.kills, args.seed, args.minutes))
        except (AssertionError, BadRecord) as error:
            print(f"soak: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
