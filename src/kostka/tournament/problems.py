"""Every reason for which a tournament refuses an entry, with its clause."""

from __future__ import annotations

from kostka.events.errors import Problem

# --- links and roles --------------------------------------------------------------------------

UNKNOWN_LINK = Problem(
    "unknown_link", "Z-4", "this link is none of this tournament: scan the code again"
)
LINK_CALLED_IN = Problem("link_called_in", "Z-4", "this link was called in: ask for another")
SHEET_OF_ROUND = Problem(
    "sheet_of_round", "Z-2", "this sheet is good for round {round} alone, while that is played"
)
SHEET_REPLACED = Problem(
    "sheet_replaced", "Z-2", "the seats of round {round} have changed: take the new sheet"
)
WRONG_ROLE = Problem("wrong_role", "Z-4", "this is not done by a {role} but by: {roles}")
WRONG_TABLE = Problem("wrong_table", "Z-2", "this link is for table {own}, not for table {table}")
BAD_LINK = Problem(
    "bad_link",
    "Z-4",
    "a link has a name, an unused hash of 64 hex digits, and a table for a helper",
)
NO_GRANT = Problem("no_grant", "Z-4", "there is no link {grant} that could be called in")
REASON_MISSING = Problem(
    "reason_missing", "Z-32", "say why, in 1 to {most} printable characters on one line"
)

# --- players ----------------------------------------------------------------------------------

NO_PLAYER = Problem("no_player", "Z-4", "there is no player {player}")
NAME_EMPTY = Problem("name_empty", "Z-2", "the name is missing")
NAME_LONG = Problem(
    "name_long", "Z-2", "'{name}' has {letters} letters, at most {most} fit on a score sheet"
)
NAME_UNPRINTABLE = Problem(
    "name_unprintable", "Z-2", "'{name}' holds a character that cannot be printed ({character})"
)
QUOTE_OPEN = Problem("quote_open", "Z-2", "a quotation mark is not closed")
NAME_TWICE = Problem(
    "name_twice", "Z-2", "{name} is on the list already: add a class or a letter to tell them apart"
)
TOO_MANY_PLAYERS = Problem("too_many_players", "Z-4", "a tournament has at most {most} players")
NOT_REGISTERED = Problem("not_registered", "Z-4", "{name} is {status} and cannot be checked in")
NOT_THERE = Problem("not_there", "Z-4", "{name} is {status}, not present")

# --- seating ----------------------------------------------------------------------------------

TOO_FEW = Problem(
    "too_few", "Z-6", "{players} present: a tournament needs at least 3, check more players in"
)
CHOOSE_FIVE = Problem(
    "choose_five",
    "Z-6",
    "five players: choose two tables, 3 and 2, or one of five with the big box",
)
NO_MORE_ROUNDS = Problem("no_more_rounds", "Z-3", "all {rounds} rounds are played")
NO_ROUND = Problem("no_round", "Z-3", "there is no round {round}")
NOT_PREVIEWED = Problem("not_previewed", "Z-5", "no seats are waiting to be locked")
NOT_LOCKED = Problem("not_locked", "Z-5", "lock the seats of the round first")
ROUND_NOT_RUNNING = Problem("round_not_running", "Z-3", "round {round} is not being played")
LOCKED_ALREADY = Problem(
    "locked_already", "Z-5", "the seats of round {round} are locked: take the locking back first"
)
STARTED = Problem("started", "Z-5", "round {round} has started: its seats are frozen")
NO_SEAT_IN_ROUND = Problem("no_seat_in_round", "Z-1", "{name} has no seat in round {round}")
SEATED_ALREADY = Problem("seated_already", "Z-1", "{name} has a seat already")
SEAT_WANTED = Problem("seat_wanted", "Z-6", "no seat yet for {names}: draw seats again")
SEATED_GONE = Problem("seated_gone", "Z-6", "seated, but gone: {names}; draw seats again")
SAME_PLAYER = Problem("same_player", "Z-1", "two different players change seats")
NO_TABLE_OF_THREE = Problem(
    "no_table_of_three",
    "Z-6",
    "there is no table of 3 before its first game: {name} plays from the next round on",
)
ROUNDS_SEATED = Problem(
    "rounds_seated", "Z-3", "round {round} is seated: at least so many are played"
)

# --- results ----------------------------------------------------------------------------------

NO_TABLE = Problem("no_table", "Z-2", "round {round} has no table {table}")
NO_GAME = Problem("no_game", "Z-3", "a round has the games 1 to {games}, not {game}")
WRONG_RACKS = Problem(
    "wrong_racks", "Z-2", "table {table}, game {game}: {racks} lines for {players} players"
)
NO_ENDING = Problem(
    "no_ending",
    "Z-17",
    "table {table}, game {game}: somebody went out, the pool ran out or the "
    "time of the round was over",
)
ROUND_NOT_TIMED = Problem(
    "round_not_timed", "Z-17", "table {table}, game {game}: in this tournament rounds have no time"
)
TOO_FEW_PLAYED = Problem(
    "too_few_played", "Z-6", "table {table}, game {game}: a game has at least {least} players"
)
TOO_MANY_JOKERS = Problem(
    "too_many_jokers", "Z-16", "table {table}, game {game}: the box holds only {most} jokers"
)
TILES_BEYOND_BOX = Problem(
    "tiles_beyond_box", "Z-16", "table {table}, game {game}: all tiles together count only {most}"
)
OPENED_AND_NOT = Problem(
    "opened_and_not", "Z-16", "table {table}, game {game}: {name} has opened, so no other tick"
)
EMPTY_RACK = Problem(
    "empty_rack", "Z-17", "table {table}, game {game}: {name} has an empty rack, so went out"
)
NO_WINNER = Problem(
    "no_winner",
    "Z-18",
    "table {table}, game {game}: who went out has an empty rack, one player; here {empty} have",
)
WINNER_NOT_OPENED = Problem(
    "winner_not_opened", "Z-16", "table {table}, game {game}: {name} went out, so opened and stayed"
)
TIE_NOT_STATED = Problem(
    "tie_not_stated", "Z-17", "table {table}, game {game}: {names} are level; tick the tie if so"
)
NO_TIE = Problem("no_tie", "Z-17", "table {table}, game {game}: no tie, {name} alone is lowest")
NOT_ZERO = Problem(
    "not_zero", "Z-16", "table {table}, game {game}: the points written add up to {total}, not to 0"
)
WRITTEN_WRONG = Problem(
    "written_wrong",
    "Z-16",
    "table {table}, game {game}: {name} has {written} on the sheet, the racks make {computed}",
)
STILL_PLAYING = Problem(
    "still_playing", "Z-2", "table {table}, game {game}: {name} has not left, so has a rack"
)
RESULT_THERE = Problem(
    "result_there",
    "Z-32",
    "table {table}, game {game} has another result, by {name}: correct it, with a reason",
)
RESULTS_MISSING = Problem("results_missing", "Z-4", "{games} results are missing: table {tables}")
RESULT_MISSING = Problem("result_missing", "Z-4", "table {table}, game {game} has no result yet")
NOT_PLAYED_WHY = Problem(
    "not_played_why", "Z-17", "table {table}, game {game}: say why it was not played"
)
SAME_RESULT = Problem("same_result", "Z-32", "table {table}, game {game} has just this result")
STAMP_USED = Problem("stamp_used", "Z-32", "this entry was sent before, with another content")
BAD_STAMP = Problem("bad_stamp", "Z-32", "an entry has a stamp of 1 to {most} printable characters")
NO_REHEARSAL = Problem("no_rehearsal", "Z-4", "only a rehearsal fills in results by itself")
NOTHING_MISSING = Problem("nothing_missing", "Z-4", "every game of round {round} has its result")

# --- undo -------------------------------------------------------------------------------------

NO_ENTRY = Problem("no_entry", "Z-32", "there is no entry {entry} that could be taken back")
UNDO_LATER = Problem("undo_later", "Z-32", "later entries rest on entry {entry}")
UNDO_BY_CORRECTION = Problem(
    "undo_by_correction", "Z-32", "entry {entry} is a result of a closed round: correct it"
)
UNDO_BY_ROUND = Problem(
    "undo_by_round", "Z-32", "entry {entry} is not taken back any more: have the round played again"
)
UNDO_BY_OPPOSITE = Problem(
    "undo_by_opposite", "Z-32", "entry {entry} is not taken back: enter the opposite, or cancel it"
)

# --- referees ---------------------------------------------------------------------------------

NO_DISPUTE = Problem("no_dispute", "Z-30", "there is no open dispute {dispute}")
DISPUTE_OPEN = Problem("dispute_open", "Z-30", "a dispute at table {table} waits for the referee")
CLOCK_STOPPED = Problem("clock_stopped", "Z-30", "the clock of table {table} stands already")
CLOCK_RUNNING = Problem("clock_running", "Z-30", "the clock of table {table} is running")
CLOCK_BACKWARDS = Problem("clock_backwards", "Z-30", "a clock does not run backwards")
NOT_WARNED = Problem("not_warned", "Z-31", "{name} has not been warned: a warning comes first")
NO_PENALTY = Problem("no_penalty", "Z-30", "a penalty takes big or small points, at most {most}")
NO_INCIDENT = Problem("no_incident", "Z-30", "there is no penalty {incident} to be cancelled")
WARNING_NEEDED = Problem(
    "warning_needed", "Z-31", "the exclusion of {name} rests on this warning: cancel that first"
)

# --- titles -----------------------------------------------------------------------------------

NO_TITLE_TIE = Problem("no_title_tie", "Z-7", "these players are not level for a title")
BAD_ORDER = Problem("bad_order", "Z-7", "a play-off puts all who are level in an order")
TITLES_OPEN = Problem(
    "titles_open", "Z-7", "{names} are level: the head referee has titles shared or a play-off"
)
ROUNDS_LEFT = Problem("rounds_left", "Z-3", "{played} of {rounds} rounds are closed")
OVER = Problem("over", "Z-7", "the tournament is over: results are still corrected, with a reason")
