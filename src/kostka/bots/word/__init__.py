"""Players of the word game that see what a seat sees, and the arena they meet in."""

from kostka.bots.word.arena import play_word_game
from kostka.bots.word.levels import WORD_LEVELS, make_word_bot
from kostka.bots.word.moves import build_polite_vocabulary, build_position, find_best_move
from kostka.bots.word.player import WordBot, WordLevel

__all__ = [
    "WORD_LEVELS",
    "WordBot",
    "WordLevel",
    "build_polite_vocabulary",
    "build_position",
    "find_best_move",
    "make_word_bot",
    "play_word_game",
]
