"""Stylesheets: a class belongs to one feature, and a page loads the styles of all it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from kostka.server.static import WEB, Assets, list_imported_scripts

COMMON = {"board", "shared"}
"""Folders whose styles every page has."""

SPECIAL_PREFIXES = {
    "shared/score_sheet": {"score"},
    "table/word": {"word"},
    "tournament": {"tournament", "desk", "sheet", "screen"},
}
PREFIXES = {
    path.relative_to(WEB).parts[0]: {path.relative_to(WEB).parts[0]}
    for path in WEB.rglob("*.css")
    if path.relative_to(WEB).parts[0] not in COMMON
} | SPECIAL_PREFIXES
"""What the classes of a feature start with: the name of its folder, with few exceptions."""

LONGEST_LINE = 100
SHEETS = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS = re.compile(r"\.(-?[a-z][\w-]*)")


def find_feature(sheet: str) -> str:
    """Return the folder of the feature that a stylesheet belongs to."""
    return next((one for one in sorted(PREFIXES, reverse=True) if sheet.startswith(f"{one}/")), "")


def find_owner(name: str) -> str | None:
    """Return the feature whose prefix a class has."""
    prefix = name.partition("-")[0]
    return next((one for one, prefixes in PREFIXES.items() if prefix in prefixes), None)


def list_selectors(sheet: str) -> Iterator[str]:
    """Yield every selector of a stylesheet, without those inside keyframes."""
    text = COMMENT.sub("", (WEB / sheet).read_text(encoding="utf-8"))
    text = re.sub(r"@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text)
    for prelude in re.findall(r"([^{};]+)\{", text):
        if not prelude.strip().startswith("@"):
            yield from (one.strip() for one in re.split(r",(?![^(]*\))", prelude))


@cache
def list_classes(sheet: str) -> frozenset[str]:
    return frozenset(name for one in list_selectors(sheet) for name in CLASS.findall(one))


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_feature_styles_only_its_own_classes(sheet: str) -> None:
    """Two features styled `.sheet-rack` once, and the score sheet of every game broke."""
    feature = find_feature(sheet)
    assert feature or sheet.split("/", 1)[0] in COMMON, f"{sheet} is not in a feature's folder"
    for selector in list_selectors(sheet):
        owners = {find_owner(name) for name in CLASS.findall(selector)} - {None}
        if feature:
            message = f"needs a class that starts with {PREFIXES[feature]}-"
            assert feature in owners, f"{sheet}: {selector!r} {message}"
        else:
            assert owners == set(), f"{sheet}: {selector!r} belongs to {owners}"


def test_every_stylesheet_is_loaded() -> None:
    table = Assets().table
    loaded = {name for part in (*table.pages, *table.parts) for name in part.styles}
    assert loaded | start_sheets() == set(SHEETS)


def test_a_page_loads_the_styles_of_all_that_it_shows() -> None:
    assets = Assets()
    scripts = {name: asset.body for name, asset in assets.files.items()}
    tournament = next(page for page in assets.table.pages if page.name == "tournament")
    for part in (*assets.table.pages, *assets.table.parts):
        around = tournament.styles if part.module.startswith("tournament/") else ()
        loaded = {*part.styles, *around, *start_sheets()}
        words = {
            word
            for name in list_imported_scripts(scripts, part.module)
            for word in re.findall(r"(?<![\w-])[a-z]+(?:-[a-z]+)+(?![\w-])", scripts[name].decode())
        }
        for sheet in set(SHEETS) - loaded:
            own = {name for name in list_classes(sheet) if find_owner(name) == find_feature(sheet)}
            missing = own & words
            assert not missing, f"{part.name}: add {sheet} to its styles, for {sorted(missing)}"


@cache
def start_sheets() -> frozenset[str]:
    """Return what index.html links for every page."""
    html = (WEB / "index.html").read_text(encoding="utf-8")
    return frozenset(re.findall(r'rel="stylesheet" href="/static/([\w/]+\.css)"', html))


def test_no_line_is_longer_than_100_columns() -> None:
    """Templates and comments too, which the formatter leaves as they are."""
    folders = (WEB, WEB.parent / "tests/web")
    files = [path for folder in folders for path in folder.rglob("*.*")]
    long = [
        f"{path.name}:{number}"
        for path in files
        if path.suffix in {".js", ".mjs", ".css"} and "vendor" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []
