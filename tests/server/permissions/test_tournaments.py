"""Every tournament command and route, by everybody with or without a link: done or refused."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, get_args

from kostka.client import connect
from kostka.server.app import build_application
from kostka.server.openapi.document import list_described_routes
from kostka.tournament import AnyCommand, Role
from tests.server.permissions.expected import (
    COMMANDS,
    GUEST_TOKEN,
    HEAD_REFEREE,
    LINKS,
    NEVER_PREVIEWED,
    NOBODY,
    ORGANISER,
    OTHER_ORGANISER,
    OTHER_TABLE,
    PLAYER,
    PUBLIC_PATHS,
    REFEREE,
    REVOKED,
    ROUTES,
    SCREEN,
    SENDERS,
    TABLE,
    UNKNOWN,
    WRONG_SECRET,
)
from tests.server.stores import dump_data, open_store
from tests.server.tournaments.test_online import get_seat_secrets, go_online
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import (
    Link,
    RunningTournament,
    create_tournament,
    run_tournament,
)

SETTINGS = {"rounds": 1, "games": 1}


class Asked(NamedTuple):
    """A command with its fields."""

    kind: str
    fields: dict[str, Any]


class Hall:
    """A tournament with everybody who could want something of it."""

    def __init__(self, folder: Path, desk: RunningTournament, links: dict[str, Link]) -> None:
        self.folder = folder
        self.desk = desk
        self.links = links
        self.tried: set[str] = set()

    async def do(self, kind: str, bearer: str = ORGANISER, **fields: Any) -> Any:
        return await self.links[bearer].execute(kind, **fields)

    async def try_commands(self, *asked: Asked) -> None:
        """Let everybody try commands of which each would be executed now."""
        for kind, fields in asked:
            self.tried.add(kind)
            saved = dump_data(self.folder)
            body = json.dumps({"type": kind, **fields}).encode()
            for bearer in self.links:
                preview = await self.links[bearer].ask("/preview", body)
                if bearer in COMMANDS[kind]:
                    wanted = 409 if kind in NEVER_PREVIEWED else 200
                    assert preview.status == wanted, (kind, bearer, preview)
                    continue
                assert preview.status == 403, (kind, bearer, preview)
                told = await self.links[bearer].ask("/commands", body)
                assert told.status == 403, (kind, bearer, told)
                if bearer in UNKNOWN | {NOBODY}:
                    assert told.codes[0] in {"unknown_link", "link_called_in"}, (kind, bearer)
            assert dump_data(self.folder) == saved, kind


@asynccontextmanager
async def open_hall(folder: Path) -> AsyncIterator[Hall]:
    """Open a tournament with links, beside another one whose tables play online."""
    async with run_tournament(folder, settings=SETTINGS, rehearsal=True) as desk:
        other = await create_tournament(desk.url, settings=SETTINGS)
        await other.seat_players(3)
        await go_online(other, 1)
        links = {
            SCREEN: await desk.grant_link(Role.SCREEN, "wall"),
            REFEREE: await desk.grant_link(Role.REFEREE, "Ola"),
            HEAD_REFEREE: await desk.grant_link(Role.HEAD_REFEREE, "Jan"),
            REVOKED: await desk.grant_link(Role.ORGANISER, "Eva"),
            ORGANISER: desk.organiser,
            OTHER_ORGANISER: desk.make_link(other.organiser.token),
            WRONG_SECRET: desk.make_link("wrong"),
            NOBODY: desk.anybody,
            # Until a table of this tournament plays online, a link to a seat of the other one.
            PLAYER: desk.make_link((await get_seat_secrets(other))[0]),
        }
        async with connect(desk.url, name="Guest") as guest:
            links[GUEST_TOKEN] = desk.make_link(guest.token)
        grants = (await desk.organiser.view())["grants"]
        number = next(grant["number"] for grant in grants if grant["name"] == "Eva")
        await desk.organiser.execute("RevokeLink", grant=number)
        yield Hall(folder, desk, links)


async def start_round(hall: Hall) -> None:
    """Let two tables play, the first of them online."""
    await hall.do("StartRound")
    hall.links |= {
        TABLE: await hall.desk.get_sheet_link(1),
        OTHER_TABLE: await hall.desk.get_sheet_link(2),
    }
    await go_online(hall.desk, 1)
    hall.links[PLAYER] = hall.desk.make_link((await get_seat_secrets(hall.desk))[0])


def test_every_command_and_every_route_has_an_entry(tmp_path: Path) -> None:
    assert set(COMMANDS) == {kind.__name__ for kind in get_args(AnyCommand)}

    async def list_routes() -> None:
        store = await open_store(tmp_path)
        found = list_described_routes(build_application(store).routes)
        await store.close()
        routes = {f"{route.method.upper()} {route.path}" for route in found}
        tournament_routes = {
            route for route in routes if route.partition(" ")[2].startswith(PUBLIC_PATHS)
        }
        assert set(ROUTES) == tournament_routes
        needing = {
            f"{route.method.upper()} {route.path}" for route in found if route.operation.needs_link
        }
        assert needing <= tournament_routes

    run(list_routes())
    assert set().union(*COMMANDS.values(), *ROUTES.values()) <= SENDERS


def test_every_command_by_everybody(tmp_path: Path) -> None:
    async def look() -> None:
        async with open_hall(tmp_path) as hall:
            await hall.do("AddPlayers", players=[{"name": f"P{n}"} for n in range(7)], present=True)
            await hall.do("AddPlayers", players=[{"name": "Late"}])
            await hall.try_commands(
                Asked("ChangeSettings", {"settings": {**SETTINGS, "minutes": 40}}),
                Asked(
                    "GrantLinks",
                    {"links": [{"role": "screen", "name": "x", "token_hash": "0" * 64}]},
                ),
                Asked("RevokeLink", {"grant": 1}),
                Asked("AddPlayers", {"players": [{"name": "New"}]}),
                Asked("RenamePlayer", {"player": 1, "name": "Other"}),
                Asked("CheckIn", {"players": [8]}),
                Asked("Withdraw", {"player": 1}),
                Asked("SeatRound", {}),
                Asked("ShowStandings", {"shown": True}),
            )
            await hall.do("SeatRound")
            await hall.do("CheckIn", players=[8])
            tables = (await hall.desk.organiser.view())["rounds"][0]["tables"]
            first, second = (table["seats"][0]["player"] for table in tables)
            await hall.try_commands(
                Asked("SwapSeats", {"players": [first, second]}),
                Asked("SeatLate", {"player": 8}),
            )
            await hall.do("SeatLate", player=8)
            await hall.try_commands(Asked("LockSeats", {}))
            await hall.do("LockSeats")
            await hall.try_commands(Asked("StartRound", {}))
            await start_round(hall)
            await try_commands_of_running_round(hall)
            await try_commands_of_end(hall)
            assert hall.tried == set(COMMANDS)
            assert set(hall.links) == SENDERS

    run(look())


async def try_commands_of_running_round(hall: Hall) -> None:
    result = hall.desk.build_result(1, 1, 0, 5, 6, 7)
    call: dict[str, Any] = {"table": 1, "about": "a tile fell"}
    await hall.try_commands(
        Asked("EnterResult", result),
        Asked("Rehearse", {}),
        Asked("CallReferee", call),
        Asked("StopClock", {"table": 1}),
        Asked("Warn", {"player": 1, "reason": "noise"}),
        Asked("Penalise", {"player": 1, "points": 5, "reason": "noise"}),
        Asked("VoidRound", {"reason": "the fire alarm"}),
    )
    await hall.do("EnterResult", HEAD_REFEREE, **result)
    entry = len((await hall.desk.organiser.ask("/history")).body["entries"])
    await hall.do("CallReferee", **call)
    await hall.do("Warn", REFEREE, player=1, reason="noise")
    await hall.try_commands(
        Asked("CorrectResult", {**hall.desk.build_result(1, 1, 0, 5, 6, 8), "reason": "wrong sum"}),
        Asked("Undo", {"entry": entry, "reason": "wrong table"}),
        Asked("DecideDispute", {"dispute": 1, "decision": "play on"}),
        Asked("ResumeClock", {"table": 1}),
        Asked("Exclude", {"player": 1, "reason": "noise again"}),
        Asked("CancelIncident", {"incident": 1, "reason": "it was another"}),
    )


async def try_commands_of_end(hall: Hall) -> None:
    """Close the round with the same result at both tables, so that titles are tied."""
    await hall.do("DecideDispute", REFEREE, dispute=1, decision="play on")
    await hall.do("EnterResult", **hall.desk.build_result(2, 1, 0, 5, 6, 7))
    await hall.try_commands(Asked("CloseRound", {}))
    view = await hall.do("CloseRound")
    ties = view["title_ties"]
    assert ties
    decision = {"sharing": "shared", "reason": "they are level"}
    await hall.try_commands(Asked("DecideTitles", {"players": ties[0], **decision}))
    for tie in ties:
        await hall.do("DecideTitles", HEAD_REFEREE, players=tie, **decision)
    await hall.try_commands(Asked("Finish", {}))


def test_every_route_by_everybody(tmp_path: Path) -> None:
    async def look() -> None:
        async with open_hall(tmp_path) as hall:
            await hall.do("AddPlayers", players=[{"name": f"P{n}"} for n in range(8)], present=True)
            await hall.do("SeatRound")
            await hall.do("LockSeats")
            await start_round(hall)
            assert set(hall.links) == SENDERS
            log_file = (await hall.desk.organiser.ask("/file")).body
            await hall.do("ShowStandings", shown=True)
            longer = (await hall.desk.organiser.ask("/file")).body
            assert longer.startswith(log_file)
            bodies = {
                "POST /api/tournaments/{id}/commands": {"type": "ShowStandings", "shown": True},
                "POST /api/tournaments/{id}/preview": {"type": "ShowStandings", "shown": False},
                "POST /api/tournaments/{id}/links": {"role": "screen", "label": "wall"},
                "POST /api/tournaments/{id}/online": {"table": 1},
                "POST /api/tournaments/{id}/online/{table}/links": {"seat": 0},
                "POST /api/tournaments/{id}/online/{table}/rulings": {
                    "ruling": {"type": "EndGame"},
                    "reason": "its clock runs",
                },
                "POST /api/tournaments": {"title": "Another"},
            }
            files = {
                "POST /api/tournaments/{id}/list": b"Ola",
                "POST /api/tournaments/file": longer,
            }
            for route, allowed in ROUTES.items():
                if route == "POST /api/tournaments/file":
                    continue  # below: it needs a server whose tournament is behind the file
                method, _, pattern = route.partition(" ")
                body = files.get(route)
                if body is None and method == "POST":
                    body = json.dumps(bodies[route]).encode()
                await try_route(hall, method, pattern, body, allowed)

    run(look())


async def try_route(
    hall: Hall, method: str, pattern: str, body: bytes | None, allowed: frozenset[str]
) -> None:
    """Let those who may not use a route try it, then those who may."""
    start = "/api/tournaments/{id}"
    path = pattern.replace("{table}", "1").replace("{file}", "all.json").removeprefix(start)
    saved = dump_data(hall.folder)
    for bearer in sorted(SENDERS - allowed):
        told = await hall.links[bearer].ask(path, body, method)
        assert told.status == 403, (pattern, bearer, told)
    assert dump_data(hall.folder) == saved, pattern
    for bearer in sorted(allowed):
        link = hall.links[bearer]
        if not pattern.startswith(start):
            link = Link(link.url, "", link.token)
            link.path, path = "/api/tournaments", ""
        told = await link.ask(path, body, method)
        allowed_but_idle = told.status == 409 and told.codes == ["clock_runs"]
        assert told.status in {200, 201, 204} or allowed_but_idle, (pattern, bearer, told)


def test_only_an_organiser_brings_entries_in_a_file(tmp_path: Path) -> None:
    """Everybody else's file changes nothing, though it goes on correctly where ours ends."""

    async def look() -> None:
        here = tmp_path / "here"
        async with open_hall(here) as hall:
            short = (await hall.desk.organiser.ask("/file")).body
            links = hall.links | dict.fromkeys((TABLE, OTHER_TABLE), hall.links[WRONG_SECRET])
            await hall.do("AddPlayers", players=[{"name": "Ola"}])
            longer = (await hall.desk.organiser.ask("/file")).body
        async with run_tournament(tmp_path / "there") as elsewhere:
            for link in links.values():
                link.url, link.path = elsewhere.url, "/api/tournaments"
            assert (await links[NOBODY].ask("/file", short)).status == 200
            saved = dump_data(tmp_path / "there")
            for bearer in sorted(LINKS | UNKNOWN | {NOBODY}):
                if bearer not in ROUTES["POST /api/tournaments/file"]:
                    assert (await links[bearer].ask("/file", longer)).status == 403, bearer
                    assert dump_data(tmp_path / "there") == saved, bearer
            assert (await links[ORGANISER].ask("/file", longer)).status == 200
            assert dump_data(tmp_path / "there") != saved

    run(look())
