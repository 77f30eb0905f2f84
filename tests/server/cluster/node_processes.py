"""Nodes as people run them: `kostka serve --database` in processes of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

from kostka.bots import make_bot
from kostka.client import ReconnectingClient
from kostka.server.serve import create_listening_socket
from tests.postgres import PASSWORD, get_server


class NodeProcess:
    """A node in a process of its own."""

    def __init__(self, popen: subprocess.Popen[str], port: int, metrics: int, log: Path) -> None:
        self.popen = popen
        self.port = port
        self.url = f"ws://127.0.0.1:{port}/ws"
        self.metrics = f"http://127.0.0.1:{metrics}"
        self.log = log

    def read(self, path: str) -> str:
        with urlopen(self.metrics + path, timeout=10) as page:
            return str(page.read().decode())

    def count(self, name: str) -> float:
        found = re.search(rf"^{name}{{[^}}]*}} (\S+)$", self.read("/metrics"), re.MULTILINE)
        assert found, name
        return float(found[1])


def free_port() -> int:
    with create_listening_socket("127.0.0.1", 0) as socket:
        return int(socket.getsockname()[1])


@contextmanager
def run_node(folder: Path, database: str, name: str) -> Iterator[NodeProcess]:
    port, metrics, log = free_port(), free_port(), folder / f"{name}.log"
    command = [sys.executable, "-m", "kostka.cli", "serve", "--port", str(port), "--node", name]
    command += ["--database", database, "--metrics-port", str(metrics)]
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as popen,
    ):
        assert popen.stdout is not None
        told = popen.stdout.readline()
        assert f"kept in PostgreSQL by node {name}" in told, log.read_text()
        try:
            yield NodeProcess(popen, port, metrics, log)
        finally:
            popen.kill()


@contextmanager
def run_nodes(folder: Path, count: int = 2) -> Iterator[list[NodeProcess]]:
    database = get_server().create_database()
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(run_node(folder, database, f"node{number}"))
            for number in range(count)
        ]
        yield nodes
        for node in nodes:
            assert PASSWORD not in node.log.read_text()


async def take_turns(ala: ReconnectingClient, turns: int) -> None:
    player = make_bot("placer", 1)
    for _ in range(turns):
        await ala.wait_until(lambda one: one.is_my_turn or one.is_game_over)
        connection = await ala.get_connection()
        if connection.is_game_over or connection.game is None:
            return
        await ala.send_command(player.choose_command(connection.game.view))
