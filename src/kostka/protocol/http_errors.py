"""The body of every HTTP answer that reports a failure."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kostka.events.errors import Violation
from kostka.protocol.responses import Problem


class Failure(msgspec.Struct, frozen=True, gc=False):
    """Why a request failed. Nothing has changed on the server."""

    error: str
    """All reasons in one line of English, each with its clause."""
    problems: tuple[Problem, ...]
    """The reasons one by one; at least one."""

    @classmethod
    def from_violations(cls, violations: Iterable[Violation]) -> Failure:
        """Put violations on the wire."""
        violations = tuple(violations)
        return cls(describe_violations(violations), tuple(map(Problem.from_violation, violations)))


def describe_violations(violations: Iterable[Violation]) -> str:
    """Return all reasons on one line; those of a rule name its clause."""
    return "; ".join(str(one) if one.clause else one.text for one in violations)
