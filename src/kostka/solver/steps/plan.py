"""The plan of a play: which tiles stay, which become free, and which are laid where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kostka.events.errors import Violation, make_refusal
from kostka.melds import judge_meld, problems
from kostka.solver.steps.masks import (
    FIRST_BITS,
    make_tile_mask,
    split_places_by_mask,
    split_tiles_by_mask,
)
from kostka.solver.steps.matching import SMALLEST_PART, match_sets
from kostka.solver.steps.step import Step, StepCode, Tiles
from kostka.solver.task import Sets
from kostka.tiles.tile import Face


class OldSet(msgspec.Struct):
    """A set on the table before the play that is not there after it."""

    tiles: Tiles
    mask: int
    rest: Tiles
    """The tiles that go elsewhere, one by one."""
    parts: list[Tiles]
    """What stays together; each part is the base of a new set."""
    whole: bool = False
    """Whether no step takes it apart: it is joined to another set, or its jokers are replaced."""


class NewSet(msgspec.Struct):
    """A set on the table after the play that was not there before it."""

    index: int
    """Its index on the table."""
    tiles: Tiles
    mask: int
    needed: list[int]
    """The places of the tiles to lay."""
    from_rack: list[int]
    """Those of these places that get tiles of the rack."""
    fixed: list[int]
    """The places of the tiles that already lie together."""
    base: Tiles = ()
    """The tiles at these places."""
    joined: tuple[Tiles, ...] = ()
    """Whole sets that are joined to the base."""
    replacing: OldSet | None = None
    """The old set that has jokers where the base has number tiles."""
    replaced: Sequence[int] = ()
    """The places of these number tiles."""

    def get_tiles_at(self, places: Iterable[int]) -> Tiles:
        """Return the tiles at these places."""
        return tuple([self.tiles[place] for place in places])

    def get_laid_and_rack_tiles(self, places: Sequence[int]) -> tuple[Tiles, Tiles]:
        """Return the tiles at these places, and those of them that come from the rack."""
        from_rack = [place for place in places if place in self.from_rack]
        return self.get_tiles_at(places), self.get_tiles_at(from_rack)

    def keep_tiles_in_place(self, base: Tiles) -> None:
        """Let these tiles stay where they are, and list the others as needed."""
        self.base = base
        self.fixed, self.needed = split_places_by_mask(self.tiles, make_tile_mask(base))

    def fill_needed_places(self, tiles: Tiles) -> list[int]:
        """Remove tiles from those needed; return their places."""
        filled, left = split_places_by_mask(self.get_tiles_at(self.needed), make_tile_mask(tiles))
        places = [self.needed[index] for index in filled]
        self.needed = [self.needed[index] for index in left]
        return places


def find_changed_sets(before: Sets, after: Sets) -> tuple[list[OldSet], list[NewSet]]:
    """Return the sets that only one of two tables has."""
    masks = [make_tile_mask(meld) for meld in after]
    count_after: dict[int, int] = {}
    for mask in masks:
        count_after[mask] = count_after.get(mask, 0) + 1
    kept: dict[int, int] = {}
    old_sets = []
    for meld in before:
        mask = make_tile_mask(meld)
        if count_after.get(mask, 0) > kept.get(mask, 0):
            kept[mask] = kept.get(mask, 0) + 1
        else:
            old_sets.append(OldSet(meld, mask, meld, []))
    new_sets = []
    for index, mask in enumerate(masks):
        if kept.get(mask):
            kept[mask] -= 1
        else:
            tiles = after[index]
            new_sets.append(NewSet(index, tiles, mask, [*range(len(tiles))], [], []))
    return old_sets, new_sets


class Plan:
    """Which tiles stay, which become free, and which are laid where."""

    def __init__(self, before: Sets, after: Sets) -> None:
        """Plan the way from one table to another; refuse to take tiles from the table."""
        self.old_sets, self.new_sets = find_changed_sets(before, after)
        self._mark_kept_parts()
        self._mark_joined_sets()
        self._mark_replaced_jokers()
        self._mark_rack_tiles()

    def list_taking_steps(self) -> list[Step]:
        """Return the steps that only make tiles free."""
        steps = []
        for old in self.old_sets:
            if old.whole or not (old.rest or len(old.parts) > 1):
                continue
            code = (StepCode.BREAK_UP, StepCode.TAKE, StepCode.SPLIT)[min(len(old.parts), 2)]
            becomes = tuple(sorted(old.parts, key=lambda part: old.tiles.index(part[0])))
            steps.append(Step(code, (old.tiles,), becomes=becomes, free=old.rest))
        return steps

    def list_laying_steps(self) -> list[Step]:
        """Return the steps that lay tiles."""
        steps = []
        for new in self.new_sets:
            if new.replacing:
                with_jokers, free = new.replacing.tiles, new.replacing.rest
                tiles, rack = new.get_laid_and_rack_tiles(new.replaced)
                steps.append(Step(StepCode.REPLACE, (with_jokers,), tiles, (new.base,), free, rack))
            if new.needed or new.joined:
                code = StepCode.JOIN if new.joined else StepCode.ADD if new.base else StepCode.LAY
                sets = (new.base, *new.joined) if new.base else ()
                tiles, rack = new.get_laid_and_rack_tiles(new.needed)
                steps.append(Step(code, sets, tiles, (new.tiles,), rack=rack))
        return steps

    def _mark_kept_parts(self) -> None:
        """Decide what stays together: what matched sets share, then other parts of a set."""
        matches = match_sets([old.mask for old in self.old_sets], [n.mask for n in self.new_sets])
        for old, index in zip(self.old_sets, matches, strict=True):
            if index is not None:
                _keep_shared_tiles(old, self.new_sets[index])
        for new in self.new_sets:
            if not new.base and self.old_sets:
                shared = [
                    (make_tile_mask(old.rest) & new.mask).bit_count() for old in self.old_sets
                ]
                _keep_shared_tiles(self.old_sets[shared.index(max(shared))], new)

    def _mark_joined_sets(self) -> None:
        """Find whole sets that become part of another one."""
        for old in self.old_sets:
            if old.parts:
                continue
            for new in self.new_sets:
                needed = make_tile_mask(new.get_tiles_at(new.needed))
                if new.base and old.mask & needed == old.mask:
                    new.joined += (old.tiles,)
                    new.fill_needed_places(old.tiles)
                    old.whole = True
                    break

    def _mark_replaced_jokers(self) -> None:
        """Find jokers that leave a set in which a tile takes their place (N-24)."""
        for old in self.old_sets:
            only_jokers = old.rest and not any(face.number for face in old.rest)
            if len(old.parts) != 1 or not only_jokers:
                continue
            new = next(new for new in self.new_sets if new.base is old.parts[0])
            tiles = _choose_joker_replacements(old.rest, old.tiles, new.get_tiles_at(new.needed))
            if tiles:
                old.whole = True
                new.replaced = new.fill_needed_places(tiles)
                new.fixed = sorted(new.fixed + new.replaced)
                new.base = new.get_tiles_at(new.fixed)
                new.replacing = old

    def _mark_rack_tiles(self) -> None:
        """Decide which of the tiles that are laid come from the rack."""
        spare = [0] * len(FIRST_BITS)
        for new in self.new_sets:
            for face in new.tiles:
                spare[face.rank] += 1
        for old in self.old_sets:
            for face in old.tiles:
                spare[face.rank] -= 1
                if spare[face.rank] < 0:
                    gone = problems.TAKEN_FROM_TABLE if face.number else problems.JOKER_NOT_PLACED
                    raise make_refusal(gone(tile=str(face)))
        for new in self.new_sets:
            for place in (*new.replaced, *new.needed):
                rank = new.tiles[place].rank
                if spare[rank]:
                    spare[rank] -= 1
                    new.from_rack.append(place)


def _keep_shared_tiles(old: OldSet, new: NewSet) -> None:
    """Let the tiles that two sets share stay together, if they are enough."""
    part, rest = split_tiles_by_mask(old.rest, new.mask)
    if len(part) >= SMALLEST_PART:
        old.parts.append(part)
        old.rest = rest
        new.keep_tiles_in_place(part)


def _choose_joker_replacements(jokers: Tiles, meld: Tiles, tiles: Tiles) -> Tiles:
    """Choose tiles for what the jokers of a set stand for; none if one joker gets none."""
    judged = judge_meld(meld)
    if isinstance(judged, Violation):
        return ()
    left, chosen = list(tiles), []
    places = [(face, reads.split()) for face, reads in zip(meld, judged.reads, strict=True)]
    for joker in jokers:
        for place in places:
            replacements = _choose_tiles_for_cells(place[1], left) if place[0] is joker else []
            if replacements:
                chosen += replacements
                for face in replacements:
                    left.remove(face)
                places.remove(place)
                break
        else:
            return ()
    return tuple(chosen)


def _choose_tiles_for_cells(cells: Iterable[str], tiles: Iterable[Face]) -> list[Face]:
    """Choose a tile for each cell that a joker fills: `B4`, `B3/O3`, or `8` of any colour."""
    left, chosen = list(tiles), []
    for cell in cells:
        meanings = cell.split("/")
        face = next((f for f in left if f.name in meanings or str(f.number) in meanings), None)
        if face is None:
            return []
        left.remove(face)
        chosen.append(face)
    return chosen
