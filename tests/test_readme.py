"""The README tells the truth: its Python session is run, its command lines too."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import tomllib
from itertools import permutations
from pathlib import Path

import pytest

from kostka.cli.main import main
from kostka.lexicon import load_lexicon

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_session_gives_what_it_says() -> None:
    results = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert results.attempted > 10
    assert results.failed == 0


def test_the_turn_of_the_word_game_is_the_only_best_one() -> None:
    """With another search, as where no C compiler was at hand, it prints the same."""
    known = load_lexicon("pl")
    for word, best in (("szczyt", ["zaszczyt"]), ("koszyk", [])):
        found = {"".join(letters) for letters in permutations("za" + word)}
        assert [one for one in found if one in known] == best


def console_examples() -> list[tuple[str, str]]:
    (session,) = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    blocks = [block.partition("\n") for block in session.strip().split("$ ") if block]
    return [(command, output.strip()) for command, _, output in blocks]


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_the_command_lines_print_what_it_says(
    command: str,
    output: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "kostka"
    status = main(arguments)
    printed = capsys.readouterr().out.strip()
    assert status == (1 if "not valid" in output else 0)
    assert printed.startswith(output)
    assert printed


def test_every_file_that_a_document_links_to_is_there() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            assert "://" in link or (document.parent / link).exists(), f"{document.name}: {link}"


def list_dependencies() -> set[str]:
    """Return the names of all packages that Python and npm install."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    names = {re.split(r"[<>=;\[ ]", wanted)[0] for group in groups for wanted in group}
    for package in ("web/package.json", "bench/boardgame/package.json"):
        wanted = json.loads((ROOT / package).read_text(encoding="utf-8"))
        names |= {*wanted.get("dependencies", ()), *wanted.get("devDependencies", ())}
    return names


def test_every_dependency_is_explained() -> None:
    text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    names = list_dependencies()
    assert len(names) > 30
    assert {name for name in names if f"`{name}`" not in text} == set()
