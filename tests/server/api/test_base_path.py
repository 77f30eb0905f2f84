"""The whole site below a path, as behind a reverse proxy."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from kostka.client import connect
from kostka.protocol.rooms import Settings
from kostka.server.settings import ServerSettings, parse_base_path
from kostka.server.static import Assets
from tests.server.running import fetched, server

GAMES = ServerSettings(base_path="/games")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def test_everything_is_below_the_base_path(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path, settings=GAMES) as url:
            page = (await fetched(url, "/games/room/ABCDE")).body.decode()
            assert '<html data-base="/games" ' in page
            addresses = re.findall(r'(?:href|src)="(/[^"]+)"', page)
            assert len(addresses) > 20
            assert all(address.startswith("/games/static/") for address in addresses)
            for address in addresses[:5]:
                assert (await fetched(url, address)).status == 200
            assert (await fetched(url, "/games/api/editions")).status == 200
            worker = (await fetched(url, "/games/sw.js")).body.decode()
            assert 'const BASE_PATH = "/games";' in worker
            assert '"/games/static/' in worker
            (found,) = re.findall(r'"manifest" href="([^"]+)"', page)
            manifest = json.loads((await fetched(url, found)).body)
            assert {manifest[name] for name in ("id", "scope", "start_url")} == {"/games/"}
            missing = await fetched(url, "/games/api/nothing")
            assert missing.status == 404
            assert json.loads(missing.body)["problems"][0]["code"] == "no_route"
            unknown = await fetched(url, "/games/nothing")
            assert (unknown.status, unknown.headers["content-type"]) == (
                404,
                "text/html; charset=utf-8",
            )

    run(look())


def test_the_base_path_itself_leads_to_the_home_page(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path, settings=GAMES) as url:
            moved = await fetched(url, "/games")
            assert (moved.status, moved.headers["location"]) == (307, "/games/")
            assert moved.headers["x-content-type-options"] == "nosniff"
            assert (await fetched(url, "/gamesroom")).status == 404

    run(look())


def test_a_proxy_may_strip_the_path(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path, settings=GAMES) as url:
            page = await fetched(url, "/room/ABCDE")
            assert page.status == 200
            assert b'"/games/static/' in page.body

    run(look())


def test_games_are_played_below_the_base_path(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path, settings=GAMES) as url:
            async with connect(url.replace("/ws", "/games/ws"), name="Ala") as ala:
                assert (await ala.create_room(Settings("classic"))).code
            async with connect(url, name="Bob") as bob:  # the proxy has stripped it
                assert (await bob.create_room(Settings("classic"))).code

    run(play())


def test_links_of_a_tournament_have_the_base_path(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path, settings=GAMES) as url:
            made = json.loads(
                (await fetched(url, "/games/api/tournaments", body=b'{"title":"Cup"}')).body
            )
            answer = await fetched(
                url,
                f"/games/api/tournaments/{made['id']}/links",
                headers={"authorization": f"Bearer {made['token']}"},
            )
            (link,) = json.loads(answer.body)["links"]
            host = url.removeprefix("ws://").removesuffix("/ws")
            assert link["url"] == f"http://{host}/games/tournament/{made['id']}#{made['token']}"

    run(look())


def test_without_a_base_path_nothing_is_below_one() -> None:
    assets = Assets()
    assert b'data-base=""' in assets.index
    assert b'"/static/' in assets.index
    assert b'const BASE_PATH = "";' in assets.worker
    assert b'"scope": "/"' in assets.files["manifest.webmanifest"].body


@pytest.mark.parametrize(
    ("text", "path"), [("", ""), ("/", ""), ("/games/", "/games"), ("/a/b-c.d", "/a/b-c.d")]
)
def test_a_base_path_is_a_plain_path(text: str, path: str) -> None:
    assert parse_base_path(text) == path
