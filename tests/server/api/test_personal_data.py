"""A guest gets everything that the server knows of them, and is forgotten on request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kostka.client import Refused, connect
from kostka.numbers import Game, verify_log
from kostka.protocol.requests import Begin
from kostka.protocol.rooms import Settings
from kostka.server.api import personal_data
from kostka.server.transport.rate_limits import Rate
from tests.server.rooms.test_forgetting import NAME
from tests.server.running import Page, fetched, plays_on, server
from tests.server.stores import check_data, list_tables_with_text
from tests.server.world import run


async def ask(url: str, token: str | None, method: str = "GET") -> Page:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return await fetched(url, "/api/me", headers=headers, method=method)


async def play(url: str) -> tuple[str, str]:
    """Play one game to its end and begin another; return the guest's id and token."""
    async with connect(url, name=NAME) as guest:
        await guest.create_room(Settings("travel", seats=2, bots=(1,), games=2))
        await guest.ask(Begin)
        await plays_on(guest)
        await guest.ask(Begin)
        await plays_on(guest, turns=1)
        assert guest.token is not None
        return guest.guest, guest.token


def test_a_guest_gets_rooms_games_and_records(tmp_path: Path) -> None:
    async def check() -> None:
        async with server(tmp_path) as url:
            guest, token = await play(url)
            page = await ask(url, token)
            assert page.status == 200
            assert "attachment" in page.headers["content-disposition"]
            assert page.headers["cache-control"] == "no-store"
            data: dict[str, Any] = json.loads(page.body)
            assert (data["id"], data["name"]) == (guest, NAME)
            assert data["created"].startswith(data["last_seen"])
            (room,) = data["rooms"]
            assert (room["is_host"], room["seat"], room["name"]) == (True, 0, NAME)
            finished, running = data["games"]
            assert {finished["room"], running["room"]} == {room["code"]}
            assert running["record"] is None  # it has hidden tiles
            record = b"".join(msgspec.json.encode(line) + b"\n" for line in finished["record"])
            assert verify_log(Game.load(record).log).finished
            assert token not in page.body.decode()

    run(check())


def test_a_new_guest_gets_empty_lists(tmp_path: Path) -> None:
    async def check() -> None:
        async with server(tmp_path) as url:
            async with connect(url, name="Ala") as guest:
                token = guest.token
            data = json.loads((await ask(url, token)).body)
            assert (data["rooms"], data["games"]) == ([], [])

    run(check())


def test_only_the_token_opens_the_data(tmp_path: Path) -> None:
    async def check() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as guest:
            for token in (None, "", "0" * 32, guest.guest):
                for method in ("GET", "DELETE"):
                    page = await ask(url, token, method)
                    assert page.status == 401
                    assert json.loads(page.body)["problems"][0]["code"] == "unknown_token"
            assert (await ask(url, guest.token)).status == 200

    run(check())


def test_a_guest_is_forgotten_on_request(tmp_path: Path) -> None:
    async def check() -> None:
        async with server(tmp_path) as url:
            _, token = await play(url)
            assert (await ask(url, token, "DELETE")).status == 204
            assert (await ask(url, token, "DELETE")).status == 401
            assert (await ask(url, token)).status == 401
            with pytest.raises(Refused, match="token"):
                async with connect(url, token=token):
                    pass
        assert list_tables_with_text(tmp_path, NAME) == []
        check_data(tmp_path)

    run(check())


def test_requests_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_data, "REQUEST_RATE", Rate(burst=2, each_second=0.001))

    async def check() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as guest:
            headers = {"authorization": f"Bearer {guest.token}", "x-forwarded-for": "203.0.113.9"}
            pages = [await fetched(url, "/api/me", headers=headers) for _ in range(3)]
            assert [page.status for page in pages] == [200, 200, 429]

    run(check())
