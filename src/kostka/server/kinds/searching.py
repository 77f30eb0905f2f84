"""Searches of the word game's solver: one after the other, in a thread of their own.

A search takes up to 40 MB for a while. One at a time keeps the server small, leaves the other
processors to everybody else, and sorts the words of a lexicon once, though several games ask for
them at the same moment.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from kostka.bots.word import WordBot
from kostka.word import AnyCommand, View

T = TypeVar("T")
P = ParamSpec("P")

_THREAD = ThreadPoolExecutor(1, "searching")


def searched(search: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Wait for the result of a search; not for the event loop."""
    return _THREAD.submit(search, *args, **more).result()


class PatientBot:
    """A bot that waits for its turn to search."""

    def __init__(self, bot: WordBot) -> None:
        """Play for it."""
        self.bot = bot

    def choose(self, view: View) -> AnyCommand:
        """Answer to a view in which the game waits for the seat."""
        return searched(self.bot.choose, view)
