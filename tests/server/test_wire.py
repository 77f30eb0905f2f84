"""What strangers may send: every message is answered, or the connection ends; nothing breaks."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kostka.client import Refused, connect
from kostka.protocol.asking import Begin
from kostka.protocol.rooms import Settings
from kostka.server import hall
from kostka.server.limits import Rate
from tests.server.running import plays_on, server

MESSAGES = 600


def nonsense(rng: Random) -> str:
    """Some message, more or less like a real one."""
    kinds = ["Sit", "Do", "Draft", "Create", "Enter", "Begin", "AskHint", "Rename", "SeatBot", "X"]
    values: list[Any] = [0, 1, -1, 2**60, 1.5, None, "", "x" * 300, [], [[0, 1], [2**40]], {}]
    message: dict[str, Any] = {"type": rng.choice(kinds), "id": rng.choice([1, 2, "a", None, -5])}
    for field in ("seat", "turn", "table", "command", "settings", "room", "grade", "name", "level"):
        if rng.random() < 0.4:
            message[field] = rng.choice(values)
    if rng.random() < 0.3:
        message["command"] = {
            "type": rng.choice(["Place", "Draw", "Pass", "RunOutOfTime", "EndGame"]),
            "seat": rng.choice([0, 1, 7]),
            "table": rng.choice(values),
        }
    text = json.dumps(message)
    return text[: rng.randrange(len(text))] if rng.random() < 0.2 else text


def test_nonsense_is_answered_and_the_game_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        rng = Random(1)
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            room = await ala.create(Settings("classic", seats=2, bots=(4,)))
            await ala.ask(Begin)
            sent = answered = 0
            while sent < MESSAGES:
                async with open_socket(url, compression=None) as socket:
                    hello = {"type": "Hello", "protocol": 1, "name": "Eve"}
                    await socket.send(json.dumps(hello))
                    await socket.recv()
                    await socket.send(json.dumps({"type": "Enter", "id": 1, "room": room.code}))
                    try:
                        for _ in range(50):
                            await socket.send(nonsense(rng))
                            sent += 1
                            while "Refusal" not in (text := str(await socket.recv())):
                                if "Done" in text and '"id":1' not in text:
                                    break
                            answered += 1
                    except ConnectionClosed:
                        continue
            assert answered > MESSAGES / 3
            await plays_on(ala)
            assert ala.over

    asyncio.run(asyncio.wait_for(play(), 60))


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
