"""The desk over HTTP: opening, looking, entering, and every refusal with its status."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from kostka.server.tournaments.routes import MAX_COMMAND_BYTES
from kostka.tournament import Role, Tournament
from tests.server.running import fetched, read_metric, server
from tests.server.stores import open_store
from tests.server.tournaments.tournament_client import (
    JSON,
    RunningTournament,
    create_tournament,
    run_tournament,
)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


def test_a_tournament_is_opened_and_kept(tmp_path: Path) -> None:
    async def look() -> None:
        settings = {"rounds": 4, "games": 2, "minutes": 50, "avoid_repeats": True}
        async with run_tournament(tmp_path, settings=settings, rehearsal=True) as desk:
            view = await desk.organiser.view()
            assert (view["title"], view["role"], view["rehearsal"]) == (
                "Spring cup",
                "organiser",
                True,
            )
            assert view["settings"] == settings
            assert view["next_step"] == "register"
            await desk.organiser.execute("AddPlayers", players=[{"name": "Ala", "group": "7a"}])
            before = await desk.organiser.view()
        async with server(tmp_path) as url:  # it is found again
            desk.organiser.url = url
            assert await desk.organiser.view() == before
            page = await fetched(url, f"/api/games/{desk.tournament}")
            assert page.status == 404
            assert (await fetched(url, f"/api/games/{desk.tournament}/steps")).status == 404
            for path in ("/tournament", f"/tournament/{desk.tournament}"):
                assert b"<html" in (await fetched(url, path)).body
        store = await open_store(tmp_path)
        kept = await store.load_tournament_log(desk.tournament)
        await store.close()
        assert kept is not None
        assert desk.organiser.token is not None
        assert desk.organiser.token.encode() not in kept
        assert Tournament.load(kept).state.header.rehearsal

    run(look())


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "expected JSON"),
        (b"[]", "object"),
        (b'{"title":""}', "printable"),
        (b'{"title":"Cup","seed":"mine"}', "seed"),
        (b'{"title":"Cup","settings":{"rounds":0}}', "rounds"),
    ],
)
def test_what_cannot_be_run_is_not_opened(tmp_path: Path, body: bytes, why: str) -> None:
    async def look() -> None:
        async with server(tmp_path) as url:
            page = await fetched(url, "/api/tournaments", headers=JSON, body=body)
            assert page.status == 400
            told = json.loads(page.body)
            assert told["problems"][0]["code"] == "bad_message"
            assert why in told["error"]

    run(look())


def test_commands_are_refused_with_a_clear_code(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            before = await desk.organiser.ask()
            for sender, body, status, code in (
                (desk.organiser, b"{", 400, "bad_message"),
                (desk.organiser, b'{"type":"Dance"}', 400, "bad_message"),
                (desk.organiser, b'{"type":["SeatRound"]}', 400, "bad_message"),
                (desk.organiser, b'{"type":"SeatRound","token":"x"}', 400, "bad_message"),
                (desk.organiser, b'{"type":"StartRound","at":1}', 400, "bad_message"),
                (desk.organiser, b'{"type":"SeatRound","more":1}', 400, "bad_message"),
                (desk.organiser, b" " * (MAX_COMMAND_BYTES + 1), 413, "too_long"),
                (desk.organiser, b'{"type":"SeatRound"}', 409, "too_few"),
                (desk.organiser, b'{"type":"StartRound"}', 409, "not_locked"),
                (desk.anybody, b'{"type":"SeatRound"}', 403, "unknown_link"),
                (desk.make_link("wrong"), b'{"type":"SeatRound"}', 403, "unknown_link"),
            ):
                for path in ("/commands", "/preview"):
                    told = await sender.ask(path, body)
                    assert (told.status, told.codes) == (status, [code])
                    assert told.body["error"]
            after = await desk.organiser.ask()
            assert after.body["version"] == before.body["version"] == 1
            assert (await desk.make_link("wrong").ask()).codes == ["unknown_link"]
            for name in ("0" * 16, "x", "%FF", "0" * 15 + "%0A"):
                page = await fetched(desk.url, f"/api/tournaments/{name}")
                assert page.status == 404
                assert json.loads(page.body)["problems"][0]["code"] == "no_tournament"

    run(look())


def test_a_command_is_answered_with_what_its_sender_sees(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            body = {"players": [{"name": "Ala"}], "present": True}
            told = await desk.organiser.do("AddPlayers", **body)
            assert (told.body["version"], told.body["events"]) == (2, 1)
            assert told.body["view"]["players"][0]["name"] == "Ala"
            assert told.body["now"] > 1_700_000_000_000
            again = await desk.organiser.do("CheckIn", players=[1])
            assert (again.body["version"], again.body["events"]) == (2, 0)

    run(look())


def test_a_preview_changes_nothing(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            names = [{"name": f"P{number}"} for number in range(8)]
            await desk.organiser.execute("AddPlayers", players=names, present=True)
            told = await desk.organiser.ask(
                "/preview", b'{"type":"AddPlayers","players":[{"name":"Late"}]}'
            )
            assert told.status == 200
            assert told.body["events"][0]["type"] == "PlayersAdded"
            draw = await desk.organiser.ask("/preview", b'{"type":"SeatRound"}')
            assert (draw.status, draw.codes) == (409, ["no_draw_preview"])
            assert (await desk.organiser.ask()).body["version"] == 2


def test_the_seed_of_the_draw_is_secret_until_the_draw(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            names = [{"name": f"P{number}"} for number in range(8)]
            await desk.organiser.execute("AddPlayers", players=names, present=True)
            file = (await desk.organiser.ask("/file")).body
            seed = json.loads(file.split(b"\n")[0])["header"]["seed"]
            assert re.fullmatch("[0-9a-f]{32}", seed)
            head = await desk.grant_link(Role.HEAD_REFEREE, "head")
            people = [desk.organiser, head, desk.anybody]
            paths = ("", "/history", "/export/all.json", "/export/choices.csv", "/export/log.csv")
            for link in people:
                for path in paths:
                    answer = (await link.ask(path)).body
                    text = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                    assert seed.encode() not in text, path
                view = await link.view()
                assert view["seed"] == ""
                assert view["commitment"] == hash_draw(seed)
            await desk.organiser.execute("SeatRound", words="a red balloon")
            for link in people:
                view = await link.view()
                assert (view["seed"], view["commitment"]) == (seed, hash_draw(seed))
            (round_,) = (await desk.organiser.view())["rounds"]
            assert round_["words"] == "a red balloon"
            seats = [seat["player"] for table in round_["tables"] for seat in table["seats"]]
            prefix = f"kostka lot 1:{seed}:round 1 draw 1 words a red balloon"
            assert seats == sorted(
                range(1, 9), key=lambda n: sha256(f"{prefix}:{n}".encode()).hexdigest()
            )

    def hash_draw(seed: str) -> str:
        return sha256(f"kostka draw 1:{seed}".encode()).hexdigest()

    run(look())


def test_the_organisers_file_draws_the_same_seats_elsewhere(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path / "one") as desk:
            names = [{"name": f"P{number}"} for number in range(8)]
            await desk.organiser.execute("AddPlayers", players=names, present=True)
            file, token = (await desk.organiser.ask("/file")).body, desk.organiser.token
            await desk.organiser.execute("SeatRound")
            here = (await desk.organiser.view())["rounds"]
            commitment = (await desk.organiser.view())["commitment"]
        async with server(tmp_path / "other") as url:
            page = await fetched(url, "/api/tournaments/file", body=file)
            assert page.status in {200, 201}, page
            there = RunningTournament(url, desk.tournament, str(token))
            assert (await there.organiser.view())["commitment"] == commitment
            await there.organiser.execute("SeatRound")
            assert (await there.organiser.view())["rounds"] == here

    run(look())


def test_lists_are_read_for_the_organiser_alone(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            await desk.organiser.execute("AddPlayers", players=[{"name": "Ala", "group": "7a"}])
            text = "Name;Class\nŁucja Gęś;7b\nAla;7a\n;7a\n".encode("cp1250")
            read = await desk.organiser.ask("/list?encoding=cp1250", text)
            assert read.body["players"] == [{"line": 2, "name": "Łucja Gęś", "group": "7b"}]
            assert read.body["encoding"] == "cp1250"
            found = [(one["line"], one["problem"]["code"]) for one in read.body["problems"]]
            assert found == [(3, "name_twice"), (4, "name_empty")]
            assert (await desk.organiser.ask("/list", b"%PDF-1.7")).status == 400
            assert (await desk.organiser.ask("/list?encoding=punycode", text)).status == 400
            assert (await desk.anybody.ask("/list", text)).codes == ["unknown_link"]
            assert (await desk.organiser.ask()).body["version"] == 2

    run(look())


def test_who_waits_is_woken_by_an_entry(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            waiting = [
                asyncio.create_task(link.ask("?after=1"))
                for link in (desk.organiser, desk.anybody, desk.anybody)
            ]
            while await read_metric(desk.url, "kostka_tournament_waiting") != 3:
                pass
            await desk.organiser.execute("AddPlayers", players=[{"name": "Ala"}])
            for told in await asyncio.gather(*waiting):
                assert (told.status, told.body["version"]) == (200, 2)
            # Whoever knows another version hears of ours at once.
            assert (await desk.anybody.ask("?after=1")).body["version"] == 2
            assert (await desk.anybody.ask("?after=9")).body["version"] == 2
            assert (await desk.anybody.ask("?after=x")).status == 400

    run(look())


def test_who_waits_in_vain_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kostka.server.tournaments.live_tournament.LONG_POLL_TIMEOUT", 0.01)

    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            assert await desk.anybody.ask("?after=1") == (204, b"")

    run(look())


def test_nobody_is_kept_waiting_by_a_server_that_stops(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            waiting = asyncio.create_task(desk.anybody.ask("?after=1"))
            while await read_metric(desk.url, "kostka_tournament_waiting") != 1:
                pass
        assert (await waiting).status == 204

    run(look())


def test_two_tournaments_know_nothing_of_each_other(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as one:
            other = await create_tournament(one.url)
            await one.organiser.execute("AddPlayers", players=[{"name": "Ala"}])
            assert (await other.organiser.view())["players"] == []
            wrong = one.make_link(other.organiser.token)
            assert (await wrong.ask()).codes == ["unknown_link"]

    run(look())


def test_pages_of_other_sites_may_do_nothing(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            host = urlsplit(desk.url).netloc
            bearer = {"authorization": f"Bearer {desk.organiser.token}"}
            for path, body in (
                ("/api/tournaments", b'{"title":"Cup"}'),
                (f"{desk.organiser.path}/commands", b'{"type":"ShowStandings","shown":true}'),
                ("/api/tournaments/file", b""),
            ):
                for origin in ("https://evil.example", "null", "http://["):
                    headers = bearer | {"origin": origin}
                    page = await fetched(desk.url, path, headers=headers, body=body)
                    assert page.status == 403
                    assert json.loads(page.body)["problems"][0]["code"] == "foreign_page"
                ours = bearer | {"origin": f"http://{host}"}
                assert (await fetched(desk.url, path, headers=ours, body=body)).status != 403

    run(look())


def test_a_title_that_insults_is_refused(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            body = json.dumps({"title": "The stronzo cup"}).encode()
            told = await fetched(desk.url, "/api/tournaments", headers=JSON, body=body)
            assert (told.status, json.loads(told.body)["problems"][0]["code"]) == (
                409,
                "title_refused",
            )

    run(look())
