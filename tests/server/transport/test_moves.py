"""Moves are carried out without a task: one after the other, charged, and never in the way."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

import pytest

from kostka.events.codec import to_json
from kostka.events.errors import Violation
from kostka.numbers.commands import Draw
from kostka.protocol import PROTOCOL, requests
from kostka.protocol.responses import Welcome
from kostka.server.transport.cost_budget import CostBudget
from kostka.server.transport.session import Channel, Session
from kostka.server.transport.websocket import Connection

NOW = 1_700_000_000_000


class Wire:
    """A channel that notes what is sent, and whether it was closed."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.tasks: set[asyncio.Task[None]] = set()
        self.sent: list[bytes] = []
        self.close_sent = False

    def try_send(self, message: bytes) -> bool:
        self.sent.append(message)
        return True

    def close(self, _: int) -> None:
        self.close_sent = True

    def pause_receiving(self) -> None:
        pass

    def resume_receiving(self) -> None:
        pass


class Handler:
    """Notes requests; each waits until it is saved."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.is_left = False
        self.saved = asyncio.get_running_loop().create_future()
        self.fault: Exception | None = None

    def now(self) -> int:
        return NOW

    async def open_session(
        self, _: requests.AnyMessage, address: str, channel: Channel
    ) -> tuple[Session, Welcome]:
        return Session("g", "Ala", address, channel), Welcome(PROTOCOL, "g", "Ala", None, NOW)

    async def close_session(self, _: Session) -> None:
        self.is_left = True

    async def handle_request(self, _: Session, request: requests.AnyRequest) -> None:
        self.begun.append(request.id)
        await self.saved
        if self.fault is not None:
            raise self.fault
        self.done.append(request.id)

    def send_refusal(self, session: Session, request_id: int | None, *_: Violation) -> None:
        session.send_encoded(b"refused %d" % (request_id or 0))

    def count_refusal(self, address: str, violation: Violation) -> None:
        raise NotImplementedError


async def open_connection() -> tuple[Connection, Handler, Wire]:
    wire, handler = Wire(), Handler()
    cost = CostBudget(lambda: NOW).open_cost("203.0.113.7")
    connection = Connection(cast("Any", wire), cast("Any", handler), cost)
    connection.on_message(to_json(requests.Hello(PROTOCOL, None, "Ala")).decode())
    await settle(wire)
    return connection, handler, wire


async def settle(wire: Wire) -> None:
    for _ in range(5):
        await asyncio.sleep(0)
    while wire.tasks:
        await asyncio.wait(wire.tasks)


def make_move(number: int) -> str:
    return to_json(requests.Do(number, 1, Draw(0))).decode()


def test_a_move_begins_at_once_and_the_next_message_waits_for_it() -> None:
    async def play() -> None:
        connection, handler, wire = await open_connection()
        connection.on_message(make_move(1))
        assert handler.begun == [1]
        assert not wire.tasks
        connection.on_message(make_move(2))
        connection.on_message(to_json(requests.GoOut(3)).decode())
        await asyncio.sleep(0)
        assert handler.begun == [1]
        assert handler.done == []
        handler.saved.set_result(None)
        await settle(wire)
        assert handler.begun == handler.done == [1, 2, 3]
        assert not connection.is_working

    asyncio.run(play())


def test_a_move_is_charged_and_takes_part_in_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        connection, handler, wire = await open_connection()
        handler.saved.set_result(None)
        before = connection._cost.seconds
        connection.on_message(make_move(1))
        assert connection._cost.seconds > before
        monkeypatch.setattr("kostka.server.transport.websocket.MAX_PAUSE_SECONDS", 0.0)
        connection._cost.add_seconds(100)
        connection.on_message(make_move(2))
        assert handler.begun == [1]  # it waits in a task, because the budget is used up
        await settle(wire)
        assert handler.done == [1, 2]
        connection._cost._bucket = None
        connection._bucket.tokens = 0
        connection.on_message(make_move(3))
        assert handler.begun == [1, 2]  # too many messages: it waits too
        assert wire.tasks
        for task in wire.tasks:
            task.cancel()

    asyncio.run(play())


def test_who_disconnects_leaves_when_the_move_is_saved() -> None:
    async def play() -> None:
        connection, handler, wire = await open_connection()
        connection.on_message(make_move(1))
        connection.on_disconnect()
        await settle(wire)
        assert not handler.is_left
        handler.saved.set_result(None)
        await settle(wire)
        assert handler.done == [1]
        assert handler.is_left

    asyncio.run(play())


def test_a_fault_ends_this_connection_alone(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        connection, handler, wire = await open_connection()
        handler.fault = ZeroDivisionError("a fault")
        connection.on_message(make_move(1))
        with caplog.at_level(logging.ERROR):
            handler.saved.set_result(None)
            await settle(wire)
        assert wire.close_sent
        assert not connection.is_working

    asyncio.run(play())
    assert "connection_failed" in caplog.text


@pytest.mark.parametrize("text", ['{"type":"Do","id":-1}', '{"type":"Do",', '{"type":"Do","x":'])
def test_what_only_looks_like_a_move_is_refused(text: str) -> None:
    async def play() -> None:
        connection, handler, wire = await open_connection()
        connection.on_message(text)
        await settle(wire)
        assert handler.begun == []
        assert wire.sent[-1] == b"refused 0"

    asyncio.run(play())
