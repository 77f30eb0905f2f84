"""Changes that stores make for themselves, beside those of the `Store` promise."""

from __future__ import annotations

import msgspec

from kostka.events.log import Milliseconds


class WriteProbe(msgspec.Struct, frozen=True, gc=False):
    """A commit that changes nothing, to prove that one would work."""


class ClearedHandOver(msgspec.Struct, frozen=True, gc=False):
    """A room whose owner has what was left for it."""

    code: str


class ReleasedRoom(msgspec.Struct, frozen=True, gc=False):
    """A room that is no longer in memory: when it is due, and what its next owner gets."""

    code: str
    due: Milliseconds | None
    hand_over: bytes | None
