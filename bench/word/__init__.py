"""The solver of the word game."""
