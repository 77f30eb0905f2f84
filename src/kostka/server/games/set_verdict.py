"""The verdict of the rules on a set, as a protocol message."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.editions.set_rules import SetRules
from kostka.events.errors import Violation
from kostka.melds.meld import judge_meld
from kostka.protocol.responses import Problem, SetJudged
from kostka.tiles.tile import Face


def judge_set(faces: Sequence[Face], rules: SetRules) -> SetJudged:
    """Return what a set is, or why it is not valid."""
    verdict = judge_meld(faces, rules)
    if isinstance(verdict, Violation):
        return SetJudged(valid=False, problem=Problem.from_violation(verdict))
    return SetJudged(valid=True, kind=verdict.kind.value, value=verdict.value, reads=verdict.reads)
