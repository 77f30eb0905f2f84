"""What strangers may send: every message is answered, or the connection ends; nothing breaks."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kostka.client import Refused, connect
from kostka.protocol.requests import Begin
from kostka.protocol.responses import Farewell
from kostka.protocol.rooms import Settings
from kostka.server.rooms import lobby, opened_rooms
from kostka.server.transport import websocket as socket_module
from kostka.server.transport.rate_limits import Rate
from kostka.server.transport.session import CLOSE_CODES
from kostka.server.transport.websocket import MAX_BAD_MESSAGES
from tests.server.running import OUTSIDE, server


def test_nobody_fills_the_server_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_rooms, "MAX_ROOMS_PER_HOST", 2)
    monkeypatch.setattr(lobby, "NEW_GUEST_RATE", Rate(burst=2, each_second=0))

    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala", headers=OUTSIDE) as ala:
            for _ in range(2):
                await ala.create_room(Settings("classic"))
            with pytest.raises(Refused, match="too many open rooms"):
                await ala.create_room(Settings("classic"))
            async with connect(url, name="Bob", headers=OUTSIDE) as bob:
                await bob.create_room(Settings("classic"))
            with pytest.raises(Refused, match="server is full"):
                async with connect(url, name="Cyd", headers=OUTSIDE):
                    pass
            async with connect(url, name="Dan"):  # this machine counts only in total
                pass
            async with connect(url, token=ala.token) as again:  # who is known may come
                assert again.guest == ala.guest

    asyncio.run(asyncio.wait_for(play(), 30))


def test_other_sites_and_giants_are_kept_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url:
            try:
                async with open_socket(url, origin="http://evil.example"):  # type: ignore[arg-type]
                    raise AssertionError("another site may open the socket")
            except (InvalidStatus, ConnectionClosed):
                pass
            async with open_socket(url, compression=None) as socket:
                await socket.send("x" * 200_000)
                try:
                    await socket.recv()
                    raise AssertionError("a giant was read")
                except ConnectionClosed:
                    pass
            async with open_socket(url, compression=None) as socket:
                await socket.send('{"type":"Begin","id":1}')
                assert "no_hello" in str(await socket.recv())
            async with open_socket(url, compression=None) as socket:
                await socket.send('{"type":"Hello","protocol":99}')
                assert "protocol" in str(await socket.recv())

    asyncio.run(asyncio.wait_for(play(), 30))


def test_who_talks_nonsense_is_told_good_bye(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, open_socket(url, compression=None) as socket:
            await socket.send('{"type":"Hello","protocol":1}')
            await socket.recv()
            for _ in range(MAX_BAD_MESSAGES):
                await socket.send("nonsense")
            told = []
            with suppress(ConnectionClosed):
                while True:
                    told.append(json.loads(await socket.recv()))
            assert [message["type"] for message in told] == ["Refusal"] * MAX_BAD_MESSAGES + [
                "GoodBye"
            ]
            assert told[-1]["code"] == "nonsense"
            assert socket.close_code == CLOSE_CODES[Farewell.NONSENSE]

    asyncio.run(asyncio.wait_for(play(), 30))


def test_who_asks_too_fast_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def noted(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(socket_module, "MESSAGE_RATE", Rate(burst=5, each_second=1))
    monkeypatch.setattr(socket_module, "sleep", noted)

    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            for _ in range(8):
                with pytest.raises(Refused):  # answered all the same
                    await ala.ask(Begin)

    asyncio.run(asyncio.wait_for(play(), 30))
    assert 1 <= len(waits) <= 3
    assert all(0 < seconds <= 1 for seconds in waits)
