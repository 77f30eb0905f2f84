"""The levels of the word game's bots."""

from __future__ import annotations

from kostka.bots.word.player import WordBot, WordLevel
from kostka.events.errors import BadInput, quote
from kostka.lexicon import Tier
from kostka.word import WordEdition

BEGINNER = WordLevel(
    tier=Tier.COMMON,
    tiles=6,
    first_tiles=9,
    rebuilt=0,
    lengthens=2,
    misses=0.1,
    notices=0.3,
    effort=20_000_000,
)
"""Lays words of its own, or makes one of the table a little longer; does not see everything."""

STEADY = WordLevel(
    tier=Tier.USUAL,
    tiles=5,
    first_tiles=11,
    rebuilt=1,
    notices=0.7,
    effort=10_000_000,
)
"""Knows the usual words and takes one of the table apart, but hardly ever empties its rack."""

MASTER = WordLevel(tier=Tier.RARE, tiles=None, first_tiles=None, rebuilt=None, effort=100_000_000)
"""Knows the dictionary and the whole solver, and empties its rack whenever that can be done."""

WORD_LEVELS = {"beginner": BEGINNER, "steady": STEADY, "master": MASTER}
"""By name, the weakest first."""

_BY_LEVEL = {str(level): name for level, name in enumerate(WORD_LEVELS, start=1)}


def make_word_bot(name: str, seed: int, edition: WordEdition) -> WordBot:
    """Make a bot for one seat of one game, by its name or by its level from 1 to 3."""
    return WordBot(edition, WORD_LEVELS[parse_word_bot_name(name)], seed)


def parse_word_bot_name(name: str) -> str:
    """Give the name of a bot that is asked for by name or level."""
    wanted = name.strip().lower()
    wanted = _BY_LEVEL.get(wanted, wanted)
    if wanted not in WORD_LEVELS:
        known = ", ".join(WORD_LEVELS)
        raise BadInput(
            f"{quote(name)} is no bot of the word game: choose a level from 1 to"
            f" {len(WORD_LEVELS)}, or {known}"
        )
    return wanted
