"""Every reason to refuse a tournament command, with its clause."""

from __future__ import annotations

from kostka.events.errors import Problem

# --- links and roles --------------------------------------------------------------------------

UNKNOWN_LINK = Problem(
    "unknown_link", "Z-4", "this link does not belong to this tournament: scan the code again"
)
LINK_CALLED_IN = Problem("link_called_in", "Z-4", "this link has been revoked: ask for a new one")
SHEET_OF_ROUND = Problem(
    "sheet_of_round", "Z-2", "this sheet can be used only in round {round}, while it is played"
)
SHEET_REPLACED = Problem(
    "sheet_replaced", "Z-2", "the seats of round {round} have changed: use the new sheet"
)
WRONG_ROLE = Problem("wrong_role", "Z-4", "a {role} cannot do this; allowed: {roles}")
WRONG_TABLE = Problem("wrong_table", "Z-2", "this link is for table {own}, not for table {table}")
BAD_LINK = Problem(
    "bad_link",
    "Z-4",
    "a link needs a name, an unused hash of 64 hex digits and, for a helper, a table",
)
NO_GRANT = Problem("no_grant", "Z-4", "there is no active link {grant} to revoke")
REASON_MISSING = Problem(
    "reason_missing", "Z-32", "give a reason: 1 to {most} printable characters on one line"
)

# --- players ----------------------------------------------------------------------------------

NO_PLAYER = Problem("no_player", "Z-4", "there is no player {player}")
NAME_EMPTY = Problem("name_empty", "Z-2", "the name is missing")
NAME_LONG = Problem(
    "name_long", "Z-2", "'{name}' has {letters} letters; at most {most} fit on a score sheet"
)
NAME_UNPRINTABLE = Problem(
    "name_unprintable", "Z-2", "'{name}' contains a character that cannot be printed ({character})"
)
QUOTE_OPEN = Problem("quote_open", "Z-2", "a quotation mark is not closed")
NAME_TWICE = Problem(
    "name_twice", "Z-2", "{name} is on the list already: add a class or a letter to tell them apart"
)
LIST_ROWS = Problem("list_rows", "", "this list has more than {most:,} lines")
LIST_BIG = Problem("list_big", "", "this file is too big for a list of players")
LIST_UNREADABLE = Problem(
    "list_unreadable", "", "this workbook cannot be read: save it again, or as CSV"
)
LIST_LOCKED = Problem(
    "list_locked", "", "this workbook is protected by a password: save it without one"
)
LIST_PDF = Problem("list_pdf", "", "this is a PDF: copy the names out of it and paste them")
LIST_ENCODING = Problem(
    "list_encoding", "", "the encoding of this file is unknown: save it as CSV UTF-8"
)
TOO_MANY_PLAYERS = Problem(
    "too_many_players", "Z-4", "a tournament can have at most {most} players"
)
NOT_REGISTERED = Problem("not_registered", "Z-4", "{name} is {status} and cannot be checked in")
NOT_THERE = Problem("not_there", "Z-4", "{name} is {status}, not present")

# --- seating ----------------------------------------------------------------------------------

TOO_FEW = Problem(
    "too_few",
    "Z-6",
    "only {players} present: a tournament needs at least {least}; check in more players",
)
CHOOSE_FIVE = Problem(
    "choose_five",
    "Z-6",
    "five players: choose two tables of 3 and 2, or one table of 5 with the big box",
)
NO_MORE_ROUNDS = Problem("no_more_rounds", "Z-3", "all {rounds} rounds are played")
NO_ROUND = Problem("no_round", "Z-3", "there is no round {round}")
NOT_PREVIEWED = Problem("not_previewed", "Z-5", "there are no seats to lock")
NOT_LOCKED = Problem("not_locked", "Z-5", "lock the seats of the round first")
ROUND_NOT_RUNNING = Problem("round_not_running", "Z-3", "round {round} is not being played")
DRAW_WORDS = Problem(
    "draw_words",
    "Z-1",
    "words for the draw have 1 to {most} printable characters, and only the first round is drawn",
)
NO_DRAW_PREVIEW = Problem("no_draw_preview", "Z-1", "a draw cannot be looked at before it is made")
LOCKED_ALREADY = Problem(
    "locked_already", "Z-5", "the seats of round {round} are locked: unlock them first"
)
STARTED = Problem("started", "Z-5", "round {round} has started: its seats cannot change")
NO_SEAT_IN_ROUND = Problem("no_seat_in_round", "Z-1", "{name} has no seat in round {round}")
SEATED_ALREADY = Problem("seated_already", "Z-1", "{name} already has a seat")
SEAT_WANTED = Problem("seat_wanted", "Z-6", "no seat yet for {names}: redraw the seats")
SEATED_GONE = Problem("seated_gone", "Z-6", "seated but no longer here: {names}; redraw the seats")
SAME_PLAYER = Problem("same_player", "Z-1", "choose two different players to swap")
NO_TABLE_OF_THREE = Problem(
    "no_table_of_three",
    "Z-6",
    "no table of 3 can take another player: {name} plays from the next round on",
)
FORMAT_ROUNDS = Problem("format_rounds", "M-10", "in this format there are 1 to {most} rounds")
FORMAT_GAMES = Problem("format_games", "M-10", "in this format a round has {games} game")
FORMAT_REPEATS = Problem(
    "format_repeats", "M-11", "in this format repeat meetings are always avoided"
)
NO_OPPONENT = Problem(
    "no_opponent", "M-12", "nobody is without an opponent: {name} plays from the next round on"
)
ROUNDS_SEATED = Problem(
    "rounds_seated", "Z-3", "round {round} is already seated: there must be at least {round} rounds"
)

# --- results ----------------------------------------------------------------------------------

NO_TABLE = Problem("no_table", "Z-2", "round {round} has no table {table}")
NO_GAME = Problem("no_game", "Z-3", "there is no game {game}: a round has games 1 to {games}")
WRONG_RACKS = Problem(
    "wrong_racks", "Z-2", "table {table}, game {game}: {racks} lines for {players} players"
)
NO_ENDING = Problem(
    "no_ending",
    "Z-17",
    "table {table}, game {game}: somebody went out, the pool ran out or the round's time was up",
)
ROUND_NOT_TIMED = Problem(
    "round_not_timed", "Z-17", "table {table}, game {game}: rounds have no time limit here"
)
TOO_FEW_PLAYED = Problem(
    "too_few_played", "Z-6", "table {table}, game {game}: a game needs at least {least} players"
)
TOO_MANY_JOKERS = Problem(
    "too_many_jokers", "Z-16", "table {table}, game {game}: the box has only {most} jokers"
)
TILES_BEYOND_BOX = Problem(
    "tiles_beyond_box",
    "Z-16",
    "table {table}, game {game}: all tiles of the box add up to only {most}",
)
OPENED_AND_NOT = Problem(
    "opened_and_not",
    "Z-16",
    "table {table}, game {game}: {name} has opened, so leave the other boxes empty",
)
EMPTY_RACK = Problem(
    "empty_rack", "Z-17", "table {table}, game {game}: {name} has an empty rack, so they went out"
)
NO_WINNER = Problem(
    "no_winner",
    "Z-18",
    "table {table}, game {game}: exactly one player can go out, but {empty} racks are empty",
)
WINNER_NOT_OPENED = Problem(
    "winner_not_opened",
    "Z-16",
    "table {table}, game {game}: {name} went out, so they must have opened and stayed",
)
TIE_NOT_STATED = Problem(
    "tie_not_stated",
    "Z-17",
    "table {table}, game {game}: {names} are level; tick the tie if that is right",
)
NO_TIE = Problem(
    "no_tie",
    "Z-17",
    "table {table}, game {game}: there is no tie: {name} alone has the lowest rack",
)
NOT_ZERO = Problem(
    "not_zero",
    "Z-16",
    "table {table}, game {game}: the points on the sheet add up to {total}, not 0",
)
WRITTEN_WRONG = Problem(
    "written_wrong",
    "Z-16",
    "table {table}, game {game}: {name} has {written} on the sheet, but the racks give {computed}",
)
STILL_PLAYING = Problem(
    "still_playing",
    "Z-2",
    "table {table}, game {game}: {name} has not left, so their rack is needed",
)
RESULT_THERE = Problem(
    "result_there",
    "Z-32",
    "table {table}, game {game} already has a different result, from {name}:"
    " correct it and give a reason",
)
RESULTS_MISSING = Problem("results_missing", "Z-4", "{games} results are missing: table {tables}")
RESULT_MISSING = Problem("result_missing", "Z-4", "table {table}, game {game} has no result yet")
NOT_PLAYED_WHY = Problem(
    "not_played_why", "Z-17", "table {table}, game {game}: give the reason why it was not played"
)
SAME_RESULT = Problem("same_result", "Z-32", "table {table}, game {game} already has this result")
STAMP_USED = Problem(
    "stamp_used", "Z-32", "an entry with this stamp was sent before, with different content"
)
BAD_STAMP = Problem(
    "bad_stamp", "Z-32", "an entry needs a stamp of 1 to {most} printable characters"
)
NO_REHEARSAL = Problem(
    "no_rehearsal", "Z-4", "results can be filled in automatically only in a rehearsal"
)
NOTHING_MISSING = Problem(
    "nothing_missing", "Z-4", "every game of round {round} already has a result"
)

# --- undo -------------------------------------------------------------------------------------

NO_ENTRY = Problem("no_entry", "Z-32", "there is no entry {entry} to undo")
UNDO_LATER = Problem("undo_later", "Z-32", "later entries depend on entry {entry}")
UNDO_BY_CORRECTION = Problem(
    "undo_by_correction", "Z-32", "entry {entry} is a result of a closed round: correct it instead"
)
UNDO_BY_ROUND = Problem(
    "undo_by_round", "Z-32", "entry {entry} can no longer be undone: replay the round instead"
)
UNDO_BY_OPPOSITE = Problem(
    "undo_by_opposite", "Z-32", "entry {entry} cannot be undone: enter the opposite, or cancel it"
)

# --- referees ---------------------------------------------------------------------------------

NO_DISPUTE = Problem("no_dispute", "Z-30", "there is no open dispute {dispute}")
DISPUTE_OPEN = Problem(
    "dispute_open", "Z-30", "a dispute at table {table} is waiting for the referee"
)
CLOCK_STOPPED = Problem("clock_stopped", "Z-30", "the clock of table {table} is already stopped")
CLOCK_RUNNING = Problem("clock_running", "Z-30", "the clock of table {table} is running")
CLOCK_BACKWARDS = Problem("clock_backwards", "Z-30", "a clock cannot run backwards")
NOT_WARNED = Problem("not_warned", "Z-31", "{name} has not been warned yet: warn them first")
NO_PENALTY = Problem("no_penalty", "Z-30", "a penalty takes 1 to {most} big or small points")
NO_INCIDENT = Problem("no_incident", "Z-30", "there is no penalty {incident} to cancel")
WARNING_NEEDED = Problem(
    "warning_needed",
    "Z-31",
    "the exclusion of {name} depends on this warning: cancel the exclusion first",
)

# --- titles -----------------------------------------------------------------------------------

NO_TITLE_TIE = Problem("no_title_tie", "Z-7", "these players are not tied for a title")
BAD_ORDER = Problem("bad_order", "Z-7", "a play-off result must rank all tied players")
TITLES_OPEN = Problem(
    "titles_open",
    "Z-7",
    "{names} are tied: the head referee must share the title or order a play-off",
)
ROUNDS_LEFT = Problem("rounds_left", "Z-3", "{played} of {rounds} rounds are closed")
OVER = Problem("over", "Z-7", "the tournament is over: only corrections with a reason are possible")
