"""Every sentence of the rule books leads to a clause, and to tests that would see it broken.

A file for each book has its sentences in order, in our own words. Most name tests that cite the
sentence's clause. What only people at a real table can keep has no test of the game: such a
sentence has `words` that the clause must say to them. Outside the clauses are the apps and the
video that a box advertises.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from kostka.editions import load_clauses

TESTS = Path(__file__).parents[1]

COUNTS = {"classic": 84, "twist": 77, "tournament": 67, "word": 54, "travel": 46}
"""How many sentences an independent reader of the books counted."""


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of a book: what it says, its clause, and what holds it."""

    id: str
    says: str
    clause: str | None = None
    tests: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class _Book(msgspec.Struct, forbid_unknown_fields=True):
    sentence: tuple[Sentence, ...]


@cache
def load_book(name: str) -> tuple[Sentence, ...]:
    """Read the sentences of a book."""
    file = Path(__file__).with_name(f"{name}.toml")
    return msgspec.toml.decode(file.read_bytes(), type=_Book).sentence


SENTENCES = [
    pytest.param(sentence, id=sentence.id) for name in COUNTS for sentence in load_book(name)
]


@pytest.mark.parametrize("name", COUNTS)
def test_no_sentence_is_missing(name: str) -> None:
    ids = [sentence.id for sentence in load_book(name)]
    assert ids == [f"{name}-{number}" for number in range(1, COUNTS[name] + 1)]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_held_by_tests_that_cite_its_clause(sentence: Sentence) -> None:
    assert sentence.says.endswith(".")
    assert bool(sentence.tests) != bool(sentence.words), "either tests or words for people"
    cited = set()
    for test in sentence.tests:
        path, _, name = test.partition("[")[0].partition("::")
        tests = find_cited_clauses(TESTS / path)
        assert name in tests, f"{test} does not exist"
        cited |= tests[name]
    if sentence.tests and sentence.clause is not None:
        assert sentence.clause in cited


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param(sentence, id=sentence.id)
        for name in COUNTS
        for sentence in load_book(name)
        if sentence.words
    ],
)
def test_what_only_people_can_keep_is_said_to_them(sentence: Sentence) -> None:
    assert sentence.clause is not None
    text = load_clauses()[sentence.clause].text
    assert [words for words in sentence.words if words not in text] == []


def test_cases_that_sentences_name_exist() -> None:
    """A test in brackets is one case of a table; ask pytest for the cases of those files."""
    named = {test for name in COUNTS for one in load_book(name) for test in one.tests}
    cases = {test for test in named if "[" in test}
    files = sorted({f"tests/{test.partition('::')[0]}" for test in cases})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-n0", *files]
    listed = subprocess.run(
        command, cwd=TESTS.parent, capture_output=True, text=True, check=True
    ).stdout
    known = {line.removeprefix("tests/") for line in listed.splitlines()}
    assert cases
    assert sorted(cases - known) == []


@cache
def find_cited_clauses(path: Path) -> dict[str, set[str]]:
    """Return the clauses that each test of a file cites, in its marks or in those of the file."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    of_file = {clause for node in body for clause in _iterate_file_marks(node)}
    return {
        node.name: {clause for mark in node.decorator_list for clause in _iterate_clauses(mark)}
        | of_file
        for node in body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _iterate_file_marks(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
        yield from _iterate_clauses(node.value)


def _iterate_clauses(mark: ast.expr) -> Iterator[str]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
        yield from (str(ast.literal_eval(argument)) for argument in mark.args)
