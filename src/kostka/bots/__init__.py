"""Players that see what a seat sees and answer with a command, and the arena they meet in."""

from kostka.bots.arena import play
from kostka.bots.bot import Bot
from kostka.bots.levels import LEVELS, bot

__all__ = ["LEVELS", "Bot", "bot", "play"]
