"""The client carries out what the solver says: its steps lead to its tables, tile by tile."""

from __future__ import annotations

import json
import subprocess
from itertools import islice
from random import Random
from typing import Any

import pytest

from kostka import solver
from kostka.editions import EDITIONS, Edition
from kostka.events.codec import to_builtins
from kostka.solver.wire import Play
from kostka.tiles import format_set, get_box
from tests.solver.position_makers import Position, make_pulled_position, make_random_position
from tests.web.test_javascript import HERE, node

POSITIONS = 24
EFFORT = 20_000
"""Any plays will do, not the best alone."""


@pytest.mark.parametrize("book", EDITIONS.values(), ids=EDITIONS)
def test_steps_lead_from_table_to_table(book: Edition) -> None:
    rng = Random(5)
    makers = (make_random_position, make_pulled_position)
    questions = [_question(makers[at % 2](book, rng)) for at in range(POSITIONS)]
    plays = sum(len(question["plays"]) for question in questions)
    assert plays > POSITIONS
    done = subprocess.run(
        [node(), str(HERE / "solver_frames.mjs")],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{plays} plays were carried out\n"


def _question(position: Position) -> dict[str, Any]:
    """Ask for three plays; the client gets the box, the table and the rack in notation."""
    _, book, table, rack, opened = position
    plays = islice(solver.iterate_plays(book, table, rack, opened=opened, effort=EFFORT), 3)
    return {
        "box": to_builtins(book.box),
        "faces": [face.name for face in get_box(book.box).faces],
        "table": [format_set(meld) for meld in table],
        "rack": [face.name for face in rack],
        "plays": [to_builtins(Play.from_answer(play)) for play in plays],
    }
