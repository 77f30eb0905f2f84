"""Descriptions of routes: the decorator `describe_route` stands above the handler it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from kostka.protocol.http_errors import Failure

JSON, LINES, TEXT, HTML = "application/json", "application/x-ndjson", "text/plain", "text/html"
ANYTHING = "*/*"

Handler = TypeVar("Handler", bound=Callable[..., Any])

_ATTRIBUTE = "openapi_operation"


class Answer(NamedTuple):
    """The answer that comes with a status."""

    summary: str
    kind: Any = None
    """The type of its JSON, or several of them; None for anything else."""
    media: str = JSON
    """Empty for an answer without a body."""


class Operation(NamedTuple):
    """What a handler takes and returns."""

    summary: str
    answers: Mapping[int, Answer]
    body: Any = None
    """The type of the JSON in the request."""
    media: str = JSON
    """Of the request."""
    query: tuple[Mapping[str, Any], ...] = ()
    needs_link: bool = False
    """Whether it takes the secret of a tournament's link."""
    needs_token: bool = False
    """Whether it takes a guest's token."""
    omitted_fields: tuple[str, ...] = ()
    """Fields of the body that the server fills in."""


def describe_route(
    summary: str,
    answers: Mapping[int, Answer],
    **more: Any,  # noqa: ANN401  (of Operation)
) -> Callable[[Handler], Handler]:
    """Attach a description to a handler; `more` are further fields of `Operation`."""

    def attach_operation(handler: Handler) -> Handler:
        setattr(handler, _ATTRIBUTE, Operation(summary, answers, **more))
        return handler

    return attach_operation


def find_operation(handler: Callable[..., Any]) -> Operation | None:
    """Return the description of a handler, or of the method behind it."""
    return getattr(handler, _ATTRIBUTE, None)


def build_error_answers(**summaries: str) -> dict[int, Answer]:
    """Return the answers of failures: `s404="There is no such game."`."""
    return {
        int(status.removeprefix("s")): Answer(summary, Failure)
        for status, summary in summaries.items()
    }


def describe_parameter(
    name: str, summary: str, schema: Mapping[str, Any], **more: object
) -> Mapping[str, Any]:
    """Return the description of a query parameter."""
    return {"name": name, "in": "query", "description": summary, "schema": schema, **more}
