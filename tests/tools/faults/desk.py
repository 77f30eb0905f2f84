"""A tournament after the other, with results that come in over HTTP whatever happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import count
from random import Random
from typing import Any

from kostka.server.storage.postgres_reads import PostgresReads
from kostka.tournament import Tournament
from tests.tools.faults.check_logs import Findings

PLAYERS, ROUNDS, GAMES = 12, 3, 2
PATIENCE_SECONDS = 120.0
ANSWER_SECONDS = 4.0
SERVER_ERRORS, TOO_MANY = 500, 429
Done = Callable[[Any], bool]


class Unsure(Exception):  # noqa: N818
    """Nobody knows whether a request was carried out."""


class Refusal(Exception):  # noqa: N818
    """The server will not do it."""


class Desk:
    """Runs tournaments, and keeps what was acknowledged."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.tournaments: dict[str, set[str]] = {}
        """The stamps of acknowledged results by tournament."""
        self.unsure = 0
        """How often an answer was missing."""
        self._checked: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._random = Random(1)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def find_failures(self) -> list[str]:
        if self._task is None or not self._task.done() or self._task.cancelled():
            return []
        return [f"the tournament has stopped: {self._task.exception()!r}"]

    async def check(self, reads: PostgresReads, *, is_last: bool) -> Findings:
        """Find every acknowledged result once in the log of its tournament."""
        findings = Findings()
        known = list(self.tournaments)
        for tournament in known if is_last else known[:-1]:
            if tournament in self._checked:
                continue
            self._checked.add(tournament)
            data = await reads.load_tournament_log(tournament) or b""
            events = Tournament.load(data).log.events
            stamps = [stamp for event in events if (stamp := getattr(event, "stamp", ""))]
            lost = self.tournaments[tournament] - set(stamps)
            findings.lost += [f"tournament {tournament}: result {stamp}" for stamp in sorted(lost)]
            if len(set(stamps)) < len(stamps):
                findings.doubled.append(f"tournament {tournament}: a result stands there twice")
            findings.moves += len(self.tournaments[tournament])
        return findings

    # --- the day of a tournament --------------------------------------------------------------

    async def _run(self) -> None:
        for number in count(1):
            settings = {"rounds": ROUNDS, "games": GAMES}
            body = {"title": f"Cup {number}", "settings": settings}
            made = await self._ask_until_answered("POST", "", body)
            await OneTournament(self, made["id"], made["token"]).play()

    async def _ask_until_answered(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> Any:
        until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while True:
            try:
                return await self.ask(method, path, body, token)
            except Unsure:
                assert asyncio.get_running_loop().time() < until, "the desk gets no answer"
                await asyncio.sleep(0.25)

    async def ask(self, method: str, path: str, body: Any, token: str | None) -> Any:
        """Ask once; raise `Unsure` or `Refusal`."""
        try:
            status, answer = await asyncio.to_thread(self._send, method, path, body, token)
        except (OSError, HTTPException, ValueError) as error:
            self.unsure += 1
            raise Unsure from error
        if status >= SERVER_ERRORS or status == TOO_MANY:
            self.unsure += 1
            raise Unsure
        if status >= 300:
            raise Refusal(f"{method} {path}: {status} {answer}")
        return answer

    def _send(self, method: str, path: str, body: Any, token: str | None) -> tuple[int, Any]:
        connection = HTTPConnection(self.address, timeout=ANSWER_SECONDS)
        headers = {"content-type": "application/json"}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        try:
            data = None if body is None else json.dumps(body).encode()
            connection.request(method, f"/api/tournaments{path}", data, headers)
            answer = connection.getresponse()
            read = answer.read()
            is_json = answer.headers.get_content_type() == "application/json"
            return answer.status, json.loads(read) if is_json else None
        finally:
            connection.close()


class OneTournament:
    """One tournament from the first round to the last."""

    def __init__(self, desk: Desk, tournament: str, token: str) -> None:
        self.desk, self.token = desk, token
        self.path = f"/{tournament}"
        self.acknowledged = desk.tournaments.setdefault(tournament, set())

    async def play(self) -> None:
        names = [{"name": f"P{number:03}"} for number in range(1, PLAYERS + 1)]
        await self._execute(
            "AddPlayers", lambda view: bool(view["players"]), players=names, present=True
        )
        for number in range(1, ROUNDS + 1):
            await self._execute("SeatRound", partial(has_round, number))
            await self._execute("LockSeats", partial(is_in_phase, "locked"))
            await self._execute("StartRound", partial(is_in_phase, "running"))
            await self._enter_results(number)
            await self._execute("CloseRound", partial(is_in_phase, "closed"))

    async def _enter_results(self, number: int) -> None:
        view = await self._view()
        for game in range(1, GAMES + 1):
            for table in view["rounds"][-1]["tables"]:
                racks = [{"tiles": 5 * at} for at in range(len(table["seats"]))]
                entry = {
                    "round": number,
                    "table": table["number"],
                    "game": game,
                    "paper": {"ending": "went_out", "racks": racks},
                    "stamp": f"{number}-{table['number']}-{game}",
                }
                await self.desk._ask_until_answered(
                    "POST", f"{self.path}/commands", {"type": "EnterResult", **entry}, self.token
                )
                self.acknowledged.add(str(entry["stamp"]))
                await asyncio.sleep(self.desk._random.uniform(0.1, 0.5))

    async def _view(self) -> Any:
        told = await self.desk._ask_until_answered("GET", self.path, None, self.token)
        return told["view"]

    async def _execute(self, kind: str, is_done: Done, **fields: Any) -> None:
        """Do something once; if nobody knows whether it was done, look before trying again."""
        until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while True:
            try:
                command = {"type": kind, **fields}
                await self.desk.ask("POST", f"{self.path}/commands", command, self.token)
            except Unsure:
                assert asyncio.get_running_loop().time() < until, "the desk gets no answer"
                await asyncio.sleep(0.25)
                if is_done(await self._view()):
                    return
            except Refusal:
                if not is_done(await self._view()):
                    raise
                return
            else:
                return


def has_round(number: int, view: Any) -> bool:
    """Whether a round has been seated."""
    return len(view["rounds"]) >= number


def is_in_phase(phase: str, view: Any) -> bool:
    """Whether the last round has come so far."""
    return bool(view["rounds"][-1]["phase"] == phase)
