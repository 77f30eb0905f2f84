"""What a turn may do to the table: from the table before and after, every violation there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain

import msgspec

from kostka.editions.model import Edition
from kostka.events.errors import Violation, format_input
from kostka.melds import problems
from kostka.melds.invalid_sets import explain_invalid_set
from kostka.melds.reading import MeldKind, interpret_set
from kostka.tiles.box import Box, TileId, get_box
from kostka.tiles.notation import format_set

Set = tuple[TileId, ...]
Table = tuple[Set, ...]
"""Sets of tile ids, each in the order in which it lies."""


_interpret_set_cached = lru_cache(maxsize=20_000)(interpret_set)
"""The same sets are laid turn after turn."""


class TurnCheck(msgspec.Struct, frozen=True, gc=False):
    """The verdict on a turn."""

    violations: tuple[Violation, ...]
    """Everything that is wrong; nothing if the turn may stand."""
    possible: bool
    """Whether the available tiles can make the proposed table at all. (No real player could lay a
    tile twice, or a tile from somebody else's rack.)"""
    placed: tuple[TileId, ...]
    """The tiles that come from the rack, in the order of the rack."""
    value: int
    """What the new sets are worth as an opening; 0 for players who have opened."""


def check_turn(
    edition: Edition, before: Table, rack: Collection[TileId], after: Table, *, opened: bool
) -> TurnCheck:
    """Check a proposed table against the valid table before it and the mover's rack."""
    box, rules = get_box(edition.box), edition.set_rules
    old = set(chain.from_iterable(before))
    laid = list(chain.from_iterable(after))
    if len(laid) > len(box):
        flood = problems.TOO_MANY_TILES(tiles=len(laid), box=len(box))
        return TurnCheck((flood,), possible=False, placed=(), value=0)
    new = set(laid)
    wrong = _list_impossible_tile_violations(box, old, rack, laid, new)
    possible = not wrong
    placed = tuple([tile for tile in rack if tile in new])
    if not placed:
        wrong.append(problems.NOTHING_PLACED())
    if not old <= new:
        wrong += _list_missing_tile_violations(box, old - new)
    value = 0
    unchanged = set(before)
    for meld in after:
        if meld in unchanged or not (possible or _is_in_box(box, meld)):
            continue
        faces = tuple(box.get_faces(meld))
        reading = _interpret_set_cached(faces, rules)
        if reading is None:
            wrong.append(explain_invalid_set(faces, rules))
        elif not opened and old.isdisjoint(meld):
            value += reading.value
    if not opened:
        wrong += _list_touched_set_violations(box, before, after)
        if placed and value < edition.opening_threshold:
            below = problems.BELOW_THRESHOLD(value=value, threshold=edition.opening_threshold)
            wrong.append(below)
    return TurnCheck(tuple(wrong), possible=possible, placed=placed, value=value)


def take_back_loose_tiles(edition: Edition, before: Table, draft: Table) -> Table:
    """Return a draft without the own tiles in invalid sets (Z-12).

    What is left of a set stays one set: tiles that lie a tile's width apart belong together (Z-13).
    """
    box, rules = get_box(edition.box), edition.set_rules
    old = set(chain.from_iterable(before))
    kept = [
        meld
        if _interpret_set_cached(tuple(box.get_faces(meld)), rules)
        else tuple([tile for tile in meld if tile in old])
        for meld in draft
    ]
    return tuple([meld for meld in kept if meld])


def _is_in_box(box: Box, meld: Set) -> bool:
    return all(0 <= tile < len(box) for tile in meld)


def _list_impossible_tile_violations(
    box: Box, old: set[TileId], rack: Collection[TileId], laid: Sequence[TileId], new: set[TileId]
) -> list[Violation]:
    """Find tiles that cannot lie there: unknown ones, tiles laid twice, tiles of others (N-23)."""
    foreign = new.difference(old, rack)
    wrong = []
    for tile in sorted(foreign):
        if _is_in_box(box, (tile,)):
            wrong.append(problems.NOT_YOUR_TILE(tile=str(box.get_face(tile))))
        else:
            wrong.append(problems.UNKNOWN_TILE(tile=format_input(tile)))
    if len(laid) > len(new):
        twice = {tile for tile, times in Counter(laid).items() if times > 1} - foreign
        wrong += [problems.TILE_TWICE(tile=str(face)) for face in box.get_faces(sorted(twice))]
    return wrong


def _list_missing_tile_violations(box: Box, missing: Iterable[TileId]) -> list[Violation]:
    """Report tiles that are missing from the table (N-23); jokers are freed ones (N-24)."""
    return [
        (problems.TAKEN_FROM_TABLE if face.number else problems.JOKER_NOT_PLACED)(tile=str(face))
        for face in box.get_faces(sorted(missing))
    ]


def _list_touched_set_violations(box: Box, before: Table, after: Table) -> list[Violation]:
    """Report sets of the table that changed (N-22, N-25)."""
    kept = {frozenset(meld): meld for meld in after}
    wrong = []
    for meld in before:
        laid = kept.get(frozenset(meld))
        if laid is None or not _is_same_set(box, meld, laid):
            faces = box.get_faces(meld)
            has_joker = any(not face.number for face in faces)
            problem = problems.JOKER_TOUCHED if has_joker else problems.TABLE_TOUCHED
            wrong.append(problem(meld=format_set(faces)))
    return wrong


def _is_same_set(box: Box, meld: Set, laid: Set) -> bool:
    """Return whether the same tiles, as laid now, are the same set.

    A run may be turned round (N-13), but a joker that goes to its other end is another tile there.
    """
    if laid in (meld, meld[::-1]):
        return True
    reading = _interpret_set_cached(tuple(box.get_faces(meld)))
    return reading is not None and reading.kind is MeldKind.GROUP
