"""A connection for a room that another node has is passed on, in both directions and limited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kostka.client import connect
from kostka.protocol import responses
from kostka.protocol.requests import Begin
from kostka.protocol.responses import Farewell
from kostka.protocol.rooms import Settings
from kostka.server.cluster import room_relay
from tests.server.cluster.nodes import KEY, RunningNode, two_nodes
from tests.server.running import OUTSIDE, plays_on

ROOM = "ABCDEFGH"

Play = Callable[[RunningNode, RunningNode], Awaitable[None]]


def run(folder: Path, play: Play) -> None:
    async def run_nodes() -> None:
        async with two_nodes(folder) as (one, two):
            await play(one, two)

    asyncio.run(asyncio.wait_for(run_nodes(), 60))


async def until(wanted: Callable[[], bool]) -> None:
    while not wanted():  # noqa: ASYNC110  (many things are waited for here)
        await asyncio.sleep(0.01)


def test_a_game_is_played_through_another_node(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        async with connect(f"{one.url}?room=abcd-efgh", name="Ala", headers=OUTSIDE) as ala:
            room = await ala.create_room(Settings("classic", seats=2, bots=(1,)))
            assert room.code == ROOM
            (session,) = two.lobby.sessions
            assert session.address == OUTSIDE["x-forwarded-for"]
            assert not one.lobby.sessions
            assert one.measure("kostka_relayed_connections") == 1
            await ala.ask(Begin)
            await plays_on(ala, turns=3)
        await until(lambda: not two.lobby.sessions)
        await until(lambda: one.measure("kostka_relayed_connections") == 0)

    run(tmp_path, play)


def test_rooms_that_are_here_or_free_are_not_passed_on(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        async with connect(f"{one.url}?room={ROOM}", name="Ala") as ala:
            assert (await ala.create_room(Settings("classic"))).code == ROOM
        assert ROOM in one.lobby.rooms
        assert not two.lobby.rooms
        async with connect(f"{one.url}?room={ROOM}", name="Bob") as bob:
            assert (await bob.create_room(Settings("classic"))).code != ROOM  # it is used

    run(tmp_path, play)


@pytest.mark.parametrize("code", ["", "ABC", "ABCDEFGI", "../../etc", "%00", "A" * 500])
def test_what_is_not_a_code_is_ignored(code: str, tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(code)
        async with connect(f"{one.url}?room={code}", name="Ala") as ala:
            assert len((await ala.create_room(Settings("classic"))).code) == 8
        assert not two.lobby.rooms

    run(tmp_path, play)


def test_a_connection_is_passed_on_only_once(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        one.store.shared.owners[ROOM] = two.node
        headers = {"x-kostka-relay": KEY, "x-forwarded-for": "203.0.113.9"}
        async with connect(f"{one.url}?room={ROOM}", name="Ala", headers=headers):
            (session,) = one.lobby.sessions
            assert session.address == "203.0.113.9"
        wrong = headers | {"x-kostka-relay": "a guess"}
        async with connect(f"{one.url}?room={ROOM}", name="Ala", headers=wrong):
            await until(lambda: len(two.lobby.sessions) == 1)

    run(tmp_path, play)


def test_pages_of_other_sites_are_refused_here_and_own_pages_there_too(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        url = f"{one.url}?room={ROOM}"
        with pytest.raises(InvalidStatus):
            async with connect(url, name="Eve", headers={"origin": "http://evil.example"}):
                pass
        own = {"origin": f"http://{urlsplit(one.url).netloc}"}
        async with connect(url, name="Ala", headers=own):
            assert len(two.lobby.sessions) == 1

    run(tmp_path, play)


def test_entering_a_room_of_another_node_is_answered_with_the_way_there(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        async with open_socket(one.url) as socket:
            await socket.send('{"type":"Hello","protocol":1,"name":"Ala"}')
            welcome = responses.decode_message(await socket.recv())
            assert isinstance(welcome, responses.Welcome)
            assert welcome.routed
            await socket.send(f'{{"type":"Enter","id":1,"room":"{ROOM}"}}')
            assert responses.decode_message(await socket.recv()) == responses.GoodBye(
                Farewell.MOVED, 0
            )

    run(tmp_path, play)


def test_clients_of_a_node_that_is_gone_come_back_soon(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        await two.stop()
        async with open_socket(f"{one.url}?room={ROOM}") as socket:
            message = responses.decode_message(await socket.recv())
            assert message == responses.GoodBye(Farewell.MOVED, room_relay.RETRY_MS)
            with pytest.raises(ConnectionClosed):
                await socket.recv()
        assert one.store.shared.suspects == [two.node]
        assert one.measure("kostka_relayed_connections") == 0

    run(tmp_path, play)


def test_a_node_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_relay, "ANSWER_SECONDS", 0.1)

    async def play(one: RunningNode, two: RunningNode) -> None:
        async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()  # until the other side gives up
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            given_up.set()

        given_up = asyncio.Event()

        two.own(ROOM)
        silent = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
        port = silent.sockets[0].getsockname()[1]
        shared = one.store.shared
        shared.owners[ROOM] = type(two.node)("silent", f"127.0.0.1:{port}")
        async with open_socket(f"{one.url}?room={ROOM}") as socket:
            message = responses.decode_message(await socket.recv())
            assert message == responses.GoodBye(Farewell.MOVED, room_relay.RETRY_MS)
        assert not shared.suspects  # it may be alive
        await given_up.wait()
        silent.close()

    run(tmp_path, play)


def test_connections_to_a_node_whose_lease_has_ended_are_closed(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        async with connect(f"{one.url}?room={ROOM}", name="Ala") as ala:
            one.store.shared.dead.append(two.node)
            with pytest.raises(ConnectionError):
                await ala.wait_until(lambda _: False)

    run(tmp_path, play)


def test_an_address_has_only_so_many_connections_that_are_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_relay, "MAX_RELAYED_PER_ADDRESS", 1)

    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        url = f"{one.url}?room={ROOM}"
        async with connect(url, name="Ala", headers=OUTSIDE):
            with pytest.raises(InvalidStatus):
                async with connect(url, name="Bob", headers=OUTSIDE):
                    pass
            async with connect(url, name="Eve", headers={"x-forwarded-for": "203.0.113.6"}):
                pass
        await until(lambda: one.measure("kostka_relayed_connections") == 0)
        async with connect(url, name="Bob", headers=OUTSIDE):
            pass

    run(tmp_path, play)


def test_a_client_that_does_not_read_holds_its_node_back_and_not_the_memory(
    tmp_path: Path,
) -> None:
    """Fifty megabytes for a client that reads nothing stay with the node that sends them."""

    async def play(one: RunningNode, two: RunningNode) -> None:
        sent = 0

        async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal sent
            await reader.readuntil(b"\r\n\r\n")
            try:
                while sent < 50_000_000:
                    writer.write(b"x" * 100_000)
                    await writer.drain()
                    sent += 100_000
            except ConnectionError:
                writer.close()
            given_up.set()

        given_up = asyncio.Event()
        flooding = await asyncio.start_server(flood, "127.0.0.1", 0)
        port = flooding.sockets[0].getsockname()[1]
        node = type(two.node)("flooding", f"127.0.0.1:{port}")
        one.store.shared.owners[ROOM] = node
        place = urlsplit(one.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=1000)
        writer.write(
            b"GET /ws?room=ABCDEFGH HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: a29zdGthIGtvc3RrYSBrbw==\r\n"
            b"Sec-WebSocket-Version: 13\r\n\r\n"
        )
        before = -1
        while before != sent or not sent:
            before = sent
            await asyncio.sleep(0.3)
        assert sent < 20_000_000
        writer.transport.abort()
        del reader
        await given_up.wait()
        flooding.close()

    run(tmp_path, play)
