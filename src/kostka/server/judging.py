"""What the rules say of sets, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.events.errors import Violation
from kostka.melds.meld import judge
from kostka.melds.turn import Table
from kostka.protocol.telling import Problem, SetJudged
from kostka.tiles.box import Box
from kostka.tiles.tile import Face


def set_judged(faces: Sequence[Face]) -> SetJudged:
    """Say what a set is, or why it is none."""
    found = judge(faces)
    if isinstance(found, Violation):
        return SetJudged(valid=False, problem=Problem.of(found))
    return SetJudged(valid=True, kind=found.kind.value, value=found.value, reads=found.reads)


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
