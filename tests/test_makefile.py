"""Every command of the Makefile has a rule, and a line in `make help`."""

from __future__ import annotations

import re
from pathlib import Path

MAKEFILE = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")


def test_every_phony_target_has_a_rule_with_a_description() -> None:
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    described = re.findall(r"^# .*\n(?:# .*\n)*([a-z][a-z-]*):", MAKEFILE, re.MULTILINE)
    assert sorted(phony.split()) == sorted(described)
