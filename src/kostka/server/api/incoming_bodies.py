"""How many bytes of request bodies the server holds while it receives them."""

from __future__ import annotations

from collections import Counter

from kostka.events.errors import make_refusal
from kostka.server import problems
from kostka.server.transport.client_addresses import find_counted_address

MAX_BYTES = 24_000_000
"""In all: three files of tournaments as long as they may be."""

MAX_BYTES_PER_ADDRESS = 12_000_000

SMALL_BYTES = 64 * 1024
"""Bodies up to this length always fit: commands go through while others send files."""


class IncomingBodies:
    """Counts the bytes of bodies that are being received."""

    def __init__(self) -> None:
        """Start with none."""
        self._bytes: Counter[str | None] = Counter()

    def __len__(self) -> int:
        """Return how many bytes there are."""
        return self._bytes.total()

    def add_bytes(self, address: str, size: int, so_far: int) -> None:
        """Count a part of a body of which `so_far` bytes have come; refuse what does not fit."""
        counted = find_counted_address(address)
        if so_far + size > SMALL_BYTES:
            if counted is not None and self._bytes[counted] + size > MAX_BYTES_PER_ADDRESS:
                raise make_refusal(problems.TOO_MANY())
            if len(self) + size > MAX_BYTES:
                raise make_refusal(problems.FULL())
        self._bytes[counted] += size

    def remove_bytes(self, address: str, size: int) -> None:
        """Stop counting a body: it is complete, or was refused."""
        counted = find_counted_address(address)
        self._bytes[counted] -= size
        if not self._bytes[counted]:
            del self._bytes[counted]


INCOMING_BODIES = IncomingBodies()
"""Of all requests of this process."""
