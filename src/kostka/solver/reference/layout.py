"""From a walk to sets: does again, with tiles, what was done at each number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kostka.melds.reading import SMALLEST_SET
from kostka.solver.reference.pieces import COLOURS, C, D, J, Jokers, M, Piece, face_of
from kostka.solver.reference.state import LONG, Covering, Move, Pair, PairStep, RunStep, State
from kostka.solver.task import Sets
from kostka.tiles.tile import HIGHEST, LOWEST, Face


class _Run:
    """A run, or one side of a mirrored run, in rising order."""

    def __init__(self, first: int, faces: Iterable[Face] = ()) -> None:
        self.first = first
        self.faces = list(faces)
        self.next = first + sum(face.width for face in self.faces)
        """The number after its last cell."""

    def add(self, piece: Piece) -> None:
        face = face_of(piece, self.next)
        self.faces.append(face)
        self.next += face.width

    def attach(self, face: Face) -> bool:
        """Lay a joker at one of the ends, if there is room."""
        if self.next + face.width - 1 <= HIGHEST:
            self.faces.append(face)
            self.next += face.width
        elif self.first - face.width >= LOWEST:
            self.faces.insert(0, face)
            self.first -= face.width
        else:
            return False
        return True

    def split(self) -> tuple[_Run, _Run]:
        low = _Run(self.first, self.faces[:SMALLEST_SET])
        return low, _Run(low.next, self.faces[SMALLEST_SET:])


class _Mirrored:
    """A mirrored run."""

    def __init__(self, first: int) -> None:
        self.sides = (_Run(first), _Run(first))
        self.pair: Pair | None = None
        """What it is in the walk."""

    def do(self, number: int, step: PairStep) -> None:
        self.pair = step.after
        if step.pieces != (M,):
            # A side that a double joker has brought further has to wait.
            sides = (side for side in self.sides if side.next == number)
            for side, piece in zip(sides, step.pieces, strict=True):
                side.add(piece)

    def faces(self) -> tuple[Face, ...]:
        left, right = (side.faces for side in self.sides)
        mirror = face_of(M, 0)
        rising = self.pair is None
        return (*left, mirror, *right[::-1]) if rising else (*left[::-1], mirror, *right)


_Open = defaultdict[tuple[int, int], list[_Run]]
"""Open runs by colour and length, at most `LONG`."""


class Layout:
    """Sets that are being laid."""

    def __init__(self) -> None:
        """Begin with none."""
        self._sets: list[tuple[Face, ...]] = []
        """Groups and mirrored runs that are done."""
        self._runs: list[_Run] = []
        """Plain runs that are done."""
        self._open: _Open = defaultdict(list)
        self._covering: list[tuple[Covering, _Run]] = []
        self._pairs: list[_Mirrored] = []

    def repeat(self, number: int, move: Move, after: State) -> None:
        """Do what was done at a number, with the state after it."""
        open_before, self._open = self._open, defaultdict(list)
        pairs_before, self._pairs = self._pairs, []
        for covering, run in self._covering:
            self._open[covering].append(run)
        self._covering = []
        for step in move.steps:
            if isinstance(step, PairStep):
                self._do_pair_step(number, step, pairs_before)
            else:
                self._do_run_step(number, step, open_before)
        for colour in COLOURS:
            pieces = [colour] * move.tiles[colour] + [J] * move.ordinary[colour]
            self._grow(number, colour, pieces, open_before)
            self._runs += open_before[colour, LONG]
            # The walk has lost sight of long runs that did not need to go on.
            long_runs = self._open[colour, LONG]
            while len(long_runs) > after.strands[colour][LONG - 1]:
                self._runs.append(long_runs.pop())
        for group in move.groups.groups:
            self._sets.append(tuple(face_of(piece, number) for piece in group))

    def _grow(self, number: int, colour: int, pieces: list[Piece], before: _Open) -> None:
        """Lay pieces where it is needed first, as the walk does."""
        for piece in pieces:
            length = next((n for n in range(1, LONG + 1) if before[colour, n]), 0)
            run = before[colour, length].pop() if length else _Run(number)
            run.add(piece)
            self._open[colour, min(length + 1, LONG)].append(run)

    def _do_run_step(self, number: int, step: RunStep, before: _Open) -> None:
        run = before[step.colour, step.length].pop() if step.length else _Run(number)
        run.add(step.piece)
        longer = Covering(step.onward, min(step.length + 1, LONG))
        if step.piece == D:
            self._covering.append((longer, run))
        else:
            self._open[longer].append(run)

    def _do_pair_step(self, number: int, step: PairStep, before: list[_Mirrored]) -> None:
        if step.before is not None:
            mirrored = next(one for one in before if one.pair == step.before)
            before.remove(mirrored)
        elif step.pieces == (M,):
            mirrored = _Mirrored(number + 1)
        else:
            mirrored = _Mirrored(number)
        mirrored.do(number, step)
        if step.after is None or number == HIGHEST:
            self._sets.append(mirrored.faces())
        else:
            self._pairs.append(mirrored)

    def finish(self, spare: Jokers) -> Sets:
        """Find places for the spare jokers and give the sets."""
        pieces = [D] * spare.double + [C] * spare.change + [J] * spare.ordinary
        if pieces and not self._runs:
            self._runs.append(_Run(LOWEST))
        for piece in pieces:
            face = face_of(piece, 0)
            while not any(run.attach(face) for run in self._runs):
                self._runs += self._runs.pop().split()
        return (*self._sets, *(tuple(run.faces) for run in self._runs))
