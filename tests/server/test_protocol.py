"""The protocol as it is written down."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kostka.events.errors import BadInput, Problem
from kostka.languages import LANGUAGES
from kostka.melds import problems as meld_problems
from kostka.numbers import problems as game_problems
from kostka.protocol import requests, responses
from kostka.protocol.schema import build_schema
from kostka.server import problems as server_problems
from kostka.server.api import problems as http_problems
from kostka.server.static import WEB
from kostka.server.tournaments import problems as desk_problems
from kostka.server.transport.session import CLOSE_CODES
from kostka.solver import wire as questions
from kostka.word import problems as word_problems

DOCS = Path(__file__).parent.parent.parent / "docs"

NOT_FOR_PLAYERS = {"no_hello", "hello_twice", "unknown_token", "not_json", "other_game"}
"""Only a program that does not know the protocol is told these."""


def test_the_schema_in_the_documentation_is_the_one_of_the_code() -> None:
    written = json.loads((DOCS / "protocol.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(build_schema()))


def test_every_message_is_in_the_schema() -> None:
    found = build_schema()["$defs"]
    for kind in (*requests.AnyMessage.__args__, *responses.AnyMessage.__args__):
        assert kind.__name__ in found


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        "{}",
        '{"type":"Nonsense"}',
        '{"type":"Sit","id":1}',
        '{"type":"Sit","id":1,"seat":-1}',
        '{"type":"Sit","id":-1,"seat":1}',
        '{"type":"Sit","id":1,"seat":1,"more":1}',
        '{"type":"Do","id":1,"turn":1,"command":{"type":"RunOutOfTime","seat":0}}',
        '{"type":"Do","id":1,"turn":1,"command":{"type":"Undo","by":"a","reason":"b"}}',
        '{"type":"Create","id":1,"settings":{"edition":"classic","seats":99}}',
        '{"type":"Do","id":1,"turn":1,"command":{"type":"Challenge","seat":0}}',
        '{"type":"WordDo","id":1,"turn":1,"command":{"type":"RunOutOfTime","seat":0}}',
        '{"type":"WordDo","id":1,"turn":1,"command":{"type":"Announce","seat":0}}',
        '{"type":"WordDraft","id":1,"turn":1,"table":[[1]],"letters":{"x":"A"}}',
        '{{"type":"WordDraft","id":1,"turn":1,"table":[{}]}}'.format(",".join(["[]"] * 501)),
        '{{"type":"Draft","id":1,"turn":1,"table":[{}]}}'.format(",".join(["[]"] * 501)),
        '{"type":"Hello","protocol":"1"}',
        "[" * 5000,
    ],
)
def test_what_is_no_message_is_refused(data: str) -> None:
    with pytest.raises(BadInput):
        requests.decode_message(data)


def listed(title: str) -> list[str]:
    """Return the first column of the tables in a section of the documentation."""
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_every_refusal_is_documented() -> None:
    modules = (server_problems, meld_problems, game_problems, questions, word_problems)
    known = [one for module in modules for one in vars(module).values() if isinstance(one, Problem)]
    assert set(listed("Refusals")) == {one.code for one in known}
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for one in known:
        assert f"| {one.template} |" in text, one.code


def test_every_good_bye_is_documented() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert listed("Closing connections") == [why.value for why in responses.Farewell]
    for why, number in CLOSE_CODES.items():
        assert f"| `{why}` | {number} |" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_that_a_player_may_see_is_translated(language: str) -> None:
    texts = json.loads((WEB / f"app/texts/{language}.json").read_text(encoding="utf-8"))
    for why in responses.Farewell:
        assert f"goodbye.{why}" in texts
    for one in vars(server_problems).values():
        if isinstance(one, Problem) and one.code not in NOT_FOR_PLAYERS:
            assert f"problem.{one.code}" in texts, one.code


def test_every_refusal_over_http_is_documented() -> None:
    modules = (http_problems, desk_problems)
    known = [one for module in modules for one in vars(module).values() if isinstance(one, Problem)]
    assert set(listed("HTTP")) == {one.code for one in known}
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for one in known:
        assert f"| {one.template} |" in text, one.code
