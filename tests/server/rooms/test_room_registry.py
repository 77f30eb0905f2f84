"""Rooms on demand: loaded when entered or due, released when quiet, handed over with everything."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kostka.numbers.commands import Draw
from kostka.protocol import requests, responses
from kostka.protocol.responses import Farewell, GoodBye
from kostka.protocol.rooms import Settings, Stage
from kostka.server.games.clock import RETURN_MS
from kostka.server.rooms import room_registry
from kostka.server.rooms.due_times import IDLE_IN_PLAY_MS, IDLE_MS, SOON_MS
from kostka.server.rooms.room_registry import QUIET_MS
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import Node, NotOwner, OwnedElsewhere, TakenRoom
from kostka.server.transport.session import Session
from tests.server.world import Person, World, run, world


async def lay_draft(person: Person) -> tuple[tuple[int, ...], ...]:
    """Let the player on turn lay some tiles of their rack."""
    assert person.game is not None
    assert person.seat is not None
    rack = person.game.view.seats[person.seat].rack
    assert rack is not None
    table = (tuple(rack[:2]), tuple(rack[2:3]))
    turn = person.game.view.turns
    assert not await person.ask(requests.Draft, turn=turn, table=table)
    return table


def find_player_on_turn(*people: Person) -> Person:
    for person in people:
        person.listen()
    return next(person for person in people if person.on_turn)


async def crash(made: World) -> None:
    """Lose everything in memory, as a killed process does."""
    made.lobby.scheduler.stop()
    made.lobby.rooms.clear()
    await made.store.close()


def list_farewells(person: Person) -> list[GoodBye]:
    sent = map(responses.decode_message, person.wire.sent)
    return [message for message in sent if isinstance(message, GoodBye)]


def test_a_start_loads_no_room_and_entering_loads_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing()
            codes = [ala.here.code]
            for _ in range(3):
                other = await made.comes("Cyd")
                assert not await other.ask(requests.Create, settings=Settings("classic"))
                codes.append(other.here.code)
        async with world(tmp_path) as made:
            assert not made.lobby.rooms
            again = await made.back(ala)
            assert [*made.lobby.rooms] == codes[:1]
            assert again.game is not None
            assert bob.token is not None

    run(play())


def test_two_who_enter_at_once_find_the_same_room(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing()
        async with world(tmp_path) as made:
            people = await asyncio.gather(made.back(ala), made.back(bob))
            (room,) = made.lobby.rooms.values()
            assert room.sessions == {person.session for person in people}

    run(play())


def test_a_draft_and_the_clock_survive_a_hand_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            people = await made.playing()
            mover = find_player_on_turn(*people)
            table = await lay_draft(mover)
            assert mover.game is not None
            deadline = mover.game.clock.deadline
            made.time += 85_000  # of 90 seconds
            seen = made.time
        async with world(tmp_path) as made:
            made.time = seen + 300
            again = await made.back(mover)
            assert again.game is not None
            assert again.game.draft == table
            assert again.game.clock.deadline == deadline

    run(play())


def test_after_a_longer_gap_players_get_time_to_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            people = await made.playing()
            mover = find_player_on_turn(*people)
            table = await lay_draft(mover)
            seen = made.time
        async with world(tmp_path) as made:
            made.time = seen + 600_000
            again = await made.back(mover)
            assert again.game is not None
            assert again.game.clock.deadline == made.time + RETURN_MS
            assert again.game.draft == table

    run(play())


def test_what_was_handed_over_is_used_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            people = await made.playing()
            mover = find_player_on_turn(*people)
            await lay_draft(mover)
            seen = made.time
        async with world(tmp_path) as made:
            made.time = seen
            await made.back(mover)
            await crash(made)
        async with world(tmp_path) as made:
            made.time = seen
            again = await made.back(mover)
            assert again.game is not None
            assert again.game.draft is None

    run(play())


def test_a_quiet_room_is_released_and_found_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            rules = {"turn_seconds": None}
            ala, bob = await made.playing(rules=rules, stand_in_seconds=None)
            code = ala.here.code
            registry = made.lobby.registry
            await registry.release_quiet_rooms()
            assert code in made.lobby.rooms
            await ala.go()
            await bob.go()
            made.time += QUIET_MS - 1
            await registry.release_quiet_rooms()
            assert code in made.lobby.rooms
            made.time += 1
            await registry.release_quiet_rooms()
            assert not made.lobby.rooms
            again = await made.back(ala)
            assert again.game is not None
            assert again.here.stage is Stage.PLAYING

    run(play())


def test_a_room_with_a_deadline_soon_stays(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing(rules={"turn_seconds": 100})
            await ala.go()
            await bob.go()
            made.time += QUIET_MS
            await made.lobby.registry.release_quiet_rooms()
            assert len(made.lobby.rooms) == 1

    run(play())


def test_a_released_room_is_closed_when_its_day_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            rules = {"turn_seconds": None}
            ala, bob = await made.playing(rules=rules, stand_in_seconds=None)
            code = ala.here.code
            await ala.go()
            await bob.go()
            left = made.time
            made.time += QUIET_MS
            registry = made.lobby.registry
            await registry.release_quiet_rooms()
            made.time = left + IDLE_IN_PLAY_MS - 1
            await registry.load_due_rooms()
            assert not made.lobby.rooms
            made.time = left + IDLE_IN_PLAY_MS
            await registry.load_due_rooms()
            assert code in made.lobby.rooms
            await made.sweep(1)
            saved = await made.store.find_room(code)
            assert saved is not None
            assert saved.closed
            await registry.load_due_rooms()
            assert not made.lobby.rooms

    run(play())


def test_after_a_crash_a_running_game_goes_on_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await made.playing(rules={"turn_seconds": 1}, bank_seconds=0)
            assert ala.game is not None
            code, game, seen = ala.here.code, ala.game.game, made.time
            before = await made.store.load_game_log(game)
            await crash(made)
        async with world(tmp_path) as made:
            made.time = seen + SOON_MS - 1
            await made.lobby.registry.load_due_rooms()
            assert not made.lobby.rooms
            made.time = seen + SOON_MS
            await made.lobby.registry.load_due_rooms()
            assert code in made.lobby.rooms
            made.time += RETURN_MS + 3000
            made.lobby.scheduler.restart_timer(made.lobby.rooms[code])
            while await made.store.load_game_log(game) == before:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    run(play())


def test_after_a_crash_a_room_that_gathers_is_closed_in_its_time(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await made.pair()
            code, seen = ala.here.code, made.time
            await crash(made)
        async with world(tmp_path) as made:
            made.time = seen + IDLE_MS[Stage.GATHERING]
            await made.lobby.registry.load_due_rooms()
            assert code in made.lobby.rooms
            await made.sweep(IDLE_MS[Stage.GATHERING] + 1)
            assert not made.lobby.rooms

    run(play())


def test_due_rooms_are_loaded_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            for _ in range(5):
                await made.playing()
            seen = made.time
            await crash(made)
        monkeypatch.setattr(room_registry, "MAX_DUE_ROOMS", 2)
        async with world(tmp_path) as made:
            made.time = seen + SOON_MS
            for count in (2, 4, 5, 5):
                await made.lobby.registry.load_due_rooms()
                assert len(made.lobby.rooms) == count
        monkeypatch.setattr(room_registry, "MAX_DUE_SECONDS", 0.0)
        async with world(tmp_path) as made:
            made.time = seen + 10 * IDLE_IN_PLAY_MS
            await made.lobby.registry.load_due_rooms()
            assert len(made.lobby.rooms) == 1

    run(play())


def test_stopping_says_goodbye_after_the_hand_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await made.playing()
            ala.listen()
            await made.lobby.registry.drain()
            (farewell,) = list_farewells(ala)
            assert farewell.code is Farewell.RESTART
            assert farewell.retry_ms is not None
            assert farewell.retry_ms < 1000
            assert not made.lobby.rooms
            late = await made.comes("Cyd")
            await late.ask(requests.Enter, room=ala.here.code)
            assert not made.lobby.rooms
            assert late.wire.closed

    run(play())


class SharedStore(SqliteStore):
    """A store that another node may have taken rooms from."""

    owner: Node | None = None

    async def take_room(self, code: str) -> TakenRoom | None:
        if self.owner is not None:
            raise OwnedElsewhere(self.owner)
        return await super().take_room(code)

    def write(self, changes: Any) -> Any:
        if self.owner is not None:
            raise NotOwner("node b owns it")
        return super().write(changes)


def test_a_room_that_another_node_took_is_dropped(tmp_path: Path) -> None:
    async def play() -> None:
        store = await asyncio.to_thread(SharedStore, tmp_path)
        made = World(store, 60)
        people = await made.playing()
        mover = find_player_on_turn(*people)
        store.owner = Node("b", "127.0.0.1:1")
        assert mover.game is not None
        turn = mover.game.view.turns
        for person in people:
            person.listen()
        sessions: list[Session] = [person.session for person in people]
        request = requests.Do(9, turn, Draw(mover.seat or 0))
        await made.lobby.handle_request(mover.session, request)
        assert not made.lobby.rooms
        assert all(session.is_closed for session in sessions)
        late = await made.comes_known(mover)
        await late.ask(requests.Enter, room=mover.here.code)
        assert late.wire.closed
        store.owner = None
        again = await made.back(mover)
        assert again.game is not None
        assert again.game.view.turns == turn  # the move was not saved, so it did not happen
        await made.stop()
        await store.close()

    run(play())


def test_rooms_count_for_their_address_even_while_they_are_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.server.rooms.opened_rooms.MAX_ROOMS_PER_HOST", 1)

    async def play() -> None:
        async with world(tmp_path) as made:
            rules = {"turn_seconds": None}
            ala, bob = await made.playing(rules=rules, stand_in_seconds=None)
            code = ala.here.code
            assert not await ala.ask(requests.GoOut)
            await bob.go()
            made.time += QUIET_MS
            await made.lobby.registry.release_quiet_rooms()
            await made.lobby.forget_closed_rooms()
            settings = Settings("classic")
            assert await ala.ask(requests.Create, settings=settings) == "too_many_rooms"
            await made.lobby.registry.load_room(code)
            room = made.lobby.rooms[code]
            async with room.lock:
                await room.close("host")
            assert not await ala.ask(requests.Create, settings=settings)

    run(play())
