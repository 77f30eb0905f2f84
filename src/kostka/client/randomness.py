"""The randomness that a client adds to shuffles: committed to first, revealed before the deal."""

from __future__ import annotations

from secrets import token_hex

from kostka.protocol.responses import ShuffleCommitted
from kostka.tiles.shuffle import compute_words_commitment

VALUE_BYTES = 16
MAX_VALUES = 8
"""A value is needed once, soon after it was committed to."""


class RandomnessSource:
    """Makes secret values, and finds the one that a commitment stands for."""

    def __init__(self) -> None:
        """Start without values."""
        self._values: dict[str, str] = {}

    def create_commitment(self) -> str:
        """Make a new value and return the commitment to it."""
        value = token_hex(VALUE_BYTES)
        commitment = compute_words_commitment(value)
        self._values[commitment] = value
        for old in list(self._values)[:-MAX_VALUES]:
            del self._values[old]
        return commitment

    def take_value(self, message: ShuffleCommitted, seat: int | None) -> str | None:
        """Return the value that a seat has to reveal, only once; None if it is not one of ours."""
        return self._values.pop(dict(message.seats).get(-1 if seat is None else seat, ""), None)
