"""A guest of the Python client who comes back by itself, and plays every command once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kostka.client import ReconnectingClient, Refused, connect
from kostka.client.reconnecting import RETRY_SECONDS, compute_delay
from kostka.numbers import Draw
from kostka.protocol.requests import Begin
from kostka.protocol.responses import Farewell, GoodBye
from kostka.protocol.rooms import Settings
from kostka.server import problems
from kostka.server.storage.store import StoreFailed
from tests.server.cluster.nodes import RunningNode
from tests.server.cluster.test_room_relay import ROOM, run, until

GAME = Settings("classic", seats=2, bots=(1,))


async def begun(ala: ReconnectingClient) -> None:
    """Begin a game, and wait for the first turn of a guest."""
    await ala.create_room(GAME, ROOM)
    await ala.ask(Begin)
    await ala.wait_until(lambda one: one.is_my_turn)


def test_after_a_loss_the_guest_is_back_in_the_room(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        async with ReconnectingClient([one.url], name="Ala") as ala:
            await begun(ala)
            assert ala.room_code == ROOM
            assert ROOM in two.lobby.rooms
            for session in list(two.lobby.sessions):
                session.close(Farewell.RESTART, retry_ms=0)
            await until(lambda: not two.lobby.sessions)
            await ala.wait_until(lambda one: one.is_my_turn)
            assert ala.reconnect_count == 1
            assert await ala.send_command(Draw(0))

    run(tmp_path, play)


def test_a_room_that_moves_is_followed(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        async with connect(two.url, name="Bob") as bob:
            room = await bob.create_room(Settings("classic", seats=2))
            two.own(room.code)
            async with ReconnectingClient([one.url], name="Ala") as ala:
                assert (await ala.enter_room(room.code)).code == room.code
                assert len(two.lobby.sessions) == 2

    run(tmp_path, play)


@pytest.mark.parametrize("is_carried_out", [True, False])
def test_a_command_without_an_answer_is_sent_again_only_if_nothing_happened(
    is_carried_out: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(one: RunningNode, _: RunningNode) -> None:
        async with ReconnectingClient([one.url], name="Ala") as ala:
            await begun(ala)
            handle = one.lobby.handle_request
            lost: list[Any] = []

            async def lose_answer(session: Any, request: Any) -> None:
                if not lost and type(request).__name__ == "Do":
                    lost.append(request)
                    session.is_closed = True  # nothing more is sent
                    if is_carried_out:
                        await handle(session, request)
                    session.channel.transport.abort()
                else:
                    await handle(session, request)

            monkeypatch.setattr(one.lobby, "handle_request", lose_answer)
            live = one.lobby.rooms[ROOM]
            assert await ala.send_command(Draw(0)) is not is_carried_out
            await ala.wait_until(lambda one: one.is_my_turn)
            assert live.game is not None
            log = await one.store.load_game_log(live.game.id) or b""
            own = [line for line in log.splitlines() if b'"type":"Drew","seat":0' in line]
            assert len(own) == 1

    run(tmp_path, play)


def test_what_cannot_be_saved_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(one: RunningNode, _: RunningNode) -> None:
        async with ReconnectingClient([one.url], name="Ala") as ala:
            await begun(ala)
            write, failures = one.store.write, [1, 2]

            async def fail_twice(changes: Any) -> None:
                if failures:
                    failures.pop()
                    raise StoreFailed("the database is away")
                await write(changes)

            monkeypatch.setattr(one.store, "write", fail_twice)
            assert await ala.send_command(Draw(0))
            assert not failures

    run(tmp_path, play)


def test_a_rule_or_a_wrong_code_is_not_tried_again(tmp_path: Path) -> None:
    async def play(one: RunningNode, _: RunningNode) -> None:
        async with ReconnectingClient([one.url], name="Ala") as ala:
            with pytest.raises(Refused) as refused:
                await ala.enter_room("AAAAAAAA")
            assert refused.value.problem_code == problems.NO_ROOM.code

    run(tmp_path, play)


def test_another_address_is_tried_when_one_is_gone(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        await one.stop()
        async with ReconnectingClient([one.url, two.url], name="Ala") as ala:
            await begun(ala)
        lonely = ReconnectingClient([one.url], patience_seconds=0.1)
        with pytest.raises(ConnectionError, match="no server"):
            await lonely.get_connection()

    run(tmp_path, play)


def test_delays_follow_the_server_at_first_and_grow_then() -> None:
    assert 0 <= compute_delay(0, GoodBye(Farewell.MOVED, 0)) < 0.2
    assert 0.4 <= compute_delay(0, GoodBye(Farewell.RESTART, 400)) < 0.6
    assert compute_delay(9, GoodBye(Farewell.MOVED, 0)) >= RETRY_SECONDS[-1]
    assert compute_delay(0, None) >= RETRY_SECONDS[0]


def test_a_node_that_is_away_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    async def play(one: RunningNode, two: RunningNode) -> None:
        two.own(ROOM)
        await two.stop()

        async def free_room() -> None:
            await asyncio.sleep(0.5)
            del one.store.shared.owners[ROOM]

        freeing = asyncio.create_task(free_room())
        async with connect(f"{one.url}", name="Ala", room=ROOM) as ala:
            assert (await ala.create_room(GAME)).code == ROOM
        await freeing

    run(tmp_path, play)
