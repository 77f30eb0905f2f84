"""QR codes of links, as something that any page or paper can draw."""

from __future__ import annotations

import msgspec
import segno

QUIET = 4
"""The white squares around a code that readers need."""


class QrCode(msgspec.Struct, frozen=True):
    """A code in a box of `size` by `size` squares, the quiet zone included."""

    size: int
    path: str
    """The dark squares, as the `d` of an SVG path."""


def qr_code(text: str) -> QrCode:
    """Draw a text as a QR code that can be read with a coffee stain on it."""
    rows = segno.make(text, error="m", micro=False).matrix
    path = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, line in enumerate(rows)
        for column, dark in enumerate(line)
        if dark
    )
    return QrCode(len(rows) + 2 * QUIET, path)
