"""Files of saved tournaments."""

from __future__ import annotations

from kostka.events.errors import BadInput
from kostka.server.workers.task import Task
from kostka.tournament import FORMAT, iterate_proven_states

MAX_TOURNAMENT_LINES = 20_000
"""Of a file; a tournament of 1,000 players and five rounds has a fifth of it."""


def _verify_file(data: bytes) -> bytes:
    """Raise `BadRecord` unless every entry of a file follows from those before it."""
    if data.count(b"\n") > MAX_TOURNAMENT_LINES:
        raise BadInput(f"the file has more than {MAX_TOURNAMENT_LINES} lines")
    for _ in iterate_proven_states(FORMAT.parse_log(data)):
        pass
    return b""


VERIFY_TOURNAMENT = Task("verify_tournament", _verify_file, seconds=20, is_heavy=True)
