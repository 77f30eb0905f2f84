"""Every request of the protocol, by everybody, in every kind of room: done or refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import Raw
from msgspec.structs import replace

from kostka.events.errors import Refused
from kostka.numbers import Leave
from kostka.protocol import requests
from kostka.protocol.rooms import Settings
from kostka.server.rooms.reserved_seats import open_booked_room, renew_seat_key
from kostka.server.rooms.room import open_room
from kostka.server.rooms.seat_key import SeatKey
from kostka.word import commands as word
from tests.server.permissions import expected
from tests.server.permissions.expected import (
    BANNED,
    ELSEWHERE,
    HOST,
    MOVED,
    NEW_LINK,
    OLD_LINK,
    OUTSIDE,
    REQUESTS,
    SEATED,
    SITUATIONS,
    SPECTATOR,
)
from tests.server.stores import dump_data
from tests.server.world import Person, Wire, World, run, world

KINDS: tuple[type[requests.Request], ...] = get_args(requests.AnyRequest)
ADDRESS = "127.0.0.1"
EMPTY_SEAT = 2
FIRST, SECOND, OLD, NEW, THERE = "here 0", "here 1", "here 2", "here 2 renewed", "there 0"
"""Secrets of seats at the tournament tables."""


class Scene:
    """A room in some situation, with everybody who may want something of it."""

    def __init__(self, here: World, code: str, people: dict[str, Person]) -> None:
        self.world = here
        self.code = code
        self.people = people
        self.secrets: dict[str, str] = {}
        """The secret with which each of them claims a seat."""

    def find_guest(self, bearer: str) -> str:
        """Return the public id of somebody; at tournament tables nobody is banned."""
        return self.people[bearer if bearer in self.people else SPECTATOR].session.guest

    def build_fields(self, kind: type[requests.Request], bearer: str) -> dict[str, Any]:
        """Return the fields of a request that somebody who may send it has carried out."""
        person = self.people[bearer]
        seat = person.seat or 0
        turn = person.game.view.turns if person.game else 0
        table = person.game.view.table if person.game else ()
        fields: dict[type[requests.Request], Callable[[], dict[str, Any]]] = {
            requests.Rename: lambda: {"name": "Somebody"},
            requests.Create: lambda: {"settings": Settings("travel")},
            requests.Enter: lambda: {"room": self.code},
            requests.GoOut: dict,
            requests.Sit: lambda: {"seat": EMPTY_SEAT},
            requests.ClaimSeat: lambda: {"secret": self.secrets.get(bearer, "a guess")},
            requests.StandUp: dict,
            requests.SeatBot: lambda: {"seat": EMPTY_SEAT, "level": 1},
            requests.ClearSeat: lambda: {"seat": 1},
            requests.RemovePerson: lambda: {"guest": self.find_guest(SPECTATOR), "ban": True},
            requests.Unban: lambda: {"guest": self.find_guest(BANNED)},
            requests.Begin: dict,
            requests.CommitRandomness: lambda: {"commitment": "0" * 64},
            requests.RevealRandomness: lambda: {"game": "0", "value": "0" * 32},
            requests.CloseRoom: dict,
            requests.Do: lambda: {"turn": turn, "command": Leave(seat)},
            requests.Draft: lambda: {"turn": turn, "table": table},
            requests.WordDo: lambda: {"turn": turn, "command": word.Leave(seat)},
            requests.WordDraft: lambda: {"turn": turn, "table": ()},
            requests.AskHint: lambda: {"turn": turn, "grade": 1},
        }
        return fields[kind]()

    async def ask(self, kind: type[requests.Request], bearer: str) -> str:
        """Let somebody send a request; return the code of the refusal, or nothing."""
        return await self.people[bearer].ask(kind, **self.build_fields(kind, bearer))


async def build_scene(here: World, situation: str) -> Scene:
    """Bring a room into a situation."""
    is_booked = situation in expected.BOOKED
    scene = await (build_booked_scene(here) if is_booked else build_ordinary_scene(here))
    if situation not in {"gathering", "booked"}:
        await fill_last_seat(scene, is_booked=is_booked)
    if situation in {"playing", "between", "booked_playing"}:
        assert not await scene.people[HOST].ask(requests.Begin)
    for person in scene.people.values():
        person.listen()
    if situation == "between":
        for bearer in (SEATED, HOST):
            assert not await scene.ask(requests.Do, bearer)
    return scene


async def build_ordinary_scene(here: World) -> Scene:
    """Open a room for three, in which the host will start."""
    host = await here.comes("Host")
    settings = Settings("travel", seats=3, games=2)
    code = await here.lobby.create_unused_room_code(is_open=False)
    room = open_room(code, host.session.guest, "Host", settings)
    await here.lobby.add_room(replace(room, starter=0))
    assert not await host.ask(requests.Enter, room=code)
    people = {HOST: host, SEATED: await here.comes("Seated", code)}
    assert not await people[SEATED].ask(requests.Sit, seat=1)
    people |= {SPECTATOR: await here.comes("Spectator", code), OUTSIDE: await here.comes("Outside")}
    people[ELSEWHERE] = await here.comes("Elsewhere")
    assert not await people[ELSEWHERE].ask(requests.Create, settings=Settings("travel"))
    assert not await people[ELSEWHERE].ask(requests.Enter, room=code)
    people[BANNED] = await here.comes("Banned", code)
    assert not await people[BANNED].ask(requests.Sit, seat=EMPTY_SEAT)
    guest = people[BANNED].session.guest
    assert not await host.ask(requests.RemovePerson, guest=guest, ban=True)
    return Scene(here, code, people)


async def build_booked_scene(here: World) -> Scene:
    """Open two tables of a tournament; two players sit at the first, a third has the link."""
    codes = []
    for name in ("here", "there"):
        code = await here.lobby.create_unused_room_code(is_open=False)
        keys = [SeatKey.from_secret(f"{name} {seat}", 1) for seat in range(3)]
        settings = Settings("travel", seats=3, games=2, stand_in_seconds=None)
        await here.lobby.add_room(
            open_booked_room(code, settings, ("Ala", "Bob", "Cid"), Raw(b"{}"), keys)
        )
        codes.append(code)
    code = codes[0]
    live_room = here.lobby.rooms[code]
    await live_room.save_and_broadcast_room(
        renew_seat_key(live_room.room, EMPTY_SEAT, SeatKey.from_secret(NEW, 2))
    )
    names = (SEATED, HOST, SPECTATOR, OLD_LINK, NEW_LINK, MOVED)
    people = {name: await here.comes(name, code) for name in names}
    people[OUTSIDE] = await here.comes(OUTSIDE)
    people[ELSEWHERE] = await here.comes(ELSEWHERE, codes[1])
    assert not await people[ELSEWHERE].ask(requests.ClaimSeat, secret=THERE)
    assert not await people[ELSEWHERE].ask(requests.Enter, room=code)
    assert not await people[MOVED].ask(requests.ClaimSeat, secret=FIRST)
    scene = Scene(here, code, people)
    scene.secrets = {
        SEATED: FIRST,
        HOST: SECOND,
        OLD_LINK: OLD,
        NEW_LINK: NEW,
        ELSEWHERE: THERE,
        OUTSIDE: FIRST,
    }
    for bearer in (SEATED, HOST):
        assert not await scene.ask(requests.ClaimSeat, bearer)
    return scene


async def fill_last_seat(scene: Scene, *, is_booked: bool) -> None:
    if is_booked:  # whoever had the new link sits there now and is no longer a bearer of it
        last = scene.people.pop(NEW_LINK)
        assert not await last.ask(requests.ClaimSeat, secret=scene.secrets[NEW_LINK])
    else:
        assert not await scene.people[HOST].ask(requests.SeatBot, seat=EMPTY_SEAT, level=1)


def test_every_request_has_an_entry() -> None:
    assert set(REQUESTS) == {kind.__name__ for kind in KINDS}
    for by_situation in REQUESTS.values():
        assert by_situation.keys() <= SITUATIONS.keys()


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_not_allowed_is_refused_and_changes_nothing(tmp_path: Path, situation: str) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            scene = await build_scene(here, situation)
            live_room = here.lobby.rooms[scene.code]
            room, saved = live_room.room, dump_data(tmp_path)
            tried = 0
            for kind in KINDS:
                allowed = REQUESTS[kind.__name__].get(situation, frozenset())
                for bearer in scene.people.keys() - allowed:
                    code = await scene.ask(kind, bearer)
                    assert code, f"{bearer} may send {kind.__name__} in {situation}"
                    assert code not in {"failed", "bad_message"}, (kind, bearer)
                    assert live_room.room == room, (kind, bearer)
                    tried += 1
            assert tried > len(KINDS)
            assert dump_data(tmp_path) == saved

    run(look())


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_allowed_is_done(tmp_path: Path, situation: str) -> None:
    """Each request in a room of its own."""

    async def look() -> None:
        async with world(tmp_path) as here:
            for kind in KINDS:
                for bearer in REQUESTS[kind.__name__].get(situation, ()):
                    scene = await build_scene(here, situation)
                    if bearer in scene.people:
                        code = await scene.ask(kind, bearer)
                        assert not code, f"{bearer} may not send {kind.__name__}: {code}"

    run(look())


def test_nobody_does_anything_before_hello(tmp_path: Path) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            scene = await build_scene(here, "playing")
            saved = dump_data(tmp_path)
            for kind in KINDS:
                message: Any = kind(1, **scene.build_fields(kind, HOST))
                with pytest.raises(Refused, match="the first message must be Hello"):
                    await here.lobby.open_session(message, ADDRESS, Wire())
            assert dump_data(tmp_path) == saved

    run(look())


def test_nobody_plays_for_another_seat(tmp_path: Path) -> None:
    async def look() -> None:
        async with world(tmp_path) as here:
            scene = await build_scene(here, "playing")
            saved = dump_data(tmp_path)
            for bearer, seat in ((HOST, 1), (HOST, 2), (SEATED, 0), (SEATED, 2)):
                turn = scene.build_fields(requests.Draft, bearer)["turn"]
                refused = await scene.people[bearer].ask(
                    requests.Do, turn=turn, command=Leave(seat)
                )
                assert refused == "foreign_seat"
            assert dump_data(tmp_path) == saved

    run(look())
