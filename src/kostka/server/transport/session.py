"""A client's session: the guest behind a connection, and the queue of messages for it."""

from __future__ import annotations

from asyncio import get_running_loop
from typing import Protocol

from kostka.events.codec import to_json
from kostka.protocol.responses import AnyMessage, Farewell, GoodBye

MAX_QUEUED = 200
"""Messages; a client that reads so slowly that more pile up is disconnected."""

FAREWELL_SECONDS = 1.0
"""How long a client that is behind may take to read the reason why its session ends."""

POLICY_VIOLATION, SERVICE_RESTART, TRY_LATER = 1008, 1012, 1013

CLOSE_CODES = {
    Farewell.RESTART: SERVICE_RESTART,
    Farewell.SLOW: TRY_LATER,
    Farewell.NONSENSE: POLICY_VIOLATION,
    Farewell.OVER_BUDGET: TRY_LATER,
    Farewell.FORGOTTEN: POLICY_VIOLATION,
    Farewell.GUESSING: POLICY_VIOLATION,
    Farewell.MOVED: SERVICE_RESTART,
}


class Channel(Protocol):
    """What a session needs of a connection."""

    def try_send(self, message: bytes) -> bool:
        """Send a text if the connection takes it at once; return whether it did."""
        ...

    def close(self, code: int) -> None:
        """End the connection."""
        ...


class Session:
    """A guest's connection, from its first message on. A guest may have several."""

    def __init__(self, guest: str, name: str, address: str, channel: Channel) -> None:
        """Start the session of a guest."""
        self.guest = guest
        self.name = name
        self.address = address
        self.channel = channel
        self.room: str | None = None
        """The code of the room that the guest is in."""
        self.suggested_code: str | None = None
        """The code that the client has made up for the room that it may open."""
        self.wrong_codes = 0
        """How many wrong room codes the guest has sent."""
        self.queue: list[bytes] = []
        """What the connection did not take at once."""
        self.is_closed = False
        """Whether nothing more is sent."""

    def send(self, message: AnyMessage) -> None:
        """Send a message as soon as the connection takes it."""
        self.send_encoded(to_json(message))

    def send_encoded(self, message: bytes) -> None:
        """Send a message that was encoded once for many."""
        if self.is_closed or (not self.queue and self.channel.try_send(message)):
            return
        self.queue.append(message)
        if len(self.queue) > MAX_QUEUED:
            self.queue.clear()
            self.close(Farewell.SLOW, retry_ms=1000)

    def flush_queue(self) -> None:
        """Send what is queued, as far as the connection takes it."""
        sent = 0
        while sent < len(self.queue) and self.channel.try_send(self.queue[sent]):
            sent += 1
        del self.queue[:sent]

    def close(self, why: Farewell, retry_ms: int | None = None) -> None:
        """Send the reason why the session ends, and end it."""
        if self.is_closed:
            return
        self.send(GoodBye(why, retry_ms))
        self.is_closed = True
        if self.queue:
            wait = FAREWELL_SECONDS
            get_running_loop().call_later(wait, self.channel.close, CLOSE_CODES[why])
        else:
            self.channel.close(CLOSE_CODES[why])
