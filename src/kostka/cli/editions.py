"""`kostka editions`: print editions with all their fields, or rule clauses."""

from __future__ import annotations

import argparse
import textwrap

from kostka.cli.arguments import Commands, make_unknown_edition_error
from kostka.cli.terminal import print_json
from kostka.editions import EDITIONS, Edition, get_clause
from kostka.editions.clauses import list_advice_clauses
from kostka.editions.model import find_field_clause
from kostka.events.codec import to_builtins
from kostka.word import WORD, WordEdition
from kostka.word.edition import get_field_clause

BOOKS: dict[str, Edition | WordEdition] = {**EDITIONS, WORD.key: WORD}
MAX_COLUMNS = 100
NAME_WIDTH, VALUE_WIDTH = 24, 30


def add_command(commands: Commands) -> None:
    """Add `kostka editions` and its options."""
    command = commands.add_parser(
        "editions",
        help="show editions, or look up a rule clause",
        description="Show editions with all their fields, or explain rule clauses.",
        epilog="example: kostka editions twist; kostka editions --clause N-24",
        allow_abbrev=False,
    )
    command.add_argument("edition", nargs="*", help="edition to show (default: all)")
    command.add_argument(
        "--clause", nargs="+", metavar="ID", help="explain these clauses, for example N-24"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object per line")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Print the editions or clauses asked for."""
    if arguments.clause:
        for clause in map(get_clause, arguments.clause):
            if arguments.json:
                print_json(clause)
            else:
                print(textwrap.fill(str(clause), MAX_COLUMNS, subsequent_indent="  "))
        return True
    for book in map(_get_book, arguments.edition or BOOKS):
        if arguments.json:
            print_json(book)
        else:
            print(_format_edition(book))
    return True


def _get_book(name: str) -> Edition | WordEdition:
    book = BOOKS.get(name.strip().lower())
    if book is None:
        raise make_unknown_edition_error(name, BOOKS)
    return book


def _format_edition(book: Edition | WordEdition) -> str:
    players = f"{book.players_min} to {book.players_max} players"
    lines = [
        f"{book.key}: {book.tile_count} tiles, {book.joker_count} of them jokers, for {players}"
    ]
    for field, value in to_builtins(book).items():
        if field != "key":
            rule = get_clause(
                find_field_clause(book, field)
                if isinstance(book, Edition)
                else get_field_clause(field)
            )
            shown = f"{field:<{NAME_WIDTH}}  {_format_value(value):<{VALUE_WIDTH}}"
            lines.append(f"  {shown}  {rule.id:<5} {rule.title}")
    lines += [f"  {tip.title} ({tip.id}): {tip.text}" for tip in list_advice_clauses(book.key)]
    return "\n".join([*lines, ""])


def _format_value(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case {"letters": letters, "jokers": jokers}:
            return f"{' '.join(f'{face}{many}' for face, many in letters)}, {jokers} jokers"
        case dict():
            return ", ".join(f"{many} {name}" for name, many in value.items() if many)
        case list() | tuple():
            return ", ".join(map(_format_value, value)) or "none"
        case _:
            return str(value)
