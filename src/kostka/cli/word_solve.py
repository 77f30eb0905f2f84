"""`kostka word solve`: find the best turn of the word game for a rack and a table."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

from kostka.cli.arguments import Commands, make_number_parser
from kostka.cli.terminal import (
    Painter,
    add_colour_option,
    is_colour_wanted,
    print_json,
    warn_if_kernel_missing,
)
from kostka.cli.word_language import (
    add_language_option,
    add_theme_option,
    build_word_edition,
    open_chosen_lexicon,
    read_chosen_theme,
)
from kostka.events.errors import BadInput, quote
from kostka.word import WordEdition, get_bag, spell_words
from kostka.word.notation import TileTaker, format_words
from kostka.word.turn import Word
from kostka.wordsolver import (
    DEFAULT_EFFORT,
    KERNEL,
    Answer,
    Position,
    Vocabulary,
    build_vocabulary_from_lexicon,
    solve,
)

A_MILLION = 1_000_000
MAX_MILLIONS = 1_000_000

HELP = """\
Write a rack as letters, with ? for a joker. Write a table as words in capitals, separated by
spaces; a lower-case letter is a joker that stands for it: 'KOSZYK sZCZYT'. In an answer, letters
from the rack are in brackets.

A turn scores the length of the longest word made with a tile from the rack (W-7), doubled if the
whole rack is placed (W-8). Of equally good turns, the one that breaks up fewest words is chosen.

exit status: 0; 1 if there is no turn or the input is rejected

example: kostka word solve --rack 'AAB' --table 'KOSZYK SZCZYT'
"""


def add_command(jobs: Commands) -> None:
    """Add `kostka word solve` and its options."""
    command = jobs.add_parser(
        "solve",
        help="find the best turn",
        description="Find the turn with the most points, and print whether that is proven.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_language_option(command)
    command.add_argument(
        "--rack", required=True, metavar="TILES", help="the player's tiles, for example 'AAB?'"
    )
    command.add_argument(
        "--table", default="", metavar="WORDS", help="words on the table, like 'KOSZYK sZCZYT'"
    )
    command.add_argument(
        "--unopened", action="store_true", help="the player has not laid a first word yet (W-4)"
    )
    add_theme_option(command)
    command.add_argument("--no-vulgar", action="store_true", help="exclude vulgar words")
    command.add_argument(
        "--limit",
        type=make_number_parser(MAX_MILLIONS),
        default=DEFAULT_EFFORT // A_MILLION,
        metavar="M",
        help="search limit in million words"
        f" (default: {DEFAULT_EFFORT // A_MILLION}, about two seconds)",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    add_colour_option(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Print the best turn; return False if there is none."""
    known = open_chosen_lexicon(arguments)
    edition = build_word_edition(known)
    position = parse_position(
        edition, arguments.table, arguments.rack, opened=not arguments.unopened
    )
    vocabulary = build_vocabulary_from_lexicon(
        known,
        get_bag(edition.bag).alphabet,
        vulgar=not arguments.no_vulgar,
        theme=read_chosen_theme(arguments),
    )
    _check_table_words(position, vocabulary)
    warn_if_kernel_missing(has_kernel=KERNEL)
    answer = solve(vocabulary, position, effort=arguments.limit * A_MILLION)
    if arguments.json:
        print_json(_encode_answer(position, answer))
    else:
        print(
            "\n".join(
                _format_turn(position, answer, Painter(colour=is_colour_wanted(arguments.colour)))
            )
        )
    return bool(answer.placed)


def parse_position(edition: WordEdition, table: str, rack: str, *, opened: bool) -> Position:
    """Parse a table and a rack."""
    table, rack = (_normalise_text(text) for text in (table, rack))
    if table and table == table.lower():
        raise BadInput(
            f"write the table {quote(table)} in capitals: a lower-case letter is a joker that"
            " stands for it (W-10)"
        )
    taker = TileTaker(get_bag(edition.bag))
    words = taker.take_words(table)
    tiles = taker.take_rack(rack)
    if not tiles:
        raise BadInput("the rack is empty: there is nothing to place (W-5)")
    return Position(edition, words, taker.letters, tiles, opened)


def _normalise_text(typed: str) -> str:
    """Repair what a shell may pass: invalid bytes, or Ż as Z with a combining dot."""
    return normalize("NFC", typed.encode(errors="surrogateescape").decode(errors="replace"))


def _check_table_words(position: Position, vocabulary: Vocabulary) -> None:
    names = spell_words(get_bag(position.edition.bag), position.table, position.letters)
    for at, name in enumerate(names):
        if len(name) < position.edition.shortest_word:
            least = position.edition.shortest_word
            raise BadInput(f"{quote(name)} on the table is shorter than {least} letters (W-5)")
        if name not in vocabulary:
            raise BadInput(f"{quote(name)} on the table is not a valid word (W-12)")
        if name in names[:at]:
            raise BadInput(f"{quote(name)} is on the table twice (W-6)")


# --- as JSON ----------------------------------------------------------------------------------


def _encode_answer(position: Position, answer: Answer) -> dict[str, Any]:
    bag = get_bag(position.edition.bag)
    return {
        "points": answer.points,
        "word": answer.word,
        "doubled": answer.doubled,
        "placed": [*bag.get_letters(answer.placed)],
        "table": format_words(bag, answer.table, answer.letters).split(),
        "own": [
            [at for at, tile in enumerate(word) if tile in position.rack] for word in answer.table
        ],
        "kept": answer.kept,
        "proven": answer.proven,
        "kept_most": answer.kept_most,
    }


# --- as text ----------------------------------------------------------------------------------


def _format_turn(position: Position, answer: Answer, paint: Painter) -> Iterator[str]:
    if not answer.placed:
        yield _explain_no_turn(position, answer)
        return
    bag = get_bag(position.edition.bag)
    points = f"{answer.points} points"
    if answer.doubled:
        points += f", {len(answer.word)} doubled because the whole rack is placed (W-8)"
    yield f"{paint.format_bold(answer.word)}: {points}"
    yield f"Place {bag.get_letters(answer.placed)}. {paint.format_bold('The table afterwards')}"
    for word in answer.table[answer.kept :]:
        yield f"  {_format_word(position, answer, word)}"
    if answer.kept:
        kept = format_words(bag, answer.table[: answer.kept], answer.letters)
        yield paint.format_dim(f"Unchanged: {kept}")
    yield paint.format_dim(_describe_optimality(answer))


def _format_word(position: Position, answer: Answer, word: Word) -> str:
    """Format a word with the letters from the rack in brackets."""
    bag = get_bag(position.edition.bag)
    shown = ""
    for tile in word:
        letter = answer.letters[tile].lower() if bag.is_joker(tile) else bag.faces[tile]
        shown += f"[{letter}]" if tile in position.rack else letter
    return shown.replace("][", "")


def _explain_no_turn(position: Position, answer: Answer) -> str:
    if not answer.proven:
        return "No turn found, but the search was cut short: there may be one."
    if not position.opened:
        least = position.edition.first_word
        return f"The rack makes no first word of {least} letters or more: draw (W-4)."
    return "No tile can be placed: draw (W-5)."


def _describe_optimality(answer: Answer) -> str:
    if not answer.proven:
        return "The search was cut short: there may be a turn with more points."
    if not answer.kept_most:
        return "No turn gives more points; an equal one might break up fewer words."
    return "No turn gives more points, and no equal one breaks up fewer words."
