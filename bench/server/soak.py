"""The load run: many games with everybody connected, held for minutes, with a move now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec

from bench.server import processes as servers
from bench.server.comparison import in_loop, machine, open_all
from bench.server.fixed_rate import Pacer
from bench.server.load_client import SEATS, Driven, Ours, Thinking
from bench.server.processes import Server
from bench.solver.timing import Spread, spread

MOVE_EVERY = 15.0
"""Seconds between the moves of a game: that of quick players."""

PIECE = 10.0
"""Seconds after which it is looked whether everything still stands."""


class Held(msgspec.Struct, frozen=True):
    """What a run found."""

    machine: dict[str, str | int]
    games: int
    connections: int
    minutes: float
    moves: int
    """That all four players heard of."""
    finished: int
    """Games that were played to their end; another one followed."""
    errors: list[str]
    milliseconds: Spread
    """From a move until all four players have heard of it; the p99 of each ten seconds."""
    processor: float
    """The server's share of a core."""
    megabytes: list[float]
    """The server's memory: before anybody came, with all games dealt, at the end."""

    @property
    def without_error(self) -> bool:
        """Whether every connection stood and every move was heard of."""
        return not self.errors


def run(games: int, minutes: float, progress: Callable[[str], None] = lambda _: None) -> Held:
    """Hold so many games for so long."""
    servers.need_linux()
    servers.need_files(SEATS * games)
    with TemporaryDirectory() as folder, servers.ours(Path(folder) / "games") as server:
        return in_loop(_held(server, games, minutes, machine(Path(folder)), progress))


async def _held(
    server: Server,
    number: int,
    minutes: float,
    known: dict[str, str | int],
    progress: Callable[[str], None],
) -> Held:
    empty = server.kilobytes
    thinking = Thinking()
    games: list[Driven] = [Ours(at, thinking) for at in range(number)]
    progress(f"{number} games are dealt")
    await open_all(games, server)
    dealt, begun, busy = server.kilobytes, perf_counter(), server.seconds
    slow: list[float] = []
    errors: list[str] = []
    pacer = Pacer(games, number / MOVE_EVERY)
    pacer.start()
    while (left := 60 * minutes - (perf_counter() - begun)) > 0 and not errors:
        pacing = await pacer.sample(min(PIECE, left))
        slow.append(pacing.milliseconds.p99)
        errors = _errors(games)
        progress(f"{(perf_counter() - begun) / 60:.1f} minutes, p99 {slow[-1]} ms")
    if not errors:
        await pacer.stop()
    passed = perf_counter() - begun
    found = Held(
        machine=known,
        games=number,
        connections=SEATS * number,
        minutes=round(passed / 60, 1),
        moves=sum(game.moves for game in games),
        finished=sum(game.games for game in games),
        errors=errors,
        milliseconds=spread(slow),
        processor=round((server.seconds - busy) / passed, 3),
        megabytes=[round(size / 1024, 1) for size in (empty, dealt, server.kilobytes)],
    )
    await asyncio.gather(*(game.close() for game in games))
    return found


def _errors(games: Sequence[Driven]) -> list[str]:
    return [f"game {game.number}: {game.lost}" for game in games if game.lost]


def text(found: Held) -> Iterator[str]:
    """Write the result line by line."""
    yield ", ".join(f"{name} {value}" for name, value in found.machine.items())
    yield (
        f"{found.games:,} games with {found.connections:,} connections held for"
        f" {found.minutes} minutes: {found.moves:,} moves, {found.finished:,} games played to"
        f" their end, {len(found.errors)} errors"
    )
    yield (
        f"p99 of a move until all four have heard of it, by tens of seconds: median"
        f" {found.milliseconds.median} ms, worst {found.milliseconds.max} ms"
    )
    empty, dealt, end = found.megabytes
    yield (
        f"server: {found.processor:.1%} of a core; {empty} MB empty, {dealt} MB with all games"
        f" dealt, {end} MB at the end"
    )
    yield from found.errors[:10]
