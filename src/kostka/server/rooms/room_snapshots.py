"""Encodes a room as the store keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from kostka.events.codec import to_json
from kostka.protocol.rooms import Stage
from kostka.server.rooms.due_times import compute_due_time
from kostka.server.rooms.room import Room, Scores
from kostka.server.storage.store import SavedRoom


class SnapshotBuilder:
    """Builds snapshots of one room, and remembers what of it is encoded already."""

    def __init__(self) -> None:
        """Start with nothing encoded."""
        self._encoded_sheets: list[tuple[Scores, Raw]] = []

    def build_snapshot(self, room: Room, now: int) -> SavedRoom:
        """Return a state of the room for the store."""
        snapshot: Any = replace(room, sheets=self._encode_score_sheets(room.sheets))
        return SavedRoom(
            room.code,
            to_json(snapshot),
            now,
            room.stage is Stage.CLOSED,
            room.known_guest_ids,
            room.tournament,
            compute_due_time(room, now),
        )

    def _encode_score_sheets(self, sheets: Sequence[Scores]) -> Any:  # noqa: ANN401
        """Encode the score sheets of a match; in a long one only the last is new."""
        known = self._encoded_sheets
        for index, sheet in enumerate(sheets):
            if index == len(known) or known[index][0] is not sheet:
                known[index:] = [(sheet, Raw(to_json(sheet)))]
        return [encoded for _, encoded in known[: len(sheets)]]
