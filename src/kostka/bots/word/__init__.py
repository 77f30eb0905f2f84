"""Bots of the word game.

player.py is the bot. Its `WordLevel` (levels.py) says which words it knows, how many of its tiles
it considers in a turn and how many words of the table it breaks up. moves.py asks the solver, and
arena.py plays a game. docs/word.md says how strong each level is.
"""

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
