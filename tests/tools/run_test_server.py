"""Runs the server as `kostka serve` does, but bots do not wait and a seed decides the deals.

`python -m tests.tools.run_test_server --data FOLDER --port 0 --seed 1`

With `--fork` it serves nothing itself. Each line `[FOLDER, PORT, SEED]` on its input starts a
server in a process of its own, without loading the program again; the answer is
`[PROCESS, ADDRESS]`.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

from kostka.server.app import build_application
from kostka.server.rooms.scheduler import BotPace
from kostka.server.serve import Server, create_listening_socket
from kostka.server.static import load_assets
from kostka.server.storage.sqlite_store import SqliteStore


async def serve(folder: Path, port: int, seed: int, *, answer_to_fork: bool = False) -> None:
    store = await SqliteStore.open(folder)
    server = Server(
        build_application(store, bot_pace=BotPace((0, 0), 0), secret=Random(seed).randbytes)
    )
    door = create_listening_socket("127.0.0.1", port)
    address = f"http://127.0.0.1:{door.getsockname()[1]}/"
    answer = json.dumps([os.getpid(), address]) if answer_to_fork else f"kostka is at {address}"
    print(answer, flush=True)
    await server.serve([door])


def run(folder: Path, port: int, seed: int, *, answer_to_fork: bool = False) -> None:
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(folder, port, seed, answer_to_fork=answer_to_fork))


def fork_servers() -> None:
    """Start a server for every line of the input, until there are no more lines."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended servers are not waited for
    _ = load_assets("").routes  # every fork shares them
    for line in sys.stdin:
        folder, port, seed = json.loads(line)
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            run(Path(folder), port, seed, answer_to_fork=True)
            sys.stdout.flush()
            os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fork", action="store_true")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.fork:
        fork_servers()
    elif options.data is None:
        parser.error("--data is missing")
    else:
        run(options.data, options.port, options.seed)


if __name__ == "__main__":
    main()
