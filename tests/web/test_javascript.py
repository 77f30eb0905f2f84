"""The client's own tests, run by node. Without it they are skipped, but never where CI is set."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

from kostka.server.static import WEB, Assets, list_imported_scripts, strip_comments
from tests.browser.chromium import is_required

HERE = Path(__file__).parent
COMPILER = Path(sys.prefix) / "web/node_modules/typescript/bin/tsc"
"""Put there by `make`, as package-lock.json says."""
MOST_SCRIPT = 80_000
MOST_TABLE_SCRIPT = 90_000
"""Bytes of the scripts of a page, as they are sent."""
OLDEST_NODE = 20
FILES = sorted(HERE.glob("*.test.mjs"))


@cache
def node() -> str:
    """Find node, or say why there are no tests of the client."""
    found = shutil.which("node")
    if found is None:
        _leave_out("node is not installed")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    major = re.match(r"v(\d+)\.", version.stdout)
    if major is None or int(major[1]) < OLDEST_NODE:
        _leave_out(f"node {OLDEST_NODE} or newer is needed, this is {version.stdout.strip()}")
    return found


def _leave_out(why: str) -> NoReturn:
    message = f"THE CLIENT IS NOT TESTED: {why}"
    if is_required():
        pytest.fail(message)
    pytest.skip(message)


def test_there_are_tests() -> None:
    assert len(FILES) >= 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_node(path: Path) -> None:
    done = subprocess.run(
        [node(), "--test", str(path)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\S+ pass [1-9]", done.stdout, re.MULTILINE), done.stdout


@pytest.mark.parametrize("config", ["jsconfig.json", "worker/jsconfig.json"])
def test_types(config: str) -> None:
    if not COMPILER.exists():
        _leave_out("the TypeScript compiler is not installed (make installs it with npm)")
    done = subprocess.run(
        [node(), str(COMPILER), "-p", str(WEB / config)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_page_has_a_small_script() -> None:
    """What a browser is sent for a page that it opens first, each file compressed for itself."""
    assets = Assets()
    files, table = assets.files, assets.table
    scripts = {name: asset.body for name, asset in files.items()}
    start = set(list_imported_scripts(scripts))
    pages = {part.module: set[str]() for part in (*table.pages, *table.parts)}
    room = {"lobby/room_page.js"}
    tournament = {"tournament/page.js"}
    desk = tournament | {"tournament/desk/page.js"}
    for name in pages:
        if name.startswith(("lobby/", "table/")):
            pages[name] = room
        if name.startswith("tournament/"):
            pages[name] = tournament
    sections = re.findall(r'import\("\./(\w+\.js)"\)', scripts["tournament/desk/page.js"].decode())
    pages |= {f"tournament/desk/{name}": desk for name in sections}
    assert len(pages) > 20
    for page, around in pages.items():
        needed = start.union(*(list_imported_scripts(scripts, name) for name in (page, *around)))
        assert len(needed) > 25
        sent = sum(len(files[name].compressed or b"") for name in needed)
        most = MOST_TABLE_SCRIPT if page.startswith("table/") else MOST_SCRIPT
        assert sent < most, f"{page}: {sent} bytes"


def test_leaving_out_comments_changes_nothing_else() -> None:
    if not COMPILER.exists():
        _leave_out("the TypeScript compiler is not installed (make installs it with npm)")
    scripts = [path.read_text() for path in sorted(WEB.rglob("*.js")) if "vendor" not in path.parts]
    pairs = [[script, strip_comments(script)] for script in scripts]
    done = subprocess.run(
        [node(), str(HERE / "same_script.mjs"), str(COMPILER.parents[1] / "lib/typescript.js")],
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{len(scripts)} scripts are the same\n"
