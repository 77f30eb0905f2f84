"""The protocol as JSON Schemas, for clients in other languages: `docs/protocol.schema.json`.

`python -m kostka.protocol.schema` prints them.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec

from kostka.numbers.replay import Replay
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.solve_api import Solve, Solved, SolveFailure
from kostka.word.replay import Replay as WordReplay

TITLE = "The protocol of kostka"


def build_schema() -> dict[str, Any]:
    """Return the schemas of all messages: `asking` is what clients send, `telling` what they get.

    `replay` is what HTTP gives of a game that is over, `word_replay` of a word game; `solve` is
    asked there, and answered with `solved` or `not_solved`.
    """
    (asked, told, replayed, words_replayed, *solving), parts = msgspec.json.schema_components(
        [
            requests.AnyMessage,
            responses.AnyMessage,
            Replay,
            WordReplay,
            Solve,
            Solved,
            SolveFailure,
        ],
        schema_hook=describe_extra_type,
        ref_template="#/$defs/{name}",
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "version": PROTOCOL,
        "asking": asked,
        "telling": told,
        "replay": replayed,
        "word_replay": words_replayed,
        **dict(zip(("solve", "solved", "not_solved"), solving, strict=True)),
        "$defs": parts,
    }


def describe_extra_type(kind: type) -> dict[str, Any]:
    """Describe a type that JSON does not have."""
    if kind is Fraction:
        return {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}]}
    raise NotImplementedError(kind)


if __name__ == "__main__":
    print(json.dumps(build_schema(), indent=1, sort_keys=True))  # noqa: T201
