"""What is asked of the solver over HTTP, and what it answers."""

from __future__ import annotations

from typing import Annotated

import msgspec

from kostka.protocol.http_errors import Failure
from kostka.protocol.responses import SetJudged
from kostka.solver.wire import Play, Question

MAX_PLAYS = 12


class Solve(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question: `{"edition": "classic", "rack": "B3 B5", "table": "B6 B7 B8 | K1 R1 O1"}`."""

    edition: Annotated[str, msgspec.Meta(max_length=40)]
    moves: Annotated[int, msgspec.Meta(ge=1, le=MAX_PLAYS)] = 1
    """How many different plays are wanted."""


class Solved(msgspec.Struct, frozen=True, gc=False):
    """The plays that were found, the best first."""

    sets: tuple[SetJudged, ...]
    """Every set of the table as it lies, in the order of the question."""
    plays: tuple[Play, ...]
    """At least one; a single one that places nothing if there is no play."""
    complete: bool
    """Whether there was time to look for as many plays as were asked for."""


class SolveFailure(Failure, frozen=True, gc=False):
    """Why there are no plays for a position that can be read."""

    sets: tuple[SetJudged, ...] = ()
    """Every set of the table as it lies, in the order of the question."""
