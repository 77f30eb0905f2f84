"""Guests who are forgotten: their names and tokens are gone, and their games go on without them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kostka.events.errors import Refused
from kostka.protocol import requests, responses
from kostka.protocol.rooms import Chair, Settings, Stage
from kostka.server.games import read_record
from kostka.server.rooms.forgetting import forget_guest, remove_guest
from kostka.server.rooms.room import STAND_IN_LEVEL, Room, open_room
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.store import Conflict, GuestToForget, StoreFailed
from kostka.server.upkeep.forget_watch import ForgetWatch
from tests.server.stores import check_data, list_tables_with_text, open_store
from tests.server.world import Person, World, draw, run, world

NAME = "Xaverine"
"""A name that stands nowhere else."""


async def start_match(made: World, **settings: Any) -> tuple[Person, Person]:
    """Let Ala, who is host, and somebody with a rare name play."""
    ala = await made.comes("Ala")
    assert not await ala.ask(requests.Create, settings=Settings("travel", **settings))
    bob = await made.comes(NAME, ala.here.code)
    assert not await bob.ask(requests.Sit, seat=1)
    assert not await ala.ask(requests.Begin)
    bob.listen()
    return ala, bob


async def play_to_the_end(ala: Person, bob: Person) -> str:
    """Play until the game is over; return its id."""
    assert ala.game is not None
    while ala.game.view.result is None:
        await draw(ala if ala.on_turn else bob)
        ala.listen()
        bob.listen()
    return ala.game.game


def read_database(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob(f"{FILE_NAME}*"))


def test_a_guest_disappears_from_a_running_match(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await start_match(made, games=3)
            first = await play_to_the_end(ala, bob)
            assert not await ala.ask(requests.Begin)
            bob.listen()
            await draw(ala if ala.on_turn else bob)
            ala.listen()
            assert ala.game is not None
            second, turns = ala.game.game, ala.game.view.turns
            await made.lobby.forget_guest(bob.session.guest)
            assert bob.wire.closed
            bob.listen()
            assert bob.answer == responses.GoodBye(responses.Farewell.FORGOTTEN, None)
            ala.listen()
            assert [chair.name for chair in ala.here.chairs] == ["Ala", "Player 2"]
            assert ala.here.chairs[1].bot == STAND_IN_LEVEL
            assert [seat.name for seat in ala.game.view.seats] == ["Ala", "Player 2"]
            assert ala.game.view.turns >= turns
            with pytest.raises(Refused, match="token"):
                await made.comes("", token=bob.token)
            while ala.game.view.result is None:  # a bot plays on for the guest
                await draw(ala)
                ala.listen()
            for game in (first, second):
                record = read_record(await made.store.load_game_log(game) or b"")
                record.verify_record()
                assert b'"names":["Ala","Player 2"]' in record.to_bytes()
        assert list_tables_with_text(tmp_path, NAME) == []
        assert list_tables_with_text(tmp_path, bob.session.guest) == []
        check_data(tmp_path)

    run(check())


@pytest.mark.sqlite_only("it looks into SQLite's files")
def test_the_bytes_are_gone_from_the_file(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await start_match(made)
            await play_to_the_end(ala, bob)
            guest = bob.session.guest
            await made.lobby.forget_guest(guest)
        data = read_database(tmp_path)
        assert NAME.encode() not in data
        assert guest.encode() not in data

    run(check())


def test_a_host_alone_with_bots_closes_the_room(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala = await made.comes(NAME)
            settings = Settings("travel", seats=2, bots=(1,))
            assert not await ala.ask(requests.Create, settings=settings)
            code = ala.here.code
            assert not await ala.ask(requests.Begin)
            await made.lobby.forget_guest(ala.session.guest)
            assert code not in made.lobby.rooms
            saved = await made.store.find_room(code)
            assert saved is not None
            assert saved.closed
        assert list_tables_with_text(tmp_path, NAME) == []
        check_data(tmp_path)

    run(check())


def test_the_next_guest_becomes_host(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.pair(seats=3)
            await made.lobby.forget_guest(ala.session.guest)
            assert bob.here.host == bob.session.guest
            assert bob.here.chairs[0] == Chair()
        check_data(tmp_path)

    run(check())


def test_closed_rooms_are_changed_without_being_opened(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await start_match(made)
            game = await play_to_the_end(ala, bob)
            code = ala.here.code
            assert not await ala.ask(requests.CloseRoom)
            before = await made.store.find_room(code)
            made.time += 1000
            await made.lobby.forget_guest(bob.session.guest)
            after = await made.store.find_room(code)
            assert before is not None
            assert after is not None
            assert (after.closed, after.updated) == (True, before.updated)
            assert b'"Player 2"' in after.snapshot
            assert b'"Player 2"' in (await made.store.load_game_log(game) or b"")
        assert list_tables_with_text(tmp_path, NAME) == []
        check_data(tmp_path)

    run(check())


async def find_no_room(_: str) -> None:
    return None


def test_without_a_server_running_games_are_changed_too(tmp_path: Path) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await start_match(made)
            await draw(ala if ala.on_turn else bob)
        store = await open_store(tmp_path)
        await store.write([GuestToForget(bob.session.guest)])
        assert await forget_guest(store, bob.session.guest, find_no_room)
        await store.close()
        assert list_tables_with_text(tmp_path, NAME) == []
        check_data(tmp_path)
        async with world(tmp_path) as made:
            assert await made.store.list_due_rooms(0, 10) == [ala.here.code]
            again = await made.comes("", ala.here.code, ala.token)
            await again.until(lambda one: one.game is not None)
            assert again.game is not None
            assert [seat.name for seat in again.game.view.seats] == ["Ala", "Player 2"]
            await draw(again)

    run(check())


def test_a_failure_in_the_middle_is_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with world(tmp_path) as made:
            ala, bob = await start_match(made)
            await play_to_the_end(ala, bob)
            guest, write = bob.session.guest, made.store.write

            async def fail(changes: object) -> None:
                if "GuestToForget" in str(changes):
                    return await write(changes)  # type: ignore[arg-type]
                raise StoreFailed("the disk is full")

            monkeypatch.setattr(made.store, "write", fail)
            with pytest.raises((Refused, StoreFailed)):
                await made.lobby.forget_guest(guest)
            await ForgetWatch(made.lobby).forget_marked_guests()
            assert await made.store.list_guests_to_forget() == [guest]
            with pytest.raises(Refused, match="token"):
                await made.comes("", token=bob.token)
            monkeypatch.undo()
            await ForgetWatch(made.lobby).forget_marked_guests()
            assert await made.store.list_guests_to_forget() == []
            with pytest.raises(Conflict):
                await made.lobby.forget_guest(guest)
        assert list_tables_with_text(tmp_path, NAME) == []

    run(check())


# --- rooms ------------------------------------------------------------------------------------


def make_room(**changes: object) -> Room:
    room = open_room("ABCDE", "ala", "Ala", Settings("travel", seats=3, bots=(2,)))
    chairs = (room.chairs[0], Chair("Bob", guest="bob", here=True), room.chairs[2])
    return replace(room, chairs=chairs, **changes)


def test_a_seat_before_the_match_is_free_again() -> None:
    room = remove_guest(make_room(), "bob")
    assert room.chairs[1] == Chair()
    assert room.host == "ala"


def test_names_do_not_collide() -> None:
    room = make_room(stage=Stage.PLAYING)
    room = replace(room, chairs=(replace(room.chairs[0], name="Player 2"), *room.chairs[1:]))
    assert remove_guest(room, "bob").chairs[1] == Chair("Player 2 (2)", bot=STAND_IN_LEVEL)


def test_reserved_seats_keep_their_names() -> None:
    room = make_room(stage=Stage.PLAYING, reserved=("Ann", "Ben", "Cid"), host="")
    assert remove_guest(room, "bob").chairs[1] == Chair("Ben")


def test_a_seat_that_the_guest_left_in_the_match_is_renamed_too() -> None:
    room = make_room(stage=Stage.BETWEEN)
    left = replace(room, chairs=(room.chairs[0], Chair("Bob", bot=4), room.chairs[2]))
    assert remove_guest(left, "bob", {1}).chairs[1] == Chair("Player 2", bot=4)
    assert remove_guest(left, "bob").chairs[1] == Chair("Bob", bot=4)


def test_powers_of_the_host_go_on() -> None:
    room = remove_guest(make_room(deputy="ala"), "ala")
    assert (room.host, room.deputy) == ("bob", None)
    assert remove_guest(room, "bob").host == ""
