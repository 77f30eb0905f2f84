"""Function names are verb + object: past participles say neither what is done nor to what."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.style.sources import ROOT, list_sources

IRREGULAR = {
    *("begun", "brought", "built", "chosen", "dealt", "drawn", "done", "found", "given", "gone"),
    *("heard", "held", "kept", "known", "laid", "left", "lost", "made", "meant", "met", "paid"),
    *("said", "seen", "sent", "shown", "sold", "spent", "spoken", "stood", "taken", "thought"),
    *("told", "understood", "won", "worn", "written"),
}
NOT_PARTICIPLES = {"embed", "exceed", "feed", "need", "proceed", "seed", "speed", "succeed"}

PREDICATES = ("is", "has", "can", "was", "should", "needs", "on", "test")

SCRIPT_FUNCTION = re.compile(r"^(?:export\s+)?(?:async\s+)?function\s+(\w+)", re.MULTILINE)


def is_participle(word: str) -> bool:
    regular = len(word) > 4 and word.endswith("ed") and word not in NOT_PARTICIPLES
    return regular or word in IRREGULAR


def is_unclear(name: str) -> bool:
    """Whether a name starts with a participle instead of a verb."""
    words = re.findall(r"[a-z]+|[A-Z][a-z]*", name.strip("_"))
    words = [word.lower() for word in words]
    if not words or words[0] in PREDICATES:
        return False
    return is_participle(words[0])


def list_python_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if not any("property" in one or one == "pytest.fixture" for one in decorators):
                yield node.name


def list_script_functions(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    yield from (name for name in SCRIPT_FUNCTION.findall(text) if name[0].islower())


def list_unclear_names() -> Iterator[str]:
    listers = {".py": list_python_functions, ".js": list_script_functions}
    for suffix, list_functions in listers.items():
        for path in list_sources(suffix):
            place = path.relative_to(ROOT)
            if "tests" not in place.parts:
                yield from (f"{place}: {name}" for name in list_functions(path) if is_unclear(name))


def test_no_function_is_named_by_a_participle() -> None:
    unclear = list(list_unclear_names())
    assert not unclear, "\n".join(unclear)


@pytest.mark.parametrize("name", ["written", "_told", "found_move", "judged", "sortedTiles"])
def test_participles_are_found(name: str) -> None:
    assert is_unclear(name)


@pytest.mark.parametrize("name", ["read_seed", "feed", "is_closed", "split_sets", "embed_font"])
def test_verbs_are_not_taken_for_participles(name: str) -> None:
    assert not is_unclear(name)
