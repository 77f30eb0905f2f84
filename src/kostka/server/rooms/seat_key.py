"""The key of a reserved seat: what a room keeps of the secret in a player's link."""

from __future__ import annotations

from hashlib import sha256

import msgspec


class SeatKey(msgspec.Struct, frozen=True, gc=False):
    """The hash of a seat's secret: a reader of the store cannot take the seat."""

    secret_hash: str
    issue: int
    """How many links the seat has had, this one included; only the last one works."""

    @classmethod
    def from_secret(cls, secret: str, issue: int) -> SeatKey:
        """Keep the hash of a secret."""
        return cls(hash_seat_secret(secret), issue)


def hash_seat_secret(secret: str) -> str:
    """Hash the secret of a seat."""
    return sha256(b"kostka seat 1:" + secret.encode(errors="replace")).hexdigest()
