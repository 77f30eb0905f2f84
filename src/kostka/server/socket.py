"""A WebSocket of a client: what it sends is read, limited and carried out; what waits is sent."""

from __future__ import annotations

from asyncio import FIRST_COMPLETED, CancelledError, create_task, sleep, wait, wait_for
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, Refused, Violation
from kostka.protocol import asking, telling
from kostka.protocol.telling import Refusal
from kostka.server import problems
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

POLICY_VIOLATION, TRY_LATER = 1008, 1013


async def serve(socket: WebSocket, hall: Hall) -> None:
    """Speak with a client until it goes."""
    if not same_origin(socket):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    with suppress(WebSocketDisconnect, TimeoutError):
        visitor = await _greeted(socket, hall)
        if visitor is not None:
            await _spoken(socket, hall, visitor)
    if socket.application_state is WebSocketState.CONNECTED:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(TRY_LATER)


def same_origin(socket: WebSocket) -> bool:
    """Whether a page of ours opened the connection, or no page at all but a program."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def _greeted(socket: WebSocket, hall: Hall) -> Visitor | None:
    """Hear the first message, and answer it."""
    data = await wait_for(socket.receive_text(), HELLO_SECONDS)
    try:
        address = socket.client.host if socket.client else ""
        visitor, welcome = await hall.hello(asking.read(data), address)
    except BadInput as error:
        await _refuse(socket, problems.BAD_MESSAGE(why=str(error)))
        return None
    except Refused as refused:
        await _refuse(socket, *refused.violations)
        return None
    except StoreFailed:
        await _refuse(socket, problems.FULL())
        return None
    visitor.tell(welcome)
    return visitor


async def _refuse(socket: WebSocket, *violations: Violation) -> None:
    found = tuple(map(telling.Problem.of, violations))
    await socket.send_text(to_json(Refusal(None, found)).decode())


async def _spoken(socket: WebSocket, hall: Hall, visitor: Visitor) -> None:
    """Read and write at the same time, until either ends."""
    writing = create_task(_write(socket, visitor))
    reading = create_task(_read(socket, hall, visitor))
    ending = create_task(visitor.gone.wait())
    try:
        await wait((writing, reading, ending), return_when=FIRST_COMPLETED)
        if visitor.gone.is_set():
            await _last_words(socket, visitor)
    finally:
        for task in (writing, reading, ending):
            task.cancel()
            with suppress(CancelledError, WebSocketDisconnect, RuntimeError):
                await task
        await hall.gone(visitor)


async def _write(socket: WebSocket, visitor: Visitor) -> None:
    while True:
        message = await visitor.waiting.get()
        await socket.send_text(message.decode())


async def _last_words(socket: WebSocket, visitor: Visitor) -> None:
    """Send what still waits, if the connection takes it at once."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        while not visitor.waiting.empty():
            await wait_for(socket.send_text(visitor.waiting.get_nowait().decode()), 1)


async def _read(socket: WebSocket, hall: Hall, visitor: Visitor) -> None:
    bucket, bad = Bucket(RATE, hall.now()), 0
    while bad < MOST_BAD:
        data = await socket.receive_text()
        await sleep(bucket.delay(hall.now()))
        bucket.take(hall.now())
        try:
            message = asking.read(data)
        except BadInput as error:
            problem = telling.Problem.of(problems.BAD_MESSAGE(why=str(error)))
            visitor.tell(Refusal(None, (problem,)))
            bad += 1
            continue
        if isinstance(message, asking.Hello):
            visitor.tell(Refusal(None, (telling.Problem.of(problems.HELLO_TWICE()),)))
            bad += 1
            continue
        await hall.handle(visitor, message)
