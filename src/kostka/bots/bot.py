"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from kostka.numbers.commands import AnyCommand
from kostka.numbers.views import View


class Bot(Protocol):
    """A player of one seat in one game. It sees views of that seat alone."""

    def choose(self, view: View) -> AnyCommand:
        """Answer to a view in which the seat is on turn."""
        ...
