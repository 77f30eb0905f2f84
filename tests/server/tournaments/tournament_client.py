"""A tournament on a server, and those who work with it over HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from kostka.server.storage.store import Store
from kostka.tournament import Role
from tests.server.running import fetched, server

JSON = {"content-type": "application/json"}


class Reply(NamedTuple):
    """An answer."""

    status: int
    body: Any

    @property
    def codes(self) -> list[str]:
        """The codes of all problems."""
        return [problem["code"] for problem in self.body["problems"]]


class Link:
    """Somebody with a link to a tournament, or without one."""

    def __init__(self, url: str, tournament: str, token: str | None) -> None:
        self.url = url
        self.path = f"/api/tournaments/{tournament}"
        self.token = token

    async def ask(
        self, path: str = "", body: bytes | None = None, method: str | None = None
    ) -> Reply:
        """Get something, or post a body."""
        bearer = {} if self.token is None else {"authorization": f"Bearer {self.token}"}
        page = await fetched(
            self.url, self.path + path, headers=JSON | bearer, body=body, method=method
        )
        kind = page.headers.get("content-type", "")
        return Reply(
            page.status, json.loads(page.body) if kind == "application/json" else page.body
        )

    async def do(self, kind: str, **fields: Any) -> Reply:
        """Send a command."""
        body = json.dumps({"type": kind, **fields}).encode()
        return await self.ask("/commands", body)

    async def execute(self, kind: str, **fields: Any) -> Any:
        """Send a command that must be executed; return the view after it."""
        told = await self.do(kind, **fields)
        assert told.status == 200, told
        return told.body["view"]

    async def view(self) -> Any:
        """Return the view of the tournament."""
        told = await self.ask()
        assert told.status == 200, told
        return told.body["view"]


class RunningTournament:
    """A tournament that its organiser has just opened."""

    def __init__(self, url: str, tournament: str, token: str) -> None:
        self.url = url
        self.tournament = tournament
        self.organiser = self.make_link(token)
        self.stamps = count(1)

    def make_link(self, token: str | None) -> Link:
        return Link(self.url, self.tournament, token)

    @property
    def anybody(self) -> Link:
        return self.make_link(None)

    async def grant_link(self, role: Role, label: str) -> Link:
        """Let the organiser grant a link."""
        told = await self.organiser.ask(
            "/links", json.dumps({"role": role, "label": label}).encode()
        )
        assert told.status == 200, told
        return self.make_link(told.body["links"][-1]["token"])

    async def get_sheet_link(self, table: int) -> Link:
        """Scan the code on the newest sheet of a table."""
        told = await self.organiser.ask("/links")
        (link,) = [
            one for one in told.body["links"] if one["table"] == table and one["called_in"] is None
        ][-1:]
        return self.make_link(link["token"])

    async def seat_players(self, players: int = 8) -> None:
        """Register players, draw and lock the seats, and start the first round."""
        names = [{"name": f"P{number:03}"} for number in range(1, players + 1)]
        await self.organiser.execute("AddPlayers", players=names, present=True)
        await self.start_round()

    async def start_round(self) -> Any:
        """Seat, lock and start the next round."""
        for kind in ("SeatRound", "LockSeats"):
            await self.organiser.execute(kind)
        return await self.organiser.execute("StartRound")

    def build_result(self, table: int, game: int, *racks: int, round_: int = 1) -> dict[str, Any]:
        """Fill a sheet in: the sums on the racks, 0 for the player who went out."""
        paper = {"ending": "went_out", "racks": [{"tiles": left} for left in racks]}
        stamp = f"stamp {next(self.stamps)}"
        return {"round": round_, "table": table, "game": game, "paper": paper, "stamp": stamp}


async def create_tournament(url: str, **fields: Any) -> RunningTournament:
    """Open a tournament."""
    body = json.dumps({"title": "Spring cup", **fields}).encode()
    page = await fetched(url, "/api/tournaments", headers=JSON, body=body)
    assert page.status == 201, page
    told = json.loads(page.body)
    return RunningTournament(url, told["id"], told["token"])


@asynccontextmanager
async def run_tournament(
    folder: Path, store: Store | None = None, **fields: Any
) -> AsyncIterator[RunningTournament]:
    """Open a tournament on a server of its own."""
    async with server(folder, store=store) as url:
        yield await create_tournament(url, **fields)
