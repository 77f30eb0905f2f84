"""Every reason for which a game refuses a command, with its clause."""

from __future__ import annotations

from kostka.events.errors import Problem
from kostka.tabletop import problems as table

NOT_STARTED = table.NOT_STARTED
ALREADY_STARTED = table.ALREADY_STARTED
FINISHED = table.FINISHED
NO_SEAT = table.NO_SEAT
NOT_PRESENT = table.NOT_PRESENT
NOT_YOUR_TURN = table.NOT_YOUR_TURN
LONG_WORDS = table.LONG_WORDS
WORDS_TWICE = table.WORDS_TWICE
BAD_COMMITMENT = table.BAD_COMMITMENT
COMMITTED_TWICE = table.COMMITTED_TWICE
COMMITTED_LATE = table.COMMITTED_LATE
NOT_COMMITTED = table.NOT_COMMITTED
WORDS_ORDER = table.WORDS_ORDER
NO_REDEAL = Problem("no_redeal", "N-7", "this edition has no new deal for three doubles")
REDEAL_TOO_LATE = Problem(
    "redeal_too_late", "N-7", "a new deal can be requested only before the first move"
)
REDEAL_OVER = Problem(
    "redeal_over",
    "N-7",
    "a new deal can be requested until your first turn ends, and while the table is empty",
)
NO_THREE_DOUBLES = Problem(
    "no_three_doubles", "N-7", "the tiles dealt hold {pairs} pairs of equal number tiles, not 3"
)
DREW_ALREADY = Problem(
    "drew_already", "N-20", "a tile has been drawn, so nothing more can be done in this turn"
)
DRAWN_TILE = Problem(
    "drawn_tile", "N-21", "after drawing, tiles can be placed only in the next turn"
)
MUST_DRAW_OR_PLACE = Problem(
    "must_draw_or_place", "N-20", "the pool holds tiles: place tiles or draw one"
)
POOL_EMPTY = Problem("pool_empty", "N-50", "there is nothing to draw: place tiles or pass")
LAST_ROUND = Problem("last_round", "Z-17", "in the last round, place tiles or pass")
TURN_NOT_OPEN = Problem("turn_not_open", "N-20", "draw a tile before ending the turn")
NO_STACKS = Problem("no_stacks", "N-5", "this edition has no stacks to choose from")
MIDDLE_LEFT = Problem("middle_left", "Z-10", "the stack in the middle is not used up yet")
NO_STACK = Problem("no_stack", "Z-10", "there is no stack {stack} with tiles left")
NO_ANNOUNCEMENT = Problem("no_announcement", "N-41", "openings are not announced in this edition")
ANNOUNCED_OPEN = Problem("announced_open", "N-41", "{name} has already opened")
ANNOUNCED_EARLY = Problem(
    "announced_early", "N-41", "an opening can be announced only after drawing a tile"
)
ANNOUNCED_TWICE = Problem("announced_twice", "N-41", "{name} has already announced the opening")
ANNOUNCED_NOTHING = Problem("announced_nothing", "N-41", "the rack could not open")
ANNOUNCED_LATE = Problem("announced_late", "N-41", "the rack could have opened before this draw")
NO_TIME_LIMIT = Problem("no_time_limit", "N-26", "moves in this game have no time limit")
NO_MAIN_TIME = Problem("no_main_time", "M-3", "players in this game have no main time")
TIME_TWICE = Problem("time_twice", "M-3", "the time of this move has already been counted")
CLOCK_STANDS = Problem("clock_stands", "M-5", "after a draw nobody's clock runs")
TIME_LEFT = Problem("time_left", "M-4", "{name} still has time")
NO_ROUND_TIME = Problem("no_round_time", "Z-17", "rounds in this edition have no time limit")
ROUND_TIME_TWICE = Problem("round_time_twice", "Z-17", "the end of the game has already begun")
NOTHING_TO_UNDO = Problem(
    "nothing_to_undo",
    "Z-30",
    "only a move can be undone, and the last thing that happened is not one",
)
BAD_PENALTY = Problem("bad_penalty", "Z-30", "a penalty is 1 to {most} tiles, not {tiles}")
NO_REASON = Problem(
    "no_reason", "Z-32", "a referee's name and reason have 1 to {most} printable characters"
)
