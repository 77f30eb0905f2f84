"""Links over HTTP: who may do what through which, wrong and old ones, addresses for phones."""
# ruff: noqa: S104 (nothing listens there)

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import URL

from kostka.server.tournaments.link_routes import LinkRoutes
from kostka.server.transport import addresses as address
from kostka.tournament import Role, hash_token
from tests.server.running import server
from tests.server.stores import open_store
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import Link, RunningTournament, run_tournament


async def grant_all_links(desk: RunningTournament) -> dict[str, Link]:
    """Grant a link to every role; two tables play."""
    people: dict[str, Link] = {
        role: await desk.grant_link(role, f"the {role}")
        for role in (Role.HEAD_REFEREE, Role.REFEREE, Role.SCREEN)
    }
    await desk.seat_players(8)
    return {
        Role.ORGANISER: desk.organiser,
        **people,
        Role.TABLE: await desk.get_sheet_link(1),
        "anybody": desk.anybody,
        "stranger": desk.make_link("stranger"),
    }


def test_every_role_may_do_what_is_its_own(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            people = await grant_all_links(desk)
            entry = desk.build_result(1, 1, 0, 5, 6, 7)
            table: set[str] = {Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE, Role.TABLE}
            allowed: list[tuple[str, dict[str, Any], set[str]]] = [
                ("EnterResult", entry, table),
                ("ShowStandings", {"shown": True}, {Role.ORGANISER}),
                ("Warn", {"player": 1, "reason": "noise"}, {Role.HEAD_REFEREE, Role.REFEREE}),
                ("Exclude", {"player": 2, "reason": "noise"}, {Role.HEAD_REFEREE}),
                ("LockSeats", {}, {Role.ORGANISER}),
                ("GrantLinks", {"links": []}, {Role.ORGANISER}),
            ]
            for kind, fields, roles in allowed:
                for role, link in people.items():
                    told = await link.do(kind, **fields)
                    unknown = role in ("anybody", "stranger")
                    if role in roles:
                        assert told.status in (200, 409), (kind, role)
                    else:
                        codes = ["unknown_link"] if unknown else ["wrong_role"]
                        assert (told.status, told.codes) == (403, codes), (kind, role)
            staff: set[str] = {Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE}
            seen: list[tuple[str, set[str]]] = [
                ("/links", {Role.ORGANISER}),
                ("/file", {Role.ORGANISER}),
                ("/history", staff),
                ("/export/results.json", staff),
                ("/kit.pdf?part=seats", staff),
            ]
            for path, roles in seen:
                for role, link in people.items():
                    status = (await link.ask(path)).status
                    assert status == (200 if role in roles else 403), (path, role)
            for role, link in people.items():
                give = json.dumps({"role": "referee", "label": "Ola"}).encode()
                assert ((await link.ask("/links", give)).status == 200) == (role == Role.ORGANISER)
                assert ((await link.ask("/list", b"Ola")).status == 200) == (role == Role.ORGANISER)

    run(look())


def test_nobody_sees_what_is_not_theirs(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            people = await grant_all_links(desk)
            for table in (1, 2):
                told = await desk.organiser.do(
                    "EnterResult", **desk.build_result(table, 1, 0, 31, 32, 33)
                )
                assert told.status == 200
            links = (await desk.organiser.ask("/links")).body["links"]
            secrets = [link["token"] for link in links]
            assert None not in secrets
            hidden = [*secrets, *map(hash_token, secrets)]
            for role, link in people.items():
                for path in ("", "/history", "/export/all.json"):
                    text = json.dumps((await link.ask(path)).body)
                    assert not any(secret in text for secret in hidden), (role, path)
            screen = [people[Role.SCREEN], desk.anybody]
            for link in screen:
                text = json.dumps(await link.view() | {"seed": "", "commitment": ""})
                assert '"entered": true' in text
                assert '"standings": null' in text
                for result in ("31", "32", "33", "96"):
                    assert result not in re.findall(r"\d+", text)
                assert '"paper": {' not in text
                view = await link.view()
                assert view["players"] == view["grants"] == view["incidents"] == []
            helper = await people[Role.TABLE].view()
            (round_,) = helper["rounds"]
            assert [table["number"] for table in round_["tables"]] == [1]
            assert round_["tables"][0]["games"][0]["paper"]["racks"][1]["tiles"] == 31
            assert helper["standings"] is None
            assert helper["players"] == helper["grants"] == []
            numbers = json.dumps((await desk.organiser.view())["grants"])
            assert not any(secret in numbers for secret in hidden)

    run(look())


def test_a_wrong_or_old_sheet_is_refused_with_a_clear_word(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            await desk.seat_players(8)
            one, two = await desk.get_sheet_link(1), await desk.get_sheet_link(2)
            told = await one.do("EnterResult", **desk.build_result(2, 1, 0, 5, 6, 7))
            assert (told.status, told.codes) == (403, ["wrong_table"])
            await desk.organiser.execute("RevokeLink", grant=2, reason="lost")
            told = await two.do("EnterResult", **desk.build_result(2, 1, 0, 5, 6, 7))
            assert (told.status, told.codes) == (403, ["link_called_in"])
            assert (await two.ask()).codes == ["link_called_in"]
            body = json.dumps({"role": "table", "label": "Ola", "table": 2}).encode()
            given = (await desk.organiser.ask("/links", body)).body["links"][-1]
            two = desk.make_link(given["token"])
            assert (
                await two.do("EnterResult", **desk.build_result(2, 1, 0, 5, 6, 7))
            ).status == 200
            await desk.organiser.execute("VoidRound", reason="the fire alarm")
            told = await one.do("EnterResult", **desk.build_result(1, 1, 0, 5, 6, 7))
            assert (told.status, told.codes) == (403, ["sheet_replaced"])
            await desk.start_round()
            assert (await one.ask()).codes == ["sheet_replaced"]
            new = await desk.get_sheet_link(1)
            assert (
                await new.do("EnterResult", **desk.build_result(1, 1, 0, 5, 6, 7))
            ).status == 200

    run(look())


def test_a_sheet_of_an_earlier_round_is_refused(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(
            tmp_path, settings={"rounds": 2, "games": 1}, rehearsal=True
        ) as desk:
            await desk.seat_players(8)
            first = await desk.get_sheet_link(1)
            await desk.organiser.execute("Rehearse")
            await desk.organiser.execute("CloseRound")
            await desk.start_round()
            for round_ in (1, 2):
                told = await first.do(
                    "EnterResult", **desk.build_result(1, 1, 0, 5, 6, 7, round_=round_)
                )
                assert (told.status, told.codes) == (403, ["sheet_of_round"])
            second = await desk.get_sheet_link(1)
            entry = desk.build_result(1, 1, 0, 5, 6, 7, round_=2)
            assert (await second.do("EnterResult", **entry)).status == 200

    run(look())


def test_links_are_seen_again_by_who_gave_them_out(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            other = await desk.grant_link(Role.ORGANISER, "Ola")
            head = await desk.grant_link(Role.HEAD_REFEREE, "Jan")
            await desk.seat_players(8)
            mine = (await desk.organiser.ask("/links")).body
            labels = [(link["role"], link["label"], link["table"]) for link in mine["links"]]
            assert labels == [
                ("organiser", "organiser", None),
                ("organiser", "Ola", None),
                ("head_referee", "Jan", None),
                ("table", "1", 1),
                ("table", "2", 2),
            ]
            tokens = [link["token"] for link in mine["links"]]
            assert tokens[:3] == [desk.organiser.token, other.token, head.token]
            assert len(set(tokens)) == 5
            for link in mine["links"]:
                assert link["url"] == f"{mine['base']}/tournament/{desk.tournament}#{link['token']}"
                assert link["qr"]["size"] > 20
                assert link["qr"]["path"].startswith("M")
            theirs = (await other.ask("/links")).body["links"]
            assert [link["token"] for link in theirs] == [None, other.token, None, None, None]
            before = mine["links"]
        async with server(tmp_path) as url:  # they follow from the organiser's own
            desk.organiser.url = url
            after = (await desk.organiser.ask("/links")).body["links"]
            assert [link["token"] for link in after] == [link["token"] for link in before]
        store = await open_store(tmp_path)
        kept = await store.load_tournament_log(desk.tournament)
        await store.close()
        assert kept is not None
        assert not any(token.encode() in kept for token in tokens)

    run(look())


def test_a_label_that_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            for body, status, code in (
                ({"role": "referee", "label": ""}, 409, "bad_link"),
                ({"role": "table", "label": "x"}, 409, "bad_link"),
                ({"role": "table", "label": "x", "table": 1}, 409, "not_locked"),
                ({"role": "king", "label": "x"}, 400, "bad_message"),
            ):
                told = await desk.organiser.ask("/links", json.dumps(body).encode())
                assert (told.status, told.codes) == (status, [code])

    run(look())


class Asked:
    """A request for an address."""

    def __init__(self, host: str) -> None:
        self.url = URL(f"http://{host}/")


@pytest.mark.parametrize(
    ("host", "listens", "found"),
    [
        ("localhost:8000", "127.0.0.1", ("http://localhost:8000", False)),
        ("127.0.0.1:8000", "127.0.0.1", ("http://127.0.0.1:8000", False)),
        ("localhost:8000", "0.0.0.0", ("http://192.168.1.7:8000", True)),
        ("[::1]:8000", "::", ("http://192.168.1.7:8000", True)),
        ("192.168.1.7:8000", "0.0.0.0", ("http://192.168.1.7:8000", True)),
        ("laptop.local:8000", "0.0.0.0", ("http://laptop.local:8000", True)),
        ("[fe80::7]:8000", "::", ("http://[fe80::7]:8000", True)),
        ("cup.example", "127.0.0.1", ("http://cup.example", True)),
    ],
)
def test_links_lead_to_where_phones_find_the_server(
    monkeypatch: pytest.MonkeyPatch, host: str, listens: str, found: tuple[str, bool]
) -> None:
    ways = dict.fromkeys(address.PROBES[1:], "192.168.1.7")  # there is no internet
    monkeypatch.setattr(address, "_find_own_address", ways.get)
    linking = LinkRoutes(None, listens)  # type: ignore[arg-type]
    assert linking.find_base_url_and_reachability(Asked(host)) == found  # type: ignore[arg-type]


def test_without_a_network_nobody_is_told_that_phones_can_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address, "_find_own_address", lambda _: None)
    linking = LinkRoutes(None, "0.0.0.0")  # type: ignore[arg-type]
    base = linking.find_base_url_and_reachability(Asked("localhost:80"))  # type: ignore[arg-type]
    assert base == ("http://127.0.0.1:80", False)
