"""Players of the word game that see what a seat sees, and the arena they meet in."""

from kostka.bots.word.arena import play_words
from kostka.bots.word.levels import WORD_LEVELS, word_bot
from kostka.bots.word.moves import best_move, polite_words, position_of
from kostka.bots.word.player import Level, WordBot

__all__ = [
    "WORD_LEVELS",
    "Level",
    "WordBot",
    "best_move",
    "play_words",
    "polite_words",
    "position_of",
    "word_bot",
]
