"""A WebSocket of a client: what it sends is read, limited and carried out; what waits is sent."""

from __future__ import annotations

from asyncio import FIRST_COMPLETED, create_task, gather, sleep, wait, wait_for
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, Refused, Violation
from kostka.protocol import asking, telling
from kostka.protocol.telling import Farewell, Refusal
from kostka.server import logs, problems
from kostka.server.hall import Hall
from kostka.server.limits import Bucket, Rate
from kostka.server.store import StoreFailed
from kostka.server.visitor import Visitor

RATE = Rate(burst=200, each_second=50)
"""Messages of one connection; more are left in the network until their time has come. A draft for
every tile that is moved is far below it."""

MOST_BAD = 20
"""Messages that cannot be read, before the connection is closed."""

HELLO_SECONDS = 10

POLICY_VIOLATION, SERVICE_RESTART, TRY_LATER = 1008, 1012, 1013

CLOSE_CODES = {
    Farewell.RESTART: SERVICE_RESTART,
    Farewell.SLOW: TRY_LATER,
    Farewell.NONSENSE: POLICY_VIOLATION,
}

LOST = (WebSocketDisconnect, RuntimeError)
"""What reading from or writing to a connection raises that is no more."""


async def serve(socket: WebSocket, hall: Hall) -> None:
    """Speak with a client until it goes."""
    address = socket.client.host if socket.client else ""
    if not same_origin(socket) or not hall.lets_in(address):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    visitor = None
    with suppress(WebSocketDisconnect, TimeoutError):
        visitor = await _greeted(socket, hall, address)
        if visitor is not None:
            await _spoken(socket, hall, visitor)
    if socket.application_state is WebSocketState.CONNECTED:
        farewell = visitor.farewell if visitor else None
        with suppress(*LOST):
            await socket.close(CLOSE_CODES[farewell] if farewell else POLICY_VIOLATION)


def same_origin(socket: WebSocket) -> bool:
    """Whether a page of ours opened the connection, or no page at all but a program."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def _received(socket: WebSocket) -> asking.AnyMessage:
    """Hear the next message; raises `BadInput` where it cannot be read."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if text is None:
        raise BadInput("messages are text, not bytes")
    return asking.read(text)


async def _greeted(socket: WebSocket, hall: Hall, address: str) -> Visitor | None:
    """Hear the first message, and answer it."""
    try:
        message = await wait_for(_received(socket), HELLO_SECONDS)
        visitor, welcome = await hall.hello(message, address)
    except BadInput as error:
        violations: tuple[Violation, ...] = (problems.BAD_MESSAGE(why=str(error)),)
    except Refused as refused:
        violations = refused.violations
    except StoreFailed as error:
        logs.failed("not_read", error, text=str(error))
        violations = (problems.UNREADABLE(),)
    else:
        visitor.tell(welcome)
        return visitor
    hall.count_refusal(address, violations[0])
    found = tuple(map(telling.Problem.of, violations))
    await socket.send_text(to_json(Refusal(None, found)).decode())
    return None


async def _spoken(socket: WebSocket, hall: Hall, visitor: Visitor) -> None:
    """Read and write at the same time, until either ends."""
    writing = create_task(_write(socket, visitor))
    reading = create_task(_read(socket, hall, visitor))
    ending = create_task(visitor.gone.wait())
    try:
        await wait((writing, reading, ending), return_when=FIRST_COMPLETED)
        writing.cancel()
        if visitor.farewell:
            await _last_words(socket, visitor)
    finally:
        visitor.gone.set()
        if not visitor.asking:  # what was begun is done to its end, and told to the others
            reading.cancel()
        ending.cancel()
        for outcome in await gather(writing, reading, ending, return_exceptions=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, LOST):
                logs.failed("connection_failed", outcome)
        await hall.gone(visitor)


async def _write(socket: WebSocket, visitor: Visitor) -> None:
    while True:
        message = await visitor.waiting.get()
        await socket.send_text(message.decode())


async def _last_words(socket: WebSocket, visitor: Visitor) -> None:
    """Send what still waits, if the connection takes it at once."""
    with suppress(TimeoutError, *LOST):
        while not visitor.waiting.empty():
            await wait_for(socket.send_text(visitor.waiting.get_nowait().decode()), 1)


async def _read(socket: WebSocket, hall: Hall, visitor: Visitor) -> None:
    bucket, bad = Bucket(RATE, hall.now()), 0
    while bad < MOST_BAD and not visitor.gone.is_set():
        try:
            message = await _received(socket)
        except BadInput as error:
            hall.refuse(visitor, None, problems.BAD_MESSAGE(why=str(error)))
            bad += 1
            message = None
        await sleep(bucket.delay(hall.now()))
        bucket.take(hall.now())
        if isinstance(message, asking.Hello):
            hall.refuse(visitor, None, problems.HELLO_TWICE())
            bad += 1
        elif message is not None:
            visitor.asking = True
            await hall.handle(visitor, message)
            visitor.asking = False
    if bad >= MOST_BAD:
        visitor.dismiss(Farewell.NONSENSE)
