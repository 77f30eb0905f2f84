"""How a route is described, for `openapi.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kostka.protocol.http_errors import Failure

JSON, LINES, TEXT, HTML = "application/json", "application/x-ndjson", "text/plain", "text/html"
ANYTHING = "*/*"


class Answer(NamedTuple):
    """What a status comes with."""

    what: str
    kind: Any = None
    """The type of its JSON, or several of them; None for anything else."""
    media: str = JSON
    """Empty for an answer without a body."""


class Described(NamedTuple):
    """One route."""

    path: str
    what: str
    answers: Mapping[int, Answer]
    method: str = "get"
    body: Any = None
    media: str = JSON
    """Of the body."""
    query: tuple[Mapping[str, Any], ...] = ()
    link: bool = False
    """Whether it may be asked through the link of a tournament."""


def errors(**why: str) -> dict[int, Answer]:
    """Describe refusals: `s404="There is no such game."`."""
    return {int(status.removeprefix("s")): Answer(what, Failure) for status, what in why.items()}


def asked(name: str, what: str, schema: Mapping[str, Any], **more: object) -> Mapping[str, Any]:
    """Describe a part of the query."""
    return {"name": name, "in": "query", "description": what, "schema": schema, **more}
