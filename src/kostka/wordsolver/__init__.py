"""The best turn of the word game for a table and a rack; knows no players and no log."""

from kostka.wordsolver.answer import Answer, Position
from kostka.wordsolver.best_turn import DEFAULT_EFFORT, solve, solve_progressively
from kostka.wordsolver.engine import KERNEL
from kostka.wordsolver.vocabulary import (
    Vocabulary,
    build_vocabulary,
    build_vocabulary_from_lexicon,
    build_vocabulary_from_words,
)

__all__ = [
    "DEFAULT_EFFORT",
    "KERNEL",
    "Answer",
    "Position",
    "Vocabulary",
    "build_vocabulary",
    "build_vocabulary_from_lexicon",
    "build_vocabulary_from_words",
    "solve",
    "solve_progressively",
]
