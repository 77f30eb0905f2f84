"""How long `kostka serve` takes from the shell to the first page, with all that the page needs.

`python -m bench.server.cold_start`: each time a new process and a new data folder.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
from contextlib import suppress
from http.client import HTTPConnection
from socket import create_server
from subprocess import DEVNULL, Popen
from time import perf_counter, sleep

TIMES = 15
MAX_SECONDS = 1.5
TIMEOUT = 30.0


def find_free_port() -> int:
    """Find a port that nobody uses just now."""
    with create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def fetch_when_ready(port: int, path: str) -> bytes:
    """Get something, as soon as there is a server."""
    end = perf_counter() + TIMEOUT
    while perf_counter() < end:
        connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        with suppress(OSError):
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200, f"{path}: {answer.status}"
            return answer.read()
        connection.close()
        sleep(0.005)
    raise TimeoutError(f"no answer within {TIMEOUT:.0f} s")


def measure_cold_start(folder: str) -> tuple[float, float]:
    """Start a server; gives the seconds to the page, and to the page and its first script."""
    port = find_free_port()
    command = [sys.executable, "-m", "kostka.cli", "serve", "--port", str(port), "--data", folder]
    begin = perf_counter()
    with Popen(command, stdout=DEVNULL, stderr=DEVNULL) as process:  # noqa: S603
        try:
            page = fetch_when_ready(port, "/")
            seen = perf_counter() - begin
            script = re.search(rb'"(/static/[^"]+\.js)"', page)
            assert script, "the page has no script"
            fetch_when_ready(port, script[1].decode())
            return seen, perf_counter() - begin
        finally:
            process.kill()


def main() -> int:
    """Measure, and say whether it is quick enough."""
    pages, scripts = [], []
    for _ in range(TIMES):
        with tempfile.TemporaryDirectory() as folder:
            page, script = measure_cold_start(folder)
        pages.append(page)
        scripts.append(script)
    print(f"{TIMES} cold starts of kostka serve, to the first page:")
    print(f"  median {statistics.median(pages):.2f} s, slowest {max(pages):.2f} s")
    print(f"  with its first script: median {statistics.median(scripts):.2f} s")
    spent = os.times()
    each = (spent.children_user + spent.children_system) / TIMES
    print(f"  processor time: {each:.2f} s, whatever else the machine does")
    return 0 if statistics.median(pages) <= MAX_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
