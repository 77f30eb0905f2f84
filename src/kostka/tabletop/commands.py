"""The commands that every game at a table understands."""

from __future__ import annotations

import msgspec

from kostka.events.log import Milliseconds


class Command(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A request to a game, which may refuse it. In JSON the field `type` holds its name."""


class CommitRandomness(Command, frozen=True):
    """Before anybody adds words to the shuffle, commit to a player's own by their hash."""

    seat: int
    commitment: str


class AddRandomness(Command, frozen=True):
    """Before the deal, add a player's own words to the shuffle.

    If any player has committed to words, each may add only those, and in the order of the seats.
    """

    seat: int
    words: str


class Start(Command, frozen=True):
    """Find the starter, mix and deal."""


class Pass(Command, frozen=True):
    """Neither place nor draw, once there is nothing to draw (N-50 to N-52, W-16)."""

    seat: int


class UseTime(Command, frozen=True):
    """The clock says how long the player on turn took for the move that follows (M-3)."""

    seat: int
    milliseconds: Milliseconds


class Leave(Command, frozen=True):
    """Leave the game for good."""

    seat: int
