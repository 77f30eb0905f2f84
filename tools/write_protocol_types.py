"""Writes the protocol's messages as TypeScript types for the browser client.

`python -m tools.write_protocol_types > web/app/protocol.d.ts`, or `make api`.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from kostka.protocol.schema import build_schema

HEADER = "// Generated from the protocol's JSON Schema by `make api`: do not edit.\n"

ENTRY_POINTS = {
    "asking": "Request",
    "telling": "ServerMessage",
    "replay": "NumberReplay",
    "word_replay": "WordReplay",
    "solve": "SolveQuestion",
    "solved": "SolveAnswer",
    "not_solved": "SolveFailure",
}
"""Keys of the schema that become types of their own."""

SENT_BY_CLIENT = ("asking", "solve")

_SIMPLE_TYPES = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}
_WIDTH = 96


def build_type_declarations() -> str:
    """Return the whole file of types."""
    whole = build_schema()
    definitions = whole["$defs"]
    received = find_reachable_definitions(
        [whole[key] for key in ENTRY_POINTS if key not in SENT_BY_CLIENT], definitions
    )
    parts = [HEADER]
    for name in sorted(definitions, key=make_type_name):
        node = definitions[name]
        # The server always sends every field; clients may leave out those with a default.
        parts.append(format_definition(name, node, all_fields=name in received))
    for key, name in ENTRY_POINTS.items():
        if make_type_name(whole[key].get("$ref", "").rsplit("/", 1)[-1]) != name:
            parts.append(
                wrap_union(f"export type {name} = {format_type(whole[key])};", "  ") + "\n"
            )
    return "\n".join(parts)


def find_reachable_definitions(nodes: Iterable[Any], definitions: dict[str, Any]) -> set[str]:
    """Return the names of all definitions that some nodes refer to, directly or not."""
    reachable: set[str] = set()
    waiting = list(nodes)
    while waiting:
        for name in list_references(waiting.pop()):
            if name not in reachable:
                reachable.add(name)
                waiting.append(definitions[name])
    return reachable


def list_references(node: Any) -> Iterator[str]:  # noqa: ANN401  (a node of JSON)
    """List the names that a node refers to."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].rsplit("/", 1)[1]
        for value in node.values():
            yield from list_references(value)
    elif isinstance(node, list):
        for value in node:
            yield from list_references(value)


def make_type_name(name: str) -> str:
    """Return the TypeScript name of a definition: `kostka.word.views.View` is `WordView`."""
    *modules, simple = name.split(".")
    if not modules:
        return re.sub(r"\W", "", simple)
    prefix = {"numbers": "Number", "word": "Word"}.get(modules[1], modules[1].capitalize())
    return prefix + re.sub(r"\W", "", simple)


def format_definition(name: str, node: dict[str, Any], *, all_fields: bool) -> str:
    """Return a definition as an interface, or as a type if it has no fields."""
    comment = format_comment(node.get("description", ""))
    type_name = make_type_name(name)
    if "properties" not in node:
        return comment + wrap_union(f"export type {type_name} = {format_type(node)};", "  ") + "\n"
    required = set(node["properties"] if all_fields else node.get("required", ()))
    required.add("type")
    lines = [
        wrap_union(f"  {field}{'' if field in required else '?'}: {format_type(value)};", "    ")
        for field, value in node["properties"].items()
    ]
    return "\n".join([f"{comment}export interface {type_name} {{", *lines, "}\n"])


def wrap_union(line: str, indent: str) -> str:
    """Break a long line before each member of its union."""
    return line if len(line) <= _WIDTH else line.replace(" | ", f"\n{indent}| ")


def format_comment(text: str) -> str:
    """Return the first paragraph of a description as a comment."""
    paragraph = " ".join(text.split("\n\n", maxsplit=1)[0].split()).replace("*/", "")
    if not paragraph:
        return ""
    if len(paragraph) < _WIDTH - 7:
        return f"/** {paragraph} */\n"
    lines = textwrap.wrap(paragraph, _WIDTH - 3)
    return "/**\n" + "".join(f" * {line}\n" for line in lines) + " */\n"


def format_type(node: dict[str, Any]) -> str:
    """Return a node of the schema as a type."""
    if "$ref" in node:
        return make_type_name(node["$ref"].rsplit("/", 1)[1])
    if "anyOf" in node:
        return " | ".join(dict.fromkeys(format_type(part) for part in node["anyOf"]))
    if "enum" in node:
        return " | ".join(json.dumps(value) for value in node["enum"])
    match node.get("type"):
        case "array":
            return format_array_type(node)
        case "object":
            inner = node.get("additionalProperties", True)
            value = format_type(inner) if isinstance(inner, dict) and inner else "unknown"
            return f"Record<string, {value}>"
        case str(simple):
            return _SIMPLE_TYPES[simple]
    return "unknown"


def format_array_type(node: dict[str, Any]) -> str:
    """Return an array or a tuple as a type."""
    if "prefixItems" in node:
        return f"[{', '.join(map(format_type, node['prefixItems']))}]"
    item = format_type(node["items"]) if node.get("items") else "unknown"
    return f"({item})[]" if " | " in item else f"{item}[]"


if __name__ == "__main__":
    print(build_type_declarations(), end="")
