"""Runs the server as `kostka serve` does, but bots do not wait and a seed decides the deals.

`python -m tests.tools.run_test_server --data FOLDER --port 0 --seed 1`
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

from kostka.server.app import application
from kostka.server.serve import Server, create_listening_socket
from kostka.server.storage.sqlite_store import SqliteStore


async def serve(folder: Path, port: int, seed: int) -> None:
    store = await SqliteStore.open(folder)
    server = Server(application(store, bot_delay=(0, 0), secret=Random(seed).randbytes))
    door = create_listening_socket("127.0.0.1", port)
    print(f"kostka is at http://127.0.0.1:{door.getsockname()[1]}/", flush=True)
    await server.serve([door])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    given = parser.parse_args()
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(given.data, given.port, given.seed))


if __name__ == "__main__":
    main()
