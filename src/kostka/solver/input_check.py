"""Checks the input of the solver: tiles that the box contains, and valid sets on the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from kostka.editions.model import Edition
from kostka.editions.set_rules import SetRules
from kostka.events.errors import BadInput, make_refusal
from kostka.melds.invalid_sets import explain_invalid_set
from kostka.melds.reading import interpret_set
from kostka.tiles.box import BoxSpec, get_box
from kostka.tiles.tile import FACES, Face

MAX_FAULTS_SHOWN = 3
"""How many faults of one kind an error message lists."""

KNOWN_VALID_SETS: defaultdict[SetRules, set[bytes]] = defaultdict(set)
"""A cache of valid sets by rules, as indices of faces: the same sets come up turn after turn."""

MAX_KNOWN_SETS = 100_000


def check_position_tiles(
    edition: Edition, table: Sequence[Sequence[Face]], rack: Sequence[Face]
) -> set[bytes]:
    """Refuse tiles that the box does not contain (N-1) and invalid sets; return the valid sets."""
    tiles = [*rack, *chain.from_iterable(table)]
    shortages = get_box(edition.box).describe_shortages(tiles)
    if shortages:
        raise BadInput(f"{_join_first_faults(shortages)} (N-1)")
    rules = edition.set_rules
    wrong = [
        explain_invalid_set(meld, rules) for meld in table if interpret_set(meld, rules) is None
    ]
    if wrong:
        raise make_refusal(*wrong[:MAX_FAULTS_SHOWN])
    known = KNOWN_VALID_SETS[rules]
    if len(known) > MAX_KNOWN_SETS:
        known.clear()
    sets = {bytes([face.rank - 1 for face in meld]) for meld in table}
    known.update(sets)
    return sets


def _join_first_faults(texts: Sequence[str]) -> str:
    more = len(texts) - MAX_FAULTS_SHOWN
    return "; ".join(texts[:MAX_FAULTS_SHOWN]) + (f"; and {more} more" if more > 0 else "")


@lru_cache(maxsize=64)
def count_box_faces(box: BoxSpec) -> bytes:
    """Count the tiles of each face in a box."""
    return bytes(box.count_tiles_with_face(face) for face in FACES)
