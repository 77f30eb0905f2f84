"""The file with a guest's data, as `GET /api/me` sends it."""

from __future__ import annotations

from typing import Any

import msgspec


class ExportedRoom(msgspec.Struct, frozen=True, gc=False):
    """A room in which the guest was."""

    code: str
    is_host: bool
    seat: int | None
    """The guest's seat, from 0; None if they have none now."""
    name: str | None
    """How the guest is called there."""
    updated: str
    """When the room changed last, in UTC."""
    closed: bool


class ExportedGame(msgspec.Struct, frozen=True, gc=False):
    """A game that the guest played."""

    id: str
    room: str
    seat: int
    record: tuple[Any, ...] | None
    """The lines of its record; None while the game is running."""


class ExportedData(msgspec.Struct, frozen=True, gc=False):
    """Everything that the server knows of a guest."""

    id: str
    name: str
    created: str
    """When the guest came first, in UTC."""
    last_seen: str
    """The day of the last visit."""
    rooms: tuple[ExportedRoom, ...]
    games: tuple[ExportedGame, ...]
