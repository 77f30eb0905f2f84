"""Whole numbers that people type."""

from __future__ import annotations

from kostka.events.errors import BadInput, quote


def parse_whole_number(text: str, minimum: int, maximum: int) -> int:
    """Return a number written in digits; raise `BadInput` unless it is within the limits."""
    is_short = len(text) <= len(str(maximum))
    number = int(text) if text.isascii() and text.isdecimal() and is_short else None
    if number is None or not minimum <= number <= maximum:
        raise BadInput(f"{quote(text)} is not a whole number from {minimum} to {maximum}")
    return number
