"""W-6 with W-7 and W-8: which words of a turn are new, and what they score.

The reading: a word is its spelling; a joker in it is its letter. A word of the turn counts if it
has an own tile in it and nothing on the table was spelled so when the turn began.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class LaidWord:
    """A word on the table at the end of the turn, and whether an own tile is in it."""

    spelling: str
    has_own_tile: bool


@dataclass(frozen=True)
class TurnOfWords:
    """What the words of a turn come to."""

    is_allowed: bool
    points: int
    relaid: frozenset[str]


def judge_words(
    before: Collection[str], after: Sequence[LaidWord], *, rack_is_empty: bool
) -> TurnOfWords:
    """Judge a turn in which every word is in the dictionary and every tile is accounted for."""
    spellings = [word.spelling for word in after]
    touched = [word for word in after if word.has_own_tile]
    counting = [word.spelling for word in touched if word.spelling not in before]
    points = max(map(len, counting), default=0) * (2 if rack_is_empty else 1)
    return TurnOfWords(
        is_allowed=len(set(spellings)) == len(spellings)
        and all(len(spelling) >= 3 for spelling in spellings)
        and bool(touched),
        points=points,
        relaid=frozenset(word.spelling for word in touched if word.spelling in before),
    )
