"""The HTTP routes as an OpenAPI description: `docs/openapi.json`, for people and for tests.

`python -m kostka.server.openapi` prints it. A test asks for every route to be in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from kostka import __version__
from kostka.numbers.replay import Replay
from kostka.protocol.schema import describe_extra_type
from kostka.protocol.solve_api import Solve, Solved, SolveFailure
from kostka.server.api.check import Checked, Turn
from kostka.server.api.lobby import Editions, OpenRooms
from kostka.server.api.themes import ThemeBrought
from kostka.server.openapi import tournament_routes as desk
from kostka.server.openapi.model import (
    ANYTHING,
    HTML,
    LINES,
    TEXT,
    Answer,
    Described,
    asked,
    errors,
)
from kostka.server.static import read_route_table
from kostka.server.tournaments.schemas import FILLED_IN
from kostka.tournament import AnyCommand
from kostka.word.replay import Replay as WordReplay

LINK = {
    "type": "http",
    "scheme": "bearer",
    "description": "The secret of a tournament's link, which stands after # in its address.",
}


class Rules(msgspec.Struct, frozen=True):
    """An edition as its book has it and with the house rules asked for, and the clauses."""

    editions: tuple[str, ...]
    book: dict[str, Any]
    edition: dict[str, Any]
    clauses: dict[str, Any]


NO_STORE = errors(s503="The server cannot read what it keeps: try again later.")
NO_GAME = errors(s404="There is no such game.", s403="It is not over yet.") | NO_STORE
HOUSE_RULES = asked(
    "rules",
    "House rules: fields of the edition, `opening_threshold=0`, `box.ordinary=4`.",
    {"type": "object", "additionalProperties": {"type": "string"}},
    style="form",
    explode=True,
)

API = (
    Described(
        "/api/editions",
        "The editions, and the knobs that house rules may turn.",
        {200: Answer("All of them.", Editions)},
    ),
    Described(
        "/api/rooms",
        "Open rooms with a free seat.",
        {200: Answer("Those that lack the fewest players first.", OpenRooms)},
    ),
    Described(
        "/api/rules/{edition}",
        "What the rules page is made of.",
        {200: Answer("Values and clauses.", Rules)}
        | errors(s400="These house rules cannot be.", s404="There is no such edition."),
        query=(HOUSE_RULES,),
    ),
    Described(
        "/api/check",
        "Is this a legal turn?",
        {200: Answer("What the rules say of it.", Checked)}
        | errors(s400="It cannot be read, or cannot come about.", s413="It is too long."),
        method="post",
        body=Turn,
    ),
    Described(
        "/api/solve",
        "The best plays for a table and a rack.",
        {
            200: Answer("The best first.", Solved),
            422: Answer("No game can come to this.", SolveFailure),
        }
        | errors(
            s400="It cannot be read.",
            s413="It is too long.",
            s415="It is no JSON.",
            s429="Too many questions from one address: wait a moment.",
            s503="Too many questions of others: wait a moment.",
        ),
        method="post",
        body=Solve,
    ),
    Described(
        "/api/themes",
        "Bring the word list of a theme for a word game, in UTF-8 (W-15).",
        {200: Answer("Its name, for `Create`.", ThemeBrought)}
        | errors(
            s400="It is no list of words, or has no title.",
            s413="It is too long.",
            s429="Too many lists from one address: wait a moment.",
        ),
        method="post",
        media=TEXT,
        query=(asked("title", "What the theme is called.", {"type": "string"}, required=True),),
    ),
    Described(
        "/api/games/{game}",
        "The record of a finished game.",
        {200: Answer("Its log, as JSON lines.", media=LINES)} | NO_GAME,
    ),
    Described(
        "/api/games/{game}/steps",
        "A finished game step by step.",
        {200: Answer("All racks open.", (Replay, WordReplay))} | NO_GAME,
    ),
    Described(
        "/api/steps",
        "The game in a record, step by step.",
        {200: Answer("All racks open.", (Replay, WordReplay))}
        | errors(
            s400="A line does not follow, or the game is not over.",
            s413="It is too long.",
            s429="Too many records from one address: wait a moment.",
        ),
        method="post",
        media=LINES,
    ),
    Described("/healthz", "Whether the server is up.", {200: Answer("ok", media=TEXT)}),
    Described("/metrics", "Numbers for Prometheus.", {200: Answer("All of them.", media=TEXT)}),
)


def plain(path: str) -> str:
    """Write a path of Starlette as OpenAPI does: without the types of its parts."""
    return re.sub(r":\w+}", "}", path)


FILES = (
    *[
        Described(plain(path), "The page.", {200: Answer("It begins here.", media=HTML)})
        for page in read_route_table().pages
        for path in page.paths
    ],
    Described(
        "/sw.js",
        "The service worker: the page opens without a network.",
        {200: Answer("A script.", media="text/javascript")},
    ),
    Described(
        "/static/{path}",
        "The parts of the page.",
        {200: Answer("A file.", media=ANYTHING)} | errors(s404="There is no such file."),
    ),
)


def description() -> dict[str, Any]:
    """Give the whole description."""
    routes = (*API, *desk.API, *FILES)
    kinds = [kind for route in routes for kind in _kinds(route)]
    schemas, parts = msgspec.json.schema_components(
        kinds, schema_hook=describe_extra_type, ref_template="#/components/schemas/{name}"
    )
    known = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method] = _operation(route, known)
    _without_what_is_filled_in(known[id(AnyCommand)], parts)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "kostka over HTTP",
            "version": __version__,
            "description": "Games are played over the WebSocket; see protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"link": LINK}},
    }


def _without_what_is_filled_in(commands: Mapping[str, Any], parts: Mapping[str, Any]) -> None:
    """Leave out of commands what the server knows better than who sends them."""
    for one in commands["anyOf"]:
        command = parts[one["$ref"].rpartition("/")[2]]
        for name in FILLED_IN:
            if command["properties"].pop(name, None):
                command["required"].remove(name)


def _kinds(route: Described) -> Iterable[Any]:
    if route.body is not None:
        yield route.body
    for answer in route.answers.values():
        yield from _each(answer.kind)


def _each(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401  (a type, or several)
    if kind is None:
        return ()
    return kind if isinstance(kind, tuple) else (kind,)


def _content(kind: Any, known: Mapping[int, Any]) -> dict[str, Any]:  # noqa: ANN401
    schemas = [known[id(one)] for one in _each(kind)]
    if not schemas:
        return {}
    return {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}


def _operation(route: Described, known: Mapping[int, Any]) -> dict[str, Any]:
    parts = re.findall(r"{(\w+)}", route.path)
    parameters: list[Any] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in parts
    ]
    parameters += route.query
    operation: dict[str, Any] = {"summary": route.what, "parameters": parameters}
    if route.link:
        operation["security"] = [{"link": []}, {}]
    if route.method == "post":
        schema = {"type": "string"} if route.body is None else known[id(route.body)]
        operation["requestBody"] = {"required": True, "content": {route.media: {"schema": schema}}}
    operation["responses"] = {
        str(status): {
            "description": answer.what,
            **({"content": {answer.media: _content(answer.kind, known)}} if answer.media else {}),
        }
        for status, answer in route.answers.items()
    }
    return operation
