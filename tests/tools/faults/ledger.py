"""What players remember: every command they sent, which were acknowledged, and all they saw."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from kostka import word
from kostka.events.codec import to_builtins, to_json
from kostka.numbers.views import View
from kostka.protocol.responses import AnyMessage, GameNews, WordNews

Command = Any
"""A command of either kind of game."""


def hash_view(view: View | word.View) -> bytes:
    """Return what tells one view from another, without its header, which never changes."""
    fields = to_builtins(view)
    del fields["header"]
    return sha256(to_json(fields)).digest()[:12]


@dataclass
class Sent:
    """A command that a player sent, at least once."""

    game: str
    seat: int
    before: bytes
    """The hash of what the player saw before."""
    turn: int
    command: Command
    is_acknowledged: bool = False


@dataclass
class GameLedger:
    """What one player remembers of one game."""

    seat: int | None = None
    seen: list[bytes] = field(default_factory=list)
    """The hashes of all views in the order in which they came."""
    sent: list[Sent] = field(default_factory=list)


@dataclass
class Ledger:
    """What one player remembers of all games."""

    name: str
    games: dict[str, GameLedger] = field(default_factory=dict)
    acknowledged: int = 0

    def note_message(self, message: AnyMessage) -> None:
        """Note what news show; other messages do not matter."""
        if isinstance(message, GameNews | WordNews):
            self.note_view(message.game, message.view)

    def note_view(self, game: str, view: View | word.View) -> None:
        """Note what was seen; the same again and again is noted once."""
        ledger = self.games.setdefault(game, GameLedger())
        ledger.seat = view.viewer
        seen = hash_view(view)
        if not ledger.seen or ledger.seen[-1] != seen:
            ledger.seen.append(seen)

    def note_sending(self, game: str, view: View | word.View, command: Command) -> Sent:
        """Note a command before it is sent."""
        assert view.viewer is not None
        sent = Sent(game, view.viewer, hash_view(view), view.turns, command)
        self.games.setdefault(game, GameLedger()).sent.append(sent)
        return sent

    def note_acknowledgement(self, sent: Sent) -> None:
        """Note that the server has promised to keep a command."""
        sent.is_acknowledged = True
        self.acknowledged += 1
