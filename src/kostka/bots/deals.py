"""The deals of a simulation: numbered from 1, the same on every run, each played by all rotations.

A deal fixes the tiles and who starts. It is played once for every rotation of the bots over the
seats, so that no bot is luckier than another: over a deal each has held every rack.
"""

from __future__ import annotations

from hashlib import sha256


def derive_deal_seed(simulation: int, deal: int) -> bytes:
    """Give the seed of a deal's shuffle. The rule is published in docs/deals.md: it stays."""
    return sha256(f"kostka deal 1:{simulation}:{deal}".encode()).digest()


def derive_bot_seed(simulation: int, deal: int, rotation: int, seat: int) -> int:
    """Give the seed of the bot in a seat, so that its own chance is the same on every run too."""
    words = f"kostka bot 1:{simulation}:{deal}:{rotation}:{seat}"
    return int.from_bytes(sha256(words.encode()).digest()[:8])


def rotate_seats(players: int, rotation: int) -> list[int]:
    """Say which bot is in each seat, by its place in the list; every rotation moves all one on."""
    return [(seat - rotation) % players for seat in range(players)]
