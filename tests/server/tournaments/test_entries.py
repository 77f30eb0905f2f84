"""Entries: never twice, never lost, and not made if they cannot be written."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from gzip import decompress
from pathlib import Path
from random import Random

import pytest

from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import Change, StoreFailed, TournamentLines
from kostka.tournament import Tournament
from kostka.tournament import events as ev
from tests.server.running import fetched, read_metric, server
from tests.server.stores import open_store
from tests.server.tournaments.phone_client import Phone
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import (
    RunningTournament,
    create_tournament,
    run_tournament,
)


class Moody(SqliteStore):
    """A store whose disk is full at times, or breaks after all was written."""

    full = False
    breaks = False

    async def write(self, changes: Sequence[Change]) -> None:
        entering = any(isinstance(change, TournamentLines) for change in changes)
        if self.full and entering:
            raise StoreFailed("/data/kostka.sqlite3: the disk is full (SQLITE_FULL)")
        await super().write(changes)
        if self.breaks and entering:
            raise StoreFailed("/data/kostka.sqlite3: the disk cannot be read or written")


async def load_tournament_game(folder: Path, desk: RunningTournament) -> Tournament:
    """Load the tournament from what a stopped server has left."""
    store = await open_store(folder)
    data = await store.load_tournament_log(desk.tournament)
    await store.close()
    assert data is not None
    return Tournament.load(data)


def list_results(game: Tournament) -> list[ev.ResultEntered]:
    return [event for event in game.log.events if isinstance(event, ev.ResultEntered)]


def test_the_same_result_sent_twice_is_one(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            await desk.seat_players(8)
            one, entry = await desk.get_sheet_link(1), desk.build_result(1, 1, 0, 5, 6, 7)
            first = await one.do("EnterResult", **entry)
            assert (first.status, first.body["events"]) == (200, 1)
            again = await one.do("EnterResult", **entry)
            by_another = await desk.organiser.do("EnterResult", **entry | {"stamp": "other phone"})
            for told in (again, by_another):
                assert (told.status, told.body["events"]) == (200, 0)
                assert told.body["version"] == first.body["version"]
            differs = desk.build_result(1, 1, 0, 5, 6, 8)
            told = await one.do("EnterResult", **differs)
            assert (told.status, told.codes) == (409, ["result_there"])
            told = await one.do("EnterResult", **differs | {"stamp": entry["stamp"]})
            assert (told.status, told.codes) == (409, ["stamp_used"])
            corrected = await one.do("CorrectResult", **differs, reason="read wrongly")
            assert corrected.body["events"] == 1
            assert (await one.do("CorrectResult", **differs, reason="again")).body["events"] == 0
            wrong = await one.do("EnterResult", **desk.build_result(1, 2, 1, 5, 6, 7))
            assert (wrong.status, wrong.codes) == (409, ["no_winner"])
            assert "table 1, game 2" in wrong.body["error"]

    run(look())


def test_an_entry_that_cannot_be_saved_has_not_happened(tmp_path: Path) -> None:
    async def look() -> None:
        store = Moody(tmp_path)
        async with run_tournament(tmp_path, store=store) as desk:
            await desk.seat_players(8)
            before = await desk.organiser.ask()
            entry = desk.build_result(1, 1, 0, 5, 6, 7)
            store.full = True
            for _ in range(2):
                told = await desk.organiser.do("EnterResult", **entry)
                assert (told.status, told.codes) == (503, ["not_saved"])
                assert "kostka.sqlite3" not in told.body["error"]
                seen = await desk.organiser.ask()
                assert seen.body["version"] == before.body["version"]
                assert seen.body["view"] == before.body["view"]
            # What is refused anyway is refused for its own reason.
            assert (await desk.organiser.do("LockSeats")).codes == ["started"]
            page = await fetched(
                desk.url, "/api/tournaments", headers={}, body=b'{"title":"Other cup"}'
            )
            assert page.status == 503
            store.full = False
            told = await desk.organiser.do("EnterResult", **entry)
            assert (told.status, told.body["events"]) == (200, 1)
            assert told.body["version"] == before.body["version"] + 1

    run(look())


@pytest.mark.sqlite_only("its store fails as SQLite does")
def test_all_who_rest_on_an_entry_that_is_lost_hear_of_it(tmp_path: Path) -> None:
    """While the disk is full many enter at once, each decided on what came before it."""

    async def look() -> None:
        store = Moody(tmp_path)
        async with run_tournament(tmp_path, store=store) as desk:
            await desk.seat_players(40)
            phones = [Phone(desk.url, desk.tournament, desk.organiser.token) for _ in range(20)]
            entries = [desk.build_result(1 + n % 10, 1, 0, 5, 6, 7) for n in range(20)]
            before = (await desk.organiser.ask()).body["version"]
            store.full = True
            for told in await asyncio.gather(
                *(one.do("EnterResult", **e) for one, e in zip(phones, entries, strict=True))
            ):
                assert (told.status, told.codes) == (503, ["not_saved"])
            store.full = False
            told_again = await asyncio.gather(
                *(one.do("EnterResult", **e) for one, e in zip(phones, entries, strict=True))
            )
            assert [told.status for told in told_again] == [200] * 20
            assert sum(told.body["events"] for told in told_again) == 10
            assert (await desk.organiser.ask()).body["version"] == before + 10
            await asyncio.gather(*(one.close() for one in phones))
        assert len(list_results(await load_tournament_game(tmp_path, desk))) == 10

    run(look())


@pytest.mark.sqlite_only("its store fails as SQLite does")
def test_what_a_breaking_disk_has_kept_nevertheless_is_found_by_the_retry(tmp_path: Path) -> None:
    async def look() -> None:
        store = Moody(tmp_path)
        async with run_tournament(tmp_path, store=store) as desk:
            await desk.seat_players(8)
            entry = desk.build_result(1, 1, 0, 5, 6, 7)
            store.breaks = True
            assert (await desk.organiser.do("EnterResult", **entry)).status == 503
            store.breaks = False
            told = await desk.organiser.do("EnterResult", **entry)
            assert (told.status, told.body["events"]) == (200, 0)
            games = told.body["view"]["rounds"][0]["tables"][0]["games"]
            assert [game["entered"] for game in games] == [True, False, False]
        assert len(list_results(await load_tournament_game(tmp_path, desk))) == 1

    run(look())


def test_two_hundred_phones_enter_at_once(tmp_path: Path) -> None:
    """Each sends its result, and again before it hears of it; half of the hall looks on."""

    async def look() -> None:
        async with run_tournament(tmp_path, settings={"rounds": 1, "games": 4}) as desk:
            await desk.seat_players(200)
            links = (await desk.organiser.ask("/links")).body["links"]
            sheets = {link["table"]: link["token"] for link in links if link["table"]}
            dice = Random(7)
            spots = [(table, game) for table in sheets for game in range(1, 5)]
            entries = {
                spot: desk.build_result(*spot, 0, *(dice.randint(1, 60) for _ in range(3)))
                for spot in spots
            }
            before = (await desk.organiser.ask()).body["version"]

            def phone(table: int | None) -> Phone:
                return Phone(desk.url, desk.tournament, sheets[table] if table else None)

            lookers = [phone(None) for _ in range(100)]
            waiting = [asyncio.create_task(one.ask(f"?after={before}")) for one in lookers]
            phones = [(spot, phone(spot[0])) for spot in spots for _ in range(2)]
            assert len(spots) == 200
            told = await asyncio.gather(
                *(one.do("EnterResult", **entries[spot]) for spot, one in phones)
            )
            assert {one.status for one in told} == {200}
            made = [one.body["events"] for one in told]
            assert sorted(made) == [0] * 200 + [1] * 200
            for heard in await asyncio.gather(*waiting):
                assert (heard.status, heard.body["version"] > before) == (200, True)
            view = await desk.organiser.ask()
            assert view.body["version"] == before + 200
            assert view.body["view"]["rounds"][0]["missing"] == []
            assert view.body["view"]["next_step"] == "close"
            small = await fetched(
                desk.url,
                desk.organiser.path,
                headers={
                    "authorization": f"Bearer {desk.organiser.token}",
                    "accept-encoding": "gzip",
                },
            )
            assert small.headers["content-encoding"] == "gzip"
            assert json.loads(decompress(small.body))["view"] == view.body["view"]
            for one in (*lookers, *(one for _, one in phones)):
                await one.close()
        game = await load_tournament_game(tmp_path, desk)
        papers = {(entry.table, entry.game): entry.stamp for entry in list_results(game)}
        assert papers == {spot: entry["stamp"] for spot, entry in entries.items()}
        assert len(list_results(game)) == 200

    run(look())


def test_a_tournament_is_found_again_after_others_took_its_place_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.server.tournaments.registry.MAX_IN_MEMORY", 2)

    async def look() -> None:
        async with server(tmp_path) as url:
            halls = [await create_tournament(url, title=f"Cup {n}") for n in range(5)]
            for n, desk in enumerate(halls):
                await desk.organiser.execute("AddPlayers", players=[{"name": f"P{n}"}])
            for n, desk in enumerate(halls):
                view = await desk.organiser.view()
                assert (view["title"], view["players"][0]["name"]) == (f"Cup {n}", f"P{n}")
            assert await read_metric(url, "kostka_tournaments") == 2

    run(look())
