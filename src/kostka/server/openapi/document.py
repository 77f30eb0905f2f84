"""Builds the OpenAPI document from the routes of an application."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from starlette.routing import BaseRoute, Route

from kostka import __version__
from kostka.protocol.schema import describe_extra_type
from kostka.server.openapi.descriptions import Operation, find_operation

LINK = {
    "type": "http",
    "scheme": "bearer",
    "description": "The secret of a tournament's link, which stands after # in its address.",
}

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The secret of a guest, which Welcome sends to a new one.",
}


class DescribedRoute(NamedTuple):
    """A path and a method with the description of their handler."""

    path: str
    method: str
    operation: Operation


def build_document(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """Return the document; raise `ValueError` for a route without a description."""
    described = list_described_routes(routes)
    kinds = [kind for route in described for kind in _list_operation_types(route.operation)]
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=describe_extra_type, ref_template="#/components/schemas/{name}"
    )
    schema_by_type = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in described:
        _remove_omitted_fields(route.operation, schema_by_type, components)
        paths.setdefault(route.path, {})[route.method] = _build_operation(route, schema_by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "kostka over HTTP",
            "version": __version__,
            "description": "Games are played over the WebSocket; see protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"link": LINK, "token": TOKEN}},
    }


def list_described_routes(routes: Iterable[BaseRoute]) -> list[DescribedRoute]:
    """Return every HTTP route with its description; raise `ValueError` if one has none."""
    described = []
    for route in routes:
        if not isinstance(route, Route):
            continue  # the WebSocket is described in protocol.md
        operation = find_operation(route.endpoint)
        if operation is None:
            raise ValueError(
                f"{route.path} has no description: put @describe_route above its handler"
            )
        path = re.sub(r":\w+}", "}", route.path)
        methods = sorted((route.methods or set()) - {"HEAD"})
        described += [DescribedRoute(path, method.lower(), operation) for method in methods]
    return described


def _remove_omitted_fields(
    operation: Operation, schema_by_type: Mapping[int, Any], components: Mapping[str, Any]
) -> None:
    """Remove fields that the server fills in from the schemas of a body."""
    if not operation.omitted_fields:
        return
    for reference in schema_by_type[id(operation.body)]["anyOf"]:
        schema = components[reference["$ref"].rpartition("/")[2]]
        for name in operation.omitted_fields:
            if schema["properties"].pop(name, None):
                schema["required"].remove(name)


def _list_operation_types(operation: Operation) -> Iterable[Any]:
    if operation.body is not None:
        yield operation.body
    for answer in operation.answers.values():
        yield from _make_type_tuple(answer.kind)


def _make_type_tuple(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401  (a type, or several)
    if kind is None:
        return ()
    return kind if isinstance(kind, tuple) else (kind,)


def _build_content(kind: Any, schema_by_type: Mapping[int, Any]) -> dict[str, Any]:  # noqa: ANN401
    schemas = [schema_by_type[id(one)] for one in _make_type_tuple(kind)]
    if not schemas:
        return {}
    return {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}


def _build_operation(route: DescribedRoute, schema_by_type: Mapping[int, Any]) -> dict[str, Any]:
    operation = route.operation
    parameters: list[Any] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    parameters += operation.query
    built: dict[str, Any] = {"summary": operation.summary, "parameters": parameters}
    if operation.needs_link:
        built["security"] = [{"link": []}, {}]
    if operation.needs_token:
        built["security"] = [{"token": []}]
    if route.method == "post":
        body = operation.body
        schema = {"type": "string"} if body is None else schema_by_type[id(body)]
        content = {operation.media: {"schema": schema}}
        built["requestBody"] = {"required": True, "content": content}
    built["responses"] = {
        str(status): {
            "description": answer.summary,
            **(
                {"content": {answer.media: _build_content(answer.kind, schema_by_type)}}
                if answer.media
                else {}
            ),
        }
        for status, answer in operation.answers.items()
    }
    return built
