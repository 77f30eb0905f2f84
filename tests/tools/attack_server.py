"""Attacks a server in many ways, one after the other, and prints what that does to it.

`python -m tests.tools.attack_server`, or `--only "deep JSON"`. For each attack: answers by status,
growth of memory, processor time, and the longest delay of `/healthz` on a connection of its own,
beside that of a server which does nothing else: the canary, which shows the machine's own pauses.
Status 1 if a delay is more than 250 ms beyond the canary's, or memory grows by 64 MB.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.attacks.attacks import ATTACKS, Answers, check_turns
from tests.attacks.delay_watch import Delay, watching, watching_canary
from tests.attacks.measurement import Usage
from tests.server.processes import Process, serving

MAX_BEYOND_CANARY_MS = 250
MAX_GROWTH_MB = 64
MAX_SECONDS = 180
"""Of an attack; one that takes longer has hung."""
HEAD = (
    *("attack", "answers", "MB more", "largest worker, MB", "server, s", "workers, s"),
    *("longest delay, ms", "99 %", "canary, ms", "99 %", "took, s"),
)


class Effect(NamedTuple):
    """What an attack did."""

    attack: str
    answers: Answers
    grown_mb: float
    worker_mb: float
    server_seconds: float
    worker_seconds: float
    delays: list[Delay]
    canary: list[Delay]
    seconds: float

    @property
    def is_bearable(self) -> bool:
        """Whether both goals are met."""
        beyond = find_percentile(self.delays, 100) - find_percentile(self.canary, 100)
        return beyond <= MAX_BEYOND_CANARY_MS and self.grown_mb < MAX_GROWTH_MB

    def format_row(self) -> str:
        answers = ", ".join(f"{count} x {what}" for what, count in self.answers.most_common())
        cells = (
            *(self.attack, answers or "-", f"{self.grown_mb:.0f}", f"{self.worker_mb:.0f}"),
            *(f"{self.server_seconds:.1f}", f"{self.worker_seconds:.1f}"),
            *(f"{find_percentile(self.delays, share):.0f}" for share in (100, 99)),
            *(f"{find_percentile(self.canary, share):.0f}" for share in (100, 99)),
            f"{self.seconds:.0f}",
        )
        return format_row(cells)


def find_percentile(delays: list[Delay], share: int) -> float:
    """Return the delay, in milliseconds, that this share of all delays does not exceed."""
    ordered = sorted(delay.seconds for delay in delays)
    return 1000 * ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def format_row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


async def measure_attack(server: Process, name: str) -> Effect:
    """Attack a server and return what that did to it."""
    pid, attack = server.popen.pid, ATTACKS[name]
    with watching(urlsplit(server.web).netloc) as watch, watching_canary() as canary:
        await check_turns(server)  # starts the workers, and loads what everybody needs
        await asyncio.to_thread(canary.wait_for_delay, monotonic())
        await asyncio.to_thread(watch.wait_for_delay, monotonic())
        usage, begun = Usage(pid), monotonic()
        async with asyncio.timeout(MAX_SECONDS):
            answers = await attack(server)
        seconds = monotonic() - begun
        effect = Effect(
            name,
            answers,
            usage.grown_mb,
            usage.worker_mb,
            usage.server_seconds,
            usage.worker_seconds,
            await asyncio.to_thread(watch.wait_for_delay, begun),
            await asyncio.to_thread(canary.wait_for_delay, begun),
            seconds,
        )
    assert server.popen.poll() is None, f"{name}: the server has ended"
    assert not (faults := server.faults), f"{name}: {faults}"
    return effect


def attack_server(name: str) -> Effect:
    """Start a fresh server, attack it, and return what that did to it."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as server:
        return asyncio.run(measure_attack(server, name))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=ATTACKS, action="append")
    arguments = parser.parse_args()
    print(format_row(HEAD), format_row(("---",) * len(HEAD)), sep="\n", flush=True)
    unbearable = []
    for name in arguments.only or ATTACKS:
        effect = attack_server(name)
        print(effect.format_row(), flush=True)
        if not effect.is_bearable:
            unbearable.append(name)
    if unbearable:
        print(f"beyond our goals: {', '.join(unbearable)}", file=sys.stderr)
    return 1 if unbearable else 0


if __name__ == "__main__":
    sys.exit(main())
