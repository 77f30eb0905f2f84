"""Changed inputs of every kind, given to real workers: read, refused, or too much work.

Damaged workbooks may end the process that reads them. A worker that raises anything else than a
refusal fails a test. `make fuzz-inputs` takes a hundred times as many.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.events.errors import BadInput, Refused
from kostka.server import problems
from kostka.server.workers.task import Task
from kostka.server.workers.tasks import TASKS
from kostka.server.workers.tasks.player_lists import encode_player_list_upload
from kostka.server.workers.tasks.theme_lists import encode_theme_upload
from kostka.server.workers.worker_pool import WorkerPool
from kostka.tournament import NewPlayer
from tests.server.workers.input_mutations import (
    Mutation,
    mutate_bytes,
    mutate_json,
    mutate_log,
    mutate_zip,
)
from tests.tournament.workbooks import build_school_list

TIMES = int(os.environ.get("KOSTKA_FUZZ", "1"))
TESTS = Path(__file__).parents[2]

LISTS = TESTS / "tournament" / "lists"
CSV = 'Lp.;Klasa;Nazwisko;Imię\n1;7a;Żółć;Łukasz\n2;7b;"Fox; ""Kid""";Bob\n'.encode()
TURN = {"edition": "twist", "before": "R4 R5 R6 | K8 R8 J", "rack": "R7 M", "after": "R4 R5 R6 R7"}
QUESTION = {"edition": "twist", "rack": "B3 J M C", "table": ["K1 K2 K3", "K4 R4 B4"], "moves": 2}


class Input(NamedTuple):
    """An honest input, how it is changed, and the task that reads it."""

    task: Task
    data: bytes
    mutation: Mutation


def read_list(data: bytes, mutation: Mutation) -> Input:
    return Input(TASKS["read_player_list"], data, mutation)


INPUTS = {
    "csv": read_list(CSV, mutate_bytes),
    "csv in UTF-16": read_list(CSV.decode().encode("utf-16"), mutate_bytes),
    "xlsx": read_list(build_school_list(), mutate_zip),
    "xls": read_list((LISTS / "school.xls").read_bytes(), mutate_bytes),
    "ods": read_list((LISTS / "school.ods").read_bytes(), mutate_zip),
    "theme": Input(TASKS["read_theme"], "Sosna, dąb;\nkoszyk\n".encode(), mutate_bytes),
    "turn": Input(TASKS["check_turn"], json.dumps(TURN).encode(), mutate_json),
    "question": Input(TASKS["solve_position"], json.dumps(QUESTION).encode(), mutate_json),
    "tournament": Input(
        TASKS["verify_tournament"],
        (TESTS / "tournament" / "saved" / "1.jsonl").read_bytes(),
        mutate_log,
    ),
    **{
        game: Input(
            TASKS["build_uploaded_steps"],
            (TESTS / "games" / f"{game}.jsonl").read_bytes(),
            mutate_log,
        )
        for game in ("travel-alone", "twist-round_time-house", "word/challenge-went_out")
    },
}


class Workers:
    """Workers that run one task after the other."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.pool = WorkerPool()

    def read(self, task: Task, data: bytes) -> str:
        """Return how a task ends: `done`, `bad_input`, or the code of a refusal."""
        if task.name == "read_player_list":
            data = encode_player_list_upload(data, [NewPlayer("Ann")], None)
        elif task.name == "read_theme":
            data = encode_theme_upload("Las", data)
        try:
            self.runner.run(self.pool.run_task(task, data, "192.0.2.7"))
        except BadInput:
            return "bad_input"
        except Refused as refused:
            return refused.violations[0].code
        return "done"

    def close(self) -> None:
        self.runner.run(self.pool.close())
        self.runner.close()


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    started = Workers()
    yield started
    started.close()


@pytest.mark.parametrize("name", INPUTS)
def test_honest_inputs_are_read(workers: Workers, name: str) -> None:
    assert workers.read(INPUTS[name].task, INPUTS[name].data) == "done"


@pytest.mark.parametrize("name", INPUTS)
@settings(max_examples=50 * TIMES, deadline=None, database=None)
@given(seed=st.integers(0, 2**64))
def test_changed_inputs_are_read_or_refused(workers: Workers, name: str, seed: int) -> None:
    task, data, mutation = INPUTS[name]
    changed = mutation(Random(seed), data)
    assert workers.read(task, changed) != problems.FAILED.code, changed
