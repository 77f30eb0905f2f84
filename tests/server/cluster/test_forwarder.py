"""Requests about a tournament reach the node that owns it, whichever node is asked."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kostka.client import connect
from kostka.protocol.rooms import Settings
from kostka.server.cluster import forwarder
from tests.server.cluster.nodes import KEY, RunningNode
from tests.server.cluster.test_room_relay import run, until
from tests.server.running import OUTSIDE, fetched


async def created(at: RunningNode, owner: RunningNode) -> tuple[str, dict[str, str]]:
    """Create a tournament on a node; gives its path and the headers of its organiser."""
    page = await fetched(at.url, "/api/tournaments", body=b'{"title":"Cup"}', headers=OUTSIDE)
    made = json.loads(page.body)
    owner.own(made["id"])
    link = {"authorization": f"Bearer {made['token']}"}
    return f"/api/tournaments/{made['id']}", OUTSIDE | link


def add_player(name: str) -> bytes:
    return json.dumps({"type": "AddPlayers", "players": [{"name": name}]}).encode()


def test_a_tournament_is_run_through_another_node(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        path, link = await created(two, two)
        answer = await fetched(
            one.url, f"{path}/commands", body=add_player("Ala" * 8), headers=link
        )
        assert answer.status == 200, answer.body
        viewed = await fetched(one.url, path, headers=link)
        assert "AlaAla" in viewed.body.decode()
        assert viewed.headers["content-type"] == "application/json"
        names = [name for name in viewed.headers if name == "content-security-policy"]
        assert len(names) == 1
        links = await fetched(one.url, f"{path}/links", headers=link)
        (granted,) = json.loads(links.body)["links"]
        assert granted["url"].startswith(f"http://{urlsplit(one.url).netloc}/tournament/")
        file = await fetched(one.url, f"{path}/file", headers=link)
        assert file.status == 200
        assert "attachment" in file.headers["content-disposition"]
        assert len(one.app.state.tournaments.registry) == 0

    run(tmp_path, play)


def test_a_long_poll_waits_at_the_owner_and_ends_with_its_client(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        path, link = await created(two, two)
        version = json.loads((await fetched(two.url, path, headers=link)).body)["version"]
        polling = asyncio.create_task(fetched(one.url, f"{path}?after={version}", headers=link))
        await until(lambda: two.measure("kostka_tournament_waiting") == 1)
        assert one.measure("kostka_forwarded_requests") == 1
        await fetched(two.url, f"{path}/commands", body=add_player("Ola"), headers=link)
        assert json.loads((await polling).body)["version"] > version
        place = urlsplit(one.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(f"GET {path}?after={version + 1} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        await until(lambda: two.measure("kostka_tournament_waiting") == 1)
        writer.transport.abort()
        await until(lambda: one.measure("kostka_forwarded_requests") == 0)
        del reader

    run(tmp_path, play)


def test_long_bodies_are_bounded_by_the_owner(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        path, link = await created(two, two)
        body = b'"' + b"x" * 400_000 + b'"'
        answer = await fetched(one.url, f"{path}/commands", body=body, headers=link)
        assert answer.status == 413
        lines = "\n".join(f"Player {number}" for number in range(900)).encode()
        listed = await fetched(one.url, f"{path}/list", body=lines, headers=link)
        assert listed.status == 200
        assert len(json.loads(listed.body)["players"]) == 900

    run(tmp_path, play)


def test_an_owner_that_cannot_be_reached_is_a_clear_error(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        path, link = await created(one, two)
        one.app.state.tournaments.registry.drop_tournament(path.rpartition("/")[2])
        await two.stop()
        answer = await fetched(one.url, path, headers=link)
        assert (answer.status, answer.headers["retry-after"]) == (503, "1")
        assert json.loads(answer.body)["problems"][0]["code"] == "node_away"
        assert one.store.shared.suspects == [two.node]

    run(tmp_path, play)


def test_requests_to_a_node_whose_lease_has_ended_are_answered(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        path, link = await created(two, two)
        polling = asyncio.create_task(fetched(one.url, f"{path}?after=1", headers=link))
        await until(lambda: one.measure("kostka_forwarded_requests") == 1)
        one.store.shared.dead.append(two.node)
        assert (await polling).status == 503

    run(tmp_path, play)


def test_a_request_is_forwarded_once_and_only_for_tournaments(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        name = "0123456789abcdef"
        two.own(name)
        path = f"/api/tournaments/{name}"
        again = await fetched(one.url, path, headers={"x-kostka-relay": KEY})
        assert again.status == 503  # it is not here, and is not looked for elsewhere
        assert (await fetched(one.url, path)).status == 404  # of the other node
        await until(lambda: one.measure("kostka_forwarded_requests") == 0)
        assert (await fetched(one.url, "/api/tournaments/file", body=b"x")).status == 400

    run(tmp_path, play)


def test_an_address_has_only_so_many_forwarded_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarder, "MAX_FORWARDED_PER_ADDRESS", 0)

    async def play(one: RunningNode, two: RunningNode) -> None:
        path, link = await created(two, two)
        assert (await fetched(one.url, path, headers=link)).status == 429

    run(tmp_path, play)


def test_open_rooms_of_all_nodes_are_listed_everywhere(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        async with (
            connect(one.url, name="Ala") as ala,
            connect(two.url, name="Bob") as bob,
        ):
            first = await ala.create_room(Settings("classic", open=True))
            second = await bob.create_room(Settings("classic", open=True))
            for node in (one, two):
                codes: set[str] = set()
                while codes != {first.code, second.code}:
                    listed = json.loads((await fetched(node.url, "/api/rooms")).body)["rooms"]
                    codes = {room["code"] for room in listed}
            one.store.shared.stores.append(two.store)
            two.store.publish_status(b'{"open_rooms":[{"future":1}]}')
            assert (await fetched(one.url, "/api/rooms")).status == 200

    run(tmp_path, play)


def test_a_draining_node_passes_everything_on(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        one.lobby.registry.is_draining = True
        assert (await fetched(one.url, "/readyz")).status == 503
        async with connect(one.url, name="Ala"), connect(f"{one.url}?room=ABCDE", name="Bob"):
            assert len(two.lobby.sessions) == 2
        one.store.shared.dead.append(two.node)
        async with connect(one.url, name="Ala"):
            assert len(one.lobby.sessions) == 1

    run(tmp_path, play)
