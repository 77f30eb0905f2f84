"""Kostka: rules, games and tools for the family of tile rummy games."""

__version__ = "0.1.0"
