"""Sends many HTTP requests at once, each from the address that it claims, and counts answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 90


class HttpRequest(NamedTuple):
    """What to send. The server trusts this machine as a proxy, so `address` counts as the sender's.

    An empty one stands for this machine itself.
    """

    path: str
    address: str = ""
    body: bytes | None = None
    headers: Mapping[str, str] = {}

    def to_bytes(self, host: str) -> bytes:
        method = "GET" if self.body is None else "POST"
        headers = {"host": host, "connection": "close", **self.headers}
        if self.address:
            headers["x-forwarded-for"] = self.address
        if self.body is not None:
            headers["content-length"] = str(len(self.body))
        lines = [f"{method} {self.path} HTTP/1.1", *(f"{key}: {headers[key]}" for key in headers)]
        return "\r\n".join([*lines, "", ""]).encode() + (self.body or b"")


def make_address(number: int) -> str:
    """Return one of 65,025 addresses."""
    return f"10.9.{number // 255 % 255 + 1}.{number % 255 + 1}"


async def flood(web: str, requests: Iterable[HttpRequest], at_once: int) -> Counter[str]:
    """Send all requests, so many at once; count the answers by status."""
    free, answers = asyncio.Semaphore(at_once), Counter[str]()

    async def send(request: HttpRequest) -> None:
        async with free:
            answers[await send_request(web, request)] += 1

    await asyncio.gather(*map(send, requests))
    return answers


async def send_request(web: str, request: HttpRequest) -> str:
    """Return the status of the answer, or how the connection ended without one."""
    where = urlsplit(web)
    writer = None
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(request.to_bytes(where.netloc))
            answer = await reader.read()
    except TimeoutError:
        return "unanswered"
    except OSError:
        return "closed"
    finally:
        if writer is not None:
            writer.close()
    return answer[9:12].decode() or "closed"
