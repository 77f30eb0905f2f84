"""English that a native-speaking engineer would write, in lines that fit a screen."""

from __future__ import annotations

import re

import pytest

from tests.style.sources import ROOT, list_sources

PATTERNS = {
    "a free 'who'": re.compile(
        r"\b(?:for|by|of|to|without|than|with|from) who\b(?!,| in | (?:is|are|was|were) (?:on|at) )"
        r"|(?:^|[.:;!?] )Who (?!\w+\b[^.]*\?)\w+"
    ),
    "'is no X'": re.compile(
        r"(?:'[^']{0,40}'|\}|\b(?:it|this|that|word|name|tile|code|link)) (?:is|are) no"
        r" (?!longer|more|one|need|way|such|room|limit|reason|point|doubt|better|worse|other)\w+",
        re.IGNORECASE,
    ),
    "'anew'": re.compile(r"(?<![.\w])anew\b"),
    "'usually' for a default": re.compile(r"\busually (?:\d+|this machine|the)\b"),
    "a docstring with Give, Say or Tell": re.compile(
        r'^\s*(?:"""|/\*\*|\*|//)\s*(?:Give|Say|Tell)s? \w+'
    ),
    "'So many'": re.compile(r'^\s*(?:""")?So (?:many|often|much|long) '),
    "a stilted phrase": re.compile(
        r"\b(?:in vain|has to be told|holds good|whereof|thereof|of which is known|give on)\b",
        re.IGNORECASE,
    ),
}
SUFFIXES = (".py", ".md", ".js", ".css", ".c", ".h", ".toml", "en.json")
MAX_COLUMNS = 100
WRAPPED = (".py", ".md", ".js", ".css")
THIS_FOLDER = ROOT / "tests" / "style"


@pytest.mark.parametrize("kind", PATTERNS)
def test_no_odd_phrase_is_left(kind: str) -> None:
    places = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for suffix in SUFFIXES
        for path in list_sources(suffix)
        if THIS_FOLDER not in path.parents
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if PATTERNS[kind].search(line)
    ]
    assert not places, f"{kind}:\n" + "\n".join(places)


def test_no_line_is_too_long() -> None:
    places = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
        for suffix in WRAPPED
        for path in list_sources(suffix)
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if len(line) > MAX_COLUMNS and not is_unbreakable(line)
    ]
    assert not places, "\n".join(places)


def is_unbreakable(line: str) -> bool:
    """Whether a line is a row of a table, a picture, or one long word such as an address."""
    text = line.strip()
    return text.startswith(("|", "![")) or " " not in text.lstrip("-*> ")


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("a free 'who'", "a bot that takes over for who stays away"),
        ("a free 'who'", "Who stays away is dropped"),
        ("'is no X'", "'X9' is no tile"),
        ("'anew'", "pins the dependencies anew"),
        ("'usually' for a default", "usually 8000"),
        ("a docstring with Give, Say or Tell", '    """Give the events.'),
        ("'So many'", '"""So many calls at once."""'),
        ("a stilted phrase", "waited with in vain"),
    ],
)
def test_odd_phrases_are_found(kind: str, line: str) -> None:
    assert PATTERNS[kind].search(line)
