"""Explains errors of the JSON library in our own words: what is wrong, and where."""

from __future__ import annotations

import re
from collections.abc import Callable

from kostka.events.errors import format_input

MAX_LENGTH = 150
"""Characters of the library's message that are looked at; it may quote a long input."""

_TYPE_NAMES = {
    "array": "a list",
    "bool": "true or false",
    "bytes": "bytes",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "text",
}

_UNITS = {"str": "characters", "array": "items", "object": "fields", "bytes": "bytes"}


def describe_json_error(error: Exception, size: int | None = None) -> str:
    """Return one line about an error of msgspec; `size` is the length of the JSON text, in bytes.

    Messages of our own types, which msgspec passes on, stay as they are.
    """
    if isinstance(error, RecursionError):
        return "the JSON is nested too deeply"
    if isinstance(error, UnicodeError):
        start = getattr(error, "start", 0)
        return f"the text is not UTF-8, from position {start} on"
    text, at, path = format_input(error, MAX_LENGTH).partition(" - at ")
    reason = (
        _describe_truncation(size)
        if text == "Input data was truncated"
        else _reword_library_message(text)
    )
    place = re.sub(r"[`$]\.?", "", path)
    return f"{reason}, at {place}" if at and place else reason


def _describe_truncation(size: int | None) -> str:
    if size == 0:
        return "expected JSON, got nothing"
    return "the JSON ends too early" + ("" if size is None else f", after byte {size}")


def _reword_library_message(text: str) -> str:
    for pattern, render in _PATTERNS:
        if match := pattern.fullmatch(text):
            return render(match)
    return text.replace("`", "")


def _describe_types(names: str) -> str:
    return " or ".join(_TYPE_NAMES.get(name, name) for name in names.split(" | "))


def _describe_length(match: re.Match[str]) -> str:
    kind, bound, length = match.group(1, 2, 3)
    limit = {">=": "at least ", "<=": "at most "}.get(bound, "")
    return f"expected {_TYPE_NAMES[kind]} of {limit}{length} {_UNITS[kind]}"


def _describe_bound(match: re.Match[str]) -> str:
    kind, bound, value = match.group(1, 2, 3)
    words = {">=": "of at least", "<=": "of at most", ">": "above", "<": "below"}
    return f"expected {_describe_types(kind)} {words[bound]} {value}"


_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (
        re.compile(r"Expected `(.+)`, got `(.+)`"),
        lambda match: f"expected {_describe_types(match[1])}, got {_describe_types(match[2])}",
    ),
    (re.compile(r"Expected `(\w+)`"), lambda match: f"expected {_describe_types(match[1])}"),
    (re.compile(r"Expected `(\w+)` ([<>]=?) (.+)"), _describe_bound),
    (
        re.compile(r"Expected `(str|array|object|bytes)` of length (?:([<>]=) )?(.+)"),
        _describe_length,
    ),
    (
        re.compile(r"Object missing required field `(.+)`"),
        lambda match: f"the field {match[1]} is missing",
    ),
    (
        re.compile(r"Object contains unknown field `(.+)`"),
        lambda match: f"there is no field {match[1]}",
    ),
    (
        re.compile(r"Invalid (?:enum )?value (.+)"),
        lambda match: f"{match[1]} is not one of the possible values",
    ),
    (
        re.compile(r"JSON is malformed: (.+) \(byte (\d+)\)"),
        lambda match: f"this is not JSON: {match[1]} at byte {match[2]}",
    ),
)
