"""Several small counts in one number, so that they are added and compared all at once."""

from __future__ import annotations

from collections.abc import Iterable

Packed = int
"""One byte for each count. Counts are below 128, so that the top bit of each byte is free."""

MOST_COUNTS = 16
TOP_BITS = int.from_bytes(b"\x80" * MOST_COUNTS)


def pack(counts: Iterable[int]) -> Packed:
    """Pack counts, of which there are at most 16."""
    return int.from_bytes(bytes(counts))


def unpack(packed: Packed, size: int) -> tuple[int, ...]:
    """Give the counts, given how many there are."""
    return tuple(packed.to_bytes(size))


def within(counts: Packed, limits: Packed) -> bool:
    """Say whether no count is above its limit.

    With the top bits set, taking away too much costs a count its top bit, and no other one.
    """
    return (limits + TOP_BITS - counts) & TOP_BITS == TOP_BITS
