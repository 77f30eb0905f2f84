"""Players that see what a seat sees and answer with a command, and the arena they meet in."""

from kostka.bots.arena import play_game
from kostka.bots.bot import Bot
from kostka.bots.levels import LEVELS, make_bot

__all__ = ["LEVELS", "Bot", "make_bot", "play_game"]
