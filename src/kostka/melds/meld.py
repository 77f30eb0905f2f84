"""A valid set with its kind, its value and what each tile stands for, or why it is not valid."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.events.errors import Violation
from kostka.melds.invalid_sets import explain_invalid_set
from kostka.melds.reading import MeldKind, interpret_set
from kostka.melds.tile_meanings import describe_tile_meanings
from kostka.tiles.tile import Face, Kind


class Meld(msgspec.Struct, frozen=True, gc=False):
    """A valid run or group."""

    kind: MeldKind
    mirrored: bool
    value: int
    """What it counts in an opening, in the best allowed reading (N-13)."""
    reads: tuple[str, ...]
    """What each tile stands for."""


def judge_meld(faces: Sequence[Face], rules: SetRules = ALL_SETS) -> Meld | Violation:
    """Judge tiles laid as a set: return the meld, or why it is not one."""
    reading = interpret_set(faces, rules)
    if reading is None:
        return explain_invalid_set(faces, rules)
    mirrored = any(face.kind is Kind.MIRROR for face in faces)
    return Meld(
        reading.kind, mirrored, reading.value, tuple(describe_tile_meanings(faces, reading))
    )
