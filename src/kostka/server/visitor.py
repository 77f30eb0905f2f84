"""One connection: who is there, and what they have still to be told."""

from __future__ import annotations

from asyncio import Event, Queue, QueueFull

from kostka.events.codec import to_json
from kostka.protocol.telling import AnyMessage, GoodBye

MOST_WAITING = 200
"""Messages; whoever reads so slowly that more pile up is dropped."""


class Visitor:
    """A guest's connection, from its first message on."""

    def __init__(self, guest: str, name: str) -> None:
        """Greet a guest; several connections may be of one guest."""
        self.guest = guest
        self.name = name
        self.room: str | None = None
        """The code of the room that the visitor is in."""
        self.waiting: Queue[bytes] = Queue(MOST_WAITING)
        self.gone = Event()
        """Set when the connection is to be closed."""

    def tell(self, message: AnyMessage) -> None:
        """Send a message as soon as the connection takes it."""
        self.tell_encoded(to_json(message))

    def tell_encoded(self, message: bytes) -> None:
        """Send a message that was encoded once for many."""
        try:
            self.waiting.put_nowait(message)
        except QueueFull:
            self.gone.set()

    def dismiss(self, code: str, retry_ms: int | None = None) -> None:
        """Say why the connection ends, and end it."""
        self.tell(GoodBye(code, retry_ms))
        self.gone.set()
