"""Every clause of the games is cited by a test; and what is cited exists."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kostka.editions import EDITIONS, load_clauses

TESTS = Path(__file__).parent

BUILT = list(load_clauses())


def find_cited_clauses() -> dict[str, list[str]]:
    """Find the ids in `@pytest.mark.clause(...)` of every test, and the tests that cite them."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for name in _iterate_clause_marks(node):
                    found.setdefault(name, []).append(f"{path.name}::{node.name}")
    return found


def _iterate_clause_marks(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
            for argument in mark.args:
                assert isinstance(argument, ast.Constant), f"{node.name}: write the id out"
                yield str(argument.value)


def test_every_clause_is_cited_by_a_test() -> None:
    found = find_cited_clauses()
    missing = [name for name in BUILT if name not in found]
    assert not missing, f"clauses without a test: {', '.join(missing)}"


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    unknown = {
        name: tests for name, tests in find_cited_clauses().items() if name not in load_clauses()
    }
    assert not unknown


@pytest.mark.clause("N-70")
def test_the_advice_of_the_boxes_is_there_for_help_pages() -> None:
    advice = load_clauses()["N-70"]
    assert advice.kind == "advice"
    assert set(advice.editions) == set(EDITIONS)
    for words in ("Be patient at first", "the fourth tile of a set", "A joker on the rack"):
        assert words in advice.text


@pytest.mark.clause("W-18")
def test_the_word_game_has_advice_of_its_own() -> None:
    advice = load_clauses()["W-18"]
    assert (advice.kind, advice.editions) == ("advice", ("word",))
    assert "prefixes and suffixes to build the longest words" in advice.text
    assert "the whole rack at once to double your points" in advice.text
