"""The last turns, when there is nothing left to draw: played through to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kostka.bots.counts import after_dumping, can_lie, minus, on_table, plus, worth
from kostka.bots.sight import Sets, Sight
from kostka.bots.worlds import World
from kostka.solver import Answer, Objective, plays, solve
from kostka.solver.task import Counts, count_faces
from kostka.tiles.tile import FACES

PLAYS = 8
"""How many plays are tried, the ones that leave the lowest racks."""

PLAYS_IN_THE_OPEN = 100
"""As many with one other player: then nothing is hidden any more, and it pays to be sure."""

WORLDS = 6
"""In how many worlds; where nothing is hidden one is enough."""

EFFORT = 5_000
"""For each search: there are many of them, and the hardest are not worth the wait."""


def best(sight: Sight, worlds: Sequence[World]) -> Sets | None:
    """Give the play (or none) that wins most often against what the others can do then.

    Plays that leave low racks are tried first, and none that could not be better even if the others
    could lay nothing after it. So in a last round between two a play is found that wins if there
    is one, unless very many would have to be tried; by how much it wins is looked at for a few.
    """
    table, rack = on_table(sight.table), count_faces(sight.rack)
    chosen: Sets | None = None
    end = Ending(sight, worlds[: WORLDS if len(sight.others) > 1 else 1])
    most = end.value(table, rack, placed=False)
    for number, answer in enumerate(_candidates(sight)):
        if not answer.placed:
            continue
        laid = count_faces(answer.placed)
        left = minus(rack, laid)
        at_best = end.at_best(left)
        if at_best <= most or (number >= PLAYS and at_best[0] <= most[0]):
            break  # and those that follow leave higher racks
        value = end.value(plus(table, laid), left, placed=True)
        if value > most:
            most, chosen = value, answer.table
    return chosen


def _candidates(sight: Sight) -> Iterator[Answer]:
    question = (sight.edition, sight.table, sight.rack)
    if not sight.opened:
        yield solve(*question, opened=False, objective=Objective.POINTS, effort=EFFORT)
        return
    stream = plays(*question, objective=Objective.POINTS, effort=EFFORT)
    yield from islice(stream, PLAYS if len(sight.others) > 1 else PLAYS_IN_THE_OPEN)
    if sight.view.last_round is None:  # play goes on: a small play may be enough (N-52)
        yield solve(*question, objective=Objective.FEWEST, effort=EFFORT, least_change=False)


class Ending:
    """What becomes of a table and a rack when all others do their best."""

    def __init__(self, sight: Sight, worlds: Sequence[World]) -> None:
        """Look at the end from a seat, with hidden tiles as they may be."""
        self.sight = sight
        self.worlds = worlds
        self.each = tuple(face.number or sight.edition.joker_penalty for face in FACES)

    def value(self, table: Counts, rack: Counts, *, placed: bool) -> tuple[float, float]:
        """Say how often they win, and by how much."""
        wins = gains = 0.0
        mine = worth(rack, self.each)
        turns = self._turns_left(placed=placed)
        for world in self.worlds:
            lowest = self._lowest_of_others(world, table, turns)
            wins += mine < lowest or 0.5 * (mine == lowest)
            gains += lowest - mine
        return wins, gains

    def at_best(self, rack: Counts) -> tuple[float, float]:
        """Say the same for the best that may happen: that nobody else can lay anything."""
        mine = worth(rack, self.each)
        lowest = [min(worth(other, self.each) for other in world.racks) for world in self.worlds]
        wins = sum(mine < other or 0.5 * (mine == other) for other in lowest)
        return wins, sum(other - mine for other in lowest)

    def _lowest_of_others(self, world: World, table: Counts, turns: Sequence[bool]) -> int:
        """Let all others who have a turn lay what they can; say what the lowest rack counts."""
        lowest = 10**6
        for other, rack, has_turn in zip(self.sight.others, world.racks, turns, strict=True):
            left = rack
            if has_turn and other.opened:
                if can_lie(plus(table, rack)):
                    return -1
                table, left = after_dumping(table, rack, self.each)
            lowest = min(lowest, worth(left, self.each))
        return lowest

    def _turns_left(self, *, placed: bool) -> list[bool]:
        """Say which of the others, in the order of play, will have another turn."""
        view, count = self.sight.view, len(self.sight.view.seats)
        order = [(self.sight.seat + step) % count for step in range(1, count)]
        order = [seat for seat in order if view.seats[seat].present]
        if view.last_round is None:  # who does not place ends the game (N-52)
            return [placed] * len(order)
        return [seat in view.last_round[1:] for seat in order]
