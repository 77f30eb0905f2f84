"""A tournament whose organiser works over HTTP, so that pages of others can be looked at."""

from __future__ import annotations

import json
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

NAMES = (
    "Ann Archer",
    "Ben Brzęczyszczykiewicz",
    "Cid Carter",
    "Dora Drăgulescu",
    "Éva Egri",
    "Fred Ford",
    "Gosia Gołąb",
    "Hugh Hart",
    "Ida Iotti",
    "Jo Jönsson",
)


class DeskHall:
    """A tournament on a server, with players who are all there."""

    def __init__(self, url: str, players: int = 4, **settings: Any) -> None:
        self.url = url
        usual = {"rounds": 2, "games": 3, "minutes": 45, "avoid_repeats": False}
        opened = self._request("", {"title": "Tile masters", "settings": usual | settings})
        self.id, self.token = opened["id"], opened["token"]
        self.stamps = count()
        more = (f"Player {number}" for number in range(len(NAMES) + 1, players + 1))
        named = [{"name": name, "group": ""} for name in (*NAMES, *more)][:players]
        self.send_command("AddPlayers", players=named, present=True)

    def _request(self, path: str, body: object = None, token: str | None = None) -> Any:
        headers = {"content-type": "application/json"}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.url}/api/tournaments{path}", data, headers)) as answer:
            return json.loads(answer.read())

    def send_command(self, kind: str, **fields: Any) -> Any:
        """Send a command as the organiser; return the view after it."""
        body = {"type": kind, **fields}
        return self._request(f"/{self.id}/commands", body, self.token)["view"]

    @property
    def view(self) -> Any:
        """The tournament as the organiser sees it."""
        return self._request(f"/{self.id}", token=self.token)["view"]

    def begin_round(self) -> None:
        """Seat a round and start it."""
        for kind in ("SeatRound", "LockSeats", "StartRound"):
            self.send_command(kind)

    def sheet_link(self, table: int) -> str:
        """The address on the sheet of a table."""
        links = self._request(f"/{self.id}/links", token=self.token)["links"]
        return str([link["url"] for link in links if link["table"] == table][-1])

    def create_link(self, role: str, label: str) -> str:
        """Create a link and return its address."""
        body = {"role": role, "label": label}
        links = self._request(f"/{self.id}/links", body, self.token)["links"]
        return str(next(link["url"] for link in links if link["label"] == label))

    def open_online_table(self, table: int) -> list[str]:
        """Let a table play online; return the addresses of its players' links."""
        self._request(f"/{self.id}/online", {"table": table}, self.token)
        links = self._request(f"/{self.id}/online/{table}/links", token=self.token)["links"]
        return [link["url"] for link in links]

    @property
    def screen_link(self) -> str:
        """The address for the projector, and for everybody."""
        return f"{self.url}/tournament/{self.id}"

    def enter_result(self, table: int, game: int, *racks: int) -> None:
        """Enter a game in which who has nothing left went out."""
        paper = {"ending": "went_out", "racks": [{"tiles": tiles} for tiles in racks]}
        place = {"round": len(self.view["rounds"]), "table": table, "game": game}
        self.send_command("EnterResult", **place, paper=paper, stamp=f"hall {next(self.stamps)}")
