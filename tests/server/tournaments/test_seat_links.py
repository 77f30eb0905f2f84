"""Seats at online tables belong to the players whose links open them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from kostka.client import Connection, Refused, connect
from kostka.numbers import Draw
from kostka.protocol import requests
from kostka.protocol.responses import AnyMessage, Notice, NoticeCode
from kostka.protocol.rooms import Stage
from kostka.server.storage.store import SavedRoom
from kostka.tournament import Role
from tests.server.running import server
from tests.server.stores import open_store
from tests.server.tournaments.test_online import (
    ONE_ROUND,
    begin_game,
    get_seat_secrets,
    go_online,
    seat_players,
)
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import RunningTournament, run_tournament


@asynccontextmanager
async def run_online_table(folder: Path) -> AsyncIterator[tuple[RunningTournament, str]]:
    """Let one table of three play online; gives the desk and the code of the room."""
    async with run_tournament(folder, settings=ONE_ROUND) as desk:
        await desk.seat_players(3)
        yield desk, (await go_online(desk, 1)).body["code"]


async def open_link(player: Connection, code: str, secret: str) -> None:
    """Open a player's link on a device."""
    await player.enter_room(code)
    await player.ask(requests.ClaimSeat, secret=secret)


async def get_refusal_code(
    player: Connection, kind: type[requests.Request], **fields: object
) -> str:
    """Send a request that is refused; return the code."""
    with pytest.raises(Refused) as refused:
        await player.ask(kind, **fields)
    return refused.value.problem_code


def collect_notices(player: Connection) -> list[NoticeCode]:
    """Note from now on what a device is told."""
    notices: list[NoticeCode] = []

    def note(message: AnyMessage) -> None:
        if isinstance(message, Notice):
            notices.append(message.code)

    player.on_message = note
    return notices


async def renew_link(desk: RunningTournament, seat: int) -> list[str | None]:
    told = await desk.organiser.ask("/online/1/links", json.dumps({"seat": seat}).encode())
    assert told.status == 200, told
    return [link["url"] for link in told.body["links"]]


def test_a_stranger_with_the_code_can_only_watch(tmp_path: Path) -> None:
    async def look() -> None:
        async with (
            run_online_table(tmp_path) as (desk, code),
            connect(desk.url, name="Real 0") as stranger,
        ):
            await stranger.enter_room(code)
            assert stranger.room is not None
            assert (stranger.room.host, stranger.room.booked) == ("", True)
            secrets = await get_seat_secrets(desk)
            wrong = secrets[0][:-1] + ("A" if secrets[0][-1] != "A" else "B")
            before = stranger.room
            for kind, fields, code_of_refusal in (
                (requests.Sit, {"seat": 0}, "seat_reserved"),
                (requests.ClaimSeat, {"secret": wrong}, "wrong_seat_link"),
                (requests.ClaimSeat, {"secret": desk.organiser.token}, "wrong_seat_link"),
                (requests.StandUp, {}, "not_seated"),
                (requests.SeatBot, {"seat": 0, "level": 1}, "not_host"),
                (requests.ClearSeat, {"seat": 0}, "not_host"),
                (requests.Begin, {}, "not_seated"),
                (requests.CloseRoom, {}, "not_host"),
            ):
                assert await get_refusal_code(stranger, kind, **fields) == code_of_refusal
            await stranger.enter_room(code)
            assert stranger.room == before

    run(look())


def test_players_have_no_powers_over_each_other(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            ala, *others = await seat_players(stack, desk, code)
            for kind, fields in (
                (requests.ClearSeat, {"seat": 1}),
                (requests.SeatBot, {"seat": 1, "level": 1}),
                (requests.CloseRoom, {}),
            ):
                assert await get_refusal_code(ala, kind, **fields) == "not_host"
            assert await get_refusal_code(ala, requests.Sit, seat=1) == "seat_reserved"
            await others[1].ask(requests.Begin)  # any of them may begin
            await ala.wait_until(lambda one: one.game is not None)
            assert await get_refusal_code(ala, requests.SeatBot, seat=1, level=1) == "not_host"

    run(look())


def test_a_link_moves_the_seat_to_another_device_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            secrets = await get_seat_secrets(desk)
            await begin_game(players)
            old = players[0]
            assert old.game is not None
            rack = old.game.view.seats[0].rack
            assert rack is not None
            notices = collect_notices(old)
            new = await stack.enter_async_context(connect(desk.url, name="Tablet"))
            await open_link(new, code, secrets[0])
            assert new.seat == 0
            await new.wait_until(
                lambda one: one.game is not None and one.game.view.seats[0].rack == rack
            )
            await old.wait_until(
                lambda one: one.game is not None and one.game.view.seats[0].rack is None
            )
            assert old.seat is None
            assert notices == [NoticeCode.SEAT_MOVED]
            assert old.game.view.turn == 0  # A starts (Z-3)
            refused = await get_refusal_code(old, requests.Do, turn=1, command=Draw(0))
            assert refused == "not_seated"
            await new.send_command(Draw(0))

    run(play())


def test_a_device_that_opens_two_links_has_the_last_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), connect(desk.url) as family:
            secrets = await get_seat_secrets(desk)
            for seat in (0, 2, 2):
                await open_link(family, code, secrets[seat])
                assert family.seat == seat
            assert family.room is not None
            assert [chair.guest for chair in family.room.chairs] == [None, None, family.guest]

    run(play())


def test_a_renewed_link_ends_the_old_one_and_its_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            before = await get_seat_secrets(desk)
            await begin_game(players)
            notices = collect_notices(players[1])
            await renew_link(desk, 1)
            await players[1].wait_until(lambda one: one.seat is None)
            await players[1].wait_until(lambda _: bool(notices))
            assert notices == [NoticeCode.SEAT_RENEWED]
            after = await get_seat_secrets(desk)
            assert [one == other for one, other in zip(before, after, strict=True)] == [
                True,
                False,
                True,
            ]
            refused = await get_refusal_code(players[1], requests.ClaimSeat, secret=before[1])
            assert refused == "wrong_seat_link"
            await players[1].ask(requests.ClaimSeat, secret=after[1])
            assert players[1].seat == 1
            assert players[1].room is not None
            assert players[1].room.stage is Stage.PLAYING

    run(play())


def test_only_the_organiser_who_made_them_sees_the_links(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path, settings=ONE_ROUND) as desk:
            other = await desk.grant_link(Role.ORGANISER, "Ola")
            links = {
                role: await desk.grant_link(role, role)
                for role in (Role.HEAD_REFEREE, Role.REFEREE, Role.SCREEN)
            }
            await desk.seat_players(7)
            links[Role.TABLE] = await desk.get_sheet_link(1)
            code = (await go_online(desk, 1)).body["code"]
            secrets = await get_seat_secrets(desk)
            for link in (*links.values(), desk.anybody, desk.make_link("wrong")):
                for body in (None, b'{"seat": 0}'):
                    assert (await link.ask("/online/1/links", body)).status == 403
                for path in ("", "/history", "/export/all.json", "/kit.pdf?part=sheets"):
                    text = str((await link.ask(path)).body)
                    assert not any(secret in text for secret in secrets)
            assert await get_seat_secrets(desk) == secrets
            seen = (await other.ask("/online/1/links")).body
            assert seen["code"] == code
            assert [link["url"] for link in seen["links"]] == [None] * 4
            renewed = await other.ask("/online/1/links", b'{"seat": 3}')
            urls = [link["url"] for link in renewed.body["links"]]
            assert [url is None for url in urls] == [True, True, True, False]
            for table in (2, 3, 0):  # plays on paper, does not exist
                assert (await desk.organiser.ask(f"/online/{table}/links")).codes == ["not_online"]
            told = await desk.organiser.ask("/online/1/links", b'{"seat": 4}')
            assert told.codes == ["no_chair"]
            assert (await desk.organiser.ask("/online/1/links", b'{"seat": -1}')).status == 400

    run(look())


def test_the_slips_of_players_are_for_the_organiser(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path, settings=ONE_ROUND) as desk:
            head = await desk.grant_link(Role.HEAD_REFEREE, "Ola")
            await desk.seat_players(7)
            slips = "/kit.pdf?part=slips"
            assert (await desk.organiser.ask(slips)).codes == ["print_nothing"]
            await go_online(desk, 2)
            (page,) = PdfReader(BytesIO((await desk.organiser.ask(slips)).body)).pages
            text = "".join(page.extract_text().split())
            for secret in await get_seat_secrets(desk, 2):
                assert secret in text
            assert (await head.ask(slips)).codes == ["print_nothing"]
            whole = PdfReader(BytesIO((await head.ask("/kit.pdf")).body))
            assert not any("#" in page.extract_text() for page in whole.pages)

    run(look())


def read_all_files(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


@pytest.mark.sqlite_only("it looks into SQLite's files")
def test_the_store_keeps_no_secret_of_a_seat(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_online_table(tmp_path) as (desk, _):
            secrets = await get_seat_secrets(desk)
        assert len(set(secrets)) == 3
        files = read_all_files(tmp_path)
        assert b"secret_hash" in files
        assert not any(secret.encode() in files for secret in secrets)
        async with server(tmp_path) as url:
            desk.organiser.url = url
            assert await get_seat_secrets(desk) == secrets

    run(look())


def test_rooms_saved_before_seats_had_keys_are_opened_with_new_links(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            await begin_game(players)
            token = players[0].token
        await remove_seat_keys(tmp_path, code)
        async with server(tmp_path) as url, connect(url, token=token) as ala, connect(url) as bob:
            desk.url = desk.organiser.url = url
            await ala.enter_room(code)
            assert ala.seat == 0  # goes on with what she had
            await bob.enter_room(code)
            assert await get_refusal_code(bob, requests.Sit, seat=1) == "seat_reserved"
            refused = await get_refusal_code(bob, requests.ClaimSeat, secret=code)
            assert refused == "wrong_seat_link"
            seen = (await desk.organiser.ask("/online/1/links")).body["links"]
            assert [link["url"] for link in seen] == [None] * 3
            urls = await renew_link(desk, 1)
            assert [url is None for url in urls] == [True, False, True]
            assert urls[1] is not None
            await bob.ask(requests.ClaimSeat, secret=urls[1].partition("#")[2])
            assert bob.seat == 1

    run(play())


async def remove_seat_keys(folder: Path, code: str) -> None:
    """Rewrite a room as it was saved before."""
    store = await open_store(folder)
    saved = await store.find_room(code)
    assert saved is not None
    room: dict[str, Any] = json.loads(saved.snapshot)
    del room["seat_keys"]
    await store.write([SavedRoom(code, json.dumps(room).encode(), saved.updated)])
    await store.close()
