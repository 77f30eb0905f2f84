"""An organiser deletes a tournament: nothing of it stays, and nobody else can."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path

from kostka.tournament import Role
from tests.server.running import fetched, server
from tests.server.stores import check_data, list_tables_with_text
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import Link, create_tournament


async def delete(link: Link) -> int:
    """Ask for the deletion; return the status."""
    bearer = {"authorization": f"Bearer {link.token}"} if link.token else {}
    return (await fetched(link.url, link.path, headers=bearer, method="DELETE")).status


def test_a_tournament_is_deleted_with_its_rooms(tmp_path: Path) -> None:
    async def check() -> None:
        async with AsyncExitStack() as stack:
            url = await stack.enter_async_context(server(tmp_path))
            other = await create_tournament(url, title="Another cup")
            desk = await create_tournament(url, title="Cup of Xaverine")
            await desk.seat_players(8)
            reply = await desk.organiser.ask("/online", json.dumps({"table": 1}).encode())
            assert reply.status == 200
            referee = await desk.grant_link(Role.HEAD_REFEREE, "R")
            for link in (referee, desk.anybody, desk.make_link("wrong"), other.organiser):
                assert await delete(desk.make_link(link.token)) == 403
            assert await delete(desk.organiser) == 204
            assert (await desk.organiser.ask()).status == 404
            assert await delete(desk.organiser) == 404
            assert (await other.organiser.ask()).status == 200
        assert list_tables_with_text(tmp_path, "Xaverine") == []
        assert check_data(tmp_path) == {
            "guests": 0,
            "rooms": 0,
            "games": 0,
            "tournaments": 1,
        }

    run(check())
