"""What is installed to play is what the tests saw."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[1]


def pinned(name: str) -> dict[str, list[str]]:
    """The packages of a lock file, each with its version and hashes."""
    packages: dict[str, list[str]] = {}
    for package, version, digest in re.findall(
        r"(?m)^(?:(\S+)==(\S+)|    --hash=(\S+))", (TOP / name).read_text()
    ):
        if package:
            packages[package] = said = [version]
        else:
            said.append(digest)
    return packages


def test_playing_needs_no_other_versions() -> None:
    playing, everything = pinned("requirements-play.lock"), pinned("requirements.lock")
    assert {"msgspec", "starlette", "uvicorn"} < playing.keys() < everything.keys()
    assert all(len(said) > 1 for said in playing.values())
    assert {name: everything[name] for name in playing} == playing
