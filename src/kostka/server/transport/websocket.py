"""What is said over the WebSocket of a client: each message is read, limited and carried out."""

from __future__ import annotations

from asyncio import get_running_loop, sleep
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from kostka.events.codec import to_json
from kostka.events.errors import BadInput, Refused, Violation
from kostka.protocol import requests, responses
from kostka.protocol.responses import Farewell, Refusal
from kostka.server import problems
from kostka.server.ops import logs
from kostka.server.rooms.lobby import Hall
from kostka.server.storage.store import StoreFailed
from kostka.server.transport.fast_websocket import DirectProtocol, Outbox
from kostka.server.transport.rate_limits import Bucket, Rate
from kostka.server.transport.session import POLICY_VIOLATION, Visitor

RATE = Rate(burst=200, each_second=50)
"""Messages of one connection; more are left in the network until their time has come. A draft for
every tile that is moved is far below it."""

MOST_BAD = 20
"""Messages that cannot be read, before the connection is closed."""

MOST_UNREAD = 8
"""Messages that wait for the one before them; more are left in the network."""

HELLO_SECONDS = 10


async def serve(socket: WebSocket, hall: Hall, outbox: Outbox) -> None:
    """Let a client in, if it may come."""
    address = socket.client.host if socket.client else ""
    if not same_origin(socket) or not hall.lets_in(address):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    wire = DirectProtocol.of(socket)
    wire.listen(Conversation(wire, hall, address), outbox)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a page of ours opened the connection, or no page at all but a program."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # this is no origin
        return False


class Conversation:
    """What one client says, one message after the other, until it goes."""

    def __init__(self, wire: DirectProtocol, hall: Hall, address: str) -> None:
        """Wait for the first message."""
        self._wire = wire
        self._hall = hall
        self._address = address
        self._visitor: Visitor | None = None
        self._unread: list[str | None] = []
        self._working = False
        """Whether a message is being carried out."""
        self._lost = False
        self._bad = 0
        self._bucket = Bucket(RATE, hall.now())
        late = get_running_loop().call_later(HELLO_SECONDS, wire.close, POLICY_VIOLATION)
        self._patience = late

    # --- what the connection tells ------------------------------------------------------------

    def heard(self, text: str | None) -> None:
        """Hear a message; it is carried out when all before it are."""
        self._unread.append(text)
        if not self._working:
            self._begin_work()
        elif len(self._unread) >= MOST_UNREAD:
            self._wire.hold()

    def ready(self) -> None:
        """Send what waits."""
        if self._visitor is not None:
            self._visitor.go_on()

    def lost(self) -> None:
        """Leave; but what was begun is done to its end, and told to the others."""
        self._lost = True
        self._patience.cancel()
        if self._visitor is not None:
            self._visitor.gone = True
        if not self._working:
            self._begin_work()

    # --- what is done about it ----------------------------------------------------------------

    def _begin_work(self) -> None:
        self._working = True
        task = self._wire.loop.create_task(self._work())
        self._wire.tasks.add(task)  # the server waits for it before it ends
        task.add_done_callback(self._wire.tasks.discard)

    async def _work(self) -> None:
        try:
            while self._unread and not self._over:
                texts, self._unread = self._unread, []
                for text in texts:
                    if not self._over:
                        await self._carry_out(text)
                self._wire.hear_on()
        except Exception as error:  # noqa: BLE001  (one connection's trouble is no other's)
            logs.failed("connection_failed", error)
            self._wire.close(POLICY_VIOLATION)
        finally:
            self._working = False
        if self._lost and self._visitor is not None:
            gone, self._visitor = self._visitor, None
            await self._hall.gone(gone)

    @property
    def _over(self) -> bool:
        """Whether nothing more is heard."""
        return self._lost or self._wire.close_sent

    async def _carry_out(self, text: str | None) -> None:
        visitor, hall = self._visitor, self._hall
        if visitor is None:
            await self._greet(text)
            return
        if not self._bucket.take(hall.now()):
            await sleep(self._bucket.delay(hall.now()))
            self._bucket.take(hall.now())
        try:
            message = _read(text)
        except BadInput as error:
            hall.refuse(visitor, None, problems.BAD_MESSAGE(why=str(error)))
            self._bad += 1
        else:
            if not isinstance(message, requests.Hello):
                await hall.handle(visitor, message)
                return
            hall.refuse(visitor, None, problems.HELLO_TWICE())
            self._bad += 1
        if self._bad >= MOST_BAD:
            visitor.dismiss(Farewell.NONSENSE)

    async def _greet(self, text: str | None) -> None:
        """Answer the first message."""
        self._patience.cancel()
        try:
            visitor, welcome = await self._hall.hello(_read(text), self._address, self._wire)
        except BadInput as error:
            violations: tuple[Violation, ...] = (problems.BAD_MESSAGE(why=str(error)),)
        except Refused as refused:
            violations = refused.violations
        except StoreFailed as error:
            logs.failed("not_read", error, text=str(error))
            violations = (problems.UNREADABLE(),)
        else:
            self._visitor = visitor
            visitor.gone = self._lost
            visitor.tell(welcome)
            return
        self._hall.count_refusal(self._address, violations[0])
        found = tuple(map(responses.Problem.of, violations))
        self._wire.send_now(to_json(Refusal(None, found)))
        self._wire.close(POLICY_VIOLATION)


def _read(text: str | None) -> requests.AnyMessage:
    """Read a message; raises `BadInput` where it cannot be read."""
    if text is None:
        raise BadInput("messages are text, not bytes")
    return requests.read(text)
