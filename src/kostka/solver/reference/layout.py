"""From the moves of a walk back to sets."""

from __future__ import annotations

from collections import defaultdict

from kostka.melds.reading import SMALLEST_SET
from kostka.solver.reference.pieces import COLOURS, C, D, J, Jokers, M, Piece, face_of
from kostka.solver.reference.state import LONG, Move, Pair, PairStep, RunStep, State
from kostka.solver.task import Sets
from kostka.tiles.tile import HIGHEST, LOWEST, Face


class _Run:
    """A run, or one side of a mirrored one, in rising order."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.next = first
        """The number after its last cell."""
        self.faces: list[Face] = []

    def add(self, piece: Piece) -> None:
        face = face_of(piece, self.next)
        self.faces.append(face)
        self.next += face.width


class _Mirrored:
    """A mirrored run: both sides, and where it stands with the walk."""

    def __init__(self, first: int) -> None:
        self.sides = (_Run(first), _Run(first))
        self.pair: Pair | None = None

    def add(self, step: PairStep, number: int) -> None:
        self.pair = step.after
        if step.pieces == (M,):
            return
        waiting = [side for side in self.sides if side.next == number]
        for side, piece in zip(waiting, step.pieces, strict=True):
            side.add(piece)

    def faces(self, *, rising: bool) -> tuple[Face, ...]:
        left, right = (side.faces for side in self.sides)
        middle = face_of(M, 0)
        return (*left, middle, *right[::-1]) if rising else (*left[::-1], middle, *right)


class Layout:
    """Repeats the moves of a walk with tiles."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.sets: list[tuple[Face, ...]] = []
        self.runs: list[_Run] = []
        """Runs that are done."""
        self.open: dict[tuple[int, int], list[_Run]] = defaultdict(list)
        """Open runs by colour and length."""
        self.covering: list[tuple[int, int, _Run]] = []
        self.mirrored: list[_Mirrored] = []

    def repeat(self, number: int, move: Move, after: State) -> None:
        """Do what is done at a number."""
        before, self.open = self.open, defaultdict(list)
        for colour, length, run in self.covering:
            self.open[colour, length].append(run)
        self.covering = []
        pairs, self.mirrored = self.mirrored, []
        for step in move.steps:
            if isinstance(step, PairStep):
                self._pair_step(number, step, pairs)
            else:
                self._run_step(number, step, before)
        for colour in COLOURS:
            pieces = [colour] * move.tiles[colour] + [J] * move.ordinary[colour]
            lengths = [n for n in range(1, LONG + 1) for _ in before[colour, n]]
            for at, piece in enumerate(pieces):
                length = lengths[at] if at < len(lengths) else 0
                run = _taken(before, colour, length, number)
                run.add(piece)
                self.open[colour, min(length + 1, LONG)].append(run)
            self.runs += before[colour, LONG]
            while len(self.open[colour, LONG]) > after.strands[colour][-1]:
                self.runs.append(self.open[colour, LONG].pop())
        for group in move.groups.groups:
            self.sets.append(tuple(face_of(piece, number) for piece in group))

    def _run_step(
        self, number: int, step: RunStep, before: dict[tuple[int, int], list[_Run]]
    ) -> None:
        run = _taken(before, step.colour, step.length, number)
        run.add(step.piece)
        longer = min(step.length + 1, LONG)
        if step.piece == D:
            self.covering.append((step.colour, longer, run))
        else:
            self.open[step.onward, longer].append(run)

    def _pair_step(self, number: int, step: PairStep, before: list[_Mirrored]) -> None:
        if step.before is None:
            mirrored = _Mirrored(number + (step.pieces == (M,)))
        else:
            mirrored = next(one for one in before if one.pair == step.before)
            before.remove(mirrored)
        mirrored.add(step, number)
        if step.after is None or (number == HIGHEST and not step.after.rising):
            self.sets.append(mirrored.faces(rising=step.after is None))
        else:
            self.mirrored.append(mirrored)

    def finish(self, spare: Jokers) -> Sets:
        """Find a place for the spare jokers."""
        pieces = [D] * spare.double + [C] * spare.change + [J] * spare.ordinary
        if pieces and not self.runs:
            self.runs.append(_Run(LOWEST))
        for piece in pieces:
            self._attach(piece)
        return (*self.sets, *(tuple(run.faces) for run in self.runs))

    def _attach(self, piece: Piece) -> None:
        width = face_of(piece, 0).width
        for run in self.runs:
            if run.next + width - 1 <= HIGHEST:
                run.add(piece)
                return
            if run.first - width >= LOWEST:
                run.faces.insert(0, face_of(piece, 0))
                run.first -= width
                return
        # A run that has no room at either end is so long that it can be split.
        self.runs += _split(self.runs.pop())
        self._attach(piece)


def _split(run: _Run) -> tuple[_Run, _Run]:
    low, high = _Run(run.first), _Run(run.first)
    low.faces, high.faces = run.faces[:SMALLEST_SET], run.faces[SMALLEST_SET:]
    low.next = high.first = run.first + sum(face.width for face in low.faces)
    high.next = run.next
    return low, high


def _taken(
    runs: dict[tuple[int, int], list[_Run]], colour: int, length: int, number: int
) -> _Run:
    return runs[colour, length].pop() if length else _Run(number)
