"""Writes the editions as a JavaScript module for the browser client, which also scores offline.

`python -m tools.write_edition_data > web/shared/score_sheet/edition_data.js`, or `make api`.
"""

from __future__ import annotations

import json

from kostka.editions import EDITIONS
from kostka.events.codec import to_builtins

HEADER = """\
// Generated from kostka.editions by `make api`: do not edit.

/**
 * @typedef {object} Edition  the fields of kostka.editions.Edition that the browser needs
"""

FIELD_TYPES = {
    "key": "string",
    "players_min": "number",
    "players_max": "number",
    "box": 'import("../../app/protocol.js").BoxSpec',
    "opening_threshold": "number",
    "turn_seconds": "number | null",
    "turn_seconds_choices": "readonly (number | null)[]",
    "main_seconds": "number | null",
    "delay_seconds": "number",
    "joker_penalty": "number",
    "not_opened": "number | null",
    "could_have_opened": "number | null",
    "announced_opening": '"flat" | "count_rack"',
    "tie": '"shared" | "fewer_tiles"',
    "match_counts": '"wins_then_points" | "points"',
}
"""The fields that the browser needs, and their types there."""


def build_edition_module() -> str:
    """Return the whole module."""
    properties = [f" * @property {{{type_}}} {field}" for field, type_ in FIELD_TYPES.items()]
    editions = [
        line
        for key, edition in EDITIONS.items()
        for line in format_edition_lines(key, to_builtins(edition))
    ]
    return HEADER + "\n".join(
        [
            *properties,
            " */",
            "",
            "/** @type {Readonly<Record<string, Edition>>} */",
            "export const EDITIONS = Object.freeze({",
            *editions,
            "});",
            "",
        ]
    )


def format_edition_lines(key: str, edition: dict[str, object]) -> list[str]:
    """Return the lines of one edition."""
    fields = [f"    {field}: {format_js_value(edition[field])}," for field in FIELD_TYPES]
    return [f"  {key}: {{", *fields, "  },"]


def format_js_value(value: object) -> str:
    """Return a value as JavaScript, an object on one line with plain keys."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key}: {format_js_value(one)}' for key, one in value.items())} }}"
    return json.dumps(value)


if __name__ == "__main__":
    print(build_edition_module(), end="")
