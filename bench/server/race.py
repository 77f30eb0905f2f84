"""One whole run: all servers beside each other, measured in turns while the machine is watched.

First the processor time per move, at a rate that all can hold. Then the rate rises until the 99th
percentile of the time to reach all players is too high. A sample during which the machine paused is
thrown out and repeated, whichever server it is of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

import msgspec

from bench.server.canary import Canary
from bench.server.contender import Contender, Measured, Size

RATE_STEP = 1.25
ATTEMPTS = 3
"""Other programs on the machine can spoil a measurement."""
MAX_REPEATS = 8
"""How often a sample is repeated at most because the machine paused."""

Progress = Callable[[str], None]


class Figures(msgspec.Struct, frozen=True):
    """What a server achieved in a run."""

    name: str
    microseconds: float
    """Median processor time per move, of the server's own process."""
    moves_per_second: float
    """The highest rate that it held."""
    kilobytes_per_game: float
    """Memory for an idle game with four connected players."""
    work: list[Measured]
    """The samples at the rate at which processor time is compared."""
    rates: list[Measured]
    """The samples of the search for the highest rate."""
    thrown_out: int = 0
    """Samples that were repeated because the machine paused."""

    @property
    def other_microseconds(self) -> dict[str, float]:
        """Median processor time per move of other processes, by their name."""
        names = self.work[0].others if self.work else {}
        return {name: median(one.others[name] for one in self.work) for name in names}

    @property
    def instructions(self) -> float | None:
        """Median number of instructions per move, where they were counted."""
        counted = [one.instructions for one in self.work if one.instructions is not None]
        return median(counted) if counted else None


class Runner:
    """A server in a run, and what was measured of it so far."""

    def __init__(self, contender: Contender, canary: Canary, progress: Progress) -> None:
        """Start without samples."""
        self.contender = contender
        self._canary = canary
        self._progress = progress
        self.work: list[Measured] = []
        self.rates: list[Measured] = []
        self.thrown_out = 0

    async def take_sample(self, rate: float) -> Measured:
        """Measure at a rate until the machine does not pause, or has paused too often."""
        for _ in range(MAX_REPEATS):
            found = await self.contender.measure_at_rate(rate)
            pauses = self._canary.find_pauses(found.started)
            self._report_sample(found, len(pauses))
            if not pauses:
                return found
            self.thrown_out += 1
        return msgspec.structs.replace(found, is_paused=True)

    def _report_sample(self, found: Measured, pauses: int) -> None:
        self._progress(
            f"{self.contender.name}: {found.pacing.offered:.0f} moves a second,"
            f" p99 {found.pacing.milliseconds.p99} ms, {found.microseconds:.0f} us a move"
            + (", repeated because the machine paused" if pauses else "")
        )

    async def try_rate(self, rate: float) -> None:
        """Take a sample at a rate, unless it was held already."""
        if not self.has_held_rate(rate):
            self.rates.append(await self.take_sample(rate))

    def has_held_rate(self, rate: float) -> bool:
        """Whether the moves were delivered in time in any attempt."""
        return any(one.held and one.pacing.offered == round(rate, 1) for one in self.rates)

    @property
    def figures(self) -> Figures:
        """The figures of this run."""
        return Figures(
            self.contender.name,
            round(median(one.microseconds for one in self.work), 1) if self.work else 0.0,
            max((one.pacing.done for one in self.rates if one.held), default=0.0),
            self.contender.kilobytes,
            self.work,
            self.rates,
            self.thrown_out,
        )


async def race_servers(
    contenders: Sequence[Contender], size: Size, canary: Canary, progress: Progress
) -> list[Figures]:
    """Measure all servers in turns, and return the figures of each."""
    runners = [Runner(one, canary, progress) for one in contenders]
    for one in contenders:
        progress(f"{one.name}: {size.games} games")
        await one.open_games()
    await measure_work(runners, size)
    await search_highest_rates(runners, size)
    for one in contenders:
        await one.close_games()
    return [runner.figures for runner in runners]


async def measure_work(runners: Sequence[Runner], size: Size) -> None:
    """Sample the processor time of all servers in turns; every second round in reverse."""
    for at in range(size.work_samples):
        for runner in runners if at % 2 == 0 else reversed(runners):
            runner.work.append(await runner.take_sample(size.work_rate))


async def search_highest_rates(runners: Sequence[Runner], size: Size) -> None:
    """Raise the rate for all servers in turns until none keeps up.

    A server that does not hold a rate also tries one half-way below it.
    """
    rate = size.first_rate
    while rate <= size.highest_rate and any(one.contender.in_race for one in runners):
        racing = [one for one in runners if one.contender.in_race]
        await _try_rate(racing, rate)
        beaten = [one for one in racing if not one.has_held_rate(rate)]
        await _try_rate(beaten, rate / RATE_STEP**0.5)
        for one in beaten:
            await one.contender.close_games()
        rate *= RATE_STEP


async def _try_rate(runners: Sequence[Runner], rate: float) -> None:
    """Measure each server at a rate until it has held it or has no attempts left."""
    for _ in range(ATTEMPTS):
        for one in runners:
            await one.try_rate(rate)
