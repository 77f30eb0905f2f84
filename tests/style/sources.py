"""The files that people write in this repository."""

from __future__ import annotations

from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "web", "bench", "tools", "tests", "docs", ".ci")
GENERATED = {"vendor", "node_modules", "__pycache__", "frozen", "games", "saved", "pictures"}


@cache
def list_sources(suffix: str) -> tuple[Path, ...]:
    """List all files with a suffix, without vendored and generated ones."""
    nested = (path for folder in FOLDERS for path in (ROOT / folder).rglob(f"*{suffix}"))
    paths = (*ROOT.glob(f"*{suffix}"), *nested)
    return tuple(sorted(path for path in paths if not GENERATED & {*path.relative_to(ROOT).parts}))
