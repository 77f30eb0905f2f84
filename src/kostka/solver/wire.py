"""Questions and answers in notation, for the command line and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, NamedTuple

import msgspec

from kostka import solver
from kostka.editions import Edition, apply_house_rules, get_edition
from kostka.events.errors import Problem, Violation
from kostka.melds import judge_meld
from kostka.solver.answer import Answer, Objective
from kostka.solver.steps import Step, StepCode
from kostka.solver.task import DEFAULT_EFFORT, Sets
from kostka.tiles.notation import format_set, parse_set, parse_table
from kostka.tiles.tile import Face

NOT_IN_BOX = Problem("not_in_box", "N-1", "{why}")

MAX_MOVES = 1000


class Question(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A question in notation, with names for editions and tiles."""

    edition: str | Edition
    rules: dict[str, Any] = msgspec.field(default_factory=dict)
    """House rules: fields of the edition with other values."""
    rack: str | tuple[str, ...]
    table: str | tuple[str, ...] = ""
    opened: bool = True
    objective: Objective = Objective.TILES
    moves: Annotated[int, msgspec.Meta(ge=1, le=MAX_MOVES)] | None = None

    def parse_position(self) -> Position:
        """Return the position with the named edition and tiles; raise BadInput otherwise."""
        book = get_edition(self.edition) if isinstance(self.edition, str) else self.edition
        if self.rules:
            book = apply_house_rules(book, **self.rules)
        table = self.table if isinstance(self.table, str) else " | ".join(self.table)
        rack = self.rack if isinstance(self.rack, str) else " ".join(self.rack)
        sets = tuple(map(tuple, parse_table(table)))
        return Position(book, sets, tuple(parse_set(rack)), self.opened, self.objective)


class Position(NamedTuple):
    """A table, a rack, and the rules and objective that apply."""

    edition: Edition
    table: Sets
    rack: tuple[Face, ...]
    opened: bool
    objective: Objective

    def find_answers(self, moves: int | None, effort: int = DEFAULT_EFFORT) -> Iterator[Answer]:
        """Yield up to `moves` plays, best first, or one answer that says there is none."""
        book, table, rack, opened, objective = self
        how: Any = {"opened": opened, "objective": objective, "effort": effort}
        found = False
        if moves:
            stream = solver.iterate_plays(book, table, rack, **how)
            for answer in islice((play for play in stream if play.placed), moves):
                found = True
                yield answer
        if not found:
            yield solver.solve(book, table, rack, **how)


class PlayStep(msgspec.Struct, frozen=True, gc=False):
    """A step in notation: sets and free tiles become other sets and other free tiles."""

    code: StepCode
    sets: tuple[str, ...]
    """The sets on the table that are changed."""
    tiles: tuple[str, ...]
    """The free tiles that are laid."""
    becomes: tuple[str, ...]
    """The sets that replace them."""
    free: tuple[str, ...]
    """The tiles that are free afterwards."""
    rack: tuple[str, ...]
    """Those of `tiles` that come from the rack."""
    text: str
    """The step as an English sentence."""

    @classmethod
    def from_step(cls, step: Step) -> PlayStep:
        """Convert a step to notation."""
        return cls(
            step.code,
            _format_sets(step.sets),
            _list_tile_names(step.tiles),
            _format_sets(step.becomes),
            _list_tile_names(step.free),
            _list_tile_names(step.rack),
            step.text,
        )


class Play(msgspec.Struct, frozen=True, gc=False):
    """An answer in notation, with all its figures and steps."""

    placed: tuple[str, ...]
    """The tiles that leave the rack; none if there is no play."""
    tiles: int
    points: int
    table: tuple[str, ...]
    """Every set on the table after the play; kept sets come first."""
    reads: tuple[tuple[str, ...], ...]
    """What each tile of these sets stands for, jokers too: `R5`, `B3/O3` for either."""
    kept: int
    optimal: bool
    """Whether it is proven that no play is better, except those listed before it."""
    moved: int
    kept_most: bool
    least_change: bool
    value: int
    """The value of an opening (N-22)."""
    steps: tuple[PlayStep, ...]

    @classmethod
    def from_answer(cls, answer: Answer) -> Play:
        """Convert an answer to notation."""
        return cls(
            _list_tile_names(answer.placed),
            answer.tile_count,
            answer.points,
            _format_sets(answer.table),
            tuple(map(_list_tile_meanings, answer.table)),
            answer.kept,
            answer.optimal,
            answer.moved_tile_count,
            answer.kept_most,
            answer.changes_least,
            answer.value,
            tuple(map(PlayStep.from_step, answer.steps)),
        )


def _format_sets(sets: Sets) -> tuple[str, ...]:
    return tuple(map(format_set, sets))


def _list_tile_meanings(meld: tuple[Face, ...]) -> tuple[str, ...]:
    judged = judge_meld(meld)
    assert not isinstance(judged, Violation), meld
    return judged.reads


def _list_tile_names(faces: tuple[Face, ...]) -> tuple[str, ...]:
    return tuple(face.name for face in faces)
