"""Turns the moves of a search into sets, by replaying them with tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kostka.editions.set_rules import SetRules
from kostka.melds.reading import MIN_SET_SIZE, has_jokers_only
from kostka.solver.reference.pieces import (
    COLOURS,
    C,
    CoveringRun,
    D,
    J,
    Jokers,
    M,
    Piece,
    make_face,
)
from kostka.solver.reference.state import LONG, Move, Pair, PairStep, RunStep, State
from kostka.solver.task import Sets
from kostka.tiles.tile import HIGHEST, LOWEST, Face

_CHANGE = make_face(C, 0)


class _Run:
    """A run, or one side of a mirrored run, in rising order."""

    def __init__(self, first: int, faces: Iterable[Face] = ()) -> None:
        self.first = first
        self.faces = list(faces)
        self.next = first + sum(face.width for face in self.faces)
        """The number after its last cell."""

    def add_piece(self, piece: Piece) -> None:
        face = make_face(piece, self.next)
        self.faces.append(face)
        self.next += face.width

    def attach_joker(self, face: Face) -> bool:
        """Add a joker at one of the ends; return whether there was room."""
        if self.next + face.width - 1 <= HIGHEST:
            self.faces.append(face)
            self.next += face.width
        elif self.first - face.width >= LOWEST:
            self.faces.insert(0, face)
            self.first -= face.width
        else:
            return False
        return True

    def ends_with_change(self) -> bool:
        return self.faces[-1] is _CHANGE

    def split_in_two(self, rules: SetRules) -> tuple[_Run, _Run]:
        at = MIN_SET_SIZE
        while not rules.joker_only_sets and (
            has_jokers_only(self.faces[:at]) or has_jokers_only(self.faces[at:])
        ):
            at += 1
        low = _Run(self.first, self.faces[:at])
        return low, _Run(low.next, self.faces[at:])


class _MirroredRun:
    """A mirrored run."""

    def __init__(self, first: int) -> None:
        self.sides = (_Run(first), _Run(first))
        self.pair: Pair | None = None
        """The pair that represents it in the search; None once its mirror joker is laid."""

    def apply_step(self, number: int, step: PairStep) -> None:
        self.pair = step.after
        if step.pieces != (M,):
            # A side whose double joker already fills this number gets no piece.
            sides = (side for side in self.sides if side.next == number)
            for side, piece in zip(sides, step.pieces, strict=True):
                side.add_piece(piece)

    def list_faces(self) -> tuple[Face, ...]:
        left, right = (side.faces for side in self.sides)
        mirror = make_face(M, 0)
        rising = self.pair is None
        return (*left, mirror, *right[::-1]) if rising else (*left[::-1], mirror, *right)


_Open = defaultdict[tuple[int, int], list[_Run]]
"""Open runs by colour and length, at most `LONG`."""


class Layout:
    """The sets built so far while moves are replayed."""

    def __init__(self, rules: SetRules) -> None:
        """Start without sets."""
        self._rules = rules
        self._sets: list[tuple[Face, ...]] = []
        """Finished groups and mirrored runs."""
        self._runs: list[_Run] = []
        """Finished plain runs."""
        self._open: _Open = defaultdict(list)
        self._covering: list[tuple[CoveringRun, _Run]] = []
        self._pairs: list[_MirroredRun] = []

    def replay_move(self, number: int, move: Move, after: State) -> None:
        """Apply the move made at a number, given the state after it."""
        open_before, self._open = self._open, defaultdict(list)
        pairs_before, self._pairs = self._pairs, []
        for covering, run in self._covering:
            self._open[covering].append(run)
        self._covering = []
        for step in move.steps:
            if isinstance(step, PairStep):
                self._apply_pair_step(number, step, pairs_before)
            else:
                self._apply_run_step(number, step, open_before)
        for colour in COLOURS:
            pieces = [colour] * move.tiles[colour] + [J] * move.ordinary[colour]
            self._add_to_shortest_runs(number, colour, pieces, open_before)
            self._runs += open_before[colour, LONG]
            # The search no longer tracks long runs that need not continue.
            long_runs = self._open[colour, LONG]
            while len(long_runs) > after.strands[colour][LONG - 1]:
                self._runs.append(long_runs.pop())
        for group in move.groups.groups:
            self._sets.append(tuple(make_face(piece, number) for piece in group))

    def _add_to_shortest_runs(
        self, number: int, colour: int, pieces: list[Piece], before: _Open
    ) -> None:
        """Extend the shortest runs first, as the search does."""
        fresh = len(pieces) - sum(len(before[colour, n]) for n in range(1, LONG + 1))
        if not self._rules.joker_only_sets and fresh > 0:  # new runs begin with number tiles
            pieces = pieces[fresh:] + pieces[:fresh]
        for piece in pieces:
            length = next((n for n in range(1, LONG + 1) if before[colour, n]), 0)
            run = before[colour, length].pop() if length else _Run(number)
            run.add_piece(piece)
            self._open[colour, min(length + 1, LONG)].append(run)

    def _apply_run_step(self, number: int, step: RunStep, before: _Open) -> None:
        run = _Run(number)
        if step.length:
            runs = before[step.colour, step.length]
            if not self._rules.adjacent_colour_changes:
                is_change = step.piece == C
                runs.sort(key=lambda run: run.ends_with_change() != is_change)
            run = runs.pop()
        run.add_piece(step.piece)
        longer = CoveringRun(step.onward, min(step.length + 1, LONG))
        if step.piece == D:
            self._covering.append((longer, run))
        else:
            self._open[longer].append(run)

    def _apply_pair_step(self, number: int, step: PairStep, before: list[_MirroredRun]) -> None:
        if step.before is not None:
            mirrored = next(one for one in before if one.pair == step.before)
            before.remove(mirrored)
        elif step.pieces == (M,):
            mirrored = _MirroredRun(number + 1)
        else:
            mirrored = _MirroredRun(number)
        mirrored.apply_step(number, step)
        if step.after is None or number == HIGHEST:
            self._sets.append(mirrored.list_faces())
        else:
            self._pairs.append(mirrored)

    def finish_sets(self, spare: Jokers) -> Sets:
        """Place the spare jokers and return all sets."""
        pieces = [D] * spare.double + [C] * spare.change + [J] * spare.ordinary
        if pieces and not self._runs:
            self._runs.append(_Run(LOWEST))
        for piece in pieces:
            face = make_face(piece, 0)
            while not any(run.attach_joker(face) for run in self._runs):
                self._runs += self._runs.pop().split_in_two(self._rules)
        return (*self._sets, *(tuple(run.faces) for run in self._runs))
