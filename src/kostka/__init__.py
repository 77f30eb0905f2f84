"""Kostka: rules, games and tools for the family of tile rummy games."""
