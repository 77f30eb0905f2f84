"""Real processes of `kostka serve --database`, one killed or stopped while somebody plays."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from kostka.client import ReconnectingClient
from kostka.protocol.requests import Begin
from kostka.protocol.rooms import Settings
from tests.server.cluster.node_processes import NodeProcess, run_nodes, take_turns
from tests.server.running import fetched

ROOM = "ABCDEFGH"

MOST_SECONDS = 15
"""Until a player is back, on a machine that is busy with other tests. Alone it takes 1 to 3."""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_game_goes_on_when_its_node_is_gone(end: signal.Signals, tmp_path: Path) -> None:
    async def play(nodes: list[NodeProcess]) -> None:
        owner, other = nodes
        async with (
            ReconnectingClient([owner.url], name="Ala") as ala,
            ReconnectingClient([other.url], name="Bob") as bob,
        ):
            await ala.create_room(Settings("classic", seats=2, bots=(1,)), ROOM)
            await ala.ask(Begin)
            await take_turns(ala, 1)
            await bob.enter_room(ROOM)  # looks on, through the other node
            assert (owner.count("kostka_visitors"), other.count("kostka_visitors")) == (2, 0)
            assert other.count("kostka_relayed_connections") == 1
            assert "node0" in other.read("/nodes")
            ala._urls = [other.url]  # what a load balancer does
            owner.popen.send_signal(end)
            begun = monotonic()
            await ala.wait_until(lambda one: bool(ala.reconnect_count) and one.game is not None)
            seconds = monotonic() - begun
            assert seconds < MOST_SECONDS, seconds
            await take_turns(ala, 2)
            await bob.wait_until(lambda one: one.game is not None)
            assert other.count("kostka_rooms") == 1

    with run_nodes(tmp_path) as nodes:
        asyncio.run(asyncio.wait_for(play(nodes), 60))
        lines = [json.loads(line) for line in nodes[1].log.read_text().splitlines()]
        assert {line["node"] for line in lines} == {"node1"}


def test_a_tournament_is_run_through_any_node(tmp_path: Path) -> None:
    async def play(nodes: list[NodeProcess]) -> None:
        page = await fetched(nodes[0].url, "/api/tournaments", body=b'{"title":"Cup"}')
        made = json.loads(page.body)
        path, link = f"/api/tournaments/{made['id']}", {"authorization": f"Bearer {made['token']}"}
        versions = []
        for number, node in enumerate([*nodes, *nodes]):
            command = {"type": "AddPlayers", "players": [{"name": f"Player {number}"}]}
            body = json.dumps(command).encode()
            answer = await fetched(node.url, f"{path}/commands", body=body, headers=link)
            assert answer.status == 200, answer.body
            versions.append(json.loads(answer.body)["version"])
        assert versions == sorted(set(versions))
        assert sum(node.count("kostka_tournaments") for node in nodes) == 1

    with run_nodes(tmp_path) as nodes:
        asyncio.run(asyncio.wait_for(play(nodes), 60))


def test_a_node_that_others_cannot_reach_is_refused_in_one_line() -> None:
    everywhere = "0.0.0.0"  # noqa: S104
    command = [sys.executable, "-m", "kostka.cli", "serve", "--host", everywhere, "--port", "0"]
    command += ["--database", "postgresql://ala:secret@127.0.0.1:1/kostka"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "use --node-address" in done.stderr
    away = subprocess.run(
        [*command, "--node-address", "10.0.0.5:80"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert away.returncode == 1
    assert away.stderr.count("\n") == 1
    assert "secret" not in away.stderr
