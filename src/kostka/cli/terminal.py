"""Terminal output: coloured tiles, JSON lines, warnings and progress."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Self

from kostka.events.codec import to_json
from kostka.tiles import Colour, Face

_PAINT = {
    Colour.BLACK: "1",
    Colour.RED: "31",
    Colour.BLUE: "94",
    Colour.ORANGE: "33",
    None: "1;35",
}


def print_json(value: object) -> None:
    """Print one JSON object on a line of its own."""
    sys.stdout.write(to_json(value).decode() + "\n")


def format_signed(points: Fraction) -> str:
    """Format points exactly, with a sign if positive."""
    return f"+{points}" if points > 0 else str(points)


def add_colour_option(command: argparse.ArgumentParser) -> None:
    """Add `--colour`."""
    command.add_argument(
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        help="coloured output (default: auto, on terminals only)",
    )


def is_colour_wanted(choice: str) -> bool:
    """Return whether to use colour; `auto` means on terminals, unless NO_COLOR is set."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return choice == "always"


def warn_if_kernel_missing(*, has_kernel: bool) -> None:
    """Warn that the search is slow where the compiled kernel is missing."""
    if not has_kernel:
        print(
            "kostka: warning: compiled kernel not found; falling back to the slow Python search",
            file=sys.stderr,
        )


class Painter:
    """Formats tiles and text, in colour or plain."""

    def __init__(self, *, colour: bool) -> None:
        """Choose colour or plain text."""
        self.colour = colour

    def format_tiles(self, faces: Iterable[Face], fresh: Iterable[bool] | None = None) -> str:
        """Format tiles; those marked `fresh` stand out, to show a move."""
        shown = list(faces)
        marks = [False] * len(shown) if fresh is None else list(fresh)
        return " ".join(
            self._format_tile(face, new) for face, new in zip(shown, marks, strict=True)
        )

    def _format_tile(self, face: Face, fresh: bool) -> str:  # noqa: FBT001
        if not self.colour:
            return f"[{face}]" if fresh else str(face)
        paint = _PAINT[face.colour] + (";7" if fresh else "")
        return f"\x1b[{paint}m{face}\x1b[0m"

    def format_dim(self, text: str) -> str:
        """Format text that matters less."""
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def format_bold(self, text: str) -> str:
        """Format text that matters more."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text


def format_counts(counts: Mapping[str, int]) -> str:
    """Format how many of each kind there are: 2 guests, 1 room."""
    return ", ".join(
        f"{count} {kind.removesuffix('s') if count == 1 else kind}"
        for kind, count in counts.items()
    )


class ProgressLine:
    """One line on a terminal's standard error that shows progress; elsewhere, nothing."""

    def __init__(self) -> None:
        """Start without a line."""
        self._shown = ""
        self._is_terminal = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, what: str, done: int, total: int) -> None:
        """Show how much of the work is done, in percent."""
        text = f"{what}: {100 * done // max(total, 1)} %"
        if self._is_terminal and text != self._shown:
            self.clear()
            self._shown = text
            print(text, end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = ""
