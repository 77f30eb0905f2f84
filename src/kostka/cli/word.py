"""`kostka word`: check words of the word game, or find the best turn."""

from __future__ import annotations

import argparse
from typing import Any

from kostka.cli import word_solve
from kostka.cli.arguments import Commands
from kostka.cli.terminal import print_json
from kostka.cli.word_language import (
    add_language_option,
    add_theme_option,
    open_chosen_lexicon,
    read_chosen_theme,
)
from kostka.events.errors import format_input
from kostka.lexicon import Lexicon, judge_word, list_lemmas
from kostka.lexicon.verdict import normalise_word
from kostka.word import problems
from kostka.word.theme_words import ThemeWords


def add_command(commands: Commands) -> None:
    """Add `kostka word` with its own sub-commands."""
    command = commands.add_parser(
        "word",
        help="word game: check words or find the best turn",
        description="Check words of the word game, or find the best turn.",
        epilog="example: kostka word check żółw gżegżółka",
        allow_abbrev=False,
    )
    jobs = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_check_command(jobs)
    word_solve.add_command(jobs)


def _add_check_command(jobs: Commands) -> None:
    check = jobs.add_parser(
        "check",
        help="check whether words are valid",
        description="Check words: print how common each is and its base form, or which rule it"
        " breaks. A word in capitals is read as tiles. Base forms, names and abbreviations are"
        " recognised if morfeusz2 is installed: pip install 'kostka[lemmas]'."
        " Exit status: 0 if all words are valid, else 1.",
        epilog="example: kostka word check koszyk SZCZYT Warszawa; kostka word check --language"
        " my.toml gulyás",
        allow_abbrev=False,
    )
    add_language_option(check)
    add_theme_option(check)
    check.add_argument("--no-vulgar", action="store_true", help="reject vulgar words")
    check.add_argument("--json", action="store_true", help="print one JSON object per word")
    check.add_argument(
        "words", nargs="+", metavar="WORD", help="word to check, in lower case or in capitals"
    )
    check.set_defaults(run=run_check)


def run_check(arguments: argparse.Namespace) -> bool:
    """Judge every word; return whether all are valid."""
    known, theme, vulgar = (
        open_chosen_lexicon(arguments),
        read_chosen_theme(arguments),
        not arguments.no_vulgar,
    )
    theme_words = None if theme is None else ThemeWords(theme, known.forms)
    answers = [_judge_word(word, known, theme_words, vulgar=vulgar) for word in arguments.words]
    for answer in answers:
        if arguments.json:
            print_json(answer)
        else:
            print(_format_verdict(answer))
    return all(answer["valid"] for answer in answers)


def _judge_word(
    typed: str, known: Lexicon, theme: ThemeWords | None, *, vulgar: bool
) -> dict[str, Any]:
    text = typed.encode(errors="replace").decode()  # shells may pass invalid bytes
    word = normalise_word(text).lower()
    wrong = judge_word(text, known, vulgar=vulgar)
    if wrong is None and theme is not None and word not in theme:
        wrong = problems.NOT_IN_THEME(word=format_input(text))
    if wrong:
        why = {"clause": wrong.clause, "why": wrong.text, "code": wrong.code}
        return {"word": text, "valid": False, **why}
    tier = known.find_tier(word)
    assert tier is not None, "judge_word has found it"
    return {
        "word": text,
        "valid": True,
        "vocabulary": tier.name.lower(),
        "vulgar": known.is_vulgar(word),
        "lemmas": list_lemmas(word, known),
    }


def _format_verdict(answer: dict[str, Any]) -> str:
    if not answer["valid"]:
        return f"not valid: {answer['why']} ({answer['clause']})"
    others = [lemma for lemma in answer["lemmas"] or [] if lemma != answer["word"].lower()]
    of = f", a form of {' or '.join(others)}" if others else ""
    vulgar = ", vulgar" if answer["vulgar"] else ""
    return f"valid: {answer['word']}{of} ({answer['vocabulary']}{vulgar})"
