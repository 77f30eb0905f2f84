"""The protocol as it is written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kostka.events.errors import BadInput
from kostka.protocol import asking, telling
from kostka.protocol.schema import schema

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_the_schema_in_the_documentation_is_the_one_of_the_code() -> None:
    written = json.loads((DOCS / "protocol.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(schema()))


def test_every_message_is_in_the_schema() -> None:
    found = schema()["$defs"]
    for kind in (*asking.AnyMessage.__args__, *telling.AnyMessage.__args__):
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
        '{"type":"Hello","protocol":"1"}',
        "[" * 5000,
    ],
)
def test_what_is_no_message_is_refused(data: str) -> None:
    with pytest.raises(BadInput):
        asking.read(data)
