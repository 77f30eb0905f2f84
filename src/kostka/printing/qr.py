"""QR codes of links, as something that any page or paper can draw."""

from __future__ import annotations

import re

import msgspec

QUIET = 4
"""The white squares around a code that readers need."""


class QrCode(msgspec.Struct, frozen=True):
    """A code in a box of `size` by `size` squares, the quiet zone included."""

    size: int
    path: str
    """The dark squares, as the `d` of an SVG path."""


def make_qr_code(text: str) -> QrCode:
    """Draw a text as a QR code that can be read with a coffee stain on it."""
    import segno  # noqa: PLC0415  (11 MB, which only servers with tournaments need)

    rows = segno.make(text, error="m", micro=False).matrix
    path = "".join(
        f"M{run.start() + QUIET} {row + QUIET}h{len(run[0])}v1h-{len(run[0])}z"
        for row, line in enumerate(rows)
        for run in re.finditer("1+", "".join(map(str, line)))  # one bar has no cracks in it
    )
    return QrCode(len(rows) + 2 * QUIET, path)
