"""Clients that send or read too slowly are dropped, and everybody else is served."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from kostka.client import connect
from kostka.server.transport import http_limits, timed_http
from kostka.server.transport.cost_budget import CostBudget
from kostka.server.transport.http_limits import HttpLimits
from kostka.server.transport.timed_http import MAX_HEAD_BYTES, MAX_HEADERS, is_head_too_large
from tests.server.running import fetched, server

HALF = b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: "
WHOLE = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
HANDSHAKE = b"GET /ws HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


async def open_client(url: str, data: bytes = b"") -> Client:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(data)
    return reader, writer


async def read_rest(client: Client) -> bytes:
    """Return what still comes until the server closes the connection."""
    reader, writer = client
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("data", [b"", b"GET / HT", HALF, HANDSHAKE])
def test_a_head_that_does_not_arrive_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(timed_http, "HEAD_SECONDS", 0.2)

    async def look() -> None:
        async with server(tmp_path) as url:
            answer = await read_rest(await open_client(url, data))
            assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")

    run(look())


def test_the_second_request_of_a_connection_must_arrive_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timed_http, "HEAD_SECONDS", 0.2)

    async def look() -> None:
        async with server(tmp_path) as url:
            answers = await read_rest(await open_client(url, WHOLE + HALF))
            assert answers.startswith(b"HTTP/1.1 200 OK\r\n")
            assert answers.count(b"HTTP/1.1 ") == 2
            assert b"HTTP/1.1 408 " in answers

    run(look())


def test_a_body_must_keep_coming(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_http, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(timed_http, "BODY_GRACE_SECONDS", 0.2)
    monkeypatch.setattr(timed_http, "MIN_BODY_RATE", 1000)
    head = b"POST /api/check HTTP/1.1\r\nhost: localhost\r\ncontent-length: 6000\r\n\r\n"

    async def look() -> None:
        async with server(tmp_path) as url:
            answer = await read_rest(await open_client(url, head + b"{"))
            assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
            steady = await open_client(url, head)
            for _ in range(12):
                steady[1].write(b" " * 500)
                await asyncio.sleep(0.05)
            assert (await steady[0].readline()).startswith(b"HTTP/1.1 400 ")
            steady[1].close()

    run(look())


def test_half_bodies_count_for_the_client_behind_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_limits, "MAX_HALF_OPEN_PER_ADDRESS", 2)
    head = b"POST /api/check HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nx-forwarded-for: "

    async def look() -> None:
        async with server(tmp_path) as url:
            other = await open_client(url, head + b"203.0.113.6\r\n\r\n{")
            await asyncio.sleep(0.05)
            clients = [await open_client(url, head + b"203.0.113.5\r\n\r\n{") for _ in range(5)]
            assert [await read_rest(client) for client in clients[:3]] == [b""] * 3
            for reader, writer in (other, *clients[3:]):
                writer.write(b" " * 8)
                assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
                writer.close()

    run(look())


def test_many_requests_at_once_are_all_answered(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path) as url:
            clients = [await open_client(url) for _ in range(200)]
            for _, writer in clients:  # more than begin in one iteration
                writer.write(WHOLE + WHOLE)
            for reader, writer in clients:
                assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
                writer.close()
            async with connect(url, name="Ala") as ala:
                assert ala.guest

    run(look())


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nx: " + b"x" * MAX_HEAD_BYTES,
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * (MAX_HEADERS + 1) + b"\r\n",
        b"GET /" + b"x" * MAX_HEAD_BYTES + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["a long header", "many headers", "a long address"],
)
def test_a_head_has_a_limit(tmp_path: Path, data: bytes) -> None:
    assert is_head_too_large(data)
    assert not is_head_too_large(WHOLE + b"x" * 3 * MAX_HEAD_BYTES)  # a body

    async def look() -> None:
        async with server(tmp_path) as url:
            answer = await read_rest(await open_client(url, data))
            assert answer.startswith(b"HTTP/1.1 431 ")
            assert (await fetched(url, "/healthz")).status == 200

    run(look())


def test_thousands_of_half_requests_disturb_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finding: 3,300 half requests from one address were never closed."""
    monkeypatch.setattr(http_limits, "MAX_HALF_OPEN", 50)
    monkeypatch.setattr(timed_http, "HEAD_SECONDS", 5.0)

    async def look() -> None:
        async with server(tmp_path) as url:
            clients = [await open_client(url, HALF) for _ in range(200)]
            endings = [asyncio.create_task(read_rest(client)) for client in clients]
            await asyncio.wait(endings[:150])  # the oldest go first, and at once
            assert sum(ending.done() for ending in endings) == 150
            assert (await fetched(url, "/healthz")).status == 200
            answers = await asyncio.gather(*endings[151:])  # the others after a while
            assert all(answer.startswith(b"HTTP/1.1 408 ") for answer in answers)

    run(look())


def test_the_server_has_only_so_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_limits, "MAX_CONNECTIONS", 3)

    async def look() -> None:
        async with server(tmp_path) as url:
            clients = [await open_client(url) for _ in range(3)]
            await asyncio.sleep(0.05)
            assert await read_rest(await open_client(url, WHOLE)) == b""
            clients[0][1].close()
            await asyncio.sleep(0.05)
            clients[0] = await open_client(url, WHOLE)
            assert (await clients[0][0].readline()).startswith(b"HTTP/1.1 200 ")
            for _, writer in clients:
                writer.close()

    run(look())


def test_a_websocket_is_no_longer_an_http_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_limits, "MAX_CONNECTIONS", 2)
    monkeypatch.setattr(timed_http, "HEAD_SECONDS", 0.2)

    async def look() -> None:
        async with server(tmp_path) as url:
            for _ in range(3):
                async with connect(url, name="Ala") as ala, connect(url, name="Bob") as bob:
                    await asyncio.sleep(0.3)
                    assert (await fetched(url, "/healthz")).status == 200
                    assert ala.good_bye is bob.good_bye is None

    run(look())


def test_a_client_that_does_not_read_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timed_http, "WRITE_SECONDS", 0.2)
    request = b"GET /api/rules/classic HTTP/1.1\r\nhost: localhost\r\n\r\n"

    async def look() -> None:
        async with server(tmp_path) as url:
            reader, writer = await open_client(url)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            with pytest.raises(ConnectionError):
                await send_without_end(writer, request)
            assert not reader.at_eof()
            writer.close()

    run(look())


async def send_without_end(writer: asyncio.StreamWriter, data: bytes) -> None:
    while True:
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(0)


class Half:
    """A connection that notes when it is dropped."""

    def __init__(self) -> None:
        self.is_dropped = False

    def drop(self) -> None:
        self.is_dropped = True


def test_half_requests_are_counted_by_address_and_the_oldest_go_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_limits, "MAX_HALF_OPEN_PER_ADDRESS", 2)
    limits = HttpLimits(CostBudget(lambda: 0), ["10.0.0.0/8"])
    halves = {name: Half() for name in "abcdefg"}
    for name in "abc":
        limits.add_half_open(halves[name], "203.0.113.5")
    limits.add_half_open(halves["d"], "203.0.113.6")
    for name in "efg":  # a trusted proxy counts only in total
        limits.add_half_open(halves[name], "10.1.2.3")
    assert [name for name, half in halves.items() if half.is_dropped] == ["a"]
    assert limits.half_open_count == 6
    for half in halves.values():
        limits.remove_half_open(half)
    assert limits.half_open_count == 0
    assert not limits._half_open_by_address


def test_connections_are_counted_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "MAX_CONNECTIONS_PER_ADDRESS", 2)
    limits = HttpLimits(CostBudget(lambda: 0), ["10.0.0.0/8"])
    assert [limits.try_add_connection("203.0.113.5") for _ in range(3)] == [True, True, False]
    assert limits.try_add_connection("203.0.113.6")
    assert all(limits.try_add_connection("10.1.2.3") for _ in range(3))
    limits.remove_connection("203.0.113.5")
    assert limits.try_add_connection("203.0.113.5")
    assert limits.connection_count == 6


def test_an_address_that_owes_too_much_gets_no_answers() -> None:
    budget = CostBudget(lambda: 0)
    limits = HttpLimits(budget, ["10.0.0.0/8"])
    budget.open_cost("203.0.113.5").add_seconds(1_000_000)
    for address in ("127.0.0.1", "10.1.2.3"):
        budget.open_cost(address).add_seconds(1_000_000)
        assert limits.try_add_connection(address)
    assert not limits.try_add_connection("203.0.113.5")
    assert limits.try_add_connection("203.0.113.6")
    assert limits.connection_count == 3


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "client"),
    [
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "198.51.100.1, 198.51.100.2,10.4.4.4", "198.51.100.2"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("10.1.2.3", " , 10.1.1.1", "10.1.2.3"),
        ("10.1.2.3", "x" * 500, "x" * 45),
        ("127.0.0.1", "198.51.100.1", "127.0.0.1"),  # not trusted here
    ],
)
def test_a_trusted_proxy_says_who_the_client_is(peer: str, forwarded_for: str, client: str) -> None:
    assert (
        HttpLimits(CostBudget(lambda: 0), ["10.0.0.0/8"]).find_client(peer, forwarded_for) == client
    )
