"""`POST /api/check`: turns judged without a game."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.types import Message

from kostka.server.api.check import MAX_BYTES, CheckRoute
from kostka.server.api.errors import HttpErrors
from kostka.server.ops.metrics import Metrics
from tests.server.workers.tasks_here import TasksHere


def post_body(body: bytes, parts: int = 1) -> tuple[int, Any]:
    """Send a body, in so many parts; gives the status and the answer."""
    size = len(body) // parts + 1
    cut = [body[part * size : (part + 1) * size] for part in range(parts)]

    async def receive() -> Message:
        return {"type": "http.request", "body": cut.pop(0), "more_body": bool(cut)}

    errors = HttpErrors(Metrics(), {}, lambda status: Response(status_code=status))
    routes = CheckRoute(TasksHere()).routes
    app = Starlette(routes=routes, exception_handlers=errors.handlers_by_exception)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/check", "headers": []}
    asyncio.run(app(scope, receive, send))
    start, answer = sent
    assert (b"content-type", b"application/json") in start["headers"]
    return start["status"], json.loads(answer["body"])


def ask_check(**fields: object) -> tuple[int, Any]:
    question = {"edition": "classic", "before": "", "rack": "", "after": "", **fields}
    return post_body(json.dumps(question).encode(), parts=3)


def test_a_legal_turn_has_no_problems() -> None:
    status, answer = ask_check(
        before="B4 B5 B6 | K8 R8 O8", rack="B3 B8 R1", after="B3 B4 B5 B6 | K8 R8 B8 O8"
    )
    assert status == 200
    assert answer["problems"] == []
    assert answer["placed"] == ["B3", "B8"]
    assert [found["kind"] for found in answer["sets"]] == ["run", "group"]


def test_every_set_is_judged_and_every_problem_named() -> None:
    status, answer = ask_check(before="K3 R3 J", rack="B3 B9", after="K3 R3 B3 | B9")
    assert status == 200
    assert [found["valid"] for found in answer["sets"]] == [True, False]
    assert answer["sets"][1]["problem"]["clause"] in {"N-10", "N-11"}
    assert {problem["code"] for problem in answer["problems"]} >= {"joker_not_placed"}


def test_an_opening_counts_what_it_is_worth_and_leaves_the_table_alone() -> None:
    rack = "K10 R10 B10 R7"
    _, enough = ask_check(
        before="R4 R5 R6", rack=rack, after="R4 R5 R6 | K10 R10 B10", opened=False
    )
    assert (enough["value"], enough["problems"]) == (30, [])
    _, touched = ask_check(before="R4 R5 R6", rack=rack, after="R4 R5 R6 R7", opened=False)
    assert {problem["code"] for problem in touched["problems"]} == {
        "table_touched",
        "below_threshold",
    }


def test_equal_tiles_of_table_and_rack_do_not_hide_what_was_taken() -> None:
    _, answer = ask_check(before="R4 R5 R6", rack="R4 R7", after="R4 R5 R6 R7")
    assert answer["placed"] == ["R7"]
    assert answer["problems"] == []
    _, empty = ask_check(before="R4 R5 R6", rack="R4", after="R4 R5 R6")
    assert [problem["code"] for problem in empty["problems"]] == ["nothing_placed"]


def test_a_tile_of_nobody_is_foreign() -> None:
    _, answer = ask_check(before="R4 R5 R6", rack="R7", after="R4 R5 R6 R7 R8")
    assert [problem["code"] for problem in answer["problems"]] == ["not_your_tile"]


@pytest.mark.parametrize(
    "fields",
    [
        {"edition": "nothing"},
        {"edition": 7},
        {"before": "B3 B4"},
        {"after": "X9"},
        {"after": "B3 | | B4"},
        {"rack": "B3 | B4"},
        {"rack": "B3 B3 B3"},
        {"after": "B3 B3 B3"},
        {"rack": "D"},
        {"opened": "yes"},
        {"more": 1},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_a_code(fields: dict[str, object]) -> None:
    status, answer = ask_check(**fields)
    assert status == 400
    assert answer["problems"][0]["code"] == "bad_message"
    assert answer["error"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff\xfe", b"null", b"[" * 5000])
def test_what_is_no_question_is_refused_with_a_code(body: bytes) -> None:
    status, answer = post_body(body)
    assert status == 400
    assert answer["problems"][0]["code"] == "bad_message"


def test_nothing_long_is_read() -> None:
    status, answer = ask_check(after=" " * MAX_BYTES)
    assert status == 413
    assert answer["problems"][0]["code"] == "too_long"
