"""Measures how long `kostka serve` takes from the shell to the first page and its first script.

Each time with a new process, in turns with an empty data folder and with one in which many rooms
are open, in the middle of their games.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple

import msgspec

from bench.machine import describe_machine
from bench.server.open_rooms import fill_folder
from bench.server.processes import HOST, find_free_port

STARTS, QUICK_STARTS = 15, 2
ROOMS, QUICK_ROOMS = 10_000, 20
MAX_GROWTH = 1.2
"""The limit for the processor time with open rooms, compared with an empty folder."""
MAX_SECONDS = 1.5
"""The limit for the median time to the first page."""
TIMEOUT = 30.0


class Result(msgspec.Struct, frozen=True):
    """The result of a run, in seconds."""

    machine: dict[str, str | int]
    pages: list[float]
    """Until the first page has arrived, for each start."""
    scripts: list[float]
    """Until its first script has arrived as well."""
    processors: list[float]
    """Processor time of each start, until both have arrived."""
    rooms: int
    """How many rooms were open in the other folder."""
    pages_with_rooms: list[float]
    processors_with_rooms: list[float]

    @property
    def growth(self) -> float:
        """The processor time of a start with open rooms, in those of a start without."""
        return median(self.processors_with_rooms) / median(self.processors)

    @property
    def has_met_limits(self) -> bool:
        """Whether the server starts fast enough, however many rooms are open."""
        return median(self.pages) <= MAX_SECONDS and self.growth <= MAX_GROWTH


class Start(NamedTuple):
    """One start, in seconds."""

    page: float
    script: float
    processor: float


def run_cold_start_benchmark(*, quick: bool) -> Result:
    """Start the server several times and measure each start."""
    rooms = QUICK_ROOMS if quick else ROOMS
    empty: list[Start] = []
    full: list[Start] = []
    with TemporaryDirectory() as folder:
        fill_folder(Path(folder), rooms)
        for _ in range(QUICK_STARTS if quick else STARTS):
            with TemporaryDirectory() as new:
                empty.append(_measure_cold_start(new))
            full.append(_measure_cold_start(folder))
    return Result(
        describe_machine(),
        [start.page for start in empty],
        [start.script for start in empty],
        [start.processor for start in empty],
        rooms,
        [start.page for start in full],
        [start.processor for start in full],
    )


def _measure_cold_start(folder: str) -> Start:
    """Start a server on the data in a folder, and kill it after the first page and script."""
    port = find_free_port()
    options = ["--port", str(port), "--data", folder]
    before, start = os.times(), perf_counter()
    with Popen(  # noqa: S603  (our own command)
        [sys.executable, "-m", "kostka.cli", "serve", *options], stdout=DEVNULL, stderr=DEVNULL
    ) as process:
        try:
            page = _fetch_when_ready(port, "/")
            seen = perf_counter() - start
            script = re.search(rb'"(/static/[^"]+\.js)"', page)
            assert script, "the page has no script"
            _fetch_when_ready(port, script[1].decode())
            whole = perf_counter() - start
        finally:
            process.kill()
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return Start(seen, whole, used)


def _fetch_when_ready(port: int, path: str) -> bytes:
    """Fetch a path as soon as the server answers."""
    end = perf_counter() + TIMEOUT
    while perf_counter() < end:
        connection = HTTPConnection(HOST, port, timeout=TIMEOUT)
        with suppress(OSError), closing(connection):
            connection.request("GET", path)
            response = connection.getresponse()
            assert response.status == 200, f"{path}: {response.status}"
            return response.read()
        sleep(0.005)
    raise TimeoutError(f"no answer within {TIMEOUT:.0f} s")


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    pages = result.pages
    yield f"{len(pages)} cold starts of kostka serve, to the first page:"
    yield f"  median {median(pages):.2f} s, slowest {max(pages):.2f} s"
    yield f"  with its first script: median {median(result.scripts):.2f} s"
    yield f"  processor time: median {median(result.processors):.2f} s"
    page = median(result.pages_with_rooms)
    processor = median(result.processors_with_rooms)
    yield f"with {result.rooms:,} rooms open, in the middle of their games:"
    yield f"  median {page:.2f} s, processor time {processor:.2f} s: {result.growth:.2f} times"
