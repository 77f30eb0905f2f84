"""The messages of one client over its WebSocket: each is parsed, limited and carried out."""

from __future__ import annotations

from asyncio import Future, current_task, get_running_loop, sleep
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from time import thread_time
from typing import Any, Protocol
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, Refused, Violation
from kostka.protocol import requests, responses
from kostka.protocol.responses import Farewell, Refusal, Welcome
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.storage.store import StoreFailed
from kostka.server.transport.client_addresses import read_client_address
from kostka.server.transport.cost_budget import ChargedCost, CostBudget
from kostka.server.transport.fast_websocket import FastWebSocket, Outbox
from kostka.server.transport.processor_time import MeteredCoroutine
from kostka.server.transport.rate_limits import Bucket, Rate
from kostka.server.transport.request_cost import CURRENT_COST
from kostka.server.transport.session import POLICY_VIOLATION, TRY_LATER, Channel, Session

MESSAGE_RATE = Rate(burst=200, each_second=50)
"""Messages of one connection; beyond it the client has to wait. A draft for every tile that is
moved is far below it."""

MAX_BAD_MESSAGES = 20
"""Messages that cannot be read, before the connection is closed."""

MAX_UNREAD = 8
"""Messages that wait for the one before them; more stay in the network."""

MAX_PAUSE_SECONDS = 2.0
MAX_PAUSES = 10
"""How long a message waits while the budget of its address is used up, and how many do in a row
before the connection is closed."""

HELLO_TIMEOUT_SECONDS = 10

MOVE_PREFIX = '{"type":"Do",'
"""How clients begin a move; one that is written otherwise is handled like any other message."""


class RequestHandler(Protocol):
    """What a connection needs of the application behind it."""

    def now(self) -> int:
        """Return the time in milliseconds."""
        ...

    def can_connect(self, address: str) -> bool:
        """Whether an address may open one more connection."""
        ...

    async def open_session(
        self, message: requests.AnyMessage, address: str, channel: Channel
    ) -> tuple[Session, Welcome]:
        """Identify a guest by the first message, or refuse it."""
        ...

    async def close_session(self, session: Session) -> None:
        """Note that a connection has ended."""
        ...

    def handle_request(
        self, session: Session, request: requests.AnyRequest
    ) -> Coroutine[Any, Any, None]:
        """Carry out a request and answer it."""
        ...

    def send_refusal(
        self, session: Session, request_id: int | None, *violations: Violation
    ) -> None:
        """Answer a message that is refused."""
        ...

    def count_refusal(self, address: str, violation: Violation) -> None:
        """Count a refusal."""
        ...


TryRelay = Callable[[WebSocket, str], Awaitable[bool]]
"""Passes a connection from an address on to another node; returns whether it is dealt with."""


async def accept_connection(
    socket: WebSocket,
    handler: RequestHandler,
    budget: CostBudget,
    outbox: Outbox,
    try_relay: TryRelay | None = None,
) -> None:
    """Accept a WebSocket if its address may connect, and listen to it from then on.

    One whose room is on another node is passed on by `try_relay`.
    """
    address = read_client_address(socket.scope)
    if not is_same_origin(socket) or not handler.can_connect(address):
        await socket.close(POLICY_VIOLATION)
        return
    if try_relay is not None and await try_relay(socket, address):
        return
    await socket.accept()
    channel = FastWebSocket.find_for_websocket(socket)
    suggested_code = socket.query_params.get("room")
    connection = Connection(channel, handler, budget.open_cost(address), suggested_code)
    channel.attach_listener(connection, outbox)


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a page of ours opened the connection, or a program that is not a browser."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # not an origin
        return False


class Connection:
    """Carries out the messages of one client, one after the other, until it disconnects."""

    def __init__(
        self,
        channel: FastWebSocket,
        handler: RequestHandler,
        cost: ChargedCost,
        suggested_code: str | None = None,
    ) -> None:
        """Wait for the first message; charge everything to the address of the client.

        `suggested_code` is for the room that the client may open.
        """
        self._suggested_code = suggested_code
        self._channel = channel
        self._handler = handler
        self._address = cost.address
        self._cost = cost
        self._pauses = 0
        """How many messages in a row had to wait for the budget."""
        self._session: Session | None = None
        self._unread: list[str | None] = []
        self.is_working = False
        """Whether a message is being carried out."""
        self._move: Coroutine[Any, Any, None] | None = None
        """The move that is being carried out without a task."""
        self._is_lost = False
        self._bad_messages = 0
        self._bucket = Bucket(MESSAGE_RATE, handler.now())
        self._context = copy_context()
        self._context.run(CURRENT_COST.set, cost)  # for the threads that work for the messages
        wait = HELLO_TIMEOUT_SECONDS
        self._hello_timeout = get_running_loop().call_later(wait, channel.close, POLICY_VIOLATION)

    # --- called by the channel ----------------------------------------------------------------

    def on_message(self, text: str | None) -> None:
        """Queue a message; it is carried out after all before it. A move begins at once."""
        if self.is_working:
            self._unread.append(text)
            if len(self._unread) >= MAX_UNREAD:
                self._channel.pause_receiving()
        elif text is None or not text.startswith(MOVE_PREFIX) or not self._try_start_move(text):
            self._unread.append(text)
            self._start_handling_messages()

    def charge_seconds(self, seconds: float) -> None:
        """Charge processor time to the address; a client that only sends pings pays for them."""
        self._cost.add_seconds(seconds)
        if self._cost.compute_delay():
            self._channel.close(TRY_LATER)

    def on_writable(self) -> None:
        """Send what is queued."""
        if self._session is not None:
            self._session.flush_queue()

    def on_disconnect(self) -> None:
        """Leave; a request that was begun is finished first, and the others hear of it."""
        self._is_lost = True
        self._hello_timeout.cancel()
        if self._session is not None:
            self._session.is_closed = True
        if not self.is_working:
            self._start_handling_messages()

    # --- moves ----------------------------------------------------------------------------------
    # Nearly all work is for moves. They have no task of their own, which would cost more than
    # deciding the move: we run their coroutine ourselves, from one wait to the next.

    def _try_start_move(self, text: str) -> bool:
        """Start a move, unless it has to wait or cannot be read."""
        session, handler = self._session, self._handler
        if session is None or self._cost.is_overdrawn:
            return False
        started = thread_time()
        try:
            message = requests.decode_message(text)
        except BadInput:
            return False
        if type(message) is not requests.Do or not self._bucket.try_take_tokens(handler.now()):
            return False
        self._pauses = 0
        self.is_working = True
        self._move = handler.handle_request(session, message)
        self._context.run(self._run_move, started)
        return True

    def _continue_move(self, _: Future[Any]) -> None:
        self._run_move(thread_time())

    def _run_move(self, started: float) -> None:
        """Run the move to its next wait, and go on when that is over, as a task would."""
        assert self._move is not None
        is_over = True
        try:
            waited = self._move.send(None)
            waited._asyncio_future_blocking = False  # noqa: SLF001  (how a task accepts a future)
            waited.add_done_callback(self._continue_move, context=self._context)
            is_over = False
        except StopIteration:
            pass
        except Exception as error:  # noqa: BLE001  (a fault here must not stop others)
            logs.log_failure("connection_failed", error)
            self._channel.close(POLICY_VIOLATION)
        self._cost.add_seconds(thread_time() - started)
        if is_over:
            self._move = None
            self.is_working = False
            if self._unread or self._is_lost:
                self._start_handling_messages()

    # --- carrying messages out ----------------------------------------------------------------

    def _start_handling_messages(self) -> None:
        self.is_working = True
        work = MeteredCoroutine(self._handle_queued_messages(), self._cost)
        task = self._channel.loop.create_task(work, context=self._context)
        self._channel.tasks.add(task)  # the server waits for it before it ends

    async def _handle_queued_messages(self) -> None:
        task = current_task()
        assert task is not None
        try:
            try:
                while self._unread and not self._is_over:
                    texts, self._unread = self._unread, []
                    for text in texts:
                        if not self._is_over:
                            await self._handle_message(text)
                    self._channel.resume_receiving()
            except Exception as error:  # noqa: BLE001  (a fault here must not stop others)
                logs.log_failure("connection_failed", error)
                self._channel.close(POLICY_VIOLATION)
            finally:
                self.is_working = False
            if self._is_lost and self._session is not None:
                session, self._session = self._session, None
                await self._handler.close_session(session)
        finally:
            self._channel.tasks.discard(task)

    @property
    def _is_over(self) -> bool:
        """Whether no more messages are carried out."""
        return self._is_lost or self._channel.close_sent

    async def _handle_message(self, text: str | None) -> None:
        session, handler = self._session, self._handler
        if session is None:
            await self._handle_hello(text)
            return
        if not self._bucket.try_take_tokens(handler.now()):
            await sleep(self._bucket.compute_delay(handler.now()))
            self._bucket.try_take_tokens(handler.now())
        if wait := self._cost.compute_delay():
            if not await self._wait_for_budget(session, wait):
                return
        else:
            self._pauses = 0
        try:
            message = parse_message(text)
        except BadInput as error:
            handler.send_refusal(session, None, problems.BAD_MESSAGE(why=str(error)))
            self._bad_messages += 1
        else:
            if not isinstance(message, requests.Hello):
                await handler.handle_request(session, message)
                return
            handler.send_refusal(session, None, problems.HELLO_TWICE())
            self._bad_messages += 1
        if self._bad_messages >= MAX_BAD_MESSAGES:
            session.close(Farewell.NONSENSE)

    async def _wait_for_budget(self, session: Session, wait: float) -> bool:
        """Slow a client down whose address has used up its budget; return whether it may go on."""
        self._pauses += 1
        if self._pauses > MAX_PAUSES:
            session.close(Farewell.OVER_BUDGET, retry_ms=round(1000 * wait))
            return False
        await sleep(min(wait, MAX_PAUSE_SECONDS))
        return True

    async def _handle_hello(self, text: str | None) -> None:
        """Answer the first message."""
        self._hello_timeout.cancel()
        try:
            session, welcome = await self._handler.open_session(
                parse_message(text), self._address, self._channel
            )
        except BadInput as error:
            violations: tuple[Violation, ...] = (problems.BAD_MESSAGE(why=str(error)),)
        except Refused as refused:
            violations = refused.violations
        except StoreFailed as error:
            logs.log_failure("not_read", error, text=str(error))
            violations = (problems.UNREADABLE(),)
        else:
            self._session = session
            session.suggested_code = self._suggested_code
            session.is_closed = self._is_lost
            session.send(welcome)
            return
        self._handler.count_refusal(self._address, violations[0])
        refusal = Refusal(None, tuple(map(responses.Problem.from_violation, violations)))
        self._channel.try_send(to_json(refusal))
        self._channel.close(POLICY_VIOLATION)


def parse_message(text: str | None) -> requests.AnyMessage:
    """Parse a message; raise `BadInput` if it cannot be read."""
    if text is None:
        raise BadInput("messages are text, not bytes")
    return requests.decode_message(text)
