"""One connection: who is there, and what they have still to be told."""

from __future__ import annotations

from asyncio import Event, Queue, QueueFull

from kostka.events.codec import to_json
from kostka.protocol.telling import AnyMessage, Farewell, GoodBye

MOST_WAITING = 200
"""Messages; whoever reads so slowly that more pile up is dropped."""


class Visitor:
    """A guest's connection, from its first message on."""

    def __init__(self, guest: str, name: str, address: str = "") -> None:
        """Greet a guest from an address; several connections may be of one guest."""
        self.guest = guest
        self.name = name
        self.address = address
        self.room: str | None = None
        """The code of the room that the visitor is in."""
        self.waiting: Queue[bytes] = Queue(MOST_WAITING)
        self.gone = Event()
        """Set when the connection is to be closed."""
        self.farewell: Farewell | None = None
        self.asking = False
        """Whether a request is being carried out."""

    def tell(self, message: AnyMessage) -> None:
        """Send a message as soon as the connection takes it."""
        self.tell_encoded(to_json(message))

    def tell_encoded(self, message: bytes) -> None:
        """Send a message that was encoded once for many."""
        if self.gone.is_set():
            return
        try:
            self.waiting.put_nowait(message)
        except QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.dismiss(Farewell.SLOW, retry_ms=1000)

    def dismiss(self, why: Farewell, retry_ms: int | None = None) -> None:
        """Say why the connection ends, and end it."""
        self.tell(GoodBye(why, retry_ms))
        self.farewell = why
        self.gone.set()
