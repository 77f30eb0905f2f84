"""Holds an answer of the solver against the integer program and against the rules of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from msgspec import structs

from kostka.editions import Edition
from kostka.melds import check_turn, interpret_set
from kostka.solver import Answer, Objective, engine, iterate_plays, reference, solve
from kostka.solver.task import DEFAULT_EFFORT, Task, count_faces
from kostka.tiles import Face, TileId, format_set, format_table, get_box
from kostka.tiles.tile import FACES
from tests.oracle import program
from tests.oracle.meanings import COLOUR_CHANGE, DOUBLE, MIRROR, Bag, Box, bag
from tests.solver.position_makers import Position

PLAIN_EFFORT = 5_000
"""What the plain search in Python may look at: it takes up to a second for that."""


class Question(NamedTuple):
    """A position and what is wanted; weights, if there are any, instead of the objective."""

    position: Position
    objective: Objective
    weights: Mapping[Face, int] | None = None
    effort: int = DEFAULT_EFFORT
    all_plays: bool = False
    """Are all plays wanted, not only the best one? For few tiles."""
    briefly: bool = False
    """Only the gain and the rules, without least change and the plain search?"""

    @property
    def what(self) -> str:
        if self.all_plays:
            return "plays"
        return str(self.objective) if self.weights is None else "weights"

    def command(self) -> str:
        """The question for people. What `kostka solve` does not know follows as a remark."""
        _, edition, table, rack, opened = self.position
        line = f"kostka solve --edition {edition.key} --objective {self.objective}"
        line += "".join(
            f" --rule {field}=false"
            for field, is_allowed in edition.set_rules._asdict().items()
            if not is_allowed
        )
        line += " --moves 1000" * self.all_plays + " --unopened" * (not opened)
        line += f' --table "{format_table(table)}" --rack "{format_set(rack)}"'
        if self.weights is not None:
            held = {face: self.weights.get(face, 0) for face in sorted(set(rack))}
            line += f"  # weights {' '.join(f'{face}:{weight}' for face, weight in held.items())}"
        if self.effort != DEFAULT_EFFORT:
            line += f"  # effort {self.effort}"
        return line

    def answer(self) -> Answer:
        _, edition, table, rack, opened = self.position
        return solve(
            edition,
            table,
            rack,
            opened=opened,
            objective=self.objective,
            weights=self.weights,
            effort=self.effort,
        )

    def answers(self) -> list[Answer]:
        _, edition, table, rack, opened = self.position
        return [
            *iterate_plays(
                edition, table, rack, opened=opened, objective=self.objective, effort=self.effort
            )
        ]


class Verdict(NamedTuple):
    """What came out of a comparison."""

    differences: list[str]
    unproven: bool
    """Does the answer not claim to be the best? Then it may be worse than the best."""
    least_change: bool | None
    """Does it claim to change the table least? None if that was not to be asked."""


def compare(question: Question) -> Verdict:
    """Solve a question both ways and say what does not fit."""
    if question.all_plays:
        return compare_all(question)
    answer = question.answer()
    truth = Truth(question)
    found = [
        *find_broken_rules(question.position, answer),
        *find_wrong_figures(question.position, answer),
    ]
    found += find_wrong_gain(truth, answer)
    if question.objective in (Objective.TILES, Objective.POINTS) and not question.briefly:
        found += compare_with_reference(truth)
    asks = not found and not question.briefly and truth.asks_least_change(answer)
    if asks:
        found += find_wrong_change(truth, answer)
    return Verdict(found, not answer.optimal, answer.changes_least if asks else None)


def compare_all(question: Question) -> Verdict:
    """Hold all plays against those that brute force finds."""
    truth, answers = Truth(question), question.answers()
    found: list[str] = []
    for answer in answers:
        found += find_broken_rules(question.position, answer)
        found += find_wrong_figures(question.position, answer)
    gains = [truth.gain(answer.placed) for answer in answers]
    unproven = not all(answer.optimal for answer in answers)
    if not unproven and gains != sorted(gains, reverse=True):
        found.append(f"the gains are not in order: {gains}")
    placed = Counter(bag([face.name for face in answer.placed]) for answer in answers)
    found += [f"{' '.join(play)} {n} times" for play, n in placed.items() if n > 1]
    missing, wrong = truth.plays - placed.keys(), placed.keys() - truth.plays
    found += [f"not found: {' '.join(play)}" for play in sorted(missing) if not unproven]
    found += [f"no play: {' '.join(play)}" for play in sorted(wrong)]
    return Verdict(found, unproven, None)


def make_oracle_box(edition: Edition) -> Box:
    """Return the tiles of an edition and its rules about sets, as the oracle has them."""
    return Box(
        edition.box.copies,
        edition.box.ordinary,
        edition.box.double,
        edition.box.colour_change,
        edition.box.mirror,
        joker_only_sets=edition.joker_only_sets,
        single_tile_mirrors=edition.single_tile_mirrors,
        adjacent_colour_changes=edition.adjacent_colour_changes,
    )


class Truth:
    """What the program says about a question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        _, edition, table, rack, self.opened = question.position
        self.box = make_oracle_box(edition)
        self.table: list[Bag] = [bag([face.name for face in meld]) for meld in table]
        self.rack = Counter(face.name for face in rack)
        self.threshold = edition.opening_threshold
        self.points = {face.name: face.number or edition.joker_penalty for face in FACES}
        self.fewest = 1 if question.what == Objective.FEWEST else 0

    @cached_property
    def gains(self) -> Mapping[str, int]:
        if self.question.weights is not None:
            return {face.name: weight for face, weight in self.question.weights.items()}
        match self.question.objective:
            case Objective.POINTS:
                return self.points
            case Objective.FEWEST:
                each = program.tiles_then_points(self.rack, self.points)
                # The same with every tile a loss, so that only the points are still a gain.
                return {face: 2 * self.points[face] - gain for face, gain in each.items()}
            case _:
                return program.tiles_then_points(self.rack, self.points)

    @cached_property
    def best(self) -> program.Play | None:
        """The best play; for going out, None if not all tiles can be laid."""
        if not self.opened:
            found = program.find_best_opening(self.box, self.rack, self.gains, self.threshold)
        else:
            must = Counter(chain.from_iterable(self.table))
            found = program.find_best_play(
                self.box, must, self.rack, self.gains, fewest=self.fewest
            )
        if self.question.what == Objective.OUT and found and found.used != self.rack:
            return None
        return found

    @cached_property
    def plays(self) -> set[Bag]:
        """All plays, as the tiles that leave the rack."""
        if self.opened:
            return program.all_plays(self.box, Counter(chain.from_iterable(self.table)), self.rack)
        return set(filter(self.is_opening, program.all_plays(self.box, {}, self.rack)))

    def is_opening(self, play: Bag) -> bool:
        all_of_it = dict.fromkeys(play, 1)
        found = program.find_best_opening(self.box, Counter(play), all_of_it, self.threshold)
        return found is not None and found.gain == len(play)

    def gain(self, placed: Iterable[Face]) -> int:
        return sum(self.gains.get(face.name, 0) for face in placed)

    def asks_least_change(self, answer: Answer) -> bool:
        """There is something to ask if tiles were laid in the best way on a table of sets."""
        return bool(self.opened and self.table and answer.placed and answer.optimal)

    @cached_property
    def kept_most(self) -> int | None:
        assert self.best is not None
        return program.count_most_kept(
            self.box, self.table, self.rack, self.gains, self.best.gain, fewest=1
        )

    @cached_property
    def has_specials(self) -> bool:
        faces = {*self.rack, *chain.from_iterable(self.table)}
        return not faces.isdisjoint((DOUBLE, COLOUR_CHANGE, MIRROR))

    @cached_property
    def fewest_moved(self) -> int:
        assert self.best is not None
        assert self.kept_most is not None
        return program.count_fewest_moved(
            self.box, self.table, self.rack, self.gains, gain=self.best.gain, kept=self.kept_most
        )


# --- what can be wrong ------------------------------------------------------------------------


def find_wrong_gain(truth: Truth, answer: Answer) -> Iterator[str]:
    best, gain = truth.best, truth.gain(answer.placed)
    if best is None or not answer.placed:
        # Without weights to say so, nobody would lay nothing if there is a play.
        none_wanted = best is None or best.gain == 0
        if answer.placed or (answer.optimal and not none_wanted):
            laid = format_set(answer.placed) or "nothing"
            yield f"laid {laid}, the program {describe_play(best)}"
    elif gain > best.gain or (answer.optimal and gain < best.gain):
        yield f"gained {gain} by {format_set(answer.placed)}, the program {describe_play(best)}"


def describe_play(play: program.Play | None) -> str:
    if play is None:
        return "found no play"
    lying = " | ".join(map(" ".join, play.melds))
    return f"gained {play.gain} by {' '.join(sorted(play.used.elements()))} ({lying})"


def find_wrong_figures(position: Position, answer: Answer) -> Iterator[str]:
    """Count again what the answer says about itself."""
    edition = position.edition
    points = sum(face.number or edition.joker_penalty for face in answer.placed)
    if answer.points != points:
        yield f"{answer.points} points, counted {points}"
    before, after = Counter(map(sort_faces, position.table)), Counter(map(sort_faces, answer.table))
    kept = (before & after).total()
    if answer.kept != kept:
        yield f"kept {answer.kept}, counted {kept}"
    value = 0
    if not position.opened and answer.placed:
        new = (after - before).elements()
        written = {sort_faces(meld): meld for meld in answer.table}
        value = sum(reading.value for meld in new if (reading := interpret_set(written[meld])))
    if answer.value != value:
        yield f"value {answer.value}, counted {value}"


def sort_faces(meld: Iterable[Face]) -> tuple[Face, ...]:
    return tuple(sorted(meld))


def find_broken_rules(position: Position, answer: Answer) -> Iterator[str]:
    """Play the answer as a turn with real tiles."""
    if not answer.placed:
        if Counter(map(sort_faces, position.table)) != Counter(map(sort_faces, answer.table)):
            yield f"laid nothing, but left {format_table(answer.table)}"
        return
    after = Counter(chain.from_iterable(answer.table))
    after.subtract(chain.from_iterable(position.table))
    if +after != Counter(answer.placed) or -after:
        yield f"placed {format_set(answer.placed)}, but the table is {format_table(answer.table)}"
        return
    box = get_box(position.edition.box)
    laid = box.pick_tiles(chain.from_iterable(position.table))
    rack = box.pick_tiles(position.rack, laid)
    ids = iter(laid)
    before = tuple(tuple(next(ids) for _ in meld) for meld in position.table)
    table = assign_tiles(position, before, answer.table, rack)
    check = check_turn(position.edition, before, rack, table, opened=position.opened)
    if check.violations:
        shown = "; ".join(map(str, check.violations))
        yield f"left {format_table(answer.table)}: {shown}"


def assign_tiles(
    position: Position,
    before: Sequence[Sequence[TileId]],
    after: Iterable[Sequence[Face]],
    rack: Iterable[TileId],
) -> tuple[tuple[TileId, ...], ...]:
    """Choose tiles for a table of faces: sets that stay keep theirs, the rack's tiles come last."""
    box = get_box(position.edition.box)
    touched = [*before]
    chosen: list[tuple[TileId, ...] | None] = []
    sets = [*after]
    for meld in sets:
        same = next(
            (old for old in touched if sort_faces(box.get_faces(old)) == sort_faces(meld)), None
        )
        if same is None:
            chosen.append(None)
        else:
            touched.remove(same)
            chosen.append(take_tiles(position, meld, [*same]))
    free = [*chain.from_iterable(touched), *rack]
    return tuple(
        take_tiles(position, meld, free) if tiles is None else tiles
        for meld, tiles in zip(sets, chosen, strict=True)
    )


def take_tiles(position: Position, meld: Iterable[Face], free: list[TileId]) -> tuple[TileId, ...]:
    """Take a tile for each face of a set."""
    box = get_box(position.edition.box)
    tiles = []
    for face in meld:
        tile = next(tile for tile in free if box.get_face(tile) is face)
        free.remove(tile)
        tiles.append(tile)
    return tuple(tiles)


def find_wrong_change(truth: Truth, answer: Answer) -> Iterator[str]:
    most = truth.kept_most
    if most is None or answer.kept > most or (answer.kept_most and answer.kept < most):
        claim = "" if answer.kept_most else ", not claimed to be the most"
        yield f"kept {answer.kept} sets{claim}; the program {most} ({format_table(answer.table)})"
    if answer.changes_least and answer.moved_tile_count:
        if truth.has_specials:
            yield "claimed to change least in spite of special jokers"
        elif answer.moved_tile_count != truth.fewest_moved:
            yield (
                f"moved {answer.moved_tile_count} tiles; the program {truth.fewest_moved}"
                f" ({format_table(answer.table)})"
            )


def compare_with_reference(truth: Truth) -> Iterator[str]:
    """Ask the kernel and the plain search the same."""
    _, edition, table, rack, opened = truth.question.position
    task = Task(
        must=count_faces(chain.from_iterable(table) if opened else ()),
        may=count_faces(rack),
        gains=tuple(truth.gains.get(face.name, 0) for face in FACES),
        worth=None if opened else edition.opening_threshold,
        effort=truth.question.effort,
        rules=edition.set_rules,
    )
    kernel = engine.search(task)
    plain = reference.search(structs.replace(task, effort=min(task.effort, PLAIN_EFFORT)))
    if kernel.proven and plain.proven:
        same = (kernel.sets is None) == (plain.sets is None) and kernel.gain == plain.gain
        if not same:
            yield f"the kernel gained {kernel.gain}, the reference {plain.gain}"
    for name, found in (("kernel", kernel), ("reference", plain)):
        best = truth.best
        gain = None if found.sets is None else found.gain
        if found.proven and gain != (best and best.gain):
            yield f"the {name} gained {gain}, the program {describe_play(best)}"
