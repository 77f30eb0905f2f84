"""What the jokers on a table stand for."""

from __future__ import annotations

from kostka.events.errors import Violation
from kostka.melds.meld import judge
from kostka.melds.turn import Table
from kostka.tiles.box import Box


def jokers_read(box: Box, table: Table) -> dict[int, str]:
    """Say what each joker of a valid table stands for, by its tile."""
    read: dict[int, str] = {}
    for meld in table:
        faces = box.show(meld)
        if all(face.number for face in faces):
            continue
        found = judge(faces)
        assert not isinstance(found, Violation)
        words = zip(meld, faces, found.reads, strict=True)
        read |= {tile: word for tile, face, word in words if not face.number}
    return read
