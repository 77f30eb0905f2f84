"""Measures asyncpg and psycopg with the statement that writes a batch of moves.

Both send it to one database over one connection, alternately, in the event loop that the server
uses. The processor time of this process is what a driver costs a node.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import asyncpg
import msgspec

from bench.machine import describe_machine, read_load_average
from kostka.events.errors import BadInput
from kostka.server.storage.postgres_logs import APPEND_MOVES
from kostka.server.storage.postgres_store import PostgresStore
from kostka.server.storage.postgres_writer import WRITER_SETTINGS
from kostka.server.storage.store import Change, NewGame, Node, SavedRoom, StoreFailed

BATCH_SIZES = (1, 24, 100)
"""Moves in a statement: of a single player, of a full batch, of a busy server."""

ROUNDS, QUICK_ROUNDS = 15, 2
BATCHES, QUICK_BATCHES = 300, 20
"""Batches in a round."""

LINE = b'{"n":1,"at":1789000000000,"event":{"kind":"placed","tiles":["B3","R3"]}}' * 3
"""As long as the line of a move: 219 bytes."""

Append = Callable[..., Awaitable[object]]
"""Runs the statement with its values."""


class DriverCost(msgspec.Struct, frozen=True):
    """What one driver costs, in microseconds for a batch: a median of rounds."""

    driver: str
    moves: int
    node: float
    """Processor time of this process."""
    database: float | None
    """Processor time of the database's process for the connection, where it can be read."""
    elapsed: float
    """Until the answer, with the time for the disk."""


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    load: list[float]
    costs: list[DriverCost]


class _Game(NamedTuple):
    """A game to append to, and the lease that its owner has."""

    key: int
    node: int
    lease: int


class _Driver:
    """A connection of a driver, and what was measured with it."""

    def __init__(self, name: str, append: Append, server_process: int) -> None:
        self.name, self.append = name, append
        self._process = Path(f"/proc/{server_process}/schedstat")
        self.rounds: list[tuple[float, float, float]] = []

    def read_server_time(self) -> float:
        """Return the processor time of the database's process; 0 if it runs elsewhere."""
        if not self._process.exists():
            return 0.0
        return int(self._process.read_text().split()[0]) / 1e9


def run_driver_benchmark(url: str, *, quick: bool) -> Result:
    """Measure both drivers with an empty database of any server."""
    try:
        import_module("psycopg")
    except ImportError:
        raise BadInput("psycopg is not installed: see requirements-bench.lock") from None
    try:
        with asyncio.Runner(loop_factory=_find_loop_factory()) as runner:
            return runner.run(_measure_drivers(url, quick=quick))
    except StoreFailed as error:
        raise BadInput(str(error)) from None


async def _measure_drivers(url: str, *, quick: bool) -> Result:
    before = read_load_average()
    async with AsyncExitStack() as closing:
        store = await PostgresStore.open(url, Node("bench", ""))
        closing.push_async_callback(store.close)
        games = [f"bench-{n}" for n in range(max(BATCH_SIZES))]
        changes: list[Change] = [SavedRoom("BENCH", b"{}", 0)]
        await store.write([*changes, *(NewGame(game, "BENCH", LINE) for game in games)])
        drivers = [await _connect_asyncpg(url, closing), await _connect_psycopg(url, closing)]
        costs = await _measure_batches(drivers, await _fetch_games(url), quick=quick)
    return Result(describe_machine(), before + read_load_average(), costs)


async def _measure_batches(
    drivers: list[_Driver], games: list[_Game], *, quick: bool
) -> list[DriverCost]:
    rounds, batches = (QUICK_ROUNDS, QUICK_BATCHES) if quick else (ROUNDS, BATCHES)
    costs = []
    first = 1
    for moves in BATCH_SIZES:
        for driver in drivers * rounds:
            driver.rounds.append(await _time_round(driver, games[:moves], first, batches))
            first += batches
        costs += [_compute_cost(driver, moves) for driver in drivers]
    return costs


async def _time_round(
    driver: _Driver, games: list[_Game], first: int, batches: int
) -> tuple[float, float, float]:
    """Append lines to the same games again and again; return seconds for all batches."""
    keys, leases = [game.key for game in games], [game.lease for game in games]
    node, lines = games[0].node, [LINE] * len(games)
    server, processor, begun = driver.read_server_time(), process_time(), perf_counter()
    for n in range(first, first + batches):
        numbers = [n] * len(games)
        await driver.append(node, n, keys, numbers, numbers, lines, leases)
    times = process_time() - processor, perf_counter() - begun
    return times[0] / batches, (driver.read_server_time() - server) / batches, times[1] / batches


def _compute_cost(driver: _Driver, moves: int) -> DriverCost:
    node, database, elapsed = (
        1e6 * median(figures) for figures in zip(*driver.rounds, strict=True)
    )
    driver.rounds.clear()
    measured = round(database, 1) if database else None
    return DriverCost(driver.name, moves, round(node, 1), measured, round(elapsed, 1))


async def _connect_asyncpg(url: str, closing: AsyncExitStack) -> _Driver:
    db = await asyncpg.connect(url, server_settings=WRITER_SETTINGS)
    closing.push_async_callback(db.close)
    return _Driver(
        "asyncpg", lambda *values: db.execute(APPEND_MOVES, *values), db.get_server_pid()
    )


async def _connect_psycopg(url: str, closing: AsyncExitStack) -> _Driver:
    psycopg: Any = import_module("psycopg")
    options = " ".join(f"-c {name}={value}" for name, value in WRITER_SETTINGS.items())
    db = await psycopg.AsyncConnection.connect(url, autocommit=True, options=options)
    closing.push_async_callback(db.close)
    cursor = psycopg.AsyncRawCursor(db)

    async def append(*values: object) -> None:
        await cursor.execute(APPEND_MOVES.encode(), values, prepare=True, binary=True)

    return _Driver("psycopg", append, db.info.backend_pid)


async def _fetch_games(url: str) -> list[_Game]:
    db = await asyncpg.connect(url)
    try:
        query = "SELECT key, node, leases.epoch FROM games JOIN leases USING (thing)"
        return [_Game(*row) for row in await db.fetch(query)]
    finally:
        await db.close()


def _find_loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    if result.load:
        yield f"Load average before and after: {', '.join(map(str, result.load))}"
    yield "Microseconds for a batch, medians of alternating rounds."
    yield f"{'driver':10} {'moves':>6} {'this process':>13} {'database':>10} {'elapsed':>10}"
    for cost in result.costs:
        database = "-" if cost.database is None else f"{cost.database:,.1f}"
        yield (
            f"{cost.driver:10} {cost.moves:6} {cost.node:13,.1f} {database:>10}"
            f" {cost.elapsed:10,.1f}"
        )
