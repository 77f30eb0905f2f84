"""Writes the frozen artefacts again: `python -m tests.tools.freeze [NAME...]`.

Only after a deliberate change of what clients, scripts or saved files rely on.
"""

from __future__ import annotations

import sys

from tests.frozen import ARTEFACTS, frozen_file, render

for name in sys.argv[1:] or ARTEFACTS:
    frozen_file(name).write_text(render(ARTEFACTS[name]()), encoding="utf-8")
