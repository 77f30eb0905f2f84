"""One connection: who is there, and what they have still to be told."""

from __future__ import annotations

from asyncio import get_running_loop
from typing import Protocol

from kostka.events.codec import to_json
from kostka.protocol.responses import AnyMessage, Farewell, GoodBye

MOST_WAITING = 200
"""Messages; whoever reads so slowly that more pile up is dropped."""

LAST_WORDS_SECONDS = 1.0
"""For who is told good-bye but does not take what was told before."""

POLICY_VIOLATION, SERVICE_RESTART, TRY_LATER = 1008, 1012, 1013

CLOSE_CODES = {
    Farewell.RESTART: SERVICE_RESTART,
    Farewell.SLOW: TRY_LATER,
    Farewell.NONSENSE: POLICY_VIOLATION,
}


class Wire(Protocol):
    """What is needed of a connection to tell somebody something."""

    def send_now(self, message: bytes) -> bool:
        """Send a text if the connection takes it at once; says whether it did."""
        ...

    def close(self, code: int) -> None:
        """End the connection."""
        ...


class Visitor:
    """A guest's connection, from its first message on."""

    def __init__(self, guest: str, name: str, address: str, wire: Wire) -> None:
        """Greet a guest from an address; several connections may be of one guest."""
        self.guest = guest
        self.name = name
        self.address = address
        self.wire = wire
        self.room: str | None = None
        """The code of the room that the visitor is in."""
        self.waiting: list[bytes] = []
        """What the connection did not take at once."""
        self.gone = False
        """Whether nothing more is to be told."""

    def tell(self, message: AnyMessage) -> None:
        """Send a message as soon as the connection takes it."""
        self.tell_encoded(to_json(message))

    def tell_encoded(self, message: bytes) -> None:
        """Send a message that was encoded once for many."""
        if self.gone or (not self.waiting and self.wire.send_now(message)):
            return
        self.waiting.append(message)
        if len(self.waiting) > MOST_WAITING:
            self.waiting.clear()
            self.dismiss(Farewell.SLOW, retry_ms=1000)

    def go_on(self) -> None:
        """Send what waits, as the connection takes messages again."""
        sent = 0
        while sent < len(self.waiting) and self.wire.send_now(self.waiting[sent]):
            sent += 1
        del self.waiting[:sent]

    def dismiss(self, why: Farewell, retry_ms: int | None = None) -> None:
        """Say why the connection ends, and end it."""
        if self.gone:
            return
        self.tell(GoodBye(why, retry_ms))
        self.gone = True
        if self.waiting:
            wait = LAST_WORDS_SECONDS
            get_running_loop().call_later(wait, self.wire.close, CLOSE_CODES[why])
        else:
            self.wire.close(CLOSE_CODES[why])
