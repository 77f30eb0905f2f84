"""No code asks which edition it has before it, only what its fields say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kostka
from kostka.editions import EDITIONS
from kostka.word import WORD

SOURCE = Path(kostka.__file__).parent
BOOKS = SOURCE / "editions" / "books.py"
"""The one place where the names stand."""
NAMES = {*EDITIONS}
"""Not the word game's, which stands for any word in too many places."""
LITERALS = {key.upper() for key in (*EDITIONS, WORD.key)}
"""The books as Python names."""


def suspicions(tree: ast.AST) -> Iterator[str]:
    """Find what looks like the question for an edition's name.

    Words in longer texts (messages, help, docstrings) are fine: nothing can be compared with them.
    """
    exported = {part for node in ast.walk(tree) if _is_export(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if (
                text.strip().lower() in NAMES and node not in exported
            ):
                yield f"line {node.lineno}: the name {text!r}"
            case ast.Compare() if any(map(_is_asked_for, (node.left, *node.comparators))):
                yield f"line {node.lineno}: {ast.unparse(node)}"
            case ast.Match(subject=subject) if _is_asked_for(subject):
                yield f"line {node.lineno}: match {ast.unparse(subject)}"
            case ast.Subscript(slice=index) if _is_key(index):
                yield f"line {node.lineno}: {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(), args=[first, *_]) if _is_key(first):
                yield f"line {node.lineno}: {ast.unparse(node)}"


def _is_export(node: ast.AST) -> bool:
    """`__all__ = [...]`, which has names of Python: of books, or of the class `Tournament`."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def _is_key(node: ast.AST) -> bool:
    """`book.key`, but not `len(book.key)`."""
    return isinstance(node, ast.Attribute) and node.attr == "key"


def _is_asked_for(node: ast.AST) -> bool:
    """A key, or one of the books themselves: `edition is TWIST`."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _is_asked_for(node.func.value)  # book.key.lower()
    return _is_key(node) or name in LITERALS


FILES = [path for path in sorted(SOURCE.rglob("*.py")) if path != BOOKS]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_code_asks_for_an_edition_by_its_name(path: Path) -> None:
    found = list(suspicions(ast.parse(path.read_text(encoding="utf-8"))))
    assert found == [], f"{path.name} asks which edition it has: use a field of the edition"


def test_all_of_the_source_is_searched() -> None:
    names = {str(path.relative_to(SOURCE).parent) for path in FILES}
    assert names >= {".", "editions", "events", "melds", "numbers", "tiles", "word"}
    assert BOOKS.exists()


@pytest.mark.parametrize(
    "code",
    [
        "if book.key == 'a': pass",
        "if 'a' != state.edition.key: pass",
        "if book.key.lower() == other: pass",
        "if book.key in known: pass",
        "if edition is TWIST: pass",
        "if edition == books.CLASSIC: pass",
        "if edition is WORD: pass",
        "name = 'twist'",
        "if name == 'Tournament': pass",
        "{'classic': 1}",
        "match book.key:\n    case _: pass",
        "penalties[book.key]",
        "penalties.get(book.key, 1)",
        "book.key.startswith('six')",
    ],
)
def test_such_questions_are_noticed(code: str) -> None:
    assert list(suspicions(ast.parse(code))) != []


@pytest.mark.parametrize(
    "code",
    [
        "print(f'{book.key} is for 2 to 4')",
        "'''In the twist edition all is different.'''",
        "help='for example: kostka editions twist'",
        "if not 0 < len(self.key) <= 40: pass",
        "if edition.tie is Tie.SHARED: pass",
        "EDITIONS[name]",
        "__all__ = ['TWIST', 'Tournament']",
    ],
)
def test_harmless_mentions_are_not(code: str) -> None:
    assert list(suspicions(ast.parse(code))) == []
