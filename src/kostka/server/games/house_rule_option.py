"""A house rule that a table may choose."""

from __future__ import annotations

import msgspec


class HouseRuleOption(msgspec.Struct, frozen=True):
    """A field of an edition that a table may set for itself."""

    field: str
    kind: str
    """`number`, `choice`, `switch`, or `theme` for a word list that the host brings."""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False
    """Whether null is a value too: no limit, or not counted."""
