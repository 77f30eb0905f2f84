"""`kostka check`: judge sets, with what their jokers stand for or which rule they break."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from kostka.cli.arguments import Commands, add_edition_options, parse_edition
from kostka.cli.terminal import print_json
from kostka.editions import Edition
from kostka.events.errors import Violation
from kostka.melds import judge_meld
from kostka.tiles import Face, format_set, get_box, parse_table


def add_command(commands: Commands) -> None:
    """Add `kostka check` and its options."""
    command = commands.add_parser(
        "check",
        help="check whether sets are valid",
        description="Check sets: print what each is worth in an opening and what its jokers stand"
        " for, or which rule it breaks. Exit status: 0 if all sets are valid, else 1.",
        epilog="example: kostka check --edition twist 'R6 R7 C B9 B10' 'B3 B4 | K7 R7 J'",
        allow_abbrev=False,
    )
    add_edition_options(command)
    command.add_argument("--json", action="store_true", help="print one JSON object per set")
    command.add_argument(
        "sets",
        nargs="+",
        metavar="SET",
        help="tiles in order, for example 'B3 B4 J B6'; | separates sets",
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Judge every set; return whether all are valid."""
    edition = parse_edition(arguments)
    box = get_box(edition.box)
    answers = []
    for text in arguments.sets:
        table = parse_table(text) or [[]]
        shortages = box.describe_shortages(face for faces in table for face in faces)
        answers += [_judge_set(edition, faces, shortages) for faces in table]
    for answer in answers:
        if arguments.json:
            print_json(answer)
        else:
            print(_format_verdict(answer))
    if len(answers) > 1 and not any(" " in answer["meld"] for answer in answers):
        one_set = " ".join(answer["meld"] for answer in answers)
        print(
            f"kostka: each argument is one set; quote the tiles of a set: '{one_set}'",
            file=sys.stderr,
        )
    return all(answer["valid"] for answer in answers)


def _judge_set(edition: Edition, faces: Sequence[Face], shortages: Sequence[str]) -> dict[str, Any]:
    """Judge one set; `shortages` are tiles of the whole table that the box does not have."""
    meld = format_set(faces)
    if shortages:
        return {"meld": meld, "valid": False, "clause": "N-1", "why": "; ".join(shortages)}
    judged = judge_meld(faces, edition.set_rules)
    if isinstance(judged, Violation):
        why = {"clause": judged.clause, "why": judged.text, "code": judged.code}
        return {"meld": meld, "valid": False, **why}
    return {
        "meld": meld,
        "valid": True,
        "kind": judged.kind,
        "value": judged.value,
        "reads": judged.reads,
        "mirrored": judged.mirrored,
    }


def _format_verdict(answer: dict[str, Any]) -> str:
    if not answer["valid"]:
        return f"not valid: {answer['why']} ({answer['clause']})"
    tiles = answer["meld"].split()
    jokers = [f"{t} is {r}" for t, r in zip(tiles, answer["reads"], strict=True) if t != r]
    kind = f"mirrored {answer['kind']}" if answer["mirrored"] else answer["kind"]
    meaning = f": {', '.join(jokers)}" if jokers else ""
    return f"valid: {answer['meld']}, a {kind} worth {answer['value']}{meaning}"
