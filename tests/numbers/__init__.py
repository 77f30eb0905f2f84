"""Tests of the game: turns, its end, scores, referees and records."""
