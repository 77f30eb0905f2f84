"""Reasons to refuse a command in any game.

The clauses here are those of the number game; the word game cites its own.
"""

from __future__ import annotations

from kostka.events.errors import Problem

NO_SEAT = Problem("no_seat", "N-1", "there is no seat {seat} in this game")
NOT_PRESENT = Problem("not_present", "N-1", "{name} has left the game")
LONG_WORDS = Problem(
    "long_words", "N-5", "words for the shuffle have 1 to {most} printable characters"
)
WORDS_TWICE = Problem("words_twice", "N-5", "{name} has already added words to the shuffle")
BAD_COMMITMENT = Problem("bad_commitment", "N-5", "a commitment has 64 hex digits")
COMMITTED_TWICE = Problem(
    "committed_twice", "N-5", "{name} has already committed to words for the shuffle"
)
COMMITTED_LATE = Problem(
    "committed_late", "N-5", "words have been added to the shuffle, so no commitment can follow"
)
NOT_COMMITTED = Problem("not_committed", "N-5", "these are not words that {name} committed to")
WORDS_ORDER = Problem("words_order", "N-5", "committed words are added in the order of the seats")
NOT_STARTED = Problem("not_started", "N-6", "the tiles have not been dealt yet")
ALREADY_STARTED = Problem("already_started", "N-6", "the tiles have already been dealt")
NOT_YOUR_TURN = Problem("not_your_turn", "N-4", "it is {name}'s turn")
FINISHED = Problem("finished", "N-40", "the game is over")
