"""Holds many games with all players connected for minutes, with occasional moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec

from bench.machine import describe_machine
from bench.server import processes
from bench.server.contender import connect_all_games, run_in_fast_loop
from bench.server.fixed_rate import FixedRateLoad
from bench.server.load_client import SEATS, GameClient, KostkaGameClient, MoveQueue
from bench.server.processes import ServerProcess
from bench.spread import Spread, compute_spread

MOVE_EVERY = 15.0
"""Seconds between the moves of a game: the pace of quick players."""

PIECE = 10.0
"""Seconds between two checks that all games still run."""


class SoakResult(msgspec.Struct, frozen=True):
    """The result of a soak run."""

    machine: dict[str, str | int]
    games: int
    connections: int
    minutes: float
    moves: int
    """Moves that reached all four players."""
    finished: int
    """Games that were played to the end; each was followed by another."""
    errors: list[str]
    milliseconds: Spread
    """From a move until all four players have received it: the p99 of each ten seconds."""
    processor: float
    """The server's share of a core."""
    megabytes: list[float]
    """The server's memory: empty, with all games dealt, and at the end."""

    @property
    def has_no_errors(self) -> bool:
        """Whether no connection broke and every move was delivered."""
        return not self.errors


def run_soak_test(
    games: int, minutes: float, progress: Callable[[str], None] = lambda _: None
) -> SoakResult:
    """Hold this many games for this many minutes."""
    processes.check_linux()
    processes.raise_open_file_limit(SEATS * games)
    with (
        TemporaryDirectory() as folder,
        processes.run_kostka_server(Path(folder) / "games") as server,
    ):
        return run_in_fast_loop(
            _hold_and_measure_games(
                server,
                games,
                minutes,
                describe_machine() | {"disk": processes.find_file_system(Path(folder))},
                progress,
            )
        )


async def _hold_and_measure_games(
    server: ServerProcess,
    number: int,
    minutes: float,
    known: dict[str, str | int],
    progress: Callable[[str], None],
) -> SoakResult:
    empty = server.memory_kilobytes
    move_queue = MoveQueue()
    games: list[GameClient] = [KostkaGameClient(at, move_queue) for at in range(number)]
    progress(f"{number} games are being dealt")
    await connect_all_games(games, server)
    dealt, begun, busy = server.memory_kilobytes, perf_counter(), server.processor_seconds
    slow: list[float] = []
    errors: list[str] = []
    load = FixedRateLoad(games, number / MOVE_EVERY)
    load.start_moves()
    while (left := 60 * minutes - (perf_counter() - begun)) > 0 and not errors:
        pacing = await load.measure_sample(min(PIECE, left))
        slow.append(pacing.milliseconds.p99)
        errors = _list_errors(games)
        progress(f"{(perf_counter() - begun) / 60:.1f} minutes, p99 {slow[-1]} ms")
    if not errors:
        await load.stop_and_drain()
    passed = perf_counter() - begun
    found = SoakResult(
        machine=known,
        games=number,
        connections=SEATS * number,
        minutes=round(passed / 60, 1),
        moves=sum(game.moves for game in games),
        finished=sum(game.games for game in games),
        errors=errors,
        milliseconds=compute_spread(slow),
        processor=round((server.processor_seconds - busy) / passed, 3),
        megabytes=[round(size / 1024, 1) for size in (empty, dealt, server.memory_kilobytes)],
    )
    await asyncio.gather(*(game.disconnect_players() for game in games))
    return found


def _list_errors(games: Sequence[GameClient]) -> list[str]:
    return [f"game {game.number}: {game.failure}" for game in games if game.failure]


def format_report_lines(found: SoakResult) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in found.machine.items())
    yield (
        f"{found.games:,} games with {found.connections:,} connections held for"
        f" {found.minutes} minutes: {found.moves:,} moves, {found.finished:,} games played to"
        f" the end, {len(found.errors)} errors"
    )
    yield (
        f"p99 of a move until all four have received it, per ten seconds: median"
        f" {found.milliseconds.median} ms, worst {found.milliseconds.max} ms"
    )
    empty, dealt, end = found.megabytes
    yield (
        f"server: {found.processor:.1%} of a core; {empty} MB empty, {dealt} MB with all games"
        f" dealt, {end} MB at the end"
    )
    yield from found.errors[:10]
