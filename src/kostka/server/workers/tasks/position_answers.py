"""The best plays for a table and a rack."""

from __future__ import annotations

from itertools import chain
from time import monotonic

import msgspec

from kostka.events.codec import from_json, to_json
from kostka.events.errors import Refused, make_refusal
from kostka.protocol.http_errors import describe_violations
from kostka.protocol.responses import Problem, SetJudged
from kostka.protocol.solve_api import Solve, Solved, SolveFailure
from kostka.server.games.set_verdict import judge_set
from kostka.server.workers.task import Task
from kostka.solver import DEFAULT_EFFORT, KERNEL
from kostka.solver.wire import NOT_IN_BOX, Play, Position
from kostka.tiles.box import get_box

TIMEOUT_SECONDS = 3.0
"""After this time no search for a further play starts."""

EFFORT = DEFAULT_EFFORT if KERNEL else DEFAULT_EFFORT // 100
"""Steps of a search. Without the compiled kernel each takes a hundred times as long."""


class PositionAnswer(msgspec.Struct, frozen=True):
    """The answer for a client."""

    body: bytes
    """`Solved` or `SolveFailure`, as JSON."""
    problem_code: str = ""
    """The code of the first problem, if there is one."""


def answer_question(question: Solve) -> PositionAnswer:
    """Return the best plays, or why there are none; raise `BadInput` for what cannot be read."""
    position = question.parse_position()
    sets = tuple([judge_set(meld, position.edition.set_rules) for meld in position.table])
    try:
        return PositionAnswer(to_json(_solve_position(position, question.moves, sets)))
    except Refused as refused:
        violations = refused.violations
        reasons = tuple(map(Problem.from_violation, violations))
        failure = SolveFailure(describe_violations(violations), reasons, sets)
        return PositionAnswer(to_json(failure), violations[0].code)


def _solve_position(position: Position, moves: int, sets: tuple[SetJudged, ...]) -> Solved:
    """Return the best plays found within `TIMEOUT_SECONDS`."""
    _check_tiles_in_box(position)
    until = monotonic() + TIMEOUT_SECONDS
    found: list[Play] = []
    for answer in position.find_answers(moves, EFFORT):
        found.append(Play.from_answer(answer))
        if len(found) < moves and monotonic() > until:
            return Solved(sets, tuple(found), complete=False)
    return Solved(sets, tuple(found), complete=True)


def _check_tiles_in_box(position: Position) -> None:
    """Refuse more tiles of a face than the box holds (N-1)."""
    tiles = chain(position.rack, *position.table)
    shortages = get_box(position.edition.box).describe_shortages(tiles)
    if shortages:
        raise make_refusal(*[NOT_IN_BOX(why=why) for why in shortages])


def _answer(payload: bytes) -> bytes:
    """Return the `PositionAnswer` to a question in JSON."""
    return msgspec.msgpack.encode(answer_question(from_json(payload, Solve)))


def decode_position_answer(result: bytes) -> PositionAnswer:
    """Return the result of `SOLVE_POSITION`."""
    return msgspec.msgpack.decode(result, type=PositionAnswer)


SOLVE_POSITION = Task("solve_position", _answer, seconds=15)
