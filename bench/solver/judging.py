"""Judges answers that differ: which one is right by the rules, and why the other is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import msgspec

from bench.solver.integer_program import IntegerProgram
from bench.solver.play import Play, Solver, sort_into_valid_order
from bench.solver.positions import Position
from bench.solver.rummikub_solver_peer import PeerSolver
from kostka.editions import Edition
from kostka.melds import Table, check_turn, interpret_set
from kostka.tiles import TileId, format_set, format_table, get_box
from kostka.tiles.tile import HIGHEST


class Difference(msgspec.Struct, frozen=True):
    """A position for which two solvers have plays of different value."""

    positions: str
    line: int
    """The line in the file of these positions, counted from 1."""
    rival: str
    ours: int
    """The number of tiles that kostka places."""
    theirs: int
    """The number of tiles that the rival places."""
    right: str
    """Whose play is legal and better."""
    why: str
    """What is wrong with the other one."""
    table: str
    rack: str


class Judge:
    """Compares kostka's plays with a rival's."""

    def __init__(self, edition: Edition, rival: Solver) -> None:
        """Prepare for a rival; the peer's plays are explained with the sets that it knows."""
        self._rival = rival
        self._peer_sets_program: IntegerProgram | None = None
        if isinstance(rival, PeerSolver):
            values = {
                tiles: interpret_set(sort_into_valid_order(tiles)) for tiles in rival.known_sets
            }
            known = {tiles: found.value for tiles, found in values.items() if found}
            self._peer_sets_program = IntegerProgram(edition, known)

    def find_difference(
        self, where: tuple[str, int], position: Position, ours: Play, theirs: Play
    ) -> Difference | None:
        """Return who is right if the plays differ in value or one is not legal, else None."""
        verdict = self._judge_plays(position, ours, theirs)
        if verdict is None:
            return None
        right, why = verdict
        return Difference(
            *where,
            rival=self._rival.name,
            ours=ours.tile_count,
            theirs=theirs.tile_count,
            right=right,
            why=why,
            table=format_table(position.table),
            rack=format_set(position.rack),
        )

    def _judge_plays(self, position: Position, ours: Play, theirs: Play) -> tuple[str, str] | None:
        rival = self._rival.name
        wrong, their_wrong = find_broken_rule(position, ours), find_broken_rule(position, theirs)
        if wrong and their_wrong:
            return "neither", f"kostka: {wrong}; {rival}: {their_wrong}"
        if wrong:
            return rival, f"kostka: {wrong}"
        if their_wrong:
            return "kostka", f"{rival}: {their_wrong}"
        worth, their_worth = (self._rate_play(position, play) for play in (ours, theirs))
        if worth == their_worth:
            return None
        if worth < their_worth:
            return rival, f"kostka: {_describe_shortfall(ours)}"
        reason = self._explain_worse_play(position, ours, theirs)
        return "kostka", f"{rival}: {_describe_shortfall(theirs)}{reason}"

    def _rate_play(self, position: Position, play: Play) -> tuple[int, int]:
        """Return how good a play is by what the rival optimizes."""
        return play.tile_count, play.count_points(
            position.edition
        ) if self._rival.counts_points else 0

    def _explain_worse_play(self, position: Position, ours: Play, theirs: Play) -> str:
        """Return why the peer's play is worse, where that can be proven."""
        if self._peer_sets_program is None:
            return ""
        if (
            not position.opened
            and theirs.placed
            and _count_number_tiles(theirs) >= _count_number_tiles(ours)
        ):
            return ", in an opening it counts number tiles only"
        if (
            not position.opened
            and _sum_distinct_numbers(position) < position.edition.opening_threshold
        ):
            return ", it counts each number on the rack only once"
        program = self._peer_sets_program
        possible = program.convert_answer_to_play(position, program.prepare_solve_call(position)())
        if possible.tile_count > theirs.tile_count:
            return f", though {possible.tile_count} with its own sets"
        return ", it knows no set with a redundant joker"


def _describe_shortfall(play: Play) -> str:
    said = "worse" if play.placed else "no move though there is one"
    return said if play.proven else f"{said}, and not called the best"


def _sum_distinct_numbers(position: Position) -> int:
    """Add the different numbers on a rack, as the peer does before it searches any further."""
    return sum({face.number or HIGHEST for face in position.rack})


def _count_number_tiles(play: Play) -> int:
    return sum(face.number > 0 for face in play.placed)


def find_broken_rule(position: Position, play: Play) -> str | None:
    """Return which rule a play breaks, by the same check as in a game, or None."""
    if not play.placed:
        return None
    if Counter(chain(*play.table)) != Counter(chain(play.placed, *position.table)):
        return "its sets are not made of the table and the tiles placed"
    if Counter(play.placed) - Counter(position.rack):
        return "it places tiles that are not on the rack"
    box = get_box(position.edition.box)
    tiles = iter(box.pick_tiles(chain(*position.table, position.rack)))
    before = tuple(tuple(next(tiles) for _ in meld) for meld in position.table)
    rack = tuple(tiles)
    after = _assign_tiles(position, before, rack, play)
    check = check_turn(position.edition, before, rack, after, opened=position.opened)
    if check.violations:
        return str(check.violations[0])
    if len(check.placed) != play.tile_count:
        return f"{len(check.placed)} tiles leave the rack, not {play.tile_count}"
    return None


def _assign_tiles(position: Position, before: Table, rack: Sequence[TileId], play: Play) -> Table:
    """Return the sets of a play as tile ids; unchanged sets keep their tiles."""
    box = get_box(position.edition.box)
    after: list[tuple[TileId, ...]] = []
    new = [tuple(sorted(meld)) for meld in play.table]
    written = dict(zip(new, play.table, strict=True))
    loose = box.pick_tiles(play.placed, taken=set(box.tiles) - set(rack))
    for faces, meld in zip(position.table, before, strict=True):
        if (same := tuple(sorted(faces))) in new:
            new.remove(same)
            after.append(meld)
        else:
            loose.extend(meld)
    for faces in new:
        chosen = box.pick_tiles(written[faces], taken=set(box.tiles) - set(loose))
        loose = [tile for tile in loose if tile not in chosen]
        after.append(tuple(chosen))
    return tuple(after)
