"""Templates and values become pages. No network, no home folder and no system font is needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal

import typst

from kostka.events.codec import to_json

KEPT = 10
"""Number of runs after which typst drops unused cache entries."""


def render_pdf(data: Mapping[str, Any]) -> bytes:
    """Set the pages as a PDF."""
    made = _compile_document(data, "pdf")
    assert isinstance(made, bytes)
    return made


def render_page_images(data: Mapping[str, Any], ppi: int) -> list[bytes]:
    """Set the same pages as PNG files, to be looked at."""
    made = _compile_document(data, "png", ppi)
    return made if isinstance(made, list) else [made]


@cache
def _load_fonts() -> typst.Fonts:
    """Find fonts once: those of typst print all four languages, those of the system the rest."""
    return typst.Fonts()


def _compile_document(
    data: Mapping[str, Any], form: Literal["pdf", "png"], ppi: int | None = None
) -> bytes | list[bytes]:
    with resources.as_file(resources.files("kostka.printing") / "templates") as folder:
        made = typst.Compiler(
            str(folder / "kit.typ"),
            root=str(folder),
            font_paths=_load_fonts(),
            # Names reach the templates as data and are never read as markup.
            sys_inputs={"data": to_json(data).decode()},
        ).compile(format=form, ppi=ppi)
    _clear_typst_cache()
    assert made is not None
    return made


def _clear_typst_cache() -> None:
    """Let go of the pages: typst keeps all that it has set until it was not used ten times.

    For a document that is seen to change while somebody writes it that is good; here it would be
    100 MB for every kit of 100 players.
    """
    for _ in range(KEPT + 1):
        typst.compile(b"", font_paths=_load_fonts())
