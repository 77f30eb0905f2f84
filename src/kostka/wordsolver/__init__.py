"""Finds the best turn of the word game for a table and a rack. It knows no players and no log.

`solve` (best_turn.py) returns the best turn, `solve_progressively` better and better ones. A
`Position` and an `Answer` (answer.py) are in tiles; a `Vocabulary` (vocabulary.py) says which words
count. engine.py picks the C kernel (kernel/) or its Python twin: start reading in reference.py.
The search knows letters only; tile_assignment.py finds the tiles for its words.
"""

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
