"""One address does not take all rooms, and nobody finds a private room by trying codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.rooms import Settings
from kostka.server.rooms import code_guesses
from kostka.server.rooms.guests import create_room_code, normalize_room_code
from kostka.server.transport.rate_limits import Rate
from tests.server.world import Person, Wire, World, run, world

ATTACKER, NEIGHBOUR = "203.0.113.5", "203.0.113.99"


async def connect_from(made: World, address: str) -> Person:
    wire = Wire()
    session, welcome = await made.lobby.open_session(requests.Hello(PROTOCOL), address, wire)
    return Person(made.lobby, wire, session, welcome.token)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long wrong codes had to wait."""
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(code_guesses, "sleep", note)
    return waited


def test_one_address_does_not_open_all_rooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.server.rooms.opened_rooms.MAX_ROOMS_PER_ADDRESS", 3)

    async def play() -> None:
        async with world(tmp_path) as made:
            guests = [await connect_from(made, ATTACKER) for _ in range(4)]
            create = {"settings": Settings("travel")}
            assert [await one.ask(requests.Create, **create) for one in guests] == [
                *[""] * 3,
                "too_many_rooms",
            ]
            other = await connect_from(made, NEIGHBOUR)
            assert not await other.ask(requests.Create, **create)
            for _ in range(5):  # this machine counts only in total
                here = await made.comes("Ala")
                assert not await here.ask(requests.Create, **create)
            wrong = {"settings": Settings("travel", seats=6)}
            assert not await guests[0].ask(requests.CloseRoom)
            assert await guests[3].ask(requests.Create, **wrong) == "bad_settings"
            assert not await guests[3].ask(requests.Create, **create)  # one was closed

    run(play())


def test_private_rooms_have_long_codes_and_open_ones_short_ones(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.comes("Ala"), await made.comes("Bob")
            assert not await ala.ask(requests.Create, settings=Settings("travel", open=True))
            assert len(ala.here.code) == 5
            assert not await ala.ask(requests.Create, settings=Settings("travel"))
            code = ala.here.code
            assert len(code) == 8
            for typed in (code, code.lower(), f"{code[:4]} {code[4:]}", f" {code[:4]}-{code[4:]} "):
                assert not await bob.ask(requests.Enter, room=typed)
                assert bob.here.code == code

    run(play())


def test_codes_as_people_type_them() -> None:
    assert normalize_room_code(" abcd\u00a0efgh ") == "ABCDEFGH"
    assert normalize_room_code("abcd-EFGH") == "ABCDEFGH"
    assert len({create_room_code(is_open=False) for _ in range(1000)}) == 1000


def test_three_mistakes_are_free_and_ten_end_the_connection(
    tmp_path: Path, waits: list[float]
) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            eve = await connect_from(made, ATTACKER)
            for _ in range(code_guesses.FREE_GUESSES):
                assert await eve.ask(requests.Enter, room="AAAAAAAA") == "no_room"
            assert waits == []
            for _ in range(code_guesses.MAX_GUESSES - code_guesses.FREE_GUESSES):
                assert await eve.ask(requests.Enter, room="AAAAAAAA") == "no_room"
            assert waits == sorted(waits)
            assert len(set(waits)) == len(waits) == 7
            assert await eve.ask(requests.Enter, room="AAAAAAAA") == "too_many_codes"
            await eve.until(lambda one: bool(one.wire.closed))
            assert isinstance(eve.answer, responses.GoodBye)
            assert eve.answer.code is responses.Farewell.GUESSING

    run(play())


@pytest.mark.usefixtures("waits")
def test_an_address_that_tries_codes_is_kept_out_of_private_rooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_guesses, "GUESS_RATE", Rate(burst=5, each_second=0.1))

    async def play() -> None:
        async with world(tmp_path) as made:
            host = await connect_from(made, NEIGHBOUR)
            assert not await host.ask(requests.Create, settings=Settings("travel", open=True))
            listed = host.here.code
            assert not await host.ask(requests.Create, settings=Settings("travel"))
            private = host.here.code
            seated = await connect_from(made, ATTACKER)
            assert not await seated.ask(requests.Enter, room=private)
            assert not await seated.ask(requests.Sit, seat=1)
            for _ in range(5):  # a connection for each guess
                eve = await connect_from(made, ATTACKER)
                assert await eve.ask(requests.Enter, room="AAAAAAAA") == "no_room"
            eve = await connect_from(made, ATTACKER)
            assert await eve.ask(requests.Enter, room=private) == "too_many_codes"
            eve = await connect_from(made, ATTACKER)
            assert await eve.ask(requests.Enter, room="AAAAAAAA") == "too_many_codes"
            assert not await (await connect_from(made, ATTACKER)).ask(requests.Enter, room=listed)
            assert not await seated.ask(requests.Enter, room=private)
            other = await connect_from(made, NEIGHBOUR)
            assert not await other.ask(requests.Enter, room=private)
            made.time += 11_000
            assert not await (await connect_from(made, ATTACKER)).ask(requests.Enter, room=private)

    run(play())
