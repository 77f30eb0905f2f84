"""The best turn of the word game for a table and a rack; knows no players and no log."""

from kostka.wordsolver.answer import Answer, Position
from kostka.wordsolver.engine import KERNEL
from kostka.wordsolver.solving import USUAL_EFFORT, improving, solve
from kostka.wordsolver.vocabulary import (
    Vocabulary,
    vocabulary_of,
    vocabulary_of_lexicon,
    vocabulary_of_words,
)

__all__ = [
    "KERNEL",
    "USUAL_EFFORT",
    "Answer",
    "Position",
    "Vocabulary",
    "improving",
    "solve",
    "vocabulary_of",
    "vocabulary_of_lexicon",
    "vocabulary_of_words",
]
