"""Every reason for which the word game refuses a command, with its clause."""

from __future__ import annotations

from kostka.events.errors import Problem
from kostka.tabletop import problems as table

NOT_STARTED = table.NOT_STARTED.with_clause("W-2")
ALREADY_STARTED = table.ALREADY_STARTED.with_clause("W-2")
FINISHED = table.FINISHED.with_clause("W-16")
NO_SEAT = table.NO_SEAT.with_clause("W-1")
NOT_PRESENT = table.NOT_PRESENT.with_clause("W-1")
NOT_YOUR_TURN = table.NOT_YOUR_TURN.with_clause("W-3")
LONG_WORDS = table.LONG_WORDS.with_clause("W-2")
WORDS_TWICE = table.WORDS_TWICE.with_clause("W-2")
BAD_COMMITMENT = table.BAD_COMMITMENT.with_clause("W-2")
COMMITTED_TWICE = table.COMMITTED_TWICE.with_clause("W-2")
COMMITTED_LATE = table.COMMITTED_LATE.with_clause("W-2")
NOT_COMMITTED = table.NOT_COMMITTED.with_clause("W-2")
WORDS_ORDER = table.WORDS_ORDER.with_clause("W-2")
FOREIGN_TILE = Problem(
    "foreign_tile",
    "W-5",
    "every tile must come from the table or the player's rack, and lie there once",
)
TILE_MISSING = Problem("tile_missing", "W-5", "a tile that lay on the table is missing")
NOTHING_PLACED = Problem("nothing_placed", "W-5", "no tile from the rack was placed")
SHORT_WORD = Problem("short_word", "W-5", "{word} has fewer than {least} letters")
WORD_TWICE = Problem("word_twice", "W-6", "{word} lies on the table twice")
FIRST_WORD = Problem(
    "first_word", "W-4", "the first word needs at least {least} letters, all from the player's rack"
)
WORDS_TOUCHED = Problem(
    "words_touched", "W-4", "the first word must leave the words on the table as they are"
)
JOKER_BEFORE_FIRST_WORD = Problem(
    "joker_before_first_word", "W-11", "a joker can be taken only in a turn after the first word"
)
JOKER_KEPT = Problem(
    "joker_kept", "W-11", "a joker that lay on the table is missing; it may not go to the rack"
)
JOKER_WITHOUT_LETTER = Problem(
    "joker_without_letter",
    "W-10",
    "every joker that is laid needs a letter, and no other tile may have one",
)
NO_LETTER = Problem("no_letter", "W-10", "'{letter}' is not a letter of this box")
JOKER_NOT_REPLACED = Problem(
    "joker_not_replaced",
    "W-11",
    "the joker for {letter} can be taken only by replacing it with a tile {letter} from the rack",
)
JOKER_NOT_IN_OWN_WORD = Problem(
    "joker_not_in_own_word",
    "W-11",
    "{word}: a joker that was taken must go into a new word with tiles from the rack only",
)
NO_WORD = Problem("no_word", "W-12", "{word} is not a valid word")
VULGAR_WORD = Problem(
    "vulgar_word", "W-12", "{word} is a vulgar word, and this table plays without them"
)
NOT_IN_THEME = Problem("not_in_theme", "W-15", "{word} is not a word of the theme")
THEME_TITLE = Problem("theme_title", "W-15", "a theme has a title of 1 to {most} characters")
THEME_BYTES = Problem(
    "theme_bytes", "W-15", "{bytes:,} bytes, but a theme's word list has up to {most:,}"
)
THEME_WORDS = Problem("theme_words", "W-15", "{words:,} words, but a theme has up to {most:,}")
THEME_FORMS = Problem(
    "theme_forms",
    "W-15",
    "the words of the theme have {forms:,} forms, but a theme has up to {most:,}",
)
THEME_ENCODING = Problem(
    "theme_encoding", "W-15", "line {line} of the theme's word list is not UTF-8"
)
THEME_NO_WORD = Problem("theme_no_word", "W-15", "'{word}' in the theme's word list is not a word")
THEME_EMPTY = Problem("theme_empty", "W-15", "the word list of the theme {title} is empty")
THEME_NO_FIRST_WORD = Problem(
    "theme_no_first_word",
    "W-15",
    "nobody could start: the theme has no valid word of {least} letters or more",
)
THEME_PROBLEMS = (
    THEME_TITLE,
    THEME_BYTES,
    THEME_WORDS,
    THEME_ENCODING,
    THEME_NO_WORD,
    THEME_EMPTY,
)
"""What can be wrong with a word list itself."""
POOL_EMPTY = Problem("pool_empty", "W-16", "there is nothing to draw: place tiles or pass")
MUST_DRAW_OR_PLACE = Problem(
    "must_draw_or_place", "W-5", "the pool holds tiles: place tiles or draw one"
)
NO_TIME_LIMIT = Problem("no_time_limit", "W-14", "moves in this game have no time limit")
NO_CHALLENGES = Problem(
    "no_challenges", "W-13", "words in this game are checked before a move stands"
)
NOTHING_TO_CHALLENGE = Problem(
    "nothing_to_challenge",
    "W-13",
    "a move can be challenged only before the next one, and by another player",
)
CHALLENGED_ALREADY = Problem(
    "challenged_already", "W-13", "this move has been challenged and stands"
)
NOTHING_TO_ACCEPT = Problem("nothing_to_accept", "W-13", "there is no last move to accept")
LAST_MOVE_MADE = Problem(
    "last_move_made", "W-16", "the last move is made: accept it or challenge it"
)
