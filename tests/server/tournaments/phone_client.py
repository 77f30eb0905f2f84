"""Phones in a hall: many connections at once, from one event loop."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

from tests.server.tournaments.tournament_client import Reply


class Phone:
    """Asks a server one thing at a time, over a connection that stays open."""

    def __init__(self, url: str, tournament: str, token: str | None) -> None:
        self.host = urlsplit(url).netloc
        self.path = f"/api/tournaments/{tournament}"
        self.token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def do(self, kind: str, **fields: Any) -> Reply:
        """Send a command."""
        return await self.ask("/commands", json.dumps({"type": kind, **fields}).encode())

    async def ask(self, path: str = "", body: bytes | None = None) -> Reply:
        """Get something, or post a body; an `OSError` if there is no server any more."""
        try:
            return await self._send_request(path, body)
        except (OSError, EOFError) as error:
            await self.close()
            raise ConnectionError from error

    async def _send_request(self, path: str, body: bytes | None) -> Reply:
        if self._streams is None:
            address, port = self.host.split(":")
            self._streams = await asyncio.open_connection(address, int(port))
        reader, writer = self._streams
        lines = [
            f"{'GET' if body is None else 'POST'} {self.path}{path} HTTP/1.1",
            f"host: {self.host}",
            *([f"authorization: Bearer {self.token}"] if self.token else []),
            f"content-length: {len(body or b'')}",
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        status = int(head.split()[1])
        length = next(
            (
                int(line.split()[1])
                for line in head.split("\r\n")
                if line.startswith("content-length")
            ),
            0,
        )
        data = await reader.readexactly(length)
        return Reply(status, json.loads(data) if data else b"")

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
