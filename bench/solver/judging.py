"""Where two solvers disagree: who is right, proven by the rules, and why the other is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import msgspec

from bench.solver.integer_program import Program
from bench.solver.play import Play, Solver, in_order
from bench.solver.positions import Position
from bench.solver.rummikub_solver_peer import Peer
from kostka.editions import Edition
from kostka.melds import Table, check_turn, read
from kostka.tiles import TileId, box_of, format_set, format_table
from kostka.tiles.tile import HIGHEST


class Difference(msgspec.Struct, frozen=True):
    """A position for which two solvers have plays of different worth."""

    positions: str
    line: int
    """Of the file with these positions, counted from 1."""
    rival: str
    ours: int
    """How many tiles we place."""
    theirs: int
    """How many tiles the rival places."""
    right: str
    """Whose play is legal and better."""
    why: str
    """What is wrong with the other one."""
    table: str
    rack: str


class Judge:
    """Compares our plays with a rival's."""

    def __init__(self, edition: Edition, rival: Solver) -> None:
        """Keep the rival; the reasons of the peer are found with the sets that it knows."""
        self._rival = rival
        self._own_sets: Program | None = None
        if isinstance(rival, Peer):
            values = {tiles: read(in_order(tiles)) for tiles in rival.sets}
            known = {tiles: found.value for tiles, found in values.items() if found}
            self._own_sets = Program(edition, known)

    def difference(
        self, where: tuple[str, int], position: Position, ours: Play, theirs: Play
    ) -> Difference | None:
        """Say who is right if the plays are not equally good, or one of them is not legal."""
        verdict = self._verdict(position, ours, theirs)
        if verdict is None:
            return None
        right, why = verdict
        return Difference(
            *where,
            rival=self._rival.name,
            ours=ours.tiles,
            theirs=theirs.tiles,
            right=right,
            why=why,
            table=format_table(position.table),
            rack=format_set(position.rack),
        )

    def _verdict(self, position: Position, ours: Play, theirs: Play) -> tuple[str, str] | None:
        rival = self._rival.name
        wrong, their_wrong = fault(position, ours), fault(position, theirs)
        if wrong and their_wrong:
            return "neither", f"kostka: {wrong}; {rival}: {their_wrong}"
        if wrong:
            return rival, f"kostka: {wrong}"
        if their_wrong:
            return "kostka", f"{rival}: {their_wrong}"
        worth, their_worth = (self._worth(position, play) for play in (ours, theirs))
        if worth == their_worth:
            return None
        if worth < their_worth:
            return rival, f"kostka: {_short(ours)}"
        return "kostka", f"{rival}: {_short(theirs)}{self._reason(position, ours, theirs)}"

    def _worth(self, position: Position, play: Play) -> tuple[int, int]:
        """Say how good a play is by what the rival aims at."""
        return play.tiles, play.points(position.edition) if self._rival.counts_points else 0

    def _reason(self, position: Position, ours: Play, theirs: Play) -> str:
        """Find out why the peer's play is worse, where that can be proven."""
        if self._own_sets is None:
            return ""
        if not position.opened and theirs.placed and _numbers(theirs) >= _numbers(ours):
            return ", in an opening it counts number tiles only"
        if not position.opened and _counted_once(position) < position.edition.opening_threshold:
            return ", it counts each number on the rack only once"
        program = self._own_sets
        possible = program.play(position, program.prepare(position)())
        if possible.tiles > theirs.tiles:
            return f", though {possible.tiles} with its own sets"
        return ", it knows no set with a redundant joker"


def _short(play: Play) -> str:
    said = "worse" if play.placed else "no move though there is one"
    return said if play.proven else f"{said}, and not called the best"


def _counted_once(position: Position) -> int:
    """Add the different numbers on a rack, as the peer does to see whether to look any further."""
    return sum({face.number or HIGHEST for face in position.rack})


def _numbers(play: Play) -> int:
    return sum(face.number > 0 for face in play.placed)


def fault(position: Position, play: Play) -> str | None:
    """Say what rule a play breaks; the same check as in a game decides. None is good."""
    if not play.placed:
        return None
    if Counter(chain(*play.table)) != Counter(chain(play.placed, *position.table)):
        return "its sets are not made of the table and the tiles placed"
    if Counter(play.placed) - Counter(position.rack):
        return "it places tiles that are not on the rack"
    box = box_of(position.edition.box)
    tiles = iter(box.find(chain(*position.table, position.rack)))
    before = tuple(tuple(next(tiles) for _ in meld) for meld in position.table)
    rack = tuple(tiles)
    after = _laid(position, before, rack, play)
    check = check_turn(position.edition, before, rack, after, opened=position.opened)
    if check.violations:
        return str(check.violations[0])
    if len(check.placed) != play.tiles:
        return f"{len(check.placed)} tiles leave the rack, not {play.tiles}"
    return None


def _laid(position: Position, before: Table, rack: Sequence[TileId], play: Play) -> Table:
    """Find physical tiles for the sets of a play; sets that are as before keep theirs."""
    box = box_of(position.edition.box)
    after: list[tuple[TileId, ...]] = []
    new = [tuple(sorted(meld)) for meld in play.table]
    written = dict(zip(new, play.table, strict=True))
    loose = box.find(play.placed, taken=set(box.tiles) - set(rack))
    for faces, meld in zip(position.table, before, strict=True):
        if (same := tuple(sorted(faces))) in new:
            new.remove(same)
            after.append(meld)
        else:
            loose.extend(meld)
    for faces in new:
        chosen = box.find(written[faces], taken=set(box.tiles) - set(loose))
        loose = [tile for tile in loose if tile not in chosen]
        after.append(tuple(chosen))
    return tuple(after)
