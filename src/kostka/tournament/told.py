"""Every sentence of a tournament's history, with a code that translations go by."""

from __future__ import annotations

from kostka.events.errors import Problem
from kostka.numbers.events import Ending
from kostka.tournament.events import Sharing, Trouble
from kostka.tournament.state import Sanction

# --- organisation -----------------------------------------------------------------------------

LINKS = Problem("history_links", "Z-4", "links for {names}")
LINK_CALLED_IN = Problem("history_link_called_in", "Z-4", "the link of {name} is called in")
REGISTERED = Problem("history_registered", "Z-4", "registered: {names}")
REGISTERED_PRESENT = Problem(
    "history_registered_present", "Z-4", "registered and checked in: {names}"
)
RENAMED = Problem("history_renamed", "Z-2", "{before} is now {after}")
CHECKED_IN = Problem("history_checked_in", "Z-4", "checked in: {names}")
WITHDRAWN = Problem("history_withdrawn", "Z-7", "{name} withdraws")

# --- rounds -----------------------------------------------------------------------------------

DRAWN = Problem("history_drawn", "Z-1", "seats of round {round}, draw {draw}: {tables}")
BY_STANDINGS = Problem(
    "history_by_standings", "Z-5", "seats of round {round}, by standings: {tables}"
)
LOTS = Problem("history_lots", "Z-5", "by lot: {names}")
RESEATED = Problem("history_reseated", "Z-5", "the standings have changed")
SWAPPED = Problem("history_swapped", "Z-1", "{names} change seats")
LATE = Problem("history_late", "Z-6", "{name} comes late and sits at table {table}")
LOCKED = Problem("history_locked", "Z-5", "the seats of round {round} are locked")
STARTED = Problem("history_started", "Z-3", "round {round} starts")
CLOSED = Problem("history_closed", "Z-4", "round {round} is closed")
VOIDED = Problem("history_voided", "Z-3", "round {round} does not count and is played again")

# --- results ----------------------------------------------------------------------------------

RESULT = Problem(
    "history_result", "Z-4", "round {round}, table {table}, game {game}, result: {points}"
)
CORRECTED = Problem(
    "history_corrected", "Z-32", "round {round}, table {table}, game {game}, corrected to: {points}"
)
NOT_PLAYED = Problem(
    "history_not_played", "Z-17", "round {round}, table {table}, game {game}: not played"
)
CORRECTED_NOT_PLAYED = Problem(
    "history_corrected_not_played",
    "Z-32",
    "round {round}, table {table}, game {game}, corrected to: not played",
)
ENDINGS = {
    Ending.WENT_OUT: Problem("history_went_out", "Z-18", "a rack was empty"),
    Ending.POOL_EMPTY: Problem("history_pool_empty", "Z-17", "the pool was empty"),
    Ending.ROUND_TIME: Problem("history_round_time", "Z-17", "the time of the round was over"),
}
UNDONE = Problem("history_undone", "Z-32", "entry {entry} is taken back")

# --- referees ---------------------------------------------------------------------------------

CALLED = {
    Trouble.DISPUTE: Problem(
        "history_dispute", "Z-30", "table {table} calls the referee about a dispute: {about}"
    ),
    Trouble.BEHAVIOUR: Problem(
        "history_behaviour", "Z-31", "table {table} calls the referee about behaviour: {about}"
    ),
}
DECIDED = Problem("history_decided", "Z-30", "decision on dispute {dispute}: {decision}")
CLOCK_STOPPED = Problem("history_clock_stopped", "Z-30", "the clock of table {table} stands")
CLOCK_RESUMED = Problem("history_clock_resumed", "Z-30", "the clock of table {table} goes on")
WARNED = Problem("history_warned", "Z-31", "{name} is warned")
PENALTY_BIG = Problem("history_penalty_big", "Z-30", "{name} loses big points: {big}")
PENALTY_SMALL = Problem("history_penalty_small", "Z-30", "{name} loses small points: {points}")
EXCLUDED = Problem("history_excluded", "Z-31", "{name} is excluded")
CANCELLED = {
    Sanction.WARNING: Problem(
        "history_cancelled_warning", "Z-31", "the warning of {name} is cancelled"
    ),
    Sanction.PENALTY: Problem(
        "history_cancelled_penalty", "Z-30", "the penalty of {name} is cancelled"
    ),
    Sanction.EXCLUSION: Problem(
        "history_cancelled_exclusion", "Z-31", "the exclusion of {name} is cancelled"
    ),
}

# --- the end ----------------------------------------------------------------------------------

SHOWN = Problem("history_shown", "Z-4", "the standings are shown")
HIDDEN = Problem("history_hidden", "Z-4", "the standings are hidden")
TITLES = {
    Sharing.SHARED: Problem("history_shared", "Z-7", "{names} share the title"),
    Sharing.PLAY_OFF: Problem("history_play_off", "Z-7", "played off, in this order: {names}"),
}
FINISHED = Problem("history_finished", "Z-7", "the titles are given")
