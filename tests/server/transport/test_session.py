"""What a visitor is told, and when a connection does not take it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect as open_socket

from kostka.events.codec import to_json
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.responses import Done, Farewell
from kostka.server.transport import session as visitors
from kostka.server.transport.session import MOST_WAITING, SERVICE_RESTART, TRY_LATER, Visitor
from tests.server.running import server


class FakeWire:
    """Takes so many messages, and then no more until it is told otherwise."""

    def __init__(self, takes: int = 1_000) -> None:
        self.takes = takes
        self.sent: list[responses.AnyMessage] = []
        self.closed: list[int] = []

    def send_now(self, message: bytes) -> bool:
        if not self.takes:
            return False
        self.takes -= 1
        self.sent.append(responses.read(message))
        return True

    def close(self, code: int) -> None:
        self.closed.append(code)


def test_nothing_overtakes_what_waits() -> None:
    wire = FakeWire(takes=1)
    visitor = Visitor("guest", "Ala", "", wire)
    for number in range(3):
        visitor.tell(Done(number))
    wire.takes = 1
    visitor.go_on()
    wire.takes = 1_000
    visitor.tell(Done(3))  # not before the one that still waits
    assert wire.sent == [Done(0), Done(1)]
    visitor.go_on()
    assert wire.sent == [Done(number) for number in range(4)]
    assert not visitor.waiting


def test_who_reads_too_slowly_is_told_so_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "LAST_WORDS_SECONDS", 0)

    async def play() -> FakeWire:
        wire = FakeWire(takes=0)
        visitor = Visitor("guest", "Ala", "", wire)
        for number in range(MOST_WAITING + 1):
            assert not visitor.gone
            visitor.tell(Done(number))
        assert visitor.gone
        assert not wire.closed  # a moment for the last words
        wire.takes = 1_000
        visitor.go_on()
        while not wire.closed:  # noqa: ASYNC110  (a fake has no events)
            await asyncio.sleep(0)
        visitor.tell(Done(0))
        return wire

    wire = asyncio.run(play())
    (good_bye,) = wire.sent
    assert isinstance(good_bye, responses.GoodBye)
    assert good_bye.code is Farewell.SLOW
    assert wire.closed == [TRY_LATER]


def test_whoever_is_dismissed_hears_it_once() -> None:
    wire = FakeWire()
    visitor = Visitor("guest", "Ala", "", wire)
    visitor.dismiss(Farewell.RESTART, retry_ms=5)
    visitor.dismiss(Farewell.SLOW)
    assert wire.sent == [responses.GoodBye(Farewell.RESTART, 5)]
    assert wire.closed == [SERVICE_RESTART]


def test_a_connection_that_is_not_read_from_does_not_hold_up_the_server(tmp_path: Path) -> None:
    """Others are answered meanwhile."""

    async def play() -> None:
        async with (
            server(tmp_path) as url,
            open_socket(url, compression=None, max_queue=1) as silent,
            open_socket(url, compression=None) as other,
        ):
            hello = to_json(requests.Hello(PROTOCOL, None, "Ala")).decode()
            await silent.send(hello)
            await silent.recv()
            silent.transport.pause_reading()
            await other.send(hello)
            welcome = responses.read(await other.recv())
            assert isinstance(welcome, responses.Welcome)
            for number in range(300):
                await silent.send(to_json(requests.Rename(number, f"Ala {number}")).decode())
            await other.send(to_json(requests.Rename(1, "Bob")).decode())
            assert responses.read(await other.recv()) == Done(1)
            silent.transport.resume_reading()

    asyncio.run(asyncio.wait_for(play(), 60))
