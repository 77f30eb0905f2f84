"""What a referee rules about a live game (Z-30). It stays in the game's log, with the reason."""

from __future__ import annotations

from typing import Annotated

import msgspec

from kostka.editions.model import MAX_PENALTY_TILES


class UndoMove(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Take the last move back."""


class GivePenalty(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Let a player draw tiles."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    tiles: Annotated[int, msgspec.Meta(ge=1, le=MAX_PENALTY_TILES)]


class EndGame(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """End the game: the lowest rack wins, as after an empty pool."""


AnyRuling = UndoMove | GivePenalty | EndGame
