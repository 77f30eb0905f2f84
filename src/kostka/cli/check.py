"""`kostka check`: whether sets are valid, what they stand for, and if not, why not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from kostka.cli.arguments import Commands, add_edition_options, parse_edition
from kostka.cli.terminal import print_json
from kostka.events.errors import Violation
from kostka.melds import judge
from kostka.tiles import Face, format_set, get_box, parse_table


def add_command(commands: Commands) -> None:
    """Describe the sub-command."""
    command = commands.add_parser(
        "check",
        help="are these valid sets?",
        description="Says of each set whether it is valid, what it is worth in an opening and what"
        " its jokers stand for, or which clause it breaks. Exit status 0 if all are valid.",
        epilog="example: kostka check --edition twist 'R6 R7 C B9 B10' 'B3 B4 | K7 R7 J'",
        allow_abbrev=False,
    )
    add_edition_options(command)
    command.add_argument("--json", action="store_true", help="one JSON object a line")
    command.add_argument("sets", nargs="+", metavar="SET", help="tiles in order: 'B3 B4 J B6'")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Judge every set; true if all are valid."""
    box = get_box(parse_edition(arguments).box)
    answers = []
    for text in arguments.sets:
        table = parse_table(text) or [[]]
        shortages = box.list_shortages(face for faces in table for face in faces)
        answers += [_judge_set(faces, shortages) for faces in table]
    for answer in answers:
        if arguments.json:
            print_json(answer)
        else:
            print(_format_verdict(answer))
    if len(answers) > 1 and not any(" " in answer["meld"] for answer in answers):
        one_set = " ".join(answer["meld"] for answer in answers)
        print(
            f"kostka: each argument is one set: quote them together, '{one_set}'", file=sys.stderr
        )
    return all(answer["valid"] for answer in answers)


def _judge_set(faces: Sequence[Face], shortages: Sequence[str]) -> dict[str, Any]:
    """Judge one set of a table whose tiles the box must hold together."""
    meld = format_set(faces)
    if shortages:
        return {"meld": meld, "valid": False, "clause": "N-1", "why": "; ".join(shortages)}
    judged = judge(faces)
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
