"""Every reason of its own for which the desk refuses a request, and the status of each refusal."""

from __future__ import annotations

from kostka.events.errors import Problem, Violation
from kostka.server import problems as server
from kostka.tournament import problems as rules

NO_TOURNAMENT = Problem("no_tournament", "", "there is no tournament {tournament} here")
FOREIGN_PAGE = Problem("foreign_page", "", "the page of another site may not do that")
NO_EXPORT = Problem("no_export", "", "there is no table {file}")
OTHER_FILE = Problem(
    "other_file", "Z-32", "from entry {entry} on this file differs from the tournament kept here"
)
SEAT_EMPTY = Problem(
    "seat_empty", "Z-2", "{name} is not there: a table plays online while all of its players do"
)

_OF_LINKS = (
    rules.UNKNOWN_LINK,
    rules.LINK_CALLED_IN,
    rules.SHEET_REPLACED,
    rules.SHEET_OF_ROUND,
    rules.WRONG_ROLE,
    rules.WRONG_TABLE,
)

_STATUS = {problem.code: 403 for problem in _OF_LINKS} | {
    server.BAD_MESSAGE.code: 400,
    FOREIGN_PAGE.code: 403,
    NO_TOURNAMENT.code: 404,
    NO_EXPORT.code: 404,
    server.FULL.code: 503,
    server.TOO_LONG.code: 413,
    server.TOO_MANY.code: 429,
    server.NOT_SAVED.code: 503,
    server.UNREADABLE.code: 503,
}

RULE = 409


def status_of(violation: Violation) -> int:
    """Give the status with which something is refused; rules of the tournament have 409."""
    return _STATUS.get(violation.code, RULE)
