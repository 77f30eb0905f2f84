"""The last turns, when there is nothing left to draw: evaluated to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kostka.bots.determinization import World
from kostka.bots.face_counts import (
    add_counts,
    can_form_sets,
    count_table_tiles,
    lay_highest_gain_tiles,
    subtract_counts,
    sum_rack_points,
)
from kostka.bots.face_view import FaceView, Sets
from kostka.solver import Answer, Objective, iterate_plays, solve
from kostka.solver.task import Counts, count_faces
from kostka.tiles.tile import FACES

MAX_PLAYS = 8
"""How many plays are tried: those that leave the lowest racks."""

MAX_PLAYS_FOR_TWO = 100
"""The same with one opponent. Nothing is hidden then, so it pays to be sure."""

WORLDS = 6
"""In how many worlds each play is tried; with one opponent, one world is enough."""

EFFORT = 5_000
"""The effort of each search. There are many, and the hardest are not worth the wait."""


def find_endgame_play(face_view: FaceView, worlds: Sequence[World]) -> Sets | None:
    """Return the table of the play that wins most often, or None to place nothing.

    Plays that leave low racks come first. A play is skipped if it would be no better even when
    the others could lay nothing after it. So in a last round between two players a winning play
    is found if there is one among those tried; only a few are compared by their margin.
    """
    table, rack = count_table_tiles(face_view.table), count_faces(face_view.rack)
    chosen: Sets | None = None
    end = EndgameEvaluator(face_view, worlds[: WORLDS if len(face_view.other_players) > 1 else 1])
    most = end.sum_wins_and_margins(table, rack, placed=False)
    for number, answer in enumerate(_list_candidate_plays(face_view)):
        if not answer.placed:
            continue
        laid = count_faces(answer.placed)
        left = subtract_counts(rack, laid)
        at_best = end.sum_best_case_wins_and_margins(left)
        if at_best <= most or (number >= MAX_PLAYS and at_best[0] <= most[0]):
            break  # the plays that follow leave higher racks
        value = end.sum_wins_and_margins(add_counts(table, laid), left, placed=True)
        if value > most:
            most, chosen = value, answer.table
    return chosen


def _list_candidate_plays(face_view: FaceView) -> Iterator[Answer]:
    question = (face_view.edition, face_view.table, face_view.rack)
    if not face_view.opened:
        yield solve(*question, opened=False, objective=Objective.POINTS, effort=EFFORT)
        return
    stream = iterate_plays(*question, objective=Objective.POINTS, effort=EFFORT)
    yield from islice(stream, MAX_PLAYS if len(face_view.other_players) > 1 else MAX_PLAYS_FOR_TWO)
    if face_view.view.last_round is None:  # the game goes on: a small play may do (N-52)
        yield solve(*question, objective=Objective.FEWEST, effort=EFFORT, least_change=False)


class EndgameEvaluator:
    """Evaluates a table and a rack, assuming that all others do their best."""

    def __init__(self, face_view: FaceView, worlds: Sequence[World]) -> None:
        """Evaluate from the view of a seat, with the hidden tiles of these worlds."""
        self.face_view = face_view
        self.worlds = worlds
        self.each = tuple(face.number or face_view.edition.joker_penalty for face in FACES)

    def sum_wins_and_margins(
        self, table: Counts, rack: Counts, *, placed: bool
    ) -> tuple[float, float]:
        """Return in how many worlds the seat wins, and by how much in total."""
        wins = gains = 0.0
        mine = sum_rack_points(rack, self.each)
        turns = self._list_turn_left_flags(placed=placed)
        for world in self.worlds:
            lowest = self._compute_lowest_rack_points_of_others(world, table, turns)
            wins += mine < lowest or 0.5 * (mine == lowest)
            gains += lowest - mine
        return wins, gains

    def sum_best_case_wins_and_margins(self, rack: Counts) -> tuple[float, float]:
        """Return the same for the best case: nobody else can lay anything."""
        mine = sum_rack_points(rack, self.each)
        lowest = [
            min(sum_rack_points(other, self.each) for other in world.racks) for world in self.worlds
        ]
        wins = sum(mine < other or 0.5 * (mine == other) for other in lowest)
        return wins, sum(other - mine for other in lowest)

    def _compute_lowest_rack_points_of_others(
        self, world: World, table: Counts, turns: Sequence[bool]
    ) -> int:
        """Let the others lay what they can in their turns; return the points of the lowest rack.

        Returns -1 if somebody goes out.
        """
        lowest, rules = 10**6, self.face_view.edition.set_rules
        for other, rack, has_turn in zip(
            self.face_view.other_players, world.racks, turns, strict=True
        ):
            left = rack
            if has_turn and other.opened:
                if can_form_sets(add_counts(table, rack), rules):
                    return -1
                table, left = lay_highest_gain_tiles(table, rack, self.each, rules)
            lowest = min(lowest, sum_rack_points(left, self.each))
        return lowest

    def _list_turn_left_flags(self, *, placed: bool) -> list[bool]:
        """Return for each other player, in the order of play, whether another turn follows."""
        view, count = self.face_view.view, len(self.face_view.view.seats)
        order = [(self.face_view.seat + step) % count for step in range(1, count)]
        order = [seat for seat in order if view.seats[seat].present]
        if view.last_round is None:  # a player who does not place ends the game (N-52)
            return [placed] * len(order)
        return [seat in view.last_round[1:] for seat in order]
