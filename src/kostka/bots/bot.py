"""The interface of a bot of the number game."""

from __future__ import annotations

from typing import Protocol

from kostka.numbers.commands import AnyCommand
from kostka.numbers.views import View


class Bot(Protocol):
    """Plays one seat in one game, and sees the views of that seat only."""

    def choose_command(self, view: View) -> AnyCommand:
        """Return the command for a view in which it is the seat's turn."""
        ...
