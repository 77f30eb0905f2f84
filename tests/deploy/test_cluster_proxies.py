"""haproxy and nginx with the files in deploy/, in front of three nodes on one database."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from time import monotonic, sleep

import pytest

from kostka.client import ReconnectingClient, connect
from kostka.protocol.requests import Begin
from kostka.protocol.rooms import Settings
from kostka.server.api.games import UPLOAD_RATE
from kostka.server.rooms.guests import create_room_code
from tests.debian_tools import require_program
from tests.deploy.proxied_site import DEPLOY, NGINX, run_process
from tests.server.cluster.node_processes import NodeProcess, free_port, run_nodes, take_turns
from tests.server.running import fetched

FILES = {"haproxy": "haproxy.cfg", "nginx": "nginx-cluster.conf"}
ROOMS = 12
WAIT_SECONDS = 30
GAME = Settings("classic", seats=2, bots=(1,))


def build_proxy_command(kind: str, folder: Path, port: int, nodes: list[NodeProcess]) -> list[str]:
    """Write the configuration of a proxy; return its command. Only addresses change."""
    text = (DEPLOY / FILES[kind]).read_text(encoding="utf-8")
    backends = cycle(f"127.0.0.1:{node.port}" for node in nodes)
    text, count = re.subn(r"10\.0\.0\.\d:8000", lambda _: next(backends), text)
    assert count % len(nodes) == 0
    path = folder / "site.conf"
    if kind == "haproxy":
        text = text.replace("maxconn 40000", "maxconn 1000")  # open files are limited here
        path.write_text(text.replace("bind :80", f"bind 127.0.0.1:{port}"), encoding="utf-8")
        return ["haproxy", "-db", "-f", str(path)]
    text = re.sub(r"listen \[::\]:80;\n", "", text)  # IPv6 may be missing
    path.write_text(text.replace("listen 80;", f"listen 127.0.0.1:{port};"), encoding="utf-8")
    main = folder / "nginx.conf"
    main.write_text(NGINX.format(folder=folder), encoding="utf-8")
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(main)]


@contextmanager
def run_site(kind: str, folder: Path) -> Iterator[tuple[str, list[NodeProcess]]]:
    """Run three nodes and a proxy; gives the address of its sockets, and the nodes."""
    with run_nodes(folder, 3) as nodes:
        port = free_port()
        with run_process(build_proxy_command(kind, folder, port, nodes)):
            url = f"ws://127.0.0.1:{port}/ws"
            until = monotonic() + WAIT_SECONDS
            while not asyncio.run(is_up(url)):
                assert monotonic() < until, f"{kind} does not answer"
                sleep(0.05)
            yield url, nodes


async def is_up(url: str) -> bool:
    try:
        return (await fetched(url, "/readyz")).status == 200
    except OSError:
        return False


def count_at(nodes: list[NodeProcess], name: str) -> float:
    return sum(node.count(name) for node in nodes if node.popen.poll() is None)


async def check_rooms(url: str, nodes: list[NodeProcess]) -> None:
    """Everybody in a room comes to the node on which it was opened."""
    origin = {"origin": url.replace("ws://", "http://").removesuffix("/ws")}
    for _ in range(ROOMS):
        code = create_room_code(is_open=False)
        async with connect(url, name="Ala", room=code, headers=origin) as ala:
            assert (await ala.create_room(Settings("classic", seats=2))).code == code
            async with connect(url, name="Bob", room=code) as bob:
                await bob.enter_room(code)
                assert count_at(nodes, "kostka_relayed_connections") == 0
    assert all(node.count("kostka_rooms") for node in nodes)  # each has some


async def check_tournament(url: str, nodes: list[NodeProcess]) -> None:
    """All pages of a tournament come to one node, and a page that waits hears of changes."""
    made = json.loads((await fetched(url, "/api/tournaments", body=b'{"title":"Cup"}')).body)
    path, link = f"/api/tournaments/{made['id']}", {"authorization": f"Bearer {made['token']}"}
    version = json.loads((await fetched(url, path, headers=link)).body)["version"]
    waiting = asyncio.create_task(fetched(url, f"{path}?after={version}", headers=link))
    await asyncio.sleep(0.3)
    body = json.dumps({"type": "AddPlayers", "players": [{"name": "Ala"}]}).encode()
    assert (await fetched(url, f"{path}/commands", body=body, headers=link)).status == 200
    assert json.loads((await waiting).body)["version"] > version
    assert count_at(nodes, "kostka_tournaments") == 1


async def check_strictness(url: str) -> None:
    """The proxy does not pass on what clients claim, hides metrics, and bounds bodies."""
    assert (await fetched(url, "/metrics")).status == 404
    spoofed = {"x-forwarded-for": "203.0.113.77"}
    for _ in range(int(UPLOAD_RATE.burst) + 2):  # this machine itself has no limit
        assert (await fetched(url, "/api/steps", body=b"x\n", headers=spoofed)).status == 400
    claimed = {"content-length": str(20_000_000)}
    assert (await fetched(url, "/api/steps", body=b"x", headers=claimed)).status == 413


async def check_loss(url: str, nodes: list[NodeProcess], end: signal.Signals) -> None:
    """A player whose node is gone goes on through the proxy."""
    code = create_room_code(is_open=False)
    alive = [node for node in nodes if node.popen.poll() is None]
    before = [node.count("kostka_games") for node in alive]
    async with ReconnectingClient([url], name="Ala") as ala:
        await ala.create_room(GAME, code)
        await ala.ask(Begin)
        await take_turns(ala, 1)
        games = zip(alive, before, strict=True)
        (owner,) = [node for node, count in games if node.count("kostka_games") > count]
        owner.popen.send_signal(end)
        await ala.wait_until(lambda one: bool(ala.reconnect_count) and one.game is not None)
        await take_turns(ala, 1)
    await asyncio.to_thread(owner.popen.wait, WAIT_SECONDS)


@pytest.mark.parametrize("kind", FILES)
def test_clients_come_to_the_right_node_and_go_on_when_it_is_gone(
    kind: str, tmp_path: Path
) -> None:
    require_program(kind)

    async def check_all(url: str, nodes: list[NodeProcess]) -> None:
        await check_rooms(url, nodes)
        await check_tournament(url, nodes)
        await check_strictness(url)
        await check_loss(url, nodes, signal.SIGTERM)

    with run_site(kind, tmp_path) as (url, nodes):
        asyncio.run(asyncio.wait_for(check_all(url, nodes), 120))
        assert sum(node.popen.poll() is not None for node in nodes) == 1
        asyncio.run(asyncio.wait_for(check_loss(url, nodes, signal.SIGKILL), 60))


def test_haproxy_understands_every_line() -> None:
    command = [require_program("haproxy"), "-c", "-f", str(DEPLOY / "haproxy.cfg")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr, done.stderr
