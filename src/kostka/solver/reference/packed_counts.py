"""Several small counts in one integer, so that they are added and compared all at once."""

from __future__ import annotations

from collections.abc import Iterable

Packed = int
"""One byte per count. Counts are below 128, so the top bit of each byte is free."""

MAX_COUNTS = 16
TOP_BITS = int.from_bytes(b"\x80" * MAX_COUNTS)


def pack_counts(counts: Iterable[int]) -> Packed:
    """Pack at most 16 counts into an integer."""
    return int.from_bytes(bytes(counts))


def unpack_counts(packed: Packed, size: int) -> tuple[int, ...]:
    """Return the packed counts; `size` says how many there are."""
    return tuple(packed.to_bytes(size))


def is_within_limits(counts: Packed, limits: Packed) -> bool:
    """Return whether no count is above its limit.

    The limits are given top bits; a count that is too large clears the top bit of its own byte.
    """
    return (limits + TOP_BITS - counts) & TOP_BITS == TOP_BITS
