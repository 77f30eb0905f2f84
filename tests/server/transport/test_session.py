"""What a session is told, and when a connection does not take it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect as open_socket

from kostka.events.codec import to_json
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.responses import Done, Farewell
from kostka.server.transport import session as session_module
from kostka.server.transport.session import MAX_QUEUED, SERVICE_RESTART, TRY_LATER, Session
from tests.server.running import server


class FakeChannel:
    """Takes so many messages, and then no more until it is told otherwise."""

    def __init__(self, takes: int = 1_000) -> None:
        self.takes = takes
        self.sent: list[responses.AnyMessage] = []
        self.closed: list[int] = []

    def try_send(self, message: bytes) -> bool:
        if not self.takes:
            return False
        self.takes -= 1
        self.sent.append(responses.decode_message(message))
        return True

    def close(self, code: int) -> None:
        self.closed.append(code)


def test_nothing_overtakes_what_waits() -> None:
    channel = FakeChannel(takes=1)
    session = Session("guest", "Ala", "", channel)
    for number in range(3):
        session.send(Done(number))
    channel.takes = 1
    session.flush_queue()
    channel.takes = 1_000
    session.send(Done(3))  # not before the one that still waits
    assert channel.sent == [Done(0), Done(1)]
    session.flush_queue()
    assert channel.sent == [Done(number) for number in range(4)]
    assert not session.queue


def test_who_reads_too_slowly_is_told_so_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FAREWELL_SECONDS", 0)

    async def play() -> FakeChannel:
        channel = FakeChannel(takes=0)
        session = Session("guest", "Ala", "", channel)
        for number in range(MAX_QUEUED + 1):
            assert not session.is_closed
            session.send(Done(number))
        assert session.is_closed
        assert not channel.closed  # a moment for the last words
        channel.takes = 1_000
        session.flush_queue()
        while not channel.closed:  # noqa: ASYNC110  (a fake has no events)
            await asyncio.sleep(0)
        session.send(Done(0))
        return channel

    channel = asyncio.run(play())
    (good_bye,) = channel.sent
    assert isinstance(good_bye, responses.GoodBye)
    assert good_bye.code is Farewell.SLOW
    assert channel.closed == [TRY_LATER]


def test_whoever_is_dismissed_hears_it_once() -> None:
    channel = FakeChannel()
    session = Session("guest", "Ala", "", channel)
    session.close(Farewell.RESTART, retry_ms=5)
    session.close(Farewell.SLOW)
    assert channel.sent == [responses.GoodBye(Farewell.RESTART, 5)]
    assert channel.closed == [SERVICE_RESTART]


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
            welcome = responses.decode_message(await other.recv())
            assert isinstance(welcome, responses.Welcome)
            for number in range(300):
                await silent.send(to_json(requests.Rename(number, f"Ala {number}")).decode())
            await other.send(to_json(requests.Rename(1, "Bob")).decode())
            assert responses.decode_message(await other.recv()) == Done(1)
            silent.transport.resume_reading()

    asyncio.run(asyncio.wait_for(play(), 60))
