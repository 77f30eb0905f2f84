"""Rooms, the games in them, and what happens in them by itself."""
