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
"""Lays its own words, or makes one of the table a little longer; overlooks some moves."""

STEADY = WordLevel(
    tier=Tier.USUAL,
    tiles=5,
    first_tiles=11,
    rebuilt=1,
    notices=0.7,
    effort=10_000_000,
)
"""Knows the usual words and takes one word apart, but hardly ever empties its rack."""

MASTER = WordLevel(tier=Tier.RARE, tiles=None, first_tiles=None, rebuilt=None, effort=100_000_000)
"""Knows the dictionary, uses the whole solver, and empties its rack whenever it can."""

WORD_LEVELS = {"beginner": BEGINNER, "steady": STEADY, "master": MASTER}
"""The levels by name, weakest first. The names are those of the client."""

_BY_LEVEL = {str(level): name for level, name in enumerate(WORD_LEVELS, start=1)}


def make_word_bot(name: str, seed: int, edition: WordEdition) -> WordBot:
    """Make a bot for one seat of one game, by the name or the number of its level."""
    return WordBot(edition, WORD_LEVELS[resolve_word_bot_name(name)], seed)


def resolve_word_bot_name(name: str) -> str:
    """Return the name of a level that is given by name or number; raise BadInput otherwise."""
    wanted = name.strip().lower()
    wanted = _BY_LEVEL.get(wanted, wanted)
    if wanted not in WORD_LEVELS:
        known = ", ".join(WORD_LEVELS)
        raise BadInput(
            f"{quote(name)} is not a bot of the word game: choose a level (1 to"
            f" {len(WORD_LEVELS)}, or {known})"
        )
    return wanted
