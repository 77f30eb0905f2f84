"""The rule clauses as data: what a clause id means, and in which editions it applies."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache
from importlib import resources

import msgspec

from kostka.editions.books import EDITIONS
from kostka.editions.model import Edition
from kostka.events.codec import from_builtins
from kostka.events.errors import BadInput, quote

NUMBERS = "numbers"
"""Stands in the file for all number editions."""


class ClauseKind(StrEnum):
    """What a clause is for."""

    RULE = "rule"
    """Applies in every game."""
    PHYSICAL = "physical"
    """Only means something at a real table with real tiles."""
    ADVICE = "advice"
    """What the boxes recommend; nobody has to follow it."""


class Clause(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One numbered rule."""

    id: str
    title: str
    kind: ClauseKind
    editions: tuple[str, ...]
    interpretation: bool
    """Whether it settles what a rule book leaves unclear."""
    text: str

    def __str__(self) -> str:
        mark = " (an interpretation)" if self.interpretation else ""
        return f"{self.id} {self.title}{mark}: {self.text}"


@cache
def load_clauses() -> dict[str, Clause]:
    """Load every clause, by its id, in the order of the rule pages."""
    text = resources.files("kostka.editions").joinpath("clauses.toml").read_text(encoding="utf-8")
    entries = from_builtins(tomllib.loads(text)["clause"], list[_Entry])
    return {entry.id: _build_clause(entry) for entry in entries}


class _Entry(Clause, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """A clause as the file has it."""

    when: str = ""


def _build_clause(entry: _Entry) -> Clause:
    """Replace the group of all number editions by those in which the clause applies."""
    editions = entry.editions
    if editions == (NUMBERS,):
        editions = tuple(
            key for key, book in EDITIONS.items() if _is_condition_met(entry.when, book)
        )
    return Clause(entry.id, entry.title, entry.kind, editions, entry.interpretation, entry.text)


def _is_condition_met(condition: str, book: Edition) -> bool:
    """Whether an edition's fields, or its box, meet a condition such as `tie=shared`."""
    if not condition:
        return True
    field, _, wanted = condition.removeprefix("!").partition("=")
    value = getattr(book if hasattr(book, field) else book.box, field)
    met = str(value) in wanted.split("|") if wanted else bool(value)
    return met != condition.startswith("!")


def get_clause(name: str) -> Clause:
    """Look up one clause, `N-24`."""
    clause = load_clauses().get(name.strip().upper())
    if clause is None:
        raise BadInput(f"{quote(name)} is not a clause: they run from N-1, T-1, W-1, Z-1 and M-1")
    return clause


def list_advice_clauses(edition_key: str) -> list[Clause]:
    """List the advice that an edition's box has for its players."""
    return [
        clause
        for clause in load_clauses().values()
        if clause.kind is ClauseKind.ADVICE and edition_key in clause.editions
    ]
