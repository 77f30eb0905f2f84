"""The host removes and bans people; they hear of it, and bots take over in a match."""

from __future__ import annotations

from pathlib import Path

from kostka.numbers import Leave
from kostka.protocol import requests
from kostka.protocol.responses import NoticeCode
from kostka.protocol.rooms import NamedGuest, Settings, Stage
from kostka.server.rooms.removals import MAX_BANNED
from kostka.server.rooms.room import STAND_IN_LEVEL
from tests.server.stores import dump_data
from tests.server.world import Person, World, run, world


async def remove(host: Person, person: Person, *, ban: bool = False) -> str:
    return await host.ask(requests.RemovePerson, guest=person.session.guest, ban=ban)


def name_person(person: Person) -> NamedGuest:
    return NamedGuest(person.session.guest, person.session.name)


def test_a_person_who_is_removed_may_come_back_without_the_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as here:
            ala, bob = await here.pair()
            code = ala.here.code
            assert not await remove(ala, bob)
            assert ala.here.chairs[1].is_empty
            bob.listen()
            assert bob.room is None
            assert bob.notices == [NoticeCode.REMOVED]
            assert await bob.ask(requests.Sit, seat=1) == "not_in_a_room"
            assert not await bob.ask(requests.Enter, room=code)
            assert not await bob.ask(requests.Sit, seat=1)

    run(play())


def test_a_ban_holds_for_all_devices_and_after_a_restart_until_it_is_lifted(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with world(tmp_path) as here:
            ala, bob = await here.pair()
            code = ala.here.code
            tablet = await here.back(bob)
            assert not await remove(ala, bob, ban=True)
            for device in (bob, tablet):
                device.listen()
                assert device.notices == [NoticeCode.BANNED]
                assert await device.ask(requests.Enter, room=code) == "banned"
            assert ala.people is not None
            assert ala.people.banned == (name_person(bob),)
            assert here.lobby.rooms[code].sessions == {ala.session}
        async with world(tmp_path) as here:
            again = await here.comes("", token=bob.token)
            assert await again.ask(requests.Enter, room=code) == "banned"
            back = await here.comes("", code, ala.token)
            assert not await back.ask(requests.Unban, guest=bob.session.guest)
            assert await back.ask(requests.Unban, guest=bob.session.guest) == "no_person"
            assert not await again.ask(requests.Enter, room=code)

    run(play())


def test_in_a_match_a_bot_takes_over_for_good(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as here:
            ala, bob = await here.playing(games=2)
            code = ala.here.code
            assert not await remove(ala, bob)
            chair = ala.here.chairs[1]
            assert (chair.guest, chair.bot, chair.name) == (None, STAND_IN_LEVEL, "Bob")
            assert not await bob.ask(requests.Enter, room=code)
            assert bob.seat is None
            assert ala.here.chairs[1].bot == STAND_IN_LEVEL
            await ala.until(lambda one: one.on_turn)  # the bot moves

    run(play())


def test_after_a_match_the_seat_is_that_of_a_bot(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as here:
            ala, bob = await here.playing()
            room = here.lobby.rooms[ala.here.code]
            while room.room.stage is Stage.PLAYING:
                await leave_game(bob)
            assert not await remove(ala, bob)
            assert ala.here.chairs[1].name == "Bot 3"
            assert not await ala.ask(requests.Begin)

    run(play())


async def leave_game(person: Person) -> None:
    assert person.game is not None
    assert person.seat is not None
    turn = person.game.view.turns
    assert not await person.ask(requests.Do, turn=turn, command=Leave(person.seat))


def test_the_host_sees_who_watches_and_nobody_else_does(tmp_path: Path) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            ala, bob = await here.pair()
            code = ala.here.code
            cid = await here.comes("Cid", code)
            await here.comes("", code, cid.token)  # on another device
            ala.listen()
            assert ala.people is not None
            assert ala.people.watching == (name_person(cid),)
            bob.listen()
            cid.listen()
            assert bob.people is None
            assert cid.people is None
            assert not await remove(ala, cid)
            assert cid.session.room is None
            assert not ala.people.watching

    run(look())


def test_what_a_host_cannot_do(tmp_path: Path) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            ala, bob = await here.pair()
            code = ala.here.code
            cid = await here.comes("Cid", code)
            for person in (bob, cid):
                assert await remove(person, ala) == "not_host"
                assert await remove(person, bob) == "not_host"
            assert await remove(ala, ala) == "not_removable"
            elsewhere = await here.comes("Dan")
            assert await remove(ala, elsewhere, ban=True) == "no_person"
            await ala.go()
            assert bob.here.host == bob.session.guest  # as a deputy
            assert await remove(bob, ala, ban=True) == "not_removable"
            assert not await remove(bob, cid)

    run(look())


def test_bans_are_limited(tmp_path: Path) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            ala = await here.comes("Ala")
            assert not await ala.ask(requests.Create, settings=Settings("travel"))
            await ban_many(here, ala, MAX_BANNED)
            last = await here.comes("Last", ala.here.code)
            assert await remove(ala, last, ban=True) == "too_many_bans"
            assert not await remove(ala, last)

    run(look())


async def ban_many(here: World, host: Person, count: int) -> None:
    for number in range(count):
        person = await here.comes(f"P{number}", host.here.code)
        assert not await remove(host, person, ban=True)


def test_a_forgotten_guest_is_forgotten_in_bans_too(tmp_path: Path) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            ala = await here.comes("Ala")
            assert not await ala.ask(requests.Create, settings=Settings("travel"))
            bob = await here.comes("Bob Unforgettable", ala.here.code)
            assert not await remove(ala, bob, ban=True)
            assert "Unforgettable" in dump_data(tmp_path)
            await here.lobby.forget_guest(bob.session.guest)
            ala.listen()
            assert ala.people is not None
            assert not ala.people.banned
            saved = dump_data(tmp_path)
            assert "Unforgettable" not in saved
            assert bob.session.guest not in saved

    run(look())
