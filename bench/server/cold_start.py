"""Measures how long `kostka serve` takes from the shell to the first page and its first script.

Each time with a new process and a new data folder.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import msgspec

from bench.machine import describe_machine
from bench.server.processes import HOST, find_free_port

STARTS, QUICK_STARTS = 15, 2
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
    processor: float
    """Processor time of a start."""

    @property
    def has_met_limits(self) -> bool:
        """Whether the server starts fast enough."""
        return median(self.pages) <= MAX_SECONDS


def run_cold_start_benchmark(*, quick: bool) -> Result:
    """Start the server several times and measure each start."""
    starts = QUICK_STARTS if quick else STARTS
    before = os.times()
    times = [_measure_cold_start() for _ in range(starts)]
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    pages, scripts = zip(*times, strict=True)
    return Result(describe_machine(), [*pages], [*scripts], used / starts)


def _measure_cold_start() -> tuple[float, float]:
    """Start a server; return the seconds to the page, and to the page and its first script."""
    port = find_free_port()
    with TemporaryDirectory() as folder:
        options = ["--port", str(port), "--data", folder]
        start = perf_counter()
        with Popen(  # noqa: S603  (our own command)
            [sys.executable, "-m", "kostka.cli", "serve", *options], stdout=DEVNULL, stderr=DEVNULL
        ) as process:
            try:
                page = _fetch_when_ready(port, "/")
                seen = perf_counter() - start
                script = re.search(rb'"(/static/[^"]+\.js)"', page)
                assert script, "the page has no script"
                _fetch_when_ready(port, script[1].decode())
                return seen, perf_counter() - start
            finally:
                process.kill()


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
    yield f"  processor time: {result.processor:.2f} s, whatever else the machine does"
