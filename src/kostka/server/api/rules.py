"""`GET /api/rules/...`: an edition with a table's house rules, and the clauses."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kostka.editions import load_clauses
from kostka.events.codec import from_json
from kostka.events.errors import BadInput, format_input, make_refusal
from kostka.server.api import problems as http_problems
from kostka.server.games import KINDS, get_game_kind
from kostka.server.openapi.descriptions import (
    Answer,
    build_error_answers,
    describe_parameter,
    describe_route,
)

_BOX = "box."

HOUSE_RULES = describe_parameter(
    "rules",
    "House rules: fields of the edition, `opening_threshold=0`, `box.ordinary=4`.",
    {"type": "object", "additionalProperties": {"type": "string"}},
    style="form",
    explode=True,
)

EDITIONS = [key for kind in KINDS for key in kind.editions]


class Rules(msgspec.Struct, frozen=True):
    """An edition as its book has it, with the house rules asked for, and the clauses."""

    editions: tuple[str, ...]
    book: dict[str, Any]
    edition: dict[str, Any]
    clauses: dict[str, Any]


@describe_route(
    "The values and clauses of an edition, for the rules page.",
    {200: Answer("Values and clauses.", Rules)}
    | build_error_answers(
        s400="These house rules are not possible.", s404="There is no such edition."
    ),
    query=(HOUSE_RULES,),
)
async def send_rules(request: Request) -> Response:
    """Answer `/api/rules/classic?opening_threshold=0`."""
    key = request.path_params["edition"]
    if key not in EDITIONS:
        raise make_refusal(http_problems.NO_EDITION(edition=format_input(key)))
    # In a thread, because the first request for a language loads its lexicon.
    answer = await to_thread(build_rules, key, request.query_params.multi_items())
    return JSONResponse(answer)


def build_rules(key: str, parameters: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the values of an edition, by the book and with house rules, and the clauses.

    House rules are query parameters: `opening_threshold=0`, `box.ordinary=4`.
    """
    kind = get_game_kind(key)
    return {
        "editions": EDITIONS,
        "book": kind.editions[key].build_rule_values(),
        "edition": kind.build_edition(key, _parse_house_rules(parameters)).build_rule_values(),
        "clauses": {
            clause.id: {
                "kind": clause.kind,
                "interpretation": clause.interpretation,
                "editions": clause.editions,
            }
            for clause in load_clauses().values()
        },
    }


def _parse_house_rules(parameters: Iterable[tuple[str, str]]) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    for name, text in parameters:
        value = _parse_value(text)
        if name.startswith(_BOX):
            rules.setdefault("box", {})[name.removeprefix(_BOX)] = value
        elif name in rules or name == "box":
            raise BadInput(f"{name} is not a single value")
        else:
            rules[name] = value
    return rules


def _parse_value(text: str) -> object:
    """Return a number, `null` or `true`; anything else stays text."""
    try:
        value: object = from_json(text, Any)
    except BadInput:
        return text
    return value
