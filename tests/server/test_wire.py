"""What strangers may send: every message is answered, or the connection ends; nothing breaks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kostka.client import Refused, connect
from kostka.protocol.rooms import Settings
from kostka.server import hall
from kostka.server.limits import Rate
from tests.server.running import server


def test_nobody_fills_the_server_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "MOST_ROOMS_OF_ONE", 2)
    monkeypatch.setattr(hall, "NEWCOMERS", Rate(burst=2, each_second=0))

    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            for _ in range(2):
                await ala.create(Settings("classic"))
            with pytest.raises(Refused, match="no room for more"):
                await ala.create(Settings("classic"))
            async with connect(url, name="Bob") as bob:
                await bob.create(Settings("classic"))
            with pytest.raises(Refused, match="no room for more"):
                async with connect(url, name="Cyd"):
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
