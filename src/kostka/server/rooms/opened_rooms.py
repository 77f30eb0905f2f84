"""Counts the rooms that each guest and address has opened since the server started."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from kostka.server.transport.client_addresses import AddressCounts

MAX_ROOMS = 10_000
MAX_ROOMS_PER_HOST = 20
MAX_ROOMS_PER_ADDRESS = 300
"""A school of 300 may play against bots, each in a room of their own."""


class Opener(NamedTuple):
    """The guest who opened a room, and from where."""

    guest: str
    address: str


class OpenedRooms:
    """Counts rooms until they are closed, whether they are in memory or not."""

    def __init__(self) -> None:
        """Start with none."""
        self._openers: dict[str, Opener] = {}
        self._address_counts = AddressCounts(MAX_ROOMS_PER_ADDRESS, MAX_ROOMS)

    @property
    def codes(self) -> Collection[str]:
        """The rooms that are counted."""
        return self._openers.keys()

    def can_add_room(self, opener: Opener) -> bool:
        """Whether a guest may open one more room."""
        hosted = sum(other.guest == opener.guest for other in self._openers.values())
        return hosted < MAX_ROOMS_PER_HOST and self._address_counts.can_add(opener.address)

    def add_room(self, code: str, opener: Opener) -> None:
        """Count a room."""
        self._openers[code] = opener
        self._address_counts.add(opener.address)

    def remove_room(self, code: str) -> None:
        """Stop counting a room that is closed."""
        opener = self._openers.pop(code, None)
        if opener is not None:
            self._address_counts.remove(opener.address)
