"""Connections to a PostgreSQL database: where it is, reconnecting, and error messages.

A URL may name several hosts (`postgresql://user:password@one,two/kostka`). Then the one that can be
written is used, so a standby that becomes the primary is found by itself. No message contains the
user or the password.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from kostka.server.storage.store import StoreFailed

SCHEMES = ("postgresql", "postgres")

_HOST = r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]*)(:[0-9]{1,5})?"
_HOSTS = re.compile(f"{_HOST}(,{_HOST})*")

CONNECT_SECONDS = 2.0
"""How long connecting may take."""

READ_SECONDS = 5.0
"""How long an answer may take before the connection counts as dead."""

SETTINGS = {
    "idle_in_transaction_session_timeout": "2s",  # a node that is cut off holds no locks for long
    "lock_timeout": "2s",
    "tcp_user_timeout": "5s",
    "jit": "off",
}

DATABASE_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""All exceptions of the driver."""

ERRORS = (*DATABASE_ERRORS, OSError)
"""What a connection raises; `TimeoutError` is an `OSError`."""

_REASONS = {
    "08": "the connection to the database broke",
    "28": "the database refuses this user or password",
    "3D": "there is no such database",
    "25006": "this server of the database cannot be written",
    "42501": "the database user lacks a right that kostka needs",
    "53100": "the disk of the database is full",
    "53300": "the database has no connection left",
    "55P03": "something keeps the database locked",
    "57P": "the database is starting or stopping",
}
"""What is wrong, by SQLSTATE or its beginning."""

_PASSING = ("08", "25006", "25P", "40", "53", "55P03", "57")
"""States that pass by themselves, or on another connection."""


def is_passing(error: BaseException) -> bool:
    """Return whether the same statement may work on a new connection."""
    if isinstance(error, asyncpg.PostgresError):
        state = error.sqlstate or ""
        return bool(state.startswith(_PASSING)) and state != "53100"
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)  # one is about a value
    return isinstance(error, OSError | asyncpg.InternalClientError)


def describe_url(url: str) -> str:
    """Return a URL without user, password and options, or raise `StoreFailed`."""
    with suppress(ValueError):
        parts = urlsplit(url)
        hosts = parts.netloc.rpartition("@")[2]
        # A password with a slash that is not escaped would look like a host or a path.
        if parts.scheme in SCHEMES and _HOSTS.fullmatch(hosts) and "@" not in parts.path:
            return f"postgresql://{hosts}{parts.path}"
    raise StoreFailed(
        "write the database as postgresql://USER:PASSWORD@HOST/DATABASE,"
        " with %40 for @ and %2F for / in the password"
    )


class Connection:
    """One connection to the database. Answers that take too long end it."""

    def __init__(self, raw: Any) -> None:  # noqa: ANN401  (the driver has no types)
        """Use `Connector.connect` instead."""
        self._raw = raw
        self._loop = asyncio.get_running_loop()

    @property
    def is_closed(self) -> bool:
        """Whether it can no longer be used."""
        return bool(self._raw.is_closed())

    async def fetch(self, sql: str, *values: object, seconds: float = READ_SECONDS) -> list[Any]:
        """Return the rows of a statement."""
        # Not `asyncio.timeout`: the driver would cancel the statement, and a commit that is
        # cancelled while it waits for the standby reports success.
        timer = self._loop.call_later(seconds, self.abort)
        try:
            rows: list[Any] = await self._raw.fetch(sql, *values)
        finally:
            timer.cancel()
        return rows

    async def execute(self, sql: str, *values: object, seconds: float = READ_SECONDS) -> int:
        """Run a statement, or several without values; return how many rows the last one met."""
        timer = self._loop.call_later(seconds, self.abort)
        try:
            tag: str = await self._raw.execute(sql, *values)
        finally:
            timer.cancel()
        number = tag.rpartition(" ")[2]
        return int(number) if number.isdigit() else 0

    async def commit(self, seconds: float) -> None:
        """Commit the transaction, or raise."""
        timer = self._loop.call_later(seconds, self.abort)
        try:
            tag: str = await self._raw.execute("COMMIT")
        finally:
            timer.cancel()
        if tag != "COMMIT":  # the database rolls a failed transaction back without an error
            raise ConnectionError("the transaction was rolled back")

    async def copy_rows(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]], seconds: float
    ) -> None:
        """Append rows to a table, faster than statements could."""
        timer = self._loop.call_later(seconds, self.abort)
        try:
            await self._raw.copy_records_to_table(table, columns=columns, records=rows)
        finally:
            timer.cancel()

    def abort(self) -> None:
        """Close it at once; whoever waits for an answer gets an exception."""
        self._raw.terminate()

    async def close(self) -> None:
        """Close it, and let the server know."""
        with suppress(*ERRORS):
            await self._raw.close(timeout=1)


class Connector:
    """Opens connections to the database, at that of its hosts which can be written."""

    def __init__(self, url: str) -> None:
        """Check the URL; raise `StoreFailed` if it is not one."""
        self.where = describe_url(url)
        parts = urlsplit(url)
        user, at, hosts = parts.netloc.rpartition("@")
        self._urls = [
            urlunsplit(parts._replace(netloc=f"{user}{at}{host}")) for host in hosts.split(",")
        ]

    async def connect(self, name: str, settings: Mapping[str, str] | None = None) -> Connection:
        """Open a connection under a name that the server shows; raise `StoreFailed`."""
        every = SETTINGS | dict(settings or {}) | {"application_name": name}
        try:
            return Connection(await self._connect_to_any_host(every))
        except ValueError:  # the message may contain parts of the URL
            raise StoreFailed("the database URL is not valid", where=self.where) from None
        except ERRORS as error:
            raise self.make_error(error) from None

    def make_error(self, error: BaseException) -> StoreFailed:
        """Return an exception that says on one line what is wrong."""
        return StoreFailed(_describe_error(error), where=self.where)

    async def _connect_to_any_host(self, settings: dict[str, str]) -> Any:  # noqa: ANN401
        """Try all hosts at the same time: one that is switched off does not answer at all."""
        attempts = [asyncio.create_task(_connect_to_host(url, settings)) for url in self._urls]
        failures: list[BaseException] = []
        try:
            for attempt in asyncio.as_completed(attempts):
                try:
                    return await attempt
                except (ValueError, *ERRORS) as error:
                    failures.append(error)
        finally:
            for other in attempts:
                if not other.done():
                    other.cancel()
                    other.add_done_callback(_abort_unused_connection)
                elif not other.cancelled():
                    other.exception()  # that of a standby need not be reported
        # That a standby cannot be written says less than what happened to the primary.
        failures.sort(key=lambda error: isinstance(error, asyncpg.TargetServerAttributeNotMatched))
        raise failures[0]


async def _connect_to_host(url: str, settings: dict[str, str]) -> Any:  # noqa: ANN401
    return await asyncpg.connect(
        url,
        timeout=CONNECT_SECONDS,
        server_settings=settings,
        target_session_attrs="read-write",
        max_cached_statement_lifetime=0,
    )


def _abort_unused_connection(attempt: asyncio.Task[Any]) -> None:
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().terminate()


def _describe_error(error: BaseException) -> str:
    if isinstance(error, asyncpg.TargetServerAttributeNotMatched):
        return "no server of the database can be written at the moment"
    if isinstance(error, TimeoutError):
        return "the database does not answer in time"
    if isinstance(error, OSError):
        return f"the database does not answer ({error.strerror or type(error).__name__})"
    if isinstance(error, asyncpg.PostgresError):
        state = error.sqlstate or ""
        for length in (5, 3, 2):
            if state[:length] in _REASONS:
                return f"{_REASONS[state[:length]]} ({state})"
        return f"the database reports: {_take_first_line(error)} ({state})"
    if isinstance(error, asyncpg.InterfaceError | asyncpg.InternalClientError):
        return "the connection to the database broke"
    return _take_first_line(error)


def _take_first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
