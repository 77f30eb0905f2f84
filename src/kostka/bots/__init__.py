"""Bots of both games, and simulations in which they meet.

A bot gets the view of its seat and returns a command (bot.py). In the number game, strategy_bot.py
plays the turn and a strategy chooses what to lay, in faces (face_view.py). levels.py lists all
strategies: start there, then read rack.py, adder.py, placer.py and holder.py. thinker.py guesses
the hidden tiles (determinization.py, endgame.py); strategy_variants.py holds experiments. arena.py
plays one game, simulation.py many; tally.py, round_robin.py and rating.py add them up. word/ is the
same for the word game. docs/recipes/add-a-bot.md says how to add one.
"""

from kostka.bots.arena import play_game
from kostka.bots.bot import Bot
from kostka.bots.levels import LEVELS, make_bot

__all__ = ["LEVELS", "Bot", "make_bot", "play_game"]
