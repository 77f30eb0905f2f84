"""A guest who comes back after every lost connection, to the same room and the same seat."""

from __future__ import annotations

from asyncio import get_running_loop, sleep, timeout
from collections.abc import Callable, Mapping, Sequence
from random import random
from typing import Any, Self

from kostka import word
from kostka.client.connection import Connection, Refused, SentAway, open_connection
from kostka.numbers.commands import AnyCommand
from kostka.protocol import requests, responses
from kostka.protocol.rooms import RoomView, Settings

RETRY_SECONDS = (0.25, 0.5, 1.0)
"""Before each further try; the last one repeats."""

JITTER_SECONDS = 0.1
"""So that not everybody comes back at the same moment."""

PASSING_CODES = frozenset({"failed", "full", "node_away", "not_saved", "unreadable"})
"""Refusals after which the same request may work a moment later."""

LATE = "late"


class ReconnectingClient:
    """A guest who stays in a room, whatever happens to connections and servers.

    `async with ReconnectingClient([url], name="Ala") as ala: await ala.enter_room("ABCDEFGH")`
    """

    def __init__(  # noqa: PLR0913  (all by name)
        self,
        urls: Sequence[str],
        *,
        name: str | None = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        answer_seconds: float = 5.0,
        patience_seconds: float = 60.0,
    ) -> None:
        """Use the first address that works, and the next one whenever one does not.

        A server that does not answer within `answer_seconds` counts as lost. After
        `patience_seconds` without a connection, `ConnectionError` is raised.
        """
        self._urls = list(urls)
        self._url_number = 0
        self._name = name
        self._headers = headers
        self._answer_seconds = answer_seconds
        self._patience_seconds = patience_seconds
        self._connection: Connection | None = None
        self.token = token
        self.room_code: str | None = None
        """The room to which the guest comes back."""
        self._routed_code: str | None = None
        """The room for which connections are opened."""
        self.reconnect_count = 0
        self.on_message: Callable[[responses.AnyMessage], None] = lambda _: None
        """Called with every message that comes in, over any connection."""

    async def __aenter__(self) -> Self:
        """Connect."""
        await self.get_connection()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the connection."""
        if self._connection is not None:
            await self._connection.close()

    # --- the connection -----------------------------------------------------------------------

    async def get_connection(self) -> Connection:
        """Return the connection, in the room; if it was lost, a new one."""
        if self._connection is not None and not self._connection.is_lost:
            return self._connection
        is_return, good_bye = self._connection is not None, self._drop_connection()
        until = get_running_loop().time() + self._patience_seconds
        tries = 0
        if is_return:
            self.reconnect_count += 1
            await sleep(compute_delay(0, good_bye))
        while True:
            try:
                async with timeout(self._answer_seconds):
                    return await self._connect()
            except (OSError, TimeoutError) as error:
                good_bye = self._drop_connection()
                if isinstance(error, SentAway):
                    good_bye = error.good_bye
                else:
                    self._url_number += 1
                if get_running_loop().time() > until:
                    raise ConnectionError("no server can be reached") from error
            except Refused as refused:
                good_bye = self._drop_connection()
                if refused.problem_code not in PASSING_CODES or get_running_loop().time() > until:
                    raise
            await sleep(compute_delay(tries, good_bye))
            tries += 1

    async def _connect(self) -> Connection:
        url = self._urls[self._url_number % len(self._urls)]
        connection = self._connection = await open_connection(
            url,
            token=self.token,
            name=self._name,
            room=self._routed_code,
            headers=self._headers,
            ping_seconds=self._answer_seconds,
        )
        self.token = self.token or connection.token
        connection.on_message = self._pass_message_on
        if self.room_code is not None and not connection.is_lost:
            await connection.enter_room(self.room_code)
        return connection

    def _pass_message_on(self, message: responses.AnyMessage) -> None:
        self.on_message(message)

    def _drop_connection(self) -> responses.GoodBye | None:
        """Forget the connection, and return what the server has said at its end."""
        connection, self._connection = self._connection, None
        if connection is None:
            return None
        connection.abort()
        return connection.good_bye

    # --- requests -----------------------------------------------------------------------------

    async def create_room(self, settings: Settings, code: str | None = None) -> RoomView:
        """Open a room, with this code if no other room has it, and come back to it from now on."""
        self._go_to(code)
        self.room_code = None
        room: RoomView = await self.repeat(lambda one: one.create_room(settings))
        self.room_code = self._routed_code = room.code
        return room

    async def enter_room(self, code: str) -> RoomView:
        """Enter a room, and come back to it from now on."""
        self._go_to(code)
        self.room_code = code
        room: RoomView = await self.repeat(lambda one: one.enter_room(code))
        return room

    def _go_to(self, code: str | None) -> None:
        """Open the next connection for a room, so that it leads to the node that has it."""
        if code != self._routed_code:
            self._routed_code = code
            self._drop_connection()

    async def ask(self, kind: type[requests.Request], **fields: Any) -> Any:  # noqa: ANN401
        """Send a request that may be repeated without harm, until it is answered."""
        return await self.repeat(lambda one: one.ask(kind, **fields))

    async def repeat(self, act: Callable[[Connection], Any]) -> Any:  # noqa: ANN401
        """Do something that may be done twice, until it is answered; raise `Refused`."""
        tries, until = 0, get_running_loop().time() + self._patience_seconds
        while True:
            try:
                return await self._try_once(act)
            except (ConnectionError, TimeoutError):
                if get_running_loop().time() > until:
                    raise
                self._drop_connection()
            except Refused as refused:
                if refused.problem_code not in PASSING_CODES or get_running_loop().time() > until:
                    raise
            await sleep(compute_delay(tries, None))
            tries += 1

    async def _try_once(self, act: Callable[[Connection], Any]) -> Any:  # noqa: ANN401
        connection = await self.get_connection()
        async with timeout(self._answer_seconds):
            return await act(connection)

    async def send_command(self, command: AnyCommand | word.AnyCommand) -> bool:
        """Carry out a command in the turn that is seen now, exactly once.

        If its answer is lost, the command is sent again only if the game, seen after coming back,
        is as it was before. Return whether it was acknowledged; False if it was carried out without
        an answer, or if the turn ended meanwhile. Raise `Refused` if a rule is against it.
        """
        connection = await self.get_connection()
        assert connection.last_news is not None
        game, view = connection.last_news.game, connection.last_news.view
        tries = 0
        while True:
            try:
                async with timeout(self._answer_seconds):
                    await connection.send_command(command)
                    return True
            except (ConnectionError, TimeoutError):
                self._drop_connection()
            except Refused as refused:
                if refused.problem_code == LATE:
                    return False
                if refused.problem_code not in PASSING_CODES:
                    raise
                await sleep(compute_delay(tries, None))
            tries += 1
            seen = await self._wait_for_game()
            if (seen.game, seen.view) != (game, view):
                return False
            connection = await self.get_connection()

    async def _wait_for_game(self) -> responses.Played:
        """Return what is seen of the game, after coming back if need be."""
        await self.wait_until(lambda one: one.last_news is not None)
        connection = await self.get_connection()
        return connection.last_news or await self._wait_for_game()

    async def wait_until(self, wanted: Callable[[Connection], bool]) -> None:
        """Wait until a condition on the connection holds, over as many connections as it takes."""
        while True:
            connection = await self.get_connection()
            try:
                await connection.wait_until(wanted)
            except ConnectionError:
                continue
            return


def compute_delay(tries: int, good_bye: responses.GoodBye | None) -> float:
    """Return how long to wait before a further try, after what the server has said."""
    wait = RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)]
    if good_bye is not None and good_bye.retry_ms is not None and tries < len(RETRY_SECONDS):
        wait = good_bye.retry_ms / 1000
    return wait + random() * JITTER_SECONDS  # noqa: S311
