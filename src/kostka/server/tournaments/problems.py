"""The reasons for which tournament routes refuse a request, and their HTTP statuses."""

from __future__ import annotations

from kostka.events.errors import Problem
from kostka.tournament import problems as rules

NO_TOURNAMENT = Problem("no_tournament", "", "there is no tournament {tournament} here")
FOREIGN_PAGE = Problem("foreign_page", "", "a page of another site may not do that")
NO_EXPORT = Problem("no_export", "", "there is no table {file}")
OTHER_FILE = Problem(
    "other_file", "Z-32", "from entry {entry} on this file differs from the tournament kept here"
)
SEAT_EMPTY = Problem(
    "seat_empty", "Z-2", "{name} is not there: a table plays online while all of its players do"
)

NOT_ONLINE = Problem("not_online", "", "table {table} does not play online")

CLOCK_RUNS = Problem("clock_runs", "Z-30", "stop the clock of table {table} first")

_LINK_PROBLEMS = (
    rules.UNKNOWN_LINK,
    rules.LINK_CALLED_IN,
    rules.SHEET_REPLACED,
    rules.SHEET_OF_ROUND,
    rules.WRONG_ROLE,
    rules.WRONG_TABLE,
)

STATUSES = {problem.code: 403 for problem in _LINK_PROBLEMS} | {
    rules.LIST_ROWS.code: 413,
    rules.LIST_BIG.code: 413,
    rules.LIST_UNREADABLE.code: 400,
    rules.LIST_LOCKED.code: 400,
    rules.LIST_PDF.code: 400,
    rules.LIST_ENCODING.code: 400,
    FOREIGN_PAGE.code: 403,
    NO_TOURNAMENT.code: 404,
    NO_EXPORT.code: 404,
    NOT_ONLINE.code: 404,
}
"""The HTTP status of problems, by code; all others of the tournament's rules have 409."""
