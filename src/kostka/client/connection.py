"""A connection to a server, as a guest."""

from __future__ import annotations

from asyncio import Future, Task, create_task, get_running_loop, sleep
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from kostka import word
from kostka.client.randomness import RandomnessSource
from kostka.events.codec import to_json
from kostka.melds.turn import Table
from kostka.numbers.commands import AnyCommand
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.rooms import RoomView, Settings

MOST_BYTES = 2**20

PING_SECONDS = 20.0
"""How often the server is pinged, and how long it may take to answer."""

CLOSE_SECONDS = 1.0
"""How long a server may take to agree to the end of a connection; one that is dead never does."""

MAX_TRIES = 30
"""How often a connection is opened again that a node sends away for a moment."""

SERVER_ERRORS = 500
"""HTTP statuses from here on may be gone at the next try."""


class Refused(Exception):  # noqa: N818
    """The server refused a request; `problems` says why."""

    def __init__(self, problems: tuple[responses.Problem, ...]) -> None:
        """Remember every reason."""
        super().__init__("; ".join(f"{problem.text} ({problem.clause})" for problem in problems))
        self.problems = problems

    @property
    def problem_code(self) -> str:
        """The code of the first reason."""
        return self.problems[0].code if self.problems else ""


class Connection:
    """The connection of a guest. News arrives in the background while anything is awaited.

    Whenever the guest has a seat, it adds randomness to the shuffle of the next game by itself.
    """

    def __init__(self, socket: ClientConnection, welcome: responses.Welcome) -> None:
        """Take over a socket that the server has welcomed."""
        self.socket = socket
        self.guest = welcome.guest
        self.name = welcome.name
        self.token = welcome.token
        self.room: RoomView | None = None
        self.seat: int | None = None
        self.game: responses.GameNews | None = None
        """The last news of a number game in the room."""
        self.word: responses.WordNews | None = None
        """Those of a word game."""
        self.faces: tuple[str, ...] = ()
        self.good_bye: responses.GoodBye | None = None
        self.on_message: Callable[[responses.AnyMessage], None] = lambda _: None
        """Called with every message that comes in."""
        self._randomness = RandomnessSource()
        self._committed_room: str | None = None
        """The code of the room for whose next game the client has committed to randomness."""
        self._background: set[Task[None]] = set()
        self._numbers = count(1)
        self._answers: dict[int, Future[Any]] = {}
        self._waiting: list[tuple[Callable[[Connection], bool], Future[None]]] = []
        self._listening: Task[None] = create_task(self._read_messages())

    # --- asking -------------------------------------------------------------------------------

    async def ask(self, kind: type[requests.Request], **fields: Any) -> Any:  # noqa: ANN401
        """Send a request and return its answer; raise `Refused`."""
        number = next(self._numbers)
        answer: Future[Any] = get_running_loop().create_future()
        self._answers[number] = answer
        try:
            await self.socket.send(to_json(kind(number, **fields)).decode())
        except ConnectionClosed as error:
            raise ConnectionError("the connection has ended") from error
        return await answer

    async def create_room(self, settings: Settings) -> RoomView:
        """Open a room."""
        await self.ask(requests.Create, settings=settings)
        assert self.room is not None
        return self.room

    async def enter_room(self, code: str) -> RoomView:
        """Enter a room."""
        await self.ask(requests.Enter, room=code)
        assert self.room is not None
        return self.room

    async def send_command(self, command: AnyCommand | word.AnyCommand) -> None:
        """Carry out a command in the turn that is seen now."""
        assert self.last_news is not None
        kind = requests.Do if self.word is None else requests.WordDo
        await self.ask(kind, turn=self.last_news.view.turns, command=command)

    async def send_draft(self, table: Table) -> responses.DraftJudged:
        """Show others the table so far, and return the verdict on it."""
        assert self.game is not None
        judged: responses.DraftJudged = await self.ask(
            requests.Draft, turn=self.game.view.turns, table=table
        )
        return judged

    async def send_word_draft(
        self, table: word.Words, letters: word.Letters | None = None
    ) -> responses.WordDraftJudged:
        """Do the same with words; `letters` is what jokers laid or taken stand for."""
        assert self.word is not None
        judged: responses.WordDraftJudged = await self.ask(
            requests.WordDraft, turn=self.word.view.turns, table=table, letters=dict(letters or {})
        )
        return judged

    # --- the shuffle --------------------------------------------------------------------------

    def _commit_once_seated(self) -> None:
        """Commit to randomness when the guest has got a seat, once for each stay in a room."""
        seated = self.room is not None and self.seat is not None
        code = self.room.code if self.room is not None and seated else None
        if code != self._committed_room:
            self._committed_room = code
            if code is not None:
                self._commit_randomness()

    def _commit_randomness(self) -> None:
        commitment = self._randomness.create_commitment()
        self._ask_in_background(requests.CommitRandomness, commitment=commitment)

    def _reveal_randomness(self, message: responses.ShuffleCommitted) -> None:
        """Reveal our value if our commitment is among those sent; commit for the next game."""
        value = self._randomness.take_value(message, self.seat)
        if value is not None:
            self._ask_in_background(requests.RevealRandomness, game=message.game, value=value)
            self._commit_randomness()

    def _ask_in_background(
        self,
        kind: type[requests.Request],
        **fields: Any,  # noqa: ANN401
    ) -> None:
        """Send a request whose refusal changes nothing for the player."""

        async def ask() -> None:
            with suppress(Refused, ConnectionError, ConnectionClosed):
                await self.ask(kind, **fields)

        task = create_task(ask())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # --- waiting ------------------------------------------------------------------------------

    async def wait_until(self, wanted: Callable[[Connection], bool]) -> None:
        """Wait until a condition on this connection holds."""
        if wanted(self):
            return
        if self._listening.done():
            raise ConnectionError("the connection has ended")
        came: Future[None] = get_running_loop().create_future()
        self._waiting.append((wanted, came))
        await came

    @property
    def last_news(self) -> responses.Played | None:
        """The last news of the game in the room, of whichever kind it is."""
        return self.game if self.word is None else self.word

    @property
    def is_my_turn(self) -> bool:
        """Whether the guest is on turn."""
        seen = self.last_news
        return seen is not None and self.seat is not None and seen.view.turn == self.seat

    @property
    def is_game_over(self) -> bool:
        """Whether the game is over."""
        return self.last_news is not None and self.last_news.view.result is not None

    @property
    def is_lost(self) -> bool:
        """Whether the connection has ended, or the server has said good-bye."""
        return self.good_bye is not None or self._listening.done()

    def abort(self) -> None:
        """End the connection at once, without telling the server."""
        self.socket.transport.abort()

    async def close(self) -> None:
        """End the connection."""
        await self.socket.close()
        with suppress(ConnectionClosed):
            await self._listening

    async def _read_messages(self) -> None:
        try:
            async for data in self.socket:
                self._handle_message(responses.decode_message(data))
        except ConnectionClosed:
            pass
        finally:
            lost = ConnectionError("the connection has ended")
            for answer in (*self._answers.values(), *(came for _, came in self._waiting)):
                if not answer.done():
                    answer.set_exception(lost)
                    answer.exception()  # nobody need wait for it any more

    def _pop_answer_future(self, number: int) -> Future[Any]:
        """Remove and return the future of an answer; a new one if its waiter was cancelled."""
        answer: Future[Any] = self._answers.pop(number)
        return get_running_loop().create_future() if answer.done() else answer

    def _handle_message(self, message: responses.AnyMessage) -> None:  # noqa: C901  (a plain list)
        match message:
            case (
                responses.Done()
                | responses.DraftJudged()
                | responses.WordDraftJudged()
                | responses.Hint()
                | responses.WordHint()
            ):
                self._pop_answer_future(message.id).set_result(message)
            case responses.Refusal(id=None):
                pass
            case responses.Refusal(id=number) if number is not None:
                self._pop_answer_future(number).set_exception(Refused(message.problems))
            case responses.RoomNews():
                self.room, self.seat = message.room, message.seat
                self._commit_once_seated()
            case responses.ShuffleCommitted():
                self._reveal_randomness(message)
            case responses.GameNews():
                self.game, self.word = message, None
                self.faces = message.faces or self.faces
            case responses.WordNews():
                self.game, self.word = None, message
                self.faces = message.faces or self.faces
            case responses.GoodBye():
                self.good_bye = message
        self.on_message(message)
        for wanted, came in list(self._waiting):
            if not came.done() and wanted(self):
                came.set_result(None)
                self._waiting.remove((wanted, came))


class SentAway(ConnectionError):  # noqa: N818
    """The server said good-bye in place of a welcome."""

    def __init__(self, good_bye: responses.GoodBye) -> None:
        """Keep the reason, and when to come back."""
        super().__init__(f"the server says good-bye: {good_bye.code}")
        self.good_bye = good_bye


async def open_connection(  # noqa: PLR0913  (all by name)
    url: str,
    *,
    token: str | None = None,
    name: str | None = None,
    room: str | None = None,
    headers: Mapping[str, str] | None = None,
    ping_seconds: float = PING_SECONDS,
) -> Connection:
    """Connect once, as `connect` does; raise `SentAway` if the server has no time now.

    Raise `Refused`, or `OSError` if there is no server. The caller closes the connection.
    """
    address = url if room is None else f"{url}?{urlencode({'room': room})}"
    try:
        socket = await open_socket(
            address,
            max_size=MOST_BYTES,
            compression=None,
            additional_headers=headers,
            ping_interval=ping_seconds,
            ping_timeout=ping_seconds,
            close_timeout=CLOSE_SECONDS,
        )
    except (EOFError, InvalidHandshake) as error:
        if isinstance(error, InvalidStatus) and error.response.status_code < SERVER_ERRORS:
            raise
        raise ConnectionError(str(error)) from error
    try:
        return Connection(socket, await _greet(socket, requests.Hello(PROTOCOL, token, name)))
    except ConnectionClosed as error:
        raise ConnectionError("the connection has ended") from error
    except BaseException:
        await socket.close()
        raise


async def _greet(socket: ClientConnection, hello: requests.Hello) -> responses.Welcome:
    with suppress(ConnectionClosed):  # what the server has said before can still be read
        await socket.send(to_json(hello).decode())
    answer = responses.decode_message(await socket.recv())
    if isinstance(answer, responses.Refusal):
        raise Refused(answer.problems)
    if isinstance(answer, responses.GoodBye):
        raise SentAway(answer)
    assert isinstance(answer, responses.Welcome)
    return answer


@asynccontextmanager
async def connect(
    url: str,
    *,
    token: str | None = None,
    name: str | None = None,
    room: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> AsyncIterator[Connection]:
    """Connect to a server's `/ws`: with a token as the guest it was given to, else as a new one.

    With `room` the connection leads to the node that has the room, and a new room gets this code.
    `headers` are added to the request, for proxies that ask for some.
    """
    for tries_left in reversed(range(MAX_TRIES)):
        try:
            connection = await open_connection(
                url, token=token, name=name, room=room, headers=headers
            )
            break
        except SentAway as sent_away:
            if sent_away.good_bye.retry_ms is None or not tries_left:
                raise
            await sleep(sent_away.good_bye.retry_ms / 1000)
    try:
        yield connection
    finally:
        await connection.close()
