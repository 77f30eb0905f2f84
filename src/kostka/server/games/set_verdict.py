"""What the rules say of sets, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.events.errors import Violation
from kostka.melds.meld import judge
from kostka.protocol.responses import Problem, SetJudged
from kostka.tiles.tile import Face


def set_judged(faces: Sequence[Face]) -> SetJudged:
    """Say what a set is, or why it is none."""
    found = judge(faces)
    if isinstance(found, Violation):
        return SetJudged(valid=False, problem=Problem.of(found))
    return SetJudged(valid=True, kind=found.kind.value, value=found.value, reads=found.reads)
