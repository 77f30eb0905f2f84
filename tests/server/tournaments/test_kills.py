"""A whole tournament on a server that is killed three times while results are typed.

What stands on paper is kept apart and counted by `tests.oracle.tournament`: the standings of the
server have to be the same, and nothing that was acknowledged may be missing after a kill.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from kostka.tournament import Role, Tournament, compute_proven_state
from tests.oracle.tournament import Line, Sheet, final
from tests.server.processes import Process, serving
from tests.server.tournaments.phone_client import Phone
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import Link, RunningTournament, create_tournament

ROUNDS, GAMES = 5, 2
KILLED_IN = (2, 3, 4)
AT_ONCE = 30

Spot = tuple[int, int, int]
Paper = dict[str, Any]


class Laptop:
    """Runs the server, and falls off the table."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        self.process: Process | None = None
        self.up = asyncio.Event()

    async def start(self) -> None:
        self.process = await asyncio.to_thread(self.stack.enter_context, serving(self.folder))

    async def wait_for_url(self) -> str:
        await self.up.wait()
        assert self.process is not None
        return self.process.url

    def kill(self) -> None:
        assert self.process is not None
        self.up.clear()
        self.process.popen.kill()


class Day:
    """The tournament, and the pile of paper beside it."""

    def __init__(self, desk: RunningTournament, laptop: Laptop) -> None:
        self.desk = desk
        self.laptop = laptop
        self.pile: dict[Spot, Sheet] = {}
        """What really stands on paper, whatever was typed."""
        self.gone: set[str] = set()
        self.penalties: dict[str, int] = {}
        self.excluded: set[str] = set()
        self.acknowledged: set[str] = set()
        """The stamps of what the server has said to be on its disk."""
        self.unheard = 0
        """How often there was no answer, because the server had just died."""
        self.late: list[tuple[Spot, Paper]] = []
        """Slips that are noticed when the round is closed."""
        self.kills = 0
        self.referee: Link
        self.head: Link

    def play_game(self, names: list[str], dice: Random) -> tuple[Paper, Sheet]:
        """Let a table play."""
        there = [name for name in names if name not in self.gone]
        winner = dice.choice(there) if dice.random() < 0.8 else None
        racks: dict[str, dict[str, Any]] = {}
        for name in there:
            opened = dice.random() < 0.9
            racks[name] = {
                "tiles": dice.randint(1, 60),
                "jokers": int(name == there[0] and dice.random() < 0.3),
                "opened": opened,
                "could_have_opened": not opened and dice.random() < 0.3,
            }
        if winner is not None:
            racks[winner] = {"tiles": 0, "jokers": 0, "opened": True, "could_have_opened": False}
        counts = [rack["tiles"] + 50 * rack["jokers"] for rack in racks.values()]
        paper = {
            "ending": "pool_empty" if winner is None else "went_out",
            "racks": [racks.get(name) for name in names],
            "tie": winner is None and counts.count(min(counts)) > 1,
        }
        lines = [
            Line(name, r["tiles"], r["jokers"], not r["opened"], r["could_have_opened"])
            for name, r in racks.items()
        ]
        return paper, Sheet(winner is not None, lines)

    # --- at the tables ------------------------------------------------------------------------

    async def send_until_acknowledged(
        self, token: str | None, kind: str, spot: Spot, paper: Paper
    ) -> None:
        """Send an entry until it is acknowledged, as a phone does: always with the same stamp."""
        round_, table, game = spot
        entry = {"round": round_, "table": table, "game": game, "paper": paper}
        stamp = f"{kind} {spot}"
        reason = "" if kind == "EnterResult" else "read wrongly"
        while True:
            phone = Phone(await self.laptop.wait_for_url(), self.desk.tournament, token)
            try:
                told = await phone.do(kind, **entry, stamp=stamp, reason=reason)
            except ConnectionError:
                self.unheard += 1
                await asyncio.sleep(0.05)
                continue
            await phone.close()
            assert told.status == 200, (kind, spot, told)
            self.acknowledged.add(stamp)
            return

    async def type_result(self, tokens: dict[int, str], spot: Spot, names: list[str]) -> None:
        """Type what stands on paper, or something else first."""
        token, dice = tokens[spot[1]], Random(str(spot))
        paper, self.pile[spot] = self.play_game(names, dice)
        slip = self.play_game(names, dice)[0] if dice.random() < 0.15 else paper
        await self.send_until_acknowledged(token, "EnterResult", spot, slip)
        if slip == paper:
            return
        if dice.random() < 0.5:
            await self.send_until_acknowledged(token, "CorrectResult", spot, paper)
        else:
            self.late.append((spot, paper))

    async def play_round(self, number: int) -> None:
        """Play a round; in some the server is killed while many type."""
        view = await self.desk.organiser.view()
        links = (await self.desk.organiser.ask("/links")).body["links"]
        tokens = {link["table"]: link["token"] for link in links if link["round"] == number}
        tables = view["rounds"][-1]["tables"]
        free = asyncio.Semaphore(AT_ONCE)

        async def helper(table: Any) -> None:
            names = [seat["name"] for seat in table["seats"]]
            for game in range(1, GAMES + 1):
                if (number, table["number"], game) == (ROUNDS, 5, 2):
                    await self.withdraw_player(table["seats"][1])
                async with free:
                    await self.type_result(tokens, (number, table["number"], game), names)

        before = len(self.acknowledged)
        typing = asyncio.gather(*map(helper, tables))
        if number in KILLED_IN:
            while len(self.acknowledged) < before + 12:  # noqa: ASYNC110  (any moment will do)
                await asyncio.sleep(0.001)
            self.laptop.kill()
            self.kills += 1
            await self.laptop.start()
            assert self.laptop.process is not None
            for link in (self.desk.organiser, self.referee, self.head):
                link.url = self.laptop.process.url
            await self.check_file()
            self.laptop.up.set()
        await typing

    async def withdraw_player(self, seat: Any) -> None:
        """Let somebody go in the middle of a round."""
        await self.laptop.wait_for_url()
        await self.desk.organiser.execute("Withdraw", player=seat["player"], reason="has to go")
        self.gone.add(seat["name"])

    async def check_file(self) -> None:
        """Look at the file that the dead server has left."""
        saved = (await self.desk.organiser.ask("/file")).body
        game = Tournament.load(saved)
        stamps = [event.stamp for event in game.log.events if hasattr(event, "stamp")]
        assert len(set(stamps)) == len(stamps)
        assert self.acknowledged <= set(stamps)

    # --- at the desk --------------------------------------------------------------------------

    async def add_players(self, *names: str) -> list[int]:
        players = [{"name": name} for name in names]
        view = await self.desk.organiser.execute("AddPlayers", players=players, present=True)
        return [player["id"] for player in view["players"] if player["name"] in names]

    async def start_round(self, number: int) -> None:
        await self.desk.organiser.execute("SeatRound")
        await self.desk.organiser.execute("LockSeats")
        if number == 1:  # 97 sit at 22 tables of 4 and three of 3
            for late in await self.add_players("Late One", "Late Two"):
                await self.desk.organiser.execute("SeatLate", player=late)
        await self.desk.organiser.execute("StartRound")

    async def close_round(self) -> None:
        await self.desk.organiser.execute("CloseRound")
        for spot, paper in self.late:
            await self.send_until_acknowledged(self.referee.token, "CorrectResult", spot, paper)
        self.late = []

    async def check_view(self) -> Any:
        view = await self.desk.organiser.view()
        found = [
            (row["place"], row["name"], row["big"], Fraction(row["points"]))
            for row in view["standings"]
            if row["games"]
        ]
        assert found == final(list(self.pile.values()), self.penalties, self.excluded)
        return view

    async def play_tournament(self) -> None:
        desk = self.desk
        self.referee = await desk.grant_link(Role.REFEREE, "Ola")
        self.head = await desk.grant_link(Role.HEAD_REFEREE, "Jan")
        await self.add_players(*(f"P{number:03}" for number in range(1, 98)))
        for number in range(1, ROUNDS + 1):
            if number == 3:
                await self.add_players("Late Three")
            await self.start_round(number)
            await self.play_round(number)
            await self.close_round()
            view = await self.check_view()
            last = view["rounds"][-1]["tables"]
            if number == 1:
                gone = last[3]["seats"][2]
                await desk.organiser.execute("Withdraw", player=gone["player"], reason="is ill")
                self.gone.add(gone["name"])
            if number == 2:
                rude, loud = last[0]["seats"][0], last[1]["seats"][0]
                await self.referee.execute("Warn", player=rude["player"], reason="hints")
                await self.referee.execute(
                    "Penalise", player=loud["player"], points=25, reason="phone"
                )
                self.penalties[loud["name"]] = 25
            if number == 3:
                await self.head.execute("Exclude", player=rude["player"], reason="hints again")
                self.excluded.add(rude["name"])
        view = await self.check_view()
        for tie in view["title_ties"]:
            await self.head.execute("DecideTitles", players=tie, sharing="shared", reason="level")
        await desk.organiser.execute("Finish")
        view = await self.check_view()
        assert view["titles"]
        assert len(view["players"]) == 100


def test_a_tournament_of_a_hundred_survives_three_kills(tmp_path: Path) -> None:
    async def play(stack: ExitStack) -> None:
        laptop = Laptop(tmp_path, stack)
        await laptop.start()
        laptop.up.set()
        settings = {"rounds": ROUNDS, "games": GAMES}
        day = Day(await create_tournament(await laptop.wait_for_url(), settings=settings), laptop)
        await day.play_tournament()
        assert (day.kills, day.unheard > 0) == (3, True)
        await day.check_file()
        game = Tournament.load((await day.desk.organiser.ask("/file")).body)
        assert compute_proven_state(game.log) == game.state
        told = (await day.desk.organiser.ask("/history")).body["entries"]
        assert [line["entry"] for line in told] == list(range(1, len(game.log.entries) + 1))
        for line in told:
            assert line["at"]
            assert line["by"]["name"]
            assert line["words"]
            assert all(words["template"] for words in line["words"])
        explained = json.dumps(told)
        for word in ("Late Three", "hints again", "has to go", "read wrongly", "phone"):
            assert word in explained
        assert laptop.process is not None
        assert laptop.process.faults == []
        written = laptop.process.log.read_text(encoding="utf-8")
        links = (await day.desk.organiser.ask("/links")).body["links"]
        for secret in (day.desk.tournament, *(link["token"] for link in links)):
            assert secret not in written

    with ExitStack() as stack:
        run(play(stack))
