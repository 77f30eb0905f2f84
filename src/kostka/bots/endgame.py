"""The last turns, when there is nothing left to draw: played through to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kostka.bots.determinization import World
from kostka.bots.face_counts import (
    add_counts,
    can_form_sets,
    count_points,
    count_table,
    dump_tiles,
    subtract_counts,
)
from kostka.bots.face_view import FaceView, Sets
from kostka.solver import Answer, Objective, plays, solve
from kostka.solver.task import Counts, count_faces
from kostka.tiles.tile import FACES

MAX_PLAYS = 8
"""How many plays are tried, the ones that leave the lowest racks."""

MAX_PLAYS_FOR_TWO = 100
"""As many with one other player: then nothing is hidden any more, and it pays to be sure."""

WORLDS = 6
"""In how many worlds; where nothing is hidden one is enough."""

EFFORT = 5_000
"""For each search: there are many of them, and the hardest are not worth the wait."""


def find_endgame_play(face_view: FaceView, worlds: Sequence[World]) -> Sets | None:
    """Give the play (or none) that wins most often against what the others can do then.

    Plays that leave low racks are tried first, and none that could not be better even if the others
    could lay nothing after it. So in a last round between two a play is found that wins if there
    is one, unless very many would have to be tried; by how much it wins is looked at for a few.
    """
    table, rack = count_table(face_view.table), count_faces(face_view.rack)
    chosen: Sets | None = None
    end = EndgameEvaluator(face_view, worlds[: WORLDS if len(face_view.others) > 1 else 1])
    most = end.evaluate(table, rack, placed=False)
    for number, answer in enumerate(_list_candidates(face_view)):
        if not answer.placed:
            continue
        laid = count_faces(answer.placed)
        left = subtract_counts(rack, laid)
        at_best = end.evaluate_best_case(left)
        if at_best <= most or (number >= MAX_PLAYS and at_best[0] <= most[0]):
            break  # and those that follow leave higher racks
        value = end.evaluate(add_counts(table, laid), left, placed=True)
        if value > most:
            most, chosen = value, answer.table
    return chosen


def _list_candidates(face_view: FaceView) -> Iterator[Answer]:
    question = (face_view.edition, face_view.table, face_view.rack)
    if not face_view.opened:
        yield solve(*question, opened=False, objective=Objective.POINTS, effort=EFFORT)
        return
    stream = plays(*question, objective=Objective.POINTS, effort=EFFORT)
    yield from islice(stream, MAX_PLAYS if len(face_view.others) > 1 else MAX_PLAYS_FOR_TWO)
    if face_view.view.last_round is None:  # play goes on: a small play may be enough (N-52)
        yield solve(*question, objective=Objective.FEWEST, effort=EFFORT, least_change=False)


class EndgameEvaluator:
    """What becomes of a table and a rack when all others do their best."""

    def __init__(self, face_view: FaceView, worlds: Sequence[World]) -> None:
        """Look at the end from a seat, with hidden tiles as they may be."""
        self.face_view = face_view
        self.worlds = worlds
        self.each = tuple(face.number or face_view.edition.joker_penalty for face in FACES)

    def evaluate(self, table: Counts, rack: Counts, *, placed: bool) -> tuple[float, float]:
        """Say how often they win, and by how much."""
        wins = gains = 0.0
        mine = count_points(rack, self.each)
        turns = self._list_remaining_turns(placed=placed)
        for world in self.worlds:
            lowest = self._find_lowest_rack_of_others(world, table, turns)
            wins += mine < lowest or 0.5 * (mine == lowest)
            gains += lowest - mine
        return wins, gains

    def evaluate_best_case(self, rack: Counts) -> tuple[float, float]:
        """Say the same for the best that may happen: that nobody else can lay anything."""
        mine = count_points(rack, self.each)
        lowest = [
            min(count_points(other, self.each) for other in world.racks) for world in self.worlds
        ]
        wins = sum(mine < other or 0.5 * (mine == other) for other in lowest)
        return wins, sum(other - mine for other in lowest)

    def _find_lowest_rack_of_others(
        self, world: World, table: Counts, turns: Sequence[bool]
    ) -> int:
        """Let all others who have a turn lay what they can; say what the lowest rack counts."""
        lowest = 10**6
        for other, rack, has_turn in zip(self.face_view.others, world.racks, turns, strict=True):
            left = rack
            if has_turn and other.opened:
                if can_form_sets(add_counts(table, rack)):
                    return -1
                table, left = dump_tiles(table, rack, self.each)
            lowest = min(lowest, count_points(left, self.each))
        return lowest

    def _list_remaining_turns(self, *, placed: bool) -> list[bool]:
        """Say which of the others, in the order of play, will have another turn."""
        view, count = self.face_view.view, len(self.face_view.view.seats)
        order = [(self.face_view.seat + step) % count for step in range(1, count)]
        order = [seat for seat in order if view.seats[seat].present]
        if view.last_round is None:  # who does not place ends the game (N-52)
            return [placed] * len(order)
        return [seat in view.last_round[1:] for seat in order]
