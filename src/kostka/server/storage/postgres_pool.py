"""A few connections for reading, shared by everybody."""

from __future__ import annotations

import asyncio
from typing import Any

from kostka.server.storage.postgres_connection import (
    ERRORS,
    Connection,
    Connector,
    is_passing,
)
from kostka.server.storage.store import StoreFailed

POOL_SIZE = 4

FAIL_FAST_SECONDS = 0.2
"""After connecting failed, everybody fails for so long without another attempt."""


class PostgresPool:
    """Runs statements that are transactions by themselves and may be repeated."""

    def __init__(self, connector: Connector, name: str) -> None:
        """Start without connections."""
        self._connector = connector
        self._name = name
        self._idle: list[Connection] = []
        self._places = asyncio.Semaphore(POOL_SIZE)
        self._connecting = asyncio.Lock()
        self._failure: StoreFailed | None = None
        self._fail_until = 0.0
        self._closed = False

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a statement; raise `StoreFailed` if there is no connection.

        The server may have closed a connection since it was last used. So the statement is repeated
        once on a new one.
        """
        async with self._places:
            while self._idle:
                connection = self._idle.pop()
                if connection.is_closed:
                    continue
                try:
                    return await self._fetch_with(connection, sql, values)
                except StoreFailed:
                    if not connection.is_closed:
                        raise
            return await self._fetch_with(await self._connect(), sql, values)

    async def close(self) -> None:
        """Close all connections, those in use when they are given back."""
        self._closed = True
        while self._idle:
            await self._idle.pop().close()

    async def _fetch_with(
        self, connection: Connection, sql: str, values: tuple[object, ...]
    ) -> list[Any]:
        try:
            rows = await connection.fetch(sql, *values)
        except ERRORS as error:
            if is_passing(error):
                connection.abort()
            else:
                self._give_back(connection)
            if isinstance(error, ValueError):
                raise
            raise self._connector.make_error(error) from error
        except BaseException:  # the caller is cancelled: the answer is still on its way
            connection.abort()
            raise
        self._give_back(connection)
        return rows

    def _give_back(self, connection: Connection) -> None:
        if self._closed:
            connection.abort()
        else:
            self._idle.append(connection)

    async def _connect(self) -> Connection:
        async with self._connecting:
            now = asyncio.get_running_loop().time()
            if self._failure is not None and now < self._fail_until:
                raise StoreFailed(self._failure.why, where=self._failure.where)
            try:
                return await self._connector.connect(self._name)
            except StoreFailed as error:
                self._failure = error
                self._fail_until = asyncio.get_running_loop().time() + FAIL_FAST_SECONDS
                raise
