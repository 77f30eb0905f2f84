"""The sentences of a tournament's history; translations are found by their codes."""

from __future__ import annotations

from kostka.numbers.events import Ending
from kostka.tournament.events import CallReason, SeatingMethod, TieResolution
from kostka.tournament.sentences import SentenceTemplate
from kostka.tournament.state import Sanction

# --- organisation -----------------------------------------------------------------------------

LINKS = SentenceTemplate("history_links", "Z-4", "links for {names}")
LINK_CALLED_IN = SentenceTemplate("history_link_called_in", "Z-4", "the link of {name} is revoked")
REGISTERED = SentenceTemplate("history_registered", "Z-4", "registered: {names}")
REGISTERED_PRESENT = SentenceTemplate(
    "history_registered_present", "Z-4", "registered and checked in: {names}"
)
RENAMED = SentenceTemplate("history_renamed", "Z-2", "{before} is now {after}")
CHECKED_IN = SentenceTemplate("history_checked_in", "Z-4", "checked in: {names}")
WITHDRAWN = SentenceTemplate("history_withdrawn", "Z-7", "{name} withdraws")

# --- rounds -----------------------------------------------------------------------------------

DRAW_WORDS = SentenceTemplate("history_draw_words", "Z-1", "words for the draw: {words}")
DRAWN = SentenceTemplate("history_drawn", "Z-1", "seats of round {round}, draw {draw}: {tables}")
LATER_ROUNDS = {
    SeatingMethod.STANDINGS: SentenceTemplate(
        "history_by_standings", "Z-5", "seats of round {round}, by standings: {tables}"
    ),
    SeatingMethod.PAIRING: SentenceTemplate(
        "history_paired", "M-11", "pairs of round {round}: {tables}"
    ),
}
BYE = SentenceTemplate("history_bye", "M-12", "{name} has no opponent and wins")
LOTS = SentenceTemplate("history_lots", "Z-5", "by lot: {names}")
RESEATED = SentenceTemplate("history_reseated", "Z-5", "the standings have changed")
SWAPPED = SentenceTemplate("history_swapped", "Z-1", "{names} swap seats")
LATE = SentenceTemplate("history_late", "Z-6", "{name} arrives late and sits at table {table}")
LOCKED = SentenceTemplate("history_locked", "Z-5", "the seats of round {round} are locked")
STARTED = SentenceTemplate("history_started", "Z-3", "round {round} starts")
CLOSED = SentenceTemplate("history_closed", "Z-4", "round {round} is closed")
VOIDED = SentenceTemplate(
    "history_voided", "Z-3", "round {round} does not count and is played again"
)

# --- results ----------------------------------------------------------------------------------

RESULT = SentenceTemplate(
    "history_result", "Z-4", "round {round}, table {table}, game {game}, result: {points}"
)
CORRECTED = SentenceTemplate(
    "history_corrected", "Z-32", "round {round}, table {table}, game {game}, corrected to: {points}"
)
NOT_PLAYED = SentenceTemplate(
    "history_not_played", "Z-17", "round {round}, table {table}, game {game}: not played"
)
CORRECTED_NOT_PLAYED = SentenceTemplate(
    "history_corrected_not_played",
    "Z-32",
    "round {round}, table {table}, game {game}, corrected to: not played",
)
WALKOVER = SentenceTemplate("history_walkover", "M-12", "{name} wins without playing")
ENDINGS = {
    Ending.WENT_OUT: SentenceTemplate("history_went_out", "Z-18", "a rack was empty"),
    Ending.POOL_EMPTY: SentenceTemplate("history_pool_empty", "Z-17", "the pool was empty"),
    Ending.ROUND_TIME: SentenceTemplate("history_round_time", "Z-17", "the round's time was up"),
}
UNDONE = SentenceTemplate("history_undone", "Z-32", "entry {entry} is undone")

# --- referees ---------------------------------------------------------------------------------

CALLED = {
    CallReason.DISPUTE: SentenceTemplate(
        "history_dispute", "Z-30", "table {table} calls the referee about a dispute: {about}"
    ),
    CallReason.BEHAVIOUR: SentenceTemplate(
        "history_behaviour", "Z-31", "table {table} calls the referee about behaviour: {about}"
    ),
}
DECIDED = SentenceTemplate("history_decided", "Z-30", "decision on dispute {dispute}: {decision}")
CLOCK_STOPPED = SentenceTemplate(
    "history_clock_stopped", "Z-30", "the clock of table {table} is stopped"
)
CLOCK_RESUMED = SentenceTemplate(
    "history_clock_resumed", "Z-30", "the clock of table {table} is running again"
)
WARNED = SentenceTemplate("history_warned", "Z-31", "{name} is warned")
PENALTY_BIG = SentenceTemplate("history_penalty_big", "Z-30", "{name} loses big points: {big}")
PENALTY_SMALL = SentenceTemplate(
    "history_penalty_small", "Z-30", "{name} loses small points: {points}"
)
EXCLUDED = SentenceTemplate("history_excluded", "Z-31", "{name} is excluded")
CANCELLED = {
    Sanction.WARNING: SentenceTemplate(
        "history_cancelled_warning", "Z-31", "the warning of {name} is cancelled"
    ),
    Sanction.PENALTY: SentenceTemplate(
        "history_cancelled_penalty", "Z-30", "the penalty of {name} is cancelled"
    ),
    Sanction.EXCLUSION: SentenceTemplate(
        "history_cancelled_exclusion", "Z-31", "the exclusion of {name} is cancelled"
    ),
}

# --- the end ----------------------------------------------------------------------------------

SHOWN = SentenceTemplate("history_shown", "Z-4", "the standings are shown")
HIDDEN = SentenceTemplate("history_hidden", "Z-4", "the standings are hidden")
TITLES = {
    TieResolution.SHARED: SentenceTemplate("history_shared", "Z-7", "{names} share the title"),
    TieResolution.PLAY_OFF: SentenceTemplate("history_play_off", "Z-7", "play-off result: {names}"),
}
FINISHED = SentenceTemplate("history_finished", "Z-7", "the titles are awarded")
